/** What `parseArgs` threw, as the caller's fault: an option that there is not leads to the one that was meant. */
import { nearest } from '../shared/nearest';
import { UsageError } from './usage';

export function misread(thrown: unknown, options: Readonly<Record<string, unknown>>): UsageError {
  const { message } = thrown as Error;
  const name = /^Unknown option '--([^']+)'/.exec(message)?.[1];
  const [near] = name === undefined ? [] : nearest(name, Object.keys(options), 1);
  return new UsageError(near === undefined ? message : `Unknown option '--${name}': did you mean '--${near}'?`);
}
