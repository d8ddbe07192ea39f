/** The body of an HTTP answer as what was sent, whatever it was packed in on its way. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, type Gunzip, type ZlibOptions } from 'node:zlib';

/** What is asked for where an answer may come packed. */
export const acceptedEncodings = 'gzip, deflate, br';

const decoders: ReadonlyMap<string, (options?: ZlibOptions) => Gunzip> = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Ends with the answer's own error where the connection breaks. */
export function unpacked(answer: IncomingMessage): Readable {
  const decode = decoders.get(String(answer.headers['content-encoding'] ?? '').toLowerCase());
  if (!decode) return answer;
  const stream = answer.pipe(decode());
  answer.on('error', (error) => stream.destroy(error));
  return stream;
}
