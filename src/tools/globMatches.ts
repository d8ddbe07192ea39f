/** Which of many files a glob of the model's finds, in bounded time: some globs make regular expressions that some names keep busy for ever. */
import { posix } from 'node:path';
import { runInNewContext } from 'node:vm';
import picomatch from 'picomatch';

const mostMs = 1000;
const longestPattern = 1000;

/** A glob without a slash is compared with the name alone. Throws for one that takes too long. */
export function matching(pattern: string, files: readonly string[]): string[] {
  if (pattern.length > longestPattern) throw new Error(`pattern has more than ${longestPattern} characters`);
  const expression = picomatch.makeRe(pattern, { dot: true, nonegate: true });
  const names = pattern.includes('/') ? files : files.map((file) => posix.basename(file));
  const isAsWritten = (at: number) => names[at] === pattern;
  const found = inTime(() => runInNewContext(search, { expression, names }, { timeout: mostMs })) as boolean[];
  return files.filter((_, at) => found[at] || isAsWritten(at));
}

const search = 'names.map((name) => expression.test(name))';

function inTime<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error('pattern takes too long to be compared with the names that are there: write it with fewer stars');
  }
}
