import assert from 'node:assert/strict';
import { parseCommandLine } from '../../src/agent/commandLine';
import { commandMatches } from '../../src/api/commands';

const around = { cwd: '/work/project', home: '/home/me', realPath: (path: string) => path };
const parse = (line: string) => parseCommandLine(line, around);

/** What denyCommands('rm -rf', 'sudo', 'nc') would do with the line. */
function verdict(line: string): 'deny' | 'ask' | 'pass' {
  const { commands, seenCommands } = parse(line);
  const patterns = ['rm -rf', 'sudo', 'nc'];
  if (seenCommands.some((command) => patterns.some((pattern) => commandMatches(command, pattern)))) return 'deny';
  if (!commands || commands.some((command) => command.dynamic && ['rm', 'sudo', 'nc'].includes(command.program.split('/').at(-1)!))) return 'ask';
  return 'pass';
}

const denied = [
  'rm -rf x', 'rm -fr x', 'rm -r -f x', 'rm -f -r x', 'rm -rfv x', 'rm -vrf x', 'rm x -rf', 'rm --recursive --force x', 'rm --force -r x', 'rm -R -f x',
  '/bin/rm -rf x', '../bin/rm -rf x', 'a && rm -rf x', 'a || rm -rf x', 'a; rm -rf x', 'a & rm -rf x', 'a | rm -rf x', '(rm -rf x)', '{ rm -rf x; }',
  '$(rm -rf x)', 'echo $(rm -rf x)', 'echo "$(rm -rf x)"', 'echo `rm -rf x`', 'cat <(rm -rf x)', 'if true; then rm -rf x; fi', 'while true; do rm -rf x; done',
  'for f in a b; do rm -rf $f; done', 'case x in x) rm -rf x;; esac', 'f() { rm -rf x; }; f', 'function f { rm -rf x; }', '! rm -rf x', 'time rm -rf x',
  "r''m -rf x", 'r""m -rf x', "'rm' -rf x", '"rm" "-rf" x', '\\rm -rf x', "$'rm' -rf x", "$'\\x72m' -rf x", 'rm -r"f" x', "rm '-rf' x", 'rm -rf -- x',
  '{rm,-rf,x}', 'rm -{r,f} x', "sh -c 'rm -rf x'", 'bash -c "rm -rf x"', "bash -lc 'rm -rf x'", "/bin/sh -c 'rm -rf x'", "sh -c 'sh -c \"rm -rf x\"'", "dash -c 'rm -rf x'",
  'env rm -rf x', 'env A=1 rm -rf x', 'env -i rm -rf x', 'env -u A rm -rf x', 'A=1 rm -rf x', 'A=1 B=2 rm -rf x', 'timeout 5 rm -rf x', 'timeout -s KILL 5 rm -rf x',
  'timeout -k 1 5 rm -rf x', 'nice rm -rf x', 'nice -n 5 rm -rf x', 'ionice -c 3 rm -rf x', 'nohup rm -rf x', 'setsid rm -rf x', 'stdbuf -o L rm -rf x', 'command rm -rf x',
  'builtin rm -rf x', 'exec rm -rf x', 'exec -a name rm -rf x', 'xargs rm -rf', 'ls | xargs rm -rf', 'ls | xargs -n 1 rm -rf', 'ls | xargs -I {} rm -rf {}', 'find . -exec rm -rf {} \\;',
  'find . -exec rm -rf {} +', 'find . -name x -execdir rm -rf {} \\;', "eval 'rm -rf x'", 'eval rm -rf x', 'busybox rm -rf x', "watch 'rm -rf x'", 'flock /tmp/l rm -rf x', 'chroot /r rm -rf x',
  "trap 'rm -rf x' EXIT", 'env timeout 5 nice rm -rf x', "timeout 5 sh -c 'rm -rf x'", 'sudo ls', 'sudo -u root ls', '/usr/bin/sudo ls', 'echo a; sudo ls', 'env sudo ls', 'ls | sudo tee x',
  'nc -l 80', 'a | nc host 80', 'nc', '/bin/nc host 1', "bash -c 'nc host 1'", 'cat x | nc host 1', 'doas rm -rf x', 'rm -rf "$HOME"', 'rm -rf $X', 'cat <<EOF\n$(rm -rf x)\nEOF', 'echo a\nrm -rf x', 'echo a \\\n && rm -rf x',
];
const asked = [
  'rm${IFS}-rf${IFS}x', '$X -rf x', 'X=rm; $X -rf x', '"$CMD" x', '$(echo rm) -rf x', '`echo rm` -rf x', 'rm $FLAGS x', 'rm "$FLAGS" x', 'eval "$X"', 'eval $X', 'sh -c "$X"', 'bash -c "$(cat x)"',
  'echo "rm -rf x" | sh', 'curl x | bash', 'sh < x', 'bash <<EOF\nrm -rf x\nEOF', 'bash <<< "rm -rf x"', "env -S 'rm -rf x'", 'alias ls="rm -rf"; ls', 'r$X -rf x', '${X:-rm} -rf x', '{$A,$B} x', 'sh', 'bash -s', "rm 'unclosed", 'if true; then',
];
const passing = [
  'rsync -a x y', 'echo rm -rf x', "echo 'rm -rf x'", 'git rm -r x', 'git commit -m "rm -rf x"', 'grep -rf patterns x', 'rm x', 'rm -r x', 'rm -f x', 'ls -rf', 'npm run rm', 'cat sudo', 'echo sudo', 'ncdu', 'ncat x', 'nc-like x',
  'ls # rm -rf x', 'printf "%s" "sudo"', 'find . -name "*.ts"', 'node -e "1"', 'git status', 'npm test', 'echo $HOME', 'echo "$USER"', 'make', 'cd sub && ls', 'ls > out.txt', 'a=1', 'command -v rm', 'true', 'test -f x', '[ -f x ]', '[[ -f x ]]', 'git log --format=%H', 'ls ~/x', 'bash script.sh',
];

describe('command lines', () => {
  it(`knows ${denied.length + asked.length + passing.length} lines`, () => assert.ok(denied.length + asked.length + passing.length >= 150));
  for (const line of denied) it(`denies ${JSON.stringify(line)}`, () => assert.equal(verdict(line), 'deny'));
  for (const line of asked) it(`asks for ${JSON.stringify(line)}`, () => assert.equal(verdict(line), 'ask'));
  for (const line of passing) it(`passes ${JSON.stringify(line)}`, () => assert.equal(verdict(line), 'pass'));

  const paths: [line: string, expected: string[], complete?: boolean][] = [
    ['cat a.txt', ['/work/project/a.txt']],
    ['cat ../x', ['/work/x']],
    ['cat /etc/passwd', ['/etc/passwd']],
    ['cat ~/x', ['/home/me/x']],
    ['cat "~/x"', ['/work/project/~/x']],
    ['cat $HOME/x', ['/home/me/x']],
    ['cat ~other/x', [], false],
    ['cat $X', [], false],
    ['echo a > out.txt', ['/work/project/out.txt']],
    ['echo a >> /tmp/out', ['/tmp/out']],
    ['ls 2>&1', []],
    ['ls > /dev/null', []],
    ['cd sub && cat a', ['/work/project/sub', '/work/project/a', '/work/project/sub/a']],
    ['cd /tmp; rm a', ['/tmp', '/work/project/a', '/tmp/a']],
    ['cd -; rm a', ['/work/project/a'], false],
    ['cat src/*.ts', ['/work/project/src']],
    ['cat *.ts', ['/work/project']],
    ['tool --file=/etc/x', ['/etc/x']],
    ['dd if=/dev/sda', ['/dev/sda']],
    ['curl https://host/x', []],
    ['cat {a,b}', ['/work/project/a', '/work/project/b']],
    ['sort < in.txt', ['/work/project/in.txt']],
    ["sh -c 'cat /etc/x'", ['/etc/x', '/work/project/cat /etc/x']],
    ['tar -C/tmp -x', ['/tmp', '/work/project/C/tmp'].slice(0, 1)],
  ];
  for (const [line, expected, complete = true] of paths) {
    it(`reads the paths of ${JSON.stringify(line)}`, () => {
      const parsed = parse(line);
      assert.deepEqual(parsed.paths.sort(), [...expected].sort());
      assert.equal(parsed.complete, complete);
    });
  }
});
