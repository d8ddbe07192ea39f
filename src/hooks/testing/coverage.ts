/** Which lines of the sources a run has reached: V8's counts on the bundle, brought back by its source map. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { addCoverage, type FileCoverage } from '../../shared/hooks/fileCoverage';

const report = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({ ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })) }),
      ),
    }),
  ),
});
const sourceMap = z.object({ sources: z.array(z.string()), mappings: z.string() });

type Functions = z.infer<typeof report>['result'][number]['functions'];

/** `folder` is what NODE_V8_COVERAGE named; of several processes each line has the highest count. */
export function coverageOf(folder: string, bundle: string): FileCoverage[] {
  const text = readFileSync(bundle, 'utf8');
  const url = pathToFileURL(bundle).href;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => report.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).result)
    .filter((script) => script.url === url)
    .reduce<FileCoverage[]>((all, { functions }) => addCoverage(all, reachedIn(text, functions, dirname(bundle))), []);
}

/**
 * The lines of its sources that one script reached. Its map stands in its text; relative sources start from `folder`, and `before` characters were put before its
 * first line after the map was made.
 */
export function reachedIn(text: string, functions: Functions, folder: string, before = 0): FileCoverage[] {
  const mark = text.lastIndexOf('base64,');
  if (mark < 0) return [];
  const { sources, mappings } = sourceMap.parse(
    JSON.parse(Buffer.from(text.slice(mark + 'base64,'.length), 'base64').toString('utf8')),
  );
  const files = sources.map((source): FileCoverage => ({ file: resolve(folder, source), lines: new Map(), places: new Map() }));
  const counts = countsOf(
    functions.flatMap(({ ranges }) => ranges),
    text.length,
  );
  const within = withinFunctions(functions, text);
  const ofFunctions = new Set<string>();
  for (const { at, source, line, column } of segments(mappings, text, before)) {
    const file = files[source];
    const count = counts[at];
    if (!file || count === undefined) continue;
    const key = `${source}:${line}`;
    const isFirst = within[at] === 1 && !ofFunctions.has(key);
    if (isFirst) ofFunctions.add(key);
    // A line with code of a function ran where the function did: that the module made it, as it was evaluated, is no run of a hook of one line.
    const known = isFirst ? 0 : (file.lines.get(line) ?? 0);
    file.lines.set(line, within[at] || !ofFunctions.has(key) ? Math.max(known, count) : known);
    file.places.set(`${line}:${column}`, count);
  }
  return files.filter(({ lines }) => lines.size > 0);
}

/** By offset: the innermost range counts, which is the shortest that holds it. */
function countsOf(ranges: readonly { startOffset: number; endOffset: number; count: number }[], length: number): Int32Array {
  const counts = new Int32Array(length);
  const bySize = [...ranges].sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset));
  for (const { startOffset, endOffset, count } of bySize) counts.fill(count, startOffset, endOffset);
  return counts;
}

/** By offset: 1 where a function holds it, and not only the evaluation of a module, which is the script's own or what the bundler puts around a module. */
function withinFunctions(functions: Functions, text: string): Uint8Array {
  const within = new Uint8Array(text.length);
  for (const { ranges } of functions) {
    const { startOffset, endOffset } = ranges[0]!;
    const isModule =
      startOffset === 0 || /\b__(?:esm|commonJS)\d*\(\{\s*$/.test(text.slice(Math.max(0, startOffset - 80), startOffset));
    if (!isModule) within.fill(1, startOffset, endOffset);
  }
  return within;
}

/** Every place of the bundle that stands for one of a source. */
function* segments(
  mappings: string,
  text: string,
  before: number,
): Generator<{ at: number; source: number; line: number; column: number }> {
  let [lineStart, source, line, sourceColumn] = [before, 0, 0, 0];
  for (const group of mappings.split(';')) {
    let column = 0;
    for (const part of group === '' ? [] : group.split(',')) {
      const [columns = 0, sources, lines, sourceColumns = 0] = decoded(part);
      column += columns;
      if (sources === undefined || lines === undefined) continue;
      source += sources;
      line += lines;
      sourceColumn += sourceColumns;
      yield { at: lineStart + column, source, line: line + 1, column: sourceColumn + 1 };
    }
    lineStart = text.indexOf('\n', lineStart) + 1;
    if (lineStart === 0) return;
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Base64 VLQ, as source maps have it. */
function decoded(part: string): number[] {
  const values: number[] = [];
  let [value, shift] = [0, 0];
  for (const digit of part) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    values.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return values;
}
