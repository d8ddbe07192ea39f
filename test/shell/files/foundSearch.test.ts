/** How far a search for protected paths goes, what it costs, and what is no part of it. */
import assert from 'node:assert/strict';
import type { Found } from '../../../src/shell/files/found';
import { guardedAmong, guardedByName } from '../../../src/shell/files/foundSearch';
import { readLine } from '../../../src/shell/line/lineFacts';

const range = <T>(count: number, name: (i: number) => T) => Array.from({ length: count }, (_, i) => name(i));

type Disk = Readonly<Record<string, readonly string[]>>;
const namesOn = (disk: Disk) => (path: string) => (Object.hasOwn(disk, path) ? [...disk[path]!] : undefined);

/** What is found in `/w` of a disk of folders, and what that took. */
function search(disk: Disk, found: Partial<Found> = {}, own: readonly string[] = ['/w']) {
  const seen: string[] = [];
  let covered = 0;
  let steps = 0;
  const { covers = () => true } = found;
  const result = guardedAmong(
    {
      roots: [],
      ...found,
      covers: (...given) => {
        covered++;
        return covers(...given);
      },
    },
    '/w',
    '.',
    {
      names: (path) => {
        seen.push(path);
        return namesOn(disk)(path);
      },
      isGuarded: (path) => path.includes('/.vscode'),
      own,
      spend: (some) => {
        steps += some;
      },
    },
  );
  return { result, seen, covered, steps };
}

describe('a search for protected paths', () => {
  const settings = { '/w/a/.vscode': ['x'] };

  it('costs more for each folder that is listed, each name in it and each name that is compared or left out', () => {
    const none = { covers: () => false };
    const cost = (disk: Disk, found: Partial<Found> = none) => search(disk, found).steps;
    assert.ok(cost({ '/w': [] }) > 0, 'an empty folder too');
    assert.ok(cost({ '/w': ['a'] }) > cost({ '/w': [] }));
    // Looked at no further.
    assert.ok(cost({ '/w': ['node_modules'] }) > cost({ '/w': [] }));
    assert.ok(cost({ '/w': [] }, { ...none, leaves: () => false }) > cost({ '/w': [] }));
    // So many that they are compared and not listed.
    const compared = (count: number) => cost({ '/w': ['.vscode'], '/w/.vscode': range(count, (i) => `f${i}`) });
    assert.ok(compared(501) > compared(500));
  });
  it('costs a line little in the folders of any project, and too much in very many', () => {
    const read = (count: number, names: number) => {
      const disk = { '/w': range(count, (i) => `d${i}`), ...folders(count, names) };
      const at = { cwd: '/w', home: '/home/me', realPath: (path: string) => path, names: namesOn(disk) };
      return readLine("find . -name '*.x' -delete", at).uncertainties?.map(({ reason }) => reason);
    };
    assert.equal(read(100, 20), undefined);
    assert.deepEqual(read(3000, 40), ['it is too long to be read']);
  });
  it('asks of no more names than a few thousand whether they are folders', () => {
    const { seen, result } = search({ '/w': range(9000, (i) => `f${i}`) }, { covers: () => false });
    assert.equal(result, undefined);
    assert.ok(seen.length < 5100, String(seen.length));
  });
  it('compares no more of what is protected than any search is about', () => {
    const { covered } = search({ '/w': ['.vscode'], '/w/.vscode': range(30_000, (i) => `f${i}`) }, { covers: () => false });
    assert.ok(covered < 20_000 * 12, String(covered));
  });
  it('compares each name by itself where there are too many to be listed', () => {
    const disk = { '/w': ['.vscode'], '/w/.vscode': range(600, (i) => `f${i}`) };
    assert.deepEqual(search(disk, { covers: (path) => path.endsWith('/f550') }).result, { path: '/w/.vscode', isGuess: true });
    assert.equal(search(disk, { covers: (path) => path.endsWith('/f650') }).result, undefined);
  });
  it('begins with the folders in which protected paths are at home', () => {
    const disk = { '/w': [...range(600, (i) => `d${i}`), 'z'], ...folders(600), '/w/z': ['own'], '/w/z/own': ['.vscode'] };
    const own = ['/w/z/own'];
    assert.deepEqual(search(disk, {}, own).result, { path: '/w/z/own/.vscode' });
    const leaves = (written: string) => written === './z';
    assert.notEqual(search(disk, { leaves }, own).result?.path, '/w/z/own/.vscode');
  });
  it('thinks nothing of what is left where nothing protected is at home', () => {
    const disk = { '/w': range(600, (i) => `d${i}`), ...folders(600) };
    assert.equal(search(disk, {}, ['/elsewhere']).result, undefined);
    assert.equal(search(disk).result?.isGuess, true);
  });
  it('lists nothing that is left out, nor what is installed', () => {
    const disk = { '/w': ['src', 'node_modules', 'b'], '/w/src': ['.vscode'], '/w/node_modules': ['.vscode'], '/w/b': [] };
    const { seen, result } = search(disk, { leaves: (written) => written === './src' });
    assert.equal(result, undefined);
    assert.deepEqual([...new Set(seen)].sort(), ['/w', '/w/b']);
  });
  it('leaves folders whose names look like those of files for the end', () => {
    const dotted = Object.fromEntries(range(600, (i) => `/w/d${i}.x`).map((path) => [path, []]));
    const disk = { '/w': [...range(600, (i) => `d${i}.x`), 'a'], ...dotted, '/w/a': ['.vscode'], ...settings };
    assert.deepEqual(search(disk).result, { path: '/w/a/.vscode' });
  });
});

describe('a protected path that comes of a name that is found', () => {
  const named = (disk: Disk, becomes: (form: string) => boolean, found: Partial<Found> = {}) => {
    const seen: string[] = [];
    const names = (path: string) => {
      seen.push(path);
      return namesOn(disk)(path);
    };
    const result = guardedByName(
      { roots: [], covers: () => true, ...found },
      '/w',
      '.',
      { names, spend: () => undefined },
      (form) => (becomes(form) ? `/t/${form}` : undefined),
    );
    return { result, seen };
  };
  const deep: Disk = { '/w': ['a', 'node_modules'], '/w/a': ['b'], '/w/a/b': ['x'], '/w/node_modules': ['x'] };

  it('is one by each form in which it may be written', () => {
    for (const form of ['./a/b/x', 'a/b/x', 'x'])
      assert.deepEqual(named(deep, (one) => one === form, { isBare: true }).result, { path: `/t/${form}` }, form);
    assert.deepEqual(named(deep, (one) => one === './a/b/x').result, { path: '/t/./a/b/x' });
    assert.equal(named(deep, (one) => one === 'x').result, undefined);
  });
  it('is looked for neither in what is left out nor in what is installed', () => {
    const { seen } = named(deep, () => false, { leaves: (written) => written === './a/b' });
    assert.deepEqual(seen, ['/w', '/w/a']);
  });
  it('is guessed where there is more than is looked through', () => {
    const isLikely = (form: string) => form === './.npmrc';
    const many = (count: number) => named({ '/w': range(count, (i) => `d${i}`), ...folders(count) }, isLikely);
    assert.equal(many(400).result, undefined);
    const { result, seen } = many(600);
    assert.deepEqual(result, { path: '/t/./.npmrc', isGuess: true });
    assert.equal(seen.length, 500);
    const wide = range(6000, (i) => `f${i}`);
    const { result: guess, seen: looked } = named({ '/w': wide }, isLikely);
    assert.deepEqual([guess, looked], [{ path: '/t/./.npmrc', isGuess: true }, ['/w']]);
  });
});

const folders = (count: number, names = 0): Disk =>
  Object.fromEntries(range(count, (i) => [`/w/d${i}`, range(names, (j) => `f${j}`)] as const));
