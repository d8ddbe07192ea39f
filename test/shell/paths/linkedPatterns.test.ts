/** The names by which patterns know what links of theirs lead to. */
import assert from 'node:assert/strict';
import type { ToolFacts } from '../../../src/shared/calls/toolFacts';
import { aliasesOf, linksIn, withAliases } from '../../../src/shell/paths/linkedPatterns';
import { factsOf } from '../disk';

const targets: Readonly<Record<string, string>> = {
  '/repo/project/current': '/repo/project/releases/5',
  '/home/me/.aws': '/data/aws',
  '/home/me/all': '/',
};
const links = (...patterns: string[]) =>
  linksIn(patterns, { cwd: '/repo/project', home: '/home/me', realPath: (path) => targets[path] ?? path });

describe('a link that a pattern names', () => {
  it('is told by what it leads to, once', () =>
    assert.deepEqual(
      links('current/**', 'current', 'src/**', '*.ts', '~/.aws/*').map(({ at }) => at),
      ['/repo/project/current', '/home/me/.aws'],
    ));
  for (const [path, ...names] of [
    ['/repo/project/releases/5', '/repo/project/current'],
    ['/repo/project/releases/5/a/b', '/repo/project/current/a/b'],
    ['/repo/project/releases/./5//a', '/repo/project/current/a'],
    ['/repo/project/releases/55'],
    ['/repo/project/releases'],
    ['/data/aws/credentials', '/home/me/.aws/credentials'],
  ] as const)
    it(`gives ${path} ${names.length > 0 ? 'another name' : 'none'}`, () =>
      assert.deepEqual(aliasesOf(path, links('current', '~/.aws')), names));
  it('gives a name to all there is, where it leads to that', () =>
    assert.deepEqual(aliasesOf('/x', links('~/all')), ['/home/me/all/x']));

  const found = (folder: string, ...names: string[]) => {
    const facts: ToolFacts = { ...factsOf('ls'), searches: [{ folder, found: names }] };
    const [own, ...others] = withAliases(facts, links('current', '~/.aws')).searches!;
    assert.deepEqual(own, { folder, found: names });
    return others.map((one) => [one.folder, ...one.found!]);
  };
  it('gives a name to what is found: in it, beneath it and around it, and to nothing elsewhere', () => {
    assert.deepEqual(found('/repo/project/releases/5', 'a', 'b/c'), [['/repo/project/current', 'a', 'b/c']]);
    assert.deepEqual(found('/repo/project/releases/5/x', 'a'), [['/repo/project/current/x', 'a']]);
    assert.deepEqual(found('/repo/project', 'src/a', 'releases/5/a', 'releases/55/a'), [['/repo/project/current', 'a']]);
    assert.deepEqual(found('/', 'data/aws/x', 'repo/project/releases/5'), [
      ['/repo/project/current', ''],
      ['/home/me/.aws', 'x'],
    ]);
    assert.deepEqual(found('/repo/project/src', 'a', '/data/aws/x'), [['/home/me/.aws', 'x']]);
    assert.deepEqual(found('/repo/project/src', 'a'), []);
  });
});
