/** What one word of a shell line becomes before its command sees it. */
import assert from 'node:assert/strict';
import { parse, type Word } from 'unbash';
import { type Known, literal, type Value, valuesOf } from '../../../src/shell/syntax/words';

const known: Known = { home: '/home/me', folder: '/w' };
const of = (text: string, variables = known): Value[] => {
  const { command } = parse(`x ${text}`).commands[0] as unknown as { command: { suffix: Word[] } };
  return valuesOf(command.suffix[0]!, variables);
};
const plain = (text: string, tilde = false): Value => ({ text, dynamic: false, tilde });
const unknown = (text: string, pieces: Value['pieces'], many = true): Value => ({
  ...{ text, dynamic: true, tilde: false, pieces },
  ...(many ? { many } : {}),
});
const glob = (text: string, pattern: string, pieces: Value['pieces']): Value => ({ ...plain(text), glob: pattern, pieces });

describe('a word that is known', () => {
  for (const [text, value] of [
    ['a', 'a'],
    ['"a b"', 'a b'],
    ["'$X'", '$X'],
    ['a\'b\'"c"', 'abc'],
    ["$'a\\nb'", 'a\nb'],
    ['$"said"', 'said'],
    ['"$HOME/x"', '/home/me/x'],
    ['$HOME/x', '/home/me/x'],
    ['"${HOME}"', '/home/me'],
    ['${PWD}/x', '/w/x'],
    ['$PWD', '/w'],
    ['"*.ts"', '*.ts'],
    ['{a}', '{a}'],
    ['a\\*', 'a*'],
    ['""', ''],
  ] as const)
    it(text, () => assert.deepEqual(of(text), [plain(value)]));
  it('begins with a tilde only where that stands unquoted', () => {
    assert.deepEqual(of('~/x'), [plain('~/x', true)]);
    assert.deepEqual(of("~/'a b'"), [plain('~/a b', true)]);
    assert.deepEqual(of('"~/x"'), [plain('~/x')]);
    assert.deepEqual(of('a~'), [plain('a~')]);
  });
  it('is literal where no shell reads it', () => assert.deepEqual(literal('$X*'), plain('$X*')));
});

const withoutTemplate = (values: Value[]) => values.map(({ template: _, ...value }) => value);

describe('a word that is only known when it runs', () => {
  for (const [text, pieces, many] of [
    ['$X', [null], true],
    ['"$X"', [null], false],
    ['a$X', ['a', null], true],
    ['"a$X"b', ['a', null, 'b'], false],
    ['$X$Y', [null], true],
    ['"$X"a"$Y"', [null, 'a', null], false],
    ['$(ls)', [null], true],
    ['"$(ls)"', [null], false],
    ['"$@"', [null], true],
    ['"${list[@]}"', [null], true],
    ['"$*"', [null], false],
    ['${X:-y}', [null], true],
    ['$HOMER', [null], true],
    ['"a"$X', ['a', null], true],
  ] as const)
    it(`${text}: the parts that are known, ${many ? 'maybe several words' : 'one word'}`, () =>
      assert.deepEqual(withoutTemplate(of(text)), [unknown(of(text)[0]!.text, [...pieces], many)]));
  it('<(ls) is the end of a pipe', () => assert.deepEqual(of('<(ls)'), [{ ...unknown('<(ls)', [null], false), isPipe: true }]));
  it('says where the name of a variable ends, where its text does not', () => {
    for (const [text, template] of [
      ['"a$X"b', 'a${X}b'],
      ['"$X"a"$Y"', '${X}a${Y}'],
      ['"$1"2', '${1}2'],
    ] as const)
      assert.equal(of(text)[0]!.template, template);
    for (const text of ['"$X"', 'a$X', '"$X"/b', '${X}b', '$X"$Y"']) assert.equal(of(text)[0]!.template, undefined, text);
  });
  it('keeps what is written as its text', () => assert.equal(of('a"$X"\'b\'')[0]!.text, 'a$Xb'));
  it('is a home or folder that nobody knows, or that would be split or expanded again', () => {
    assert.deepEqual(of('"$HOME"', { home: undefined, folder: '/w' }), [unknown('$HOME', [null], false)]);
    for (const home of ['/a b', '/a*', '/a?', '/[a]', '/a\tb']) {
      assert.deepEqual(of('$HOME', { home, folder: '/w' }), [unknown('$HOME', [null])], home);
      assert.deepEqual(of('"$HOME"', { home, folder: '/w' }), [plain(home)], home);
    }
    assert.deepEqual(of('"$PWD"', { home: '/h', folder: undefined }), [unknown('$PWD', [null], false)]);
  });
});

describe('a glob', () => {
  for (const [text, pattern, pieces] of [
    ['*.ts', '*.ts', [null, '.ts']],
    ['src/*', 'src/*', ['src/', null]],
    ['a?c', 'a?c', ['a', null, 'c']],
    ['a*b*', 'a*b*', ['a', null, 'b', null]],
    ['a**', 'a**', ['a', null]],
  ] as const)
    it(text, () => assert.deepEqual(of(text), [glob(text, pattern, [...pieces])]));
  it('has its quoted parts escaped', () => {
    assert.deepEqual(of('"a*[b]"*'), [glob('a*[b]*', 'a\\*\\[b\\]*', ['a*[b]', null])]);
    assert.deepEqual(of("'(x){y}!'*"), [glob('(x){y}!*', '\\(x\\)\\{y\\}\\!*', ['(x){y}!', null])]);
    assert.deepEqual(of('$HOME/*'), [glob('/home/me/*', '/home/me/*', ['/home/me/', null])]);
  });
  it('with something unknown in it is no pattern', () =>
    assert.deepEqual(of('"$X"/*'), [unknown('$X/*', [null, '/', null], false)]));
});

describe('braces', () => {
  for (const [text, ...values] of [
    ['{a,b}', 'a', 'b'],
    ['a{b,c}d', 'abd', 'acd'],
    ['x{,y}', 'x', 'xy'],
    ['{a,b}{1,2}', 'a1', 'a2', 'b1', 'b2'],
    ['{a,{b,c}d}', 'a', 'bd', 'cd'],
    ['{{a,b}', '{a', '{b'],
    ['{a}{b,c}', '{a}b', '{a}c'],
    ['{1..3}', '1', '2', '3'],
    ['{3..1}', '3', '2', '1'],
    ['{1..10..4}', '1', '5', '9'],
    ['{10..1..4}', '10', '6', '2'],
    ['{1..3..-1}', '1', '2', '3'],
    ['{1..3..0}', '1', '2', '3'],
    ['{-1..1}', '-1', '0', '1'],
    ['{a..c}', 'a', 'b', 'c'],
    ['{e..a..2}', 'e', 'c', 'a'],
    ['{7..7}', '7'],
  ] as const)
    it(`${text} are ${values.join(' ')}`, () =>
      assert.deepEqual(
        of(text),
        values.map((value) => plain(value)),
      ));
  it('leave nothing of an empty word', () => assert.deepEqual(of('{,a}'), [plain('a')]));
  it('with a tilde or a glob in one of the words', () => {
    assert.deepEqual(of('{~/a,b}'), [plain('~/a', true), plain('b')]);
    assert.deepEqual(of('{a,b*}'), [plain('a'), glob('b*', 'b*', ['b', null])]);
    assert.deepEqual(of('{*,a?b}.ts'), [glob('*.ts', '*.ts', [null, '.ts']), glob('a?b.ts', 'a?b.ts', ['a', null, 'b.ts'])]);
    assert.deepEqual(of('{a,b}[cd]x(1)'.replace('(1)', '!')), [
      glob('a[cd]x!', 'a[cd]x\\!', ['a', null, 'x!']),
      glob('b[cd]x!', 'b[cd]x\\!', ['b', null, 'x!']),
    ]);
  });
  for (const text of [
    '{a,$X}',
    '{a,"b"}',
    "{a,'b'}",
    '{a,b\\,c}',
    '{01..3}',
    '{1..03}',
    '{1..a}',
    '{-01..3}',
    '{1..300}',
    '{a,{01..3}}',
  ])
    it(`${text} are not known`, () => {
      const values = of(text);
      assert.ok(
        values.every(({ dynamic, many, text: word }) => word === 'a' || (dynamic && many)),
        JSON.stringify(values),
      );
      assert.ok(values.some(({ dynamic }) => dynamic));
    });
  it('of very many words are not known', () => {
    assert.equal(of('{1..100}').length, 100);
    assert.deepEqual(of('{1..16}{1..16}').length, 1);
    assert.deepEqual(of(`{a,b}`.repeat(12)).length, 1);
    assert.ok(of(`{a,b}`.repeat(12))[0]!.dynamic);
  });
});
