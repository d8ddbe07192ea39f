/** Where the values of variables and of substitutions come from, one thing at a time. */
import assert from 'node:assert/strict';
import { type Found, listed, unread } from '../../../src/shell/files/found';
import { enclosed, Origins } from '../../../src/shell/line/origins';
import { literal, type Value } from '../../../src/shell/syntax/words';

const named = (...names: string[]) => listed(names.map(literal));
const open = (text: string, pieces: Value['pieces'] = [null]): Value => ({ text, dynamic: true, tilde: false, pieces });
const free = () => {};
const searched: Found = { roots: [], covers: () => true };
const upper = (text: string) => text.toUpperCase();

describe('a name of a variable', () => {
  for (const [text, expected] of [
    ['$a', '${a}'],
    ['x$ab', 'x${ab}'],
    ['$a$b', '$a${b}'],
    ['$a/', '$a/'],
    ['${a}', '${a}'],
    ['a', 'a'],
  ])
    it(`ends where the text does: ${text}`, () => assert.equal(enclosed(text!), expected));
});

describe('the origins of a text', () => {
  it('are one thing, where it is one variable or one substitution', () => {
    const origins = new Origins();
    origins.substituted('$(x)', named('a'));
    origins.substituted('$(z)', undefined);
    for (const text of ['$a', '$abc', '$@', '$*', '${a}', '${a%x}', '$(x)']) assert.ok(origins.isOne(text), text);
    for (const text of [
      'x$a',
      '$a/x',
      '$a$b',
      '${a}b',
      'b${a}',
      'a',
      '$-',
      '$?',
      '${a${b}}',
      '${`x`}',
      '$(y)',
      '$(z)',
      '$(x)y',
      '',
    ])
      assert.ok(!origins.isOne(text), text);
  });

  describe('filled in', () => {
    const filled = (text: string, ...all: [string, Found][]) => {
      const origins = new Origins();
      for (const [one, origin] of all) origins.substituted(one, origin);
      return origins.filled(text, free);
    };
    it('are the words that a substitution writes', () => {
      assert.equal(filled('$(x)', ['$(x)', named('a', 'b')]), 'a b');
      assert.equal(filled('p$(x)q$(x)', ['$(x)', named('a')]), 'paqa');
      assert.equal(filled('$(x)`y`', ['$(x)', named('a')], ['`y`', named('b')]), 'ab');
      assert.equal(filled('$(y)', ['$(x)', named('a')]), '$(y)');
      assert.equal(filled('$(x)', ['$(x)', named('$&')]), '$&');
      assert.equal(filled('$(x)', ['$(x)', { ...named('a'), text: 'b c' }]), 'b c');
    });
    it('go on behind the name of a variable', () => {
      assert.equal(filled('$(x)it', ['$(x)', listed([open('$v')])]), '${v}it');
      assert.equal(filled('$(x)it', ['$(x)', listed([{ ...open('$a$v'), template: '${a}$v' }])]), '${a}${v}it');
    });
    it('are none of what is changed, found by a glob, or not told by the line', () => {
      const glob: Value = { ...literal('*'), glob: '*' };
      for (const origin of [{ ...named('a'), change: upper }, listed([glob]), listed([glob, literal('a')]), searched, unread])
        assert.equal(filled('x$(x)', ['$(x)', origin], ['$(y)', named('b')]), 'x$(x)');
    });
    it('are filled in again, so often and no more', () => {
      // What stands within another was seen before it.
      const chain = (length: number) =>
        Array.from({ length }, (_, i): [string, Found] => [`$(${i})`, i === 0 ? named('end') : listed([open(`$(${i - 1})`)])]);
      for (const [length, expected] of [
        [1, 'end'],
        [4, 'end'],
        [5, '$(0)'],
        [6, '$(1)'],
      ] as const)
        assert.equal(filled(`$(${length - 1})`, ...chain(length)), expected);
      assert.equal(filled('$(2)', ...chain(3).toReversed()), 'end');
    });
    it('are not put into a text that is too long', () => {
      const fill = (length: number) => filled(`${'a'.repeat(length - 4)}$(x)`, ['$(x)', named('b')]).slice(-1);
      assert.equal(fill(19_999), 'b');
      assert.equal(fill(20_000), ')');
    });
    it('cost an eighth for each substitution and round, and a thousandth for each sign', () => {
      const origins = new Origins();
      for (let i = 0; i < 16; i++) origins.substituted(`$(${i})`, named('a'.repeat(500)));
      let spent = 0;
      const spend = (steps: number) => {
        spent += steps;
      };
      origins.filled('x', spend);
      assert.equal(spent, 2);
      origins.filled('$(3)', spend);
      assert.equal(spent, 2 + 2 + 0.5 + 2);
    });
  });

  describe('of a word', () => {
    const one = named('bx');
    const of = (text: string, origins = held()) => origins.of(open(text), free);
    const held = () => {
      const origins = new Origins();
      for (const name of ['a', 'ab', '@']) origins.hold(name, one);
      return origins;
    };
    it('are those of the variables in it', () => {
      for (const text of [
        '$a',
        '${a}',
        'x$a',
        '$a/x',
        '${#a}',
        '${!a}',
        '${a[0]}',
        '$ab',
        '$@',
        '${@}',
        '$a$a',
        '$a$ab',
        '${a:-$b}',
      ])
        assert.deepEqual(of(text), [one], text);
      for (const text of ['$b', 'a', '$abc', '$*', '$(a)', '', '{a}']) assert.deepEqual(of(text), [], text);
    });
    it('are known to nobody for what was matched and for the value of an option', () => {
      assert.deepEqual(of('${BASH_REMATCH[1]}'), [unread]);
      assert.deepEqual(of('$OPTARG'), [unread]);
    });
    it('are those of the substitutions in it', () => {
      const origins = held();
      origins.substituted('$(x)', searched);
      assert.deepEqual(of('a$(x)b', origins), [searched]);
      assert.deepEqual(of('$a$(x)', origins), [one, searched]);
      assert.deepEqual(of('$(y)', origins), []);
    });
    it('are cut as the braces say', () => {
      for (const text of ['${a%x}', '${ab%x}', '${a[0]%x}', '${ab[10]%x}', '${a%x}/y', 'y${a%x}', '${a%%x}'])
        assert.deepEqual(
          of(text).map(({ change }) => change!('bx')),
          ['b'],
          text,
        );
      assert.equal(of('${a/x/y}')[0]!.change!('bx'), 'by');
      assert.equal(of('${a^}')[0]!.change!('bx'), 'Bx');
      // Of more than one thing nobody says what becomes of them together.
      for (const text of ['${a%x}$b', '${a%x}`b`', '${a%x}$a']) assert.equal(of(text)[0], one, text);
      const origins = new Origins();
      origins.hold('a', searched);
      assert.deepEqual(of('${a%x}', origins), [searched]);
      origins.hold('b', { ...one, change: upper });
      assert.equal(of('${b%X}', origins)[0]!.change!('bx'), 'B');
    });
    it('are the same for the same cut, however often', () => {
      const origins = held();
      assert.equal(of('${a%x}', origins)[0], of('y${a%x}', origins)[0]);
      assert.notEqual(of('${a%x}', origins)[0], of('${a%y}', origins)[0]);
    });
    it('are those of what their own words are made of', () => {
      const within = (root: Value, change?: Found['change'], inner: Found = one) => {
        const origins = new Origins();
        origins.hold('in', inner);
        origins.hold('a', { ...listed([root]), ...(change ? { change } : {}) });
        return of('$a', origins).slice(1);
      };
      assert.deepEqual(within(open('$in')), [one]);
      assert.equal(within(open('x$in', ['x', null]))[0], one);
      assert.deepEqual(within(literal('$in')), []);
      // What is changed there is changed here.
      assert.equal(within(open('$in'), upper)[0]!.change!('bx'), 'BX');
      assert.equal(within(open('$in'), upper, { ...one, change: (text) => `${text}.` })[0]!.change!('bx'), 'BX.');
      assert.deepEqual(within(open('$in'), upper, searched), [searched]);
      // Of a part of a word nobody says it.
      assert.deepEqual(within(open('x$in', ['x', null]), upper), [unread]);
      assert.deepEqual(within(open('$in$in', [null]), upper), [unread]);
      assert.deepEqual(within(open('$in', undefined), upper)[0]!.change!('bx'), 'BX');
      assert.deepEqual(within({ ...literal('$in'), dynamic: true }, upper), [unread]);
      assert.deepEqual(within(open('x$in', ['x', null]), undefined, { ...one, change: upper }), [unread]);
      assert.equal(within(open('$in'), undefined, { ...one, change: upper })[0]!.change!('bx'), 'BX');
    });
    it('end where one is made of itself', () => {
      const origins = new Origins();
      origins.hold('a', listed([open('$a')]));
      assert.equal(of('$a', origins).length, 1);
    });
    it('are two hundred at most, and anything behind that', () => {
      const many = (count: number) => {
        const origins = new Origins();
        for (let i = 0; i < count; i++) origins.hold('a', named(String(i)));
        origins.hold('a', undefined);
        const all = of('$a', origins);
        return [all.length, all.includes(unread)];
      };
      assert.deepEqual(many(200), [200, false]);
      assert.deepEqual(many(201), [201, true]);
      assert.deepEqual(many(250), [201, true]);
      const origins = new Origins();
      origins.hold('a', undefined);
      assert.deepEqual(of('$a', origins), []);
    });
    it('cost more for each origin, each substitution and a longer text', () => {
      const cost = (text: string, substitutions = 0) => {
        const origins = held();
        for (let i = 0; i < substitutions; i++) origins.substituted(`$(${i})`, searched);
        let spent = 0;
        origins.of(open(text), (steps) => {
          spent += steps;
        });
        return spent;
      };
      assert.equal(cost(''), 1);
      assert.equal(cost('x'.repeat(64)), 2);
      assert.equal(cost('$a'), 1 + 1 / 8 + 2 / 64 + 1);
      assert.equal(cost('$a$a'), 1 + 2 / 8 + 4 / 64 + 1);
      assert.equal(cost('x'.repeat(2000), 8), 1 + 2000 / 64 + 8 * (1 / 8 + 1));
    });
  });
});
