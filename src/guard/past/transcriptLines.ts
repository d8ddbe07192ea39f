/** The lines of a transcript, one at a time: one that is longer than anything an agent writes is passed over, not kept. */
import { createReadStream } from 'node:fs';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import * as zlib from 'node:zlib';

/** More than any line with a picture or a file in it. */
const mostBytes = 32 * 1024 * 1024;
const newline = 10;

/** Codex packs what it has not needed for a while. */
export const isPacked = (path: string): boolean => path.endsWith('.zst');
/** Not there in Node before 22.15. */
const { createZstdDecompress: unpack } = zlib as { createZstdDecompress?: () => Duplex };

function bytesOf(path: string): Readable {
  if (!isPacked(path)) return createReadStream(path);
  if (!unpack) throw new Error('it is compressed, as only Node 22.15 and later can read it');
  // What fails is heard by who reads.
  return pipeline(createReadStream(path), unpack(), () => undefined);
}

/** Undefined where a line is too long. Without the end of the line. */
export async function* linesOf(path: string, most = mostBytes): AsyncGenerator<string | undefined, void> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    if (length > most) parts = [];
    else parts.push(part);
  };
  const line = (): string | undefined => {
    const text = length > most ? undefined : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    parts = [];
    length = 0;
    return text;
  };
  for await (const given of bytesOf(path)) {
    const chunk = given as Buffer;
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at));
      yield line();
      from = at + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield line();
}
