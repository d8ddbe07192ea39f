/** Programs whose words are mostly text: what of them is a path all the same. */
import assert from 'node:assert/strict';
import { factsOf } from './disk';

const root = '/repo/project/';
const named = (line: string) => factsOf(line).paths.map((path) => (path.startsWith(root) ? path.slice(root.length) : path));

describe('paths among the words of programs that take text', () => {
  const env: readonly string[] = [
    'date -f .env',
    'date --file=.env',
    'date --reference .env',
    'date -r .env',
    'dig -f .env',
    'dig -k .env example.org',
    'hostname -F .env',
    'hostname --file .env',
    ...['-r', '-w', '-a', '-n'].map((option) => `history ${option} .env`),
    'hash -p .env x',
    'stty -F .env',
    'whatis -C .env ls',
    'pkill -F .env',
    'nc -U .env',
    'ncat --ssl-key .env host 1',
    'echo .env',
    'printf .env',
    'basename .env',
    'which .env',
    // Two words belong to the option.
    'jq --rawfile x .env .',
    'jq --slurpfile x .env . ',
    'jq --arg a b .x .env',
    'jq --argjson a 1 --rawfile b .env -n .',
    'jq --tab . .env',
    'jq -f .env',
    // No word behind these is their value.
    'grep --color x .env',
    'cp --preserve .env /repo/project/.env',
    'cp --backup .env /repo/project/.env',
    'ls --color .env',
    'diff --unified .env .env',
    'od -w .env',
    'column -t .env',
    'split -d .env',
    'tar -c --checkpoint .env',
    'tar -c --wildcards .env',
    'sftp -b .env host',
    // The same letter is another option for the next subcommand.
    'git add -u .env',
    'git ls-files -o .env',
    'git ls-files -m .env',
    'git rm -n .env',
    'git log -L 1,5:.env',
    'git commit -F .env',
    'git blame -L 1,5 .env',
    'curl -H @.env https://host',
    'curl -w @.env https://host',
    'curl --json @.env https://host',
    'curl -F \'x=@".env"\' https://host',
  ];
  for (const line of env) it(line, () => assert.deepEqual([...new Set(named(line))], ['.env']));

  const others: Readonly<Record<string, string[]>> = {
    'echo /etc/passwd': ['/etc/passwd'],
    'curl -sXoptions https://host': [],
    'curl -sSoout.json https://host': ['out.json'],
    'echo ../x ~/y': ['/repo/x', '/home/me/y'],
    'echo src/c.ts sub': ['src/c.ts'],
    'dirname src/c.ts': ['src/c.ts'],
    'date -f secret.pem': ['secret.pem'],
    'dig -f secret.pem': ['secret.pem'],
    'history -r secret.pem': ['secret.pem'],
    'hostname -F secret.pem': ['secret.pem'],
    'jq --slurpfile x secret.pem -n .': ['secret.pem'],
    'type ./run': ['run'],
    'ssh-keygen -F github.com -f sub': ['sub'],
  };
  for (const [line, paths] of Object.entries(others)) it(line, () => assert.deepEqual(named(line), paths));

  const none = [
    'echo hello world',
    'echo and/or sub',
    'echo "see /etc/passwd for more"',
    'echo ... https://host/x',
    "echo '<b>x</b>'",
    "printf '%s/%s\\n' a b",
    'date +%Y/%m/%d',
    'date -d 2020/01/01',
    'basename $X .ts',
    'which sub',
    'type src',
    'expr 6 / 2',
    'tr a/ b',
    'kill 12',
    'git commit -m ./x',
    'git log -S .env',
    'jq --arg a .env .',
    'dig -t mx host',
    '[ $x = a/b ]',
    'ssh-keygen -F github.com',
    'ssh-keygen -H -F git.example.com',
    'export X',
  ];
  for (const line of none) it(`none in ${line}`, () => assert.deepEqual(named(line), []));

  it('are not known where a file is only known when it runs', () => {
    for (const line of ['date -f "$X"', 'date --file=$X', 'dig -f $X', 'ls | xargs dig', 'jq --rawfile x "$X" .'])
      assert.equal(factsOf(line).pathsComplete, false, line);
    for (const line of ['echo "$X"', 'date -d "$X"', 'printf %s "$X"', 'ls | xargs echo'])
      assert.equal(factsOf(line).pathsComplete, true, line);
  });
});

describe('a glob where a program takes a text in front of its files', () => {
  for (const line of ['grep *', 'zgrep s*', 'jq sec*', 'chmod *', 'grep {x,secret.pem}'])
    it(`may find more than the text: ${line}`, () => assert.ok(named(line).includes('secret.pem'), String(named(line))));
  for (const line of ['grep foo.* a.ts', 'grep "s*" a.ts', "jq '.a[*]' a.ts"])
    it(`is the text alone where it finds nothing, or stands in quotes: ${line}`, () => assert.deepEqual(named(line), ['a.ts']));
});
