/** Which lines of the sources a run has reached: V8's counts on the bundle, brought back by its source map. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

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

export interface FileCoverage {
  file: string;
  /** How often the most used part of each line with code ran, by 1-based line. */
  lines: Map<number, number>;
}

/** `folder` is what NODE_V8_COVERAGE named; the counts of several processes add up. */
export function coverageOf(folder: string, bundle: string): FileCoverage[] {
  const text = readFileSync(bundle, 'utf8');
  const url = pathToFileURL(bundle).href;
  const data = text.slice(text.lastIndexOf('base64,') + 'base64,'.length);
  const { sources, mappings } = sourceMap.parse(JSON.parse(Buffer.from(data, 'base64').toString('utf8')));
  const files = sources.map((source): FileCoverage => ({ file: resolve(dirname(bundle), source), lines: new Map() }));
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => report.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).result)
    .filter((script) => script.url === url);
  for (const { functions } of runs) {
    const counts = countsOf(
      functions.flatMap(({ ranges }) => ranges),
      text.length,
    );
    for (const { at, source, line } of segments(mappings, text)) {
      const lines = files[source]?.lines;
      const count = counts[at];
      if (lines && count !== undefined) lines.set(line, Math.max(lines.get(line) ?? 0, count));
    }
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

/** Every place of the bundle that stands for one of a source. */
function* segments(mappings: string, text: string): Generator<{ at: number; source: number; line: number }> {
  let [lineStart, source, line] = [0, 0, 0];
  for (const group of mappings.split(';')) {
    let column = 0;
    for (const part of group === '' ? [] : group.split(',')) {
      const [columns = 0, sources, lines] = decoded(part);
      column += columns;
      if (sources === undefined || lines === undefined) continue;
      source += sources;
      line += lines;
      yield { at: lineStart + column, source, line: line + 1 };
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
