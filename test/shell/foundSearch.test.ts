/** How far a search for protected paths goes, what it costs, and what is no part of it. */
import assert from 'node:assert/strict';
import type { Found } from '../../src/shell/found';
import { guardedAmong } from '../../src/shell/foundSearch';
import { readLine } from '../../src/shell/lineFacts';

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

const folders = (count: number, names = 0): Disk =>
  Object.fromEntries(range(count, (i) => [`/w/d${i}`, range(names, (j) => `f${j}`)] as const));
