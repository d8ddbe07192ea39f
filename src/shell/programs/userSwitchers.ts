/** Programs that hand the value of `-c` to a shell, or else start one; and where a command of their own begins. Its words are not theirs. Pure data. */
import type { Wrapper } from './wrapper';

export const userSwitchers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['su', {}],
  // `runuser -u NAME COMMAND`
  ['runuser', { valued: 'ugGwsc', longs: 'user group supp-group whitelist-environment shell command session-command' }],
  // `script FILE COMMAND`
  ['script', { valued: 'cIOBTEmo', longs: 'command log-in log-out log-io log-timing echo logging-format output-limit', skip: 1 }],
]);
