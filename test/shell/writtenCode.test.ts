/** What a line writes itself, and what of it runs: the parts by themselves. */
import assert from 'node:assert/strict';
import { parse, type SyntaxNode } from 'unbash';
import { namesCode, OwnCode } from '../../src/shell/code/ownCode';
import { pipedFrom } from '../../src/shell/line/lineInput';

describe('a word that names code', () => {
  const names = (word: string, path: string, isEdited = false) => namesCode(word, { path, isEdited });

  it('names it whole, whatever it is', () => {
    assert.ok(names('/w/x.txt', '/w/x.txt'));
    assert.ok(names('/w/x.js', '/w/x.js', true));
    assert.ok(!names('/w/x.js', '/w/y.js'));
  });

  it('names it without its ending, where that is not one of data', () => {
    assert.ok(names('/w/x', '/w/x.js'));
    assert.ok(names('/w/x', '/w/x.py'));
    assert.ok(!names('/w/x', '/w/x.min.js'), 'one ending alone');
    assert.ok(!names('/w/x', '/w/x.d/y.js'), 'no folder of that name');
    assert.ok(!names('/w/x', '/w/xy.js'));
    for (const ending of 'txt md log csv tsv json jsonl yml yaml xml htm html css svg png jpg jpeg gif lock tmp diff'.split(
      ' ',
    )) {
      assert.ok(!names('/w/x', `/w/x.${ending}`), ending);
      assert.ok(!names('/w/x', `/w/x.${ending.toUpperCase()}`), ending);
    }
  });

  it('names what lies in it, but for data that no program loads by itself', () => {
    assert.ok(names('/w', '/w/x.js'));
    assert.ok(names('/w', '/w/deep/x.py'));
    assert.ok(names('/w', '/w/package.json'));
    assert.ok(names('/w', '/w/lib/package.json'));
    assert.ok(!names('/w', '/w/data.json'));
    assert.ok(!names('/w', '/w/package.json.txt'));
    assert.ok(!names('/w', '/other/x.js'));
  });

  it('names what was only edited by its whole name alone', () => {
    assert.ok(!names('/w/x', '/w/x.js', true));
    assert.ok(!names('/w', '/w/x.js', true));
    assert.ok(!names('/w', '/w/package.json', true));
  });
});

describe('code of a line', () => {
  const start = () => {
    let spent = 0;
    const own = new OwnCode((steps) => {
      spent += steps;
    });
    return { own, spent: () => spent };
  };
  const all = () => true;

  it('runs where a run covers a file, with what is known of its text', () => {
    const { own } = start();
    own.run('node', 'a', 'code', ({ path }) => path === '/w/a.js');
    own.run('sh', 'b', 'code', () => false);
    assert.deepEqual(own.ran(), []);
    own.write('/w/a.js', ['one', 'two']);
    own.write('/w/b.js', ['other']);
    assert.deepEqual(own.ran(), [{ name: 'node', kind: 'code', texts: ['one', 'two'], mayRead: true }]);
    assert.deepEqual([own.textsOf('/w/a.js'), own.textsOf('/w/c.js')], [['one', 'two'], []]);
  });

  it('may read files that it does not name, unless all of it is said and its language but computes', () => {
    const mayRead = (write: (own: OwnCode) => void, kind: 'code' | 'line' = 'code') => {
      const { own } = start();
      write(own);
      own.run('node', 'x', kind, all, '/w/a.js');
      return own.ran().map((one) => one.mayRead);
    };
    const isSaid =
      (...texts: string[]) =>
      (own: OwnCode) =>
        own.write('/w/a.js', texts, false, true);
    assert.deepEqual(mayRead(isSaid('console.log(1)')), [false]);
    assert.deepEqual(mayRead(isSaid('require("fs")')), [true]);
    assert.deepEqual(mayRead(isSaid('cat x'), 'line'), [false]);
    assert.deepEqual(
      mayRead((own) => own.write('/w/a.js', ['ls']), 'line'),
      [true],
    );
    const twice = (own: OwnCode) => {
      isSaid('ls')(own);
      own.write('/w/a.js', [], true);
    };
    assert.deepEqual(mayRead(twice, 'line'), [true]);
    for (const kind of ['folder', 'output', 'guess', 'prefix', 'repository'] as const)
      assert.deepEqual(
        mayRead((own) => own.brings(kind === 'guess' || kind === 'output' ? '/w/a.js' : '/w', kind)),
        [kind !== 'repository'],
        kind,
      );
  });

  it('is told once for each run of a program, the last of those that are the same', () => {
    const { own } = start();
    own.write('/w/a.js', ['one']);
    own.run('node', 'x', 'code', all);
    own.run('node', 'x', 'code', () => false);
    own.run('node', 'y', 'code', all);
    assert.equal(own.ran().length, 1);
  });

  it('is edited only as long as all that is written to it is an edit', () => {
    const { own } = start();
    const edited: string[] = [];
    const look = () => {
      edited.length = 0;
      own.run('node', 'x', 'code', ({ path, isEdited }) => {
        if (isEdited) edited.push(path);
        return false;
      });
      own.ran();
      return [...edited];
    };
    own.write('/a', [], true);
    own.write('/b', [], true);
    own.write('/c');
    assert.deepEqual(look(), ['/a', '/b']);
    own.write('/b');
    own.write('/c', [], true);
    own.write('/a', [], true);
    assert.deepEqual(look(), ['/a']);
    assert.deepEqual([own.has('/a'), own.has('/'), own.has('/d')], [true, true, false]);
  });

  it('keeps all texts of a file, each for a sixteenth', () => {
    const { own, spent } = start();
    const texts = Array.from({ length: 160 }, (_, n) => `${n}`);
    own.write('/a', texts);
    own.write('/a', ['last']);
    assert.deepEqual(own.textsOf('/a'), [...texts, 'last']);
    assert.equal(spent(), 161 / 16);
  });

  it('costs a sixty-fourth for each file that is looked at, and nothing where there is none', () => {
    const { own, spent } = start();
    own.run('node', 'x', 'code', all);
    own.run('node', 'y', 'code', all);
    own.ran();
    assert.equal(spent(), 0);
    own.write('/a');
    own.write('/b');
    own.has('/a');
    assert.equal(spent(), 2 / 64);
    own.ran();
    assert.equal(spent(), 6 / 64);
  });
});

describe('what a command is given by the one before it', () => {
  const from = (line: string) => {
    const [statement] = parse(line).commands;
    const node = (statement as unknown as { command?: SyntaxNode }).command ?? (statement as unknown as SyntaxNode);
    return pipedFrom(node);
  };

  it('is unknown, but for words that stand in the line', () => {
    assert.deepEqual(from('echo rm -rf x'), { kind: 'unknown', isPipe: true, named: 'rm -rf x' });
    assert.deepEqual(from("printf 'a b' c"), { kind: 'unknown', isPipe: true, named: 'a b c' });
    for (const line of [
      'cat',
      'cat -',
      'cat $x',
      'cat a /dev/stdin',
      'head -n 5',
      'curl -w x y',
      'cat < a',
      'xcat a',
      'xecho rm',
      'echox rm',
      'printfs rm',
      'A=1',
      '(echo rm)',
      'if true; then echo rm; fi',
    ])
      assert.deepEqual(from(line), { kind: 'unknown', isPipe: true }, line);
  });

  it('is what stands elsewhere, where it only shows that', () => {
    for (const line of [
      'cat rm',
      '/bin/cat a b',
      'head -20 a',
      'tail -n5 a 2>/dev/null',
      'curl -fsSL https://x.y',
      "cat <<< 'a $b'",
    ])
      assert.deepEqual(from(line), { kind: 'unknown', isPipe: true, isStored: true }, line);
  });
});
