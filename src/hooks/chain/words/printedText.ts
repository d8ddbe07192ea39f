import { inspected } from './thrown';

/** Never throws. */
export const printedText = (values: readonly unknown[]): string => values.map(printed).join(' ');

const longestLine = 10_000;
/** As a log takes it: no longer than it can be read. */
export function printedLine(values: readonly unknown[]): string {
  let line = '';
  for (const [at, value] of values.entries()) {
    if (line.length > longestLine) break;
    line += `${at === 0 ? '' : ' '}${printed(value).slice(0, longestLine)}`;
  }
  return line.slice(0, longestLine);
}

const printed = (value: unknown): string => (typeof value === 'string' ? value : inspected(value));
