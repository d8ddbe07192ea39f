import assert from 'node:assert/strict';
import { matchesWildcard } from '../../src/shared/basics/wildcards';
import { findExpression } from '../../src/shell/files/findExpression';
import { coversPath } from '../../src/shell/paths/pathPatterns';
import { resolvePath } from '../../src/shell/paths/paths';
import { literal, type Value } from '../../src/shell/syntax/words';
import { factsOf } from './disk';
import { fill, hostileWork, longest } from './hostileLines';

/** The few of them that are read to their end: what is only data is no part of what is read. */
const read = new Set([
  'deep ../',
  'deep a/../',
  'a huge heredoc in quotes',
  'a heredoc of names that could stand in its place',
  'many heredocs in quotes',
  'long ternary',
  'one long word',
  'globs',
  'searches that are filtered',
  'one search with many actions',
  'one search with many conditions',
  'the same loop again and again',
  'searches beneath links',
]);

// How long is measured, by `npm run bench reading` and `npm run bench:check`: here it ends, within the time of a test.
describe('what reading a line costs', () => {
  for (const [title, work] of Object.entries(hostileWork))
    it(`is bounded for ${title}`, () => {
      assert.equal(work().answer, read.has(title) ? 'no' : 'maybe');
    });

  it('says that a line is too long to be read', () => {
    const files = Array.from({ length: 6000 }, (_, i) => `f${i}`).join(' ');
    for (const line of [fill('cd a;'), fill('a '), 'a'.repeat(longest + 1), `cat ${files}`]) {
      const { commands, uncertainties, pathsComplete } = factsOf(line);
      assert.deepEqual([commands, uncertainties?.[0]?.reason, pathsComplete], [undefined, 'it is too long to be read', false]);
    }
  });
  it('is read all the same where many people write so much', () => {
    const range = (n: number, one: (i: number) => string, between = ' ') =>
      Array.from({ length: n }, (_, i) => one(i)).join(between);
    for (const line of [
      `git add ${range(2000, (i) => `packages/p${i % 40}/f${i}.ts`)}`,
      `npx prettier --write ${range(2000, (i) => `src/f${i}.ts`)} && git status`,
      range(
        50,
        (i) =>
          `mkdir -p o/${i}\ncp src/${i}.ts o/${i}/\nif [ -f x ]; then echo "${i}"; fi\nfor f in o/*; do sed -i s/a/b/ "$f"; done`,
        '\n',
      ),
      `git commit -m "${range(1000, (i) => `some words about src/a/b${i}.ts, and it's so`, '\n')}"`,
    ])
      assert.notEqual(factsOf(line).commands, undefined, line.slice(0, 40));
  });
  it('is bounded for the expression of a search: one of more words than anyone follows covers everything', () => {
    const wordsOf = (tests: number) => `${'-false -o '.repeat(tests)}-false -exec a ;`.split(' ').map(literal);
    const covers = (words: readonly Value[]) => findExpression(words).covers('x', false, 1, () => true);
    assert.deepEqual([covers(wordsOf(100)), covers(wordsOf(1000))], [false, true]);
    let asked = 0;
    const actions = '-exec a ; '.repeat(150).trim().split(' ').map(literal);
    const watched = new Proxy(actions, {
      get(all, at) {
        if (/^\d+$/.test(String(at))) asked++;
        return Reflect.get(all, at);
      },
    });
    assert.equal(covers(watched), true);
    assert.ok(asked < 10 * actions.length, `each word is looked at a few times: ${asked}`);
  });
  it('is bounded for the disk', () => {
    let asked = 0;
    const realPath = (path: string) => {
      asked++;
      return path;
    };
    factsOf(Array.from({ length: 3000 }, (_, i) => `cat d${i}/../e${i}`).join(';'), { realPath });
    assert.ok(asked <= 20_000, String(asked));
  });
  it('is bounded for paths and patterns', () => {
    resolvePath('../'.repeat(300_000), { cwd: '/a/b', home: '/h', realPath: (path) => path });
    resolvePath('a/../'.repeat(200_000), { cwd: '/a/b', home: '/h', realPath: (path) => path });
    matchesWildcard('a'.repeat(longest), `${'a*'.repeat(50)}b`, false);
    coversPath('**/*a*a*a*a*a*a*a*a*b', `/w/${'a'.repeat(5000)}`, { folder: '/w' });
    coversPath(`${'*/'.repeat(200)}x`, `/w/${'a/'.repeat(1000)}y`, { folder: '/w' });
    coversPath('{a,b}'.repeat(30), `/w/${'a'.repeat(30)}`, { folder: '/w' });
  });
});
