/** The user's home folder, where hooks of theirs lie and much is protected. */
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { UsageError } from './usage';

/** Throws where nobody can tell which it is: the user's own hooks would be passed over without a word. */
export function homeFolder(): string {
  let home = '';
  try {
    home = homedir();
  } catch {
    // A user that the system does not know.
  }
  if (isAbsolute(home)) return home;
  throw new UsageError(`HOME is ${home === '' ? 'empty' : `'${home}'`}: it must be the absolute path of the user's home folder`);
}
