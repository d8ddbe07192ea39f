/** What a bundle was made of, as its own source map has it: what runs, whatever became of the files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { withoutMark } from '../../../shared/basics/byteOrderMark';

const mark = 'sourceMappingURL=data:application/json;base64,';
const sourceMap = z.object({ sources: z.array(z.string()), sourcesContent: z.array(z.string().nullable()) });

/** Texts by path; `folder` is that of the hook file's real path. Empty where the code has no map. */
export const sourcesOf = (code: string, folder: string): Map<string, string> =>
  new Map([...mappedIn(code, folder)].map(([path, text]) => [path, withoutMark(text)]));

/**
 * What is to be written where, so that the files are again what the bundle was made of. `texts` are the hashes of all that it was made of then: undefined where
 * the bundle does not hold one of them, as it does not of an input that brings a source map of its own.
 */
export function textsToPutBack(
  { code, folder }: { code: string; folder: string },
  texts: ReadonlyMap<string, string>,
): Map<string, string> | undefined {
  const were = mappedIn(code, folder);
  for (const [path, hash] of texts) if (hashOf(were.get(path) ?? missing) !== hash) return undefined;
  return new Map([...were].filter(([path, text]) => hashOf(onDisk(path) ?? missing) !== hashOf(text)));
}

/** No file's text. */
const missing = '\0';

/** As they were read. */
function mappedIn(code: string, folder: string): Map<string, string> {
  const at = code.lastIndexOf(mark);
  if (at < 0) return new Map();
  const { sources, sourcesContent } = sourceMap.parse(
    JSON.parse(Buffer.from(code.slice(at + mark.length).trim(), 'base64').toString('utf8')),
  );
  return new Map(sources.map((path, n) => [resolve(folder, path), sourcesContent[n] ?? '']));
}

/**
 * The same of a bundle that was just built. An input that brings a source map of its own could have the bundle's say any text in its place, so what such a one
 * says is read.
 */
export function textsOf(code: string, folder: string, inputs: readonly string[]): Map<string, string> {
  const texts = sourcesOf(code, folder);
  for (const path of inputs) {
    const own = textWithMap(path);
    if (own !== undefined) texts.set(path, withoutMark(own));
  }
  return texts;
}

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function textWithMap(path: string): string | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.includes('sourceMappingURL') ? bytes.toString('utf8') : undefined;
  } catch {
    // Nobody ever accepts that.
    return '(it cannot be read any more)';
  }
}

/** SHA-256 of a text, in hex. A byte order mark and the kind of line ends do not count: editors hide the one and even out the other. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(withoutMark(text).replaceAll('\r\n', '\n')).digest('hex');
