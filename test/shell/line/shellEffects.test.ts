/** What commands of the shell itself do to the rest of a line. */
import assert from 'node:assert/strict';
import { verdict } from '../bypass';
import { factsOf } from '../disk';

const unknownOf = (line: string) => (factsOf(line).uncertainties ?? []).map(({ reason }) => reason);

describe('a command of the shell that changes what later words mean', () => {
  const opaque = (name: string) => [`what \`${name}\` runs is not in the line, or it changes what later words mean`];
  for (const [name, ...lines] of [
    ['crontab', 'crontab f', 'crontab -', 'crontab -u me f', 'crontab x-l', 'crontab -lx'],
    ['hash', 'hash -p /x y', 'hash -rp /x y'],
    ['enable', 'enable -f ./x.so y', 'enable -nf x y', 'enable -n x'],
    ['set', 'set -k', 'set -ek', 'set -ke', 'set -o keyword'],
    ['mapfile', 'mapfile -C x a < f', 'mapfile -tC x a < f'],
    ['readarray', 'readarray -C x a < f'],
    ['declare', 'declare -n r=x', 'declare -gn r=x'],
    ['typeset', 'typeset -n r=x'],
    ['local', 'f() { local -n r=x; }'],
    ...'alias at batch fc run-parts pwsh powershell cmd newgrp login capsh'
      .split(' ')
      .map((one): [string, string] => [one, `${one} x`]),
  ] as [string, ...string[]][])
    for (const line of lines) it(`is not known: ${line}`, () => assert.deepEqual(unknownOf(line).slice(0, 1), opaque(name)));
  for (const line of [
    'crontab -l',
    'crontab -u me -l',
    'hash -r',
    'hash x-p',
    'enable x-n',
    'set -e',
    'set -o pipefail',
    'set -- a-k',
    'mapfile -t a < f',
    'readarray -t a < f',
    'declare -r x',
    'typeset a-n',
    'local -r x',
    'mylocal -n x',
    'unalias x',
  ])
    it(`is known: ${line}`, () => assert.deepEqual(unknownOf(line), []));
});

describe('a variable that programs see', () => {
  for (const line of [
    'X=./evil; export X; y',
    'X=./evil; declare -x X; y',
    'X=./evil; typeset -gx X; y',
    'declare -x X=./evil; y',
    'f() { local -x X=./evil; y; }; f',
    'export X=a X+=/../evil; y',
    'export X; X=./evil; y',
    'declare -x X; X=./evil; y',
    'set -a; X=./evil; y',
    'shopt -so allexport; X=./evil; y',
    'bash -ac "X=./evil; y"',
  ])
    it(`changes what programs do: ${line}`, () =>
      assert.deepEqual(unknownOf(line), ['`X` is set, which changes what programs do']));
  for (const line of [
    'x=./a; readonly x; y',
    'x=./a; declare -r x; y',
    'x=./a; x=./b; local x; y',
    'x=./a; export y; y',
    'x=./a; export "$z" x-x 2>&1; y',
    'declare x=./a; y',
    'readonly x=./a; y',
    'export y; x=./a; y',
    'x=$(a); export y x; y',
    'set -e; x=./a; y',
    'x=./a; cut -x x f; y',
  ])
    it(`changes nothing of what they do: ${line}`, () =>
      assert.deepEqual(
        unknownOf(line).filter((reason) => reason.includes('is set')),
        [],
      ));
  for (const [line, ...bars] of [
    ['set -a; X=1', 'it exports what it sets', 'it sets X'],
    ['set -ea', 'it exports what it sets'],
    ['set -ae', 'it exports what it sets'],
    ['set -o allexport', 'it exports what it sets'],
    ['shopt -so allexport', 'it exports what it sets'],
    ['set -e'],
    ['set -- x-a'],
    ['read -r line < f'],
    ['printf -v text %s x'],
    ['declare count=1'],
    ['readonly count=1'],
    ['declare COUNT=1', 'it sets COUNT'],
  ] as const)
    it(`${bars.length > 0 ? 'keeps an allow from covering' : 'may be allowed'}: ${line}`, () =>
      assert.deepEqual(factsOf(line).allowBars ?? [], bars));
});

describe('a variable that nobody knows by its name, or that is counted', () => {
  for (const line of [
    'declare "$X"',
    'declare "$X=1"',
    'export "$X"',
    'declare -A BASH_ALIASES; ls',
    'declare -A BASH_CMDS; ls',
    'unset x*',
    'read x* < f',
    'read "$X" < f',
    'let "$X"',
    'let "$(cat f)"',
    'x=y; let "$x"',
    "declare -i n; n='a[$(x)]'",
    "declare -ri n='a[$(x)]'",
    'declare -i n=m',
    'n=m; declare -i n',
    'read n < f; declare -i n',
  ])
    it(`may run anything: ${line}`, () => assert.notDeepEqual(unknownOf(line), []));
  for (const line of [
    'x=5; let "$x"',
    'let 1+2',
    'declare -i n=5',
    'declare -i n; n=5',
    'declare n=m',
    'declare x-i; n=m',
    'declare -A MY_BASH_CMDS BASH_CMDS_2',
    'read x < f; declare x',
    'declare x="$X"',
  ])
    it(`is known: ${line}`, () => assert.deepEqual(unknownOf(line), []));
});

describe('the shell’s own words in Bypass mode', () => {
  for (const line of [
    // Parameters are told behind the options of `set`.
    'set -e .git; rm -rf $1',
    'set .git; rm -rf $1',
    'set +e .git; rm -rf $1',
    'set a-b .git; rm -rf $2',
    'set -- a .git; rm -rf $2',
    'set -- -x .git; rm -rf "$2"',
    'set -- .git a; rm -rf $1',
    'set -- $(cat list); rm -rf "$8"',
    'set -- a $(cat list); rm -rf "$9"',
    // Shifted, they are others.
    'set -- a .git; shift; rm -rf "$1"',
    'set -- a "$(cat list)"; shift; rm -rf "$1"',
    'set -- 1 2 3 4 5 6 7 8 9 "$(cat list)"; shift; rm -rf "$9"',
    'f=build; n=f; unset "$n"; rm -rf $f.git',
    'typeset -n r; x=.git; r=x; rm -rf $r',
    'declare -n ref=x; x=.git; rm -rf $ref',
    // What is read is told by what is read from.
    'read f < list; rm -rf $f',
    'read -u 3 f; rm -rf $f',
    'read -ru3 f; rm -rf $f',
    'read < list; rm -rf $REPLY',
    'read -r <<< .git; rm -rf "$REPLY"',
    'mapfile < list; rm -rf "${MAPFILE[@]}"',
    'readarray -t < list; rm -rf "${MAPFILE[@]}"',
    'mapfile -t a <<< .git; rm -rf "${a[0]}"',
    'printf -v f %s .git; rm -rf $f',
    'printf -vf %s .git; rm -rf $f',
    'printf -vf .git out; rm -rf $f',
    // What globs find is more than they say.
    'set -$X; cat *',
    'set "-$X"; cat *',
    'set +"$X"; cat *',
    'shopt -s $X; cat *',
    'shopt -s dotglob; cat *',
    'setopt x; cat *',
    'unsetopt x; cat *',
    'emulate sh; cat *',
    'alias find=x; find out -name "*.o" | xargs rm',
  ])
    it(`ask: ${line}`, () => {
      const { action, by, reason } = verdict(line);
      assert.deepEqual([action, by.name], ['ask', 'protected path'], reason);
    });
  for (const line of [
    'set -- out/a .git; ls; rm -rf "$1"',
    'set -e out; rm -rf $1',
    'f=build; echo f; rm -rf $f.git',
    'v=build; unset -v f; rm -rf $v.git',
    'x=f; f=.git; echo x; rm -rf $x',
    'x=f; f=.git; declare x; rm -rf $x',
    'x=f; f=.git; cut -n x; rm -rf $x',
    'read f; rm -rf $f',
    'read -p list f; rm -rf $f',
    'read f < list; rm -rf $REPLY',
    'export x < list; rm -rf $REPLY',
    'read < list; rm -rf $MAPFILE',
    'printf -v f %s out; rm -rf $f',
    'set -- "$X"; cat *',
    'set -e; cat *',
    'set - "$X"; cat *',
    'shopt -s nullglob; cat *',
    'xsetopt x; cat *',
    'emulated x; cat *',
    'echo find; find out -name "*.o" | xargs rm',
  ])
    it(`do not: ${line}`, () => {
      const { action, reason } = verdict(line);
      assert.equal(action, 'run', reason);
    });
  it('may be what a folder is looked up by', () => {
    for (const line of ['let HOME=1; cat y', 'let a=1,HOME=2; cat y', 'read HOME < f; cat y'])
      assert.equal(factsOf(line).pathsComplete, false, line);
  });
});
