import { inspected } from './thrown';

/** Never throws. */
export const printedText = (values: readonly unknown[]): string => values.map(printed).join(' ');

const longestLine = 10_000;
/** As a log takes it: no longer than it can be read. */
export const printedLine = (values: readonly unknown[]): string =>
  values
    .map((value) => printed(value).slice(0, longestLine))
    .join(' ')
    .slice(0, longestLine);

const printed = (value: unknown): string => (typeof value === 'string' ? value : inspected(value));
