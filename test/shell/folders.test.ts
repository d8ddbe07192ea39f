/** Where a line may be at each of its commands, what its assignments mean, and what is too much to be read. */
import assert from 'node:assert/strict';
import { parseCommandLine } from '../../src/shell/line/commandLine';
import { around } from './disk';

const read = (line: string) => parseCommandLine(line, around);

describe('where a line may be', () => {
  for (const [line, ...paths] of [
    ['cd src && cat x', 'src', 'src/x'],
    ['cd src || cat x', 'src', 'x'],
    ['! cd src && cat x', 'src', 'x'],
    ['! cd src || cat x', 'src', 'src/x'],
    ['time cd src && cat x', 'src', 'src/x'],
    ['cd src; cat x', 'src', 'src/x', 'x'],
    ['cd src && cd deep || cat x', 'src', 'src/deep', 'src/x', 'x'],
    ['cd src || cd sub && cat x', 'src', 'sub', 'src/x', 'sub/x'],
    ['(cd src); cat x', 'src', 'x'],
    ['cd src & cat x', 'src', 'x'],
    ['cd src | cat x', 'src', 'x'],
    ['cat y | (cd src && cat x)', 'y', 'src', 'src/x'],
    ['coproc cd src; cat x', 'src', 'x'],
    ['echo $(cd src && cat x); cat y', 'src', 'src/x', 'y'],
    ['cat <(cd src && cat x)', 'src', 'src/x'],
    ['{ cd src && cat x; }', 'src', 'src/x'],
    ['if cd src; then cat x; fi; cat y', 'src', 'src/x', 'src/y', 'x', 'y'],
  ] as const)
    it(line, () => assert.deepEqual(read(line).paths.sort(), paths.map((path) => `/repo/project/${path}`).sort()));
  for (const line of [
    'while cd src; do cat x; done',
    'f() { cd src; }; f; cat x',
    'select f in a; do cd src; done',
    'for ((i = 0; i < 2; i++)); do cd src; done',
    'for f in a; do cd src; done',
  ])
    it(`${line} cannot be followed`, () => assert.equal(read(line).complete, false));
  for (const line of ['cd src && cat x', '(cd src); cat x', 'cat x &', 'f() { cat x; }; f', 'while true; do cat x; done'])
    it(`${line} can`, () => assert.equal(read(line).complete, true));
});

describe('a glob in a line', () => {
  const mayBeFlag = (line: string) => read(line).seenCommands.some(({ dynamic }) => dynamic);
  for (const line of ['touch ./-rf; rm *', './-x; rm *', 'touch -- -rf; rm *', 'touch --   -rf; rm *', 'mkdir a/-rf; cd a; rm *'])
    it(`may find an option that it makes: ${line}`, () => assert.equal(mayBeFlag(line), true));
  for (const line of ['rm *', 'touch -rf; rm *', 'touch a-b; rm *', 'touch -- rf; rm *'])
    it(`finds files: ${line}`, () => assert.equal(mayBeFlag(line), false));
});

describe('what a line sets', () => {
  for (const [line, bars, unknowable] of [
    ['FOO=1 ls', ['it sets FOO'], false],
    ['FOO=1', ['it sets FOO'], false],
    ['export X=1', ['it sets X'], false],
    ['export X=$Y', ['it sets X'], false],
    ['localx X=1', [], false],
    ['PATH=/x ls', [], true],
    ["PATH='/x'", [], true],
    ['LD_PRELOAD=x ls', [], true],
  ] as const)
    it(line, () => {
      const { allowBars, uncertainties } = read(line);
      assert.deepEqual([allowBars, uncertainties.length > 0], [[...bars], unknowable]);
    });
  it('folders that are set elsewhere leave no path known', () => {
    for (const name of ['CDPATH', 'HOME', 'PWD', 'IFS', 'GLOBIGNORE'])
      assert.equal(read(`${name}=x cat y`).complete, false, name);
    for (const name of ['HOMER', 'XPWD', 'FOO']) assert.equal(read(`${name}=x cat y`).complete, true, name);
  });
});

describe('a line that is not read', () => {
  const reasonsOf = (line: string) => {
    const { commands, complete, uncertainties } = read(line);
    assert.deepEqual([commands, complete], [undefined, false]);
    return uncertainties.map(({ reason }) => reason);
  };
  it('is too long, or has too many signs or documents in it', () => {
    const tooLong = ['it is too long to be read'];
    assert.deepEqual(reasonsOf('x'.repeat(100_001)), tooLong);
    assert.deepEqual(reasonsOf(`x${';'.repeat(12_001)}`), tooLong);
    assert.deepEqual(reasonsOf(`x${' '.repeat(12_001)}`), tooLong);
    assert.deepEqual(reasonsOf('a <<E\n'.repeat(51)), tooLong);
  });
  it('is as long as may be, and is read', () => {
    assert.equal(read('x'.repeat(100_000)).commands?.length, 1);
    assert.equal(read(`x${' '.repeat(12_000)}`).commands?.length, 1);
  });
  it('cannot be parsed, in words of the parser, or for a character that no shell takes', () => {
    assert.ok(reasonsOf("ls '")[0]!.startsWith('it cannot be parsed: unterminated single quote'));
    for (const line of ['!', 'time -p']) assert.deepEqual(reasonsOf(line), ['it cannot be parsed']);
    for (const line of ['echo (', 'echo hi\nrm (', 'x=1 echo \\\n (', 'echo "$(id)"; echo `rm (a`', 'echo ( ; id', '>x id ('])
      assert.deepEqual(reasonsOf(line), ["it cannot be parsed: unexpected token '('"], line);
    assert.deepEqual(reasonsOf('ls\0'), ['it cannot be parsed: it holds a character that no shell takes']);
  });
  it('is read where a parenthesis begins what a shell takes', () => {
    for (const line of [
      'f () { a; }',
      '! (a)',
      'time (a)',
      'coproc f (a)',
      'if (a); then (b); fi',
      'case x in (a) b;; esac',
      'ls\n(a)',
      'f() { `a \\`id\\``; }',
    ])
      assert.deepEqual(
        read(line).uncertainties.filter(({ reason }) => reason.includes('parsed')),
        [],
        line,
      );
  });
});
