import { inspect } from 'node:util';

export const printedText = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 4 }))).join(' ');
