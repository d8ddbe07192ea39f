/** What redirections and pipes give a program to read that takes commands from its input. */
import assert from 'node:assert/strict';
import { parseCommandLine } from '../../src/shell/line/commandLine';
import { around } from './disk';

const cases: [what: string, lines: string[], reason: string | undefined][] = [
  [
    'a file that is named, or nothing',
    ['sqlite3 db < a.sql', 'sqlite3 db', 'sqlite3 db > out', "sqlite3 db <<< '.shell x' < a.sql", '{ sqlite3 db; } < a.sql'],
    undefined,
  ],
  ['text without commands', ["sqlite3 db <<< 'select 1'", 'sqlite3 db <<E\nselect 1\nE', "sqlite3 db <<'E'\n$X\nE"], undefined],
  [
    'text that can run programs',
    [
      "sqlite3 db <<< '.shell rm x'",
      'sqlite3 db <<E\n.shell ls\nE',
      "{ sqlite3 db; } <<< '.shell x'",
      "sqlite3 db < a.sql <<< '.shell x'",
      "sqlite3 db <<< '.shell x' 2> err",
    ],
    '`sqlite3` is given text that can run programs',
  ],
  [
    'what is only known when it runs',
    [
      'echo x | sqlite3 db',
      'sqlite3 db <<< "$X"',
      'sqlite3 db <<< "$(x)"',
      'sqlite3 db <<E\n$X\nE',
      'sqlite3 db < "$X"',
      'sqlite3 db < <(ls)',
      'sqlite3 db <&3',
    ],
    '`sqlite3` reads commands from its input',
  ],
];
for (const [what, lines, reason] of cases)
  describe(`a program is given ${what}`, () => {
    for (const line of lines)
      it(JSON.stringify(line), () => {
        const { uncertainties } = parseCommandLine(line, around);
        assert.ok(
          uncertainties.some((one) => one.reason === reason) || (reason === undefined && uncertainties.length === 0),
          JSON.stringify(uncertainties),
        );
      });
  });
describe('what is given to one command', () => {
  it('is not given to the next', () =>
    assert.deepEqual(parseCommandLine("cat <<< '.shell x'; sqlite3 db", around).uncertainties, []));
  it('is given to the first of a pipe alone as it is', () =>
    assert.deepEqual(
      parseCommandLine('sqlite3 db < a.sql | sqlite3 other', around).uncertainties.map(({ reason }) => reason),
      ['`sqlite3` reads commands from its input'],
    ));
});
