/** Disks that find a file under other spellings than its own, as a Mac's and Windows' do where they are mounted on Linux. */
import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { diskFiles } from '../../../src/adapters/disk/diskFiles';
import { placesOnDisk } from '../../../src/adapters/disk/diskPlaces';
import { decide } from '../../../src/agent/tools/approval';
import { Toolbox } from '../../../src/agent/tools/toolbox';
import { ToolRegistry } from '../../../src/agent/tools/toolRegistry';
import { builtIn } from '../../../src/shared/calls/toolNames';
import { diskSpelling } from '../../../src/shell/paths/diskSpelling';
import { foldsCase } from '../../../src/shell/paths/foldedNames';
import { coversPath } from '../../../src/shell/paths/pathPatterns';
import { isProtected } from '../../../src/shell/paths/paths';
import { restrictingRule } from '../../../src/shell/rules/rules';
import { builtIns } from '../../fixtures/builtIns';

/** `/mac` and what lies beneath takes names for the same that differ in case or form. */
function played(files: readonly string[]) {
  const asked = { names: 0, looks: 0 };
  const children = new Map<string, Set<string>>();
  for (const file of files) {
    const segments = file.split('/');
    for (let i = 1; i < segments.length; i++) {
      const folder = segments.slice(0, i).join('/') || '/';
      children.set(folder, (children.get(folder) ?? new Set()).add(segments[i]!));
    }
  }
  const keyOf = (name: string) => name.normalize('NFD').toUpperCase();
  let changes = 0n;
  /** By its own spelling. */
  function find(path: string): string | undefined {
    let at = '';
    for (const name of path.split('/').filter(Boolean)) {
      const names = [...(children.get(at || '/') ?? [])];
      const found = names.find((one) => one === name || (`${at}/`.startsWith('/mac/') && isSame(one, name)));
      if (found === undefined) return undefined;
      at += `/${found}`;
    }
    return at || '/';
  }
  const isSame = (one: string, name: string) => keyOf(one) === keyOf(name) || shortName(one) === name.toUpperCase();
  const shortName = (name: string) => `${name.replaceAll(' ', '').slice(0, 6).toUpperCase()}~1`;
  const disk = {
    names(folder: string) {
      asked.names++;
      const found = children.get(find(folder) ?? '');
      return found && [...found];
    },
    look(path: string) {
      asked.looks++;
      const found = find(path);
      return found === undefined ? undefined : { id: found, changedAt: changes };
    },
  };
  const spelled = diskSpelling(disk);
  return {
    asked,
    disk,
    spelled,
    /** What is not there keeps its name. */
    realPath(path: string): string {
      if (path === '/' || find(path) !== undefined) return spelled(path);
      const at = path.lastIndexOf('/');
      return `${this.realPath(path.slice(0, at) || '/').replace(/\/$/, '')}${path.slice(at)}`;
    },
    rename(folder: string, from: string, to: string) {
      children.get(folder)!.delete(from);
      children.get(folder)!.add(to);
      changes++;
    },
  };
}

const e = { composed: 'caf\u00e9', apart: 'cafe\u0301' };

describe('the spelling of a disk that ignores case', () => {
  const files = ['/mac/ws/Secrets/Key.txt', `/mac/ws/${e.apart}/A.ts`, '/mac/ws/.env', '/mac/ws/private notes/1', '/mac/ws/7/x'];
  for (const [given, own] of [
    ['/mac/ws/Secrets/Key.txt', '/mac/ws/Secrets/Key.txt'],
    ['/mac/WS/SECRETS/key.TXT', '/mac/ws/Secrets/Key.txt'],
    [`/mac/ws/${e.composed}/a.ts`, `/mac/ws/${e.apart}/A.ts`],
    [`/mac/ws/${e.composed.toUpperCase()}`, `/mac/ws/${e.apart}`],
    ['/mac/ws/.ENV', '/mac/ws/.env'],
    ['/mac/WS/7/X', '/mac/ws/7/x'],
    ['/mac/ws/PRIVAT~1/1', '/mac/ws/private notes/1'],
    ['/', '/'],
  ])
    it(`takes ${given} for ${own}`, () => assert.equal(played(files).spelled(given!), own));

  it('is read anew once the names of a folder have changed, and not before', () => {
    const { spelled, rename, asked } = played(files);
    assert.equal(spelled('/mac/ws/SECRETS'), '/mac/ws/Secrets');
    const { names } = asked;
    assert.equal(spelled('/mac/ws/secrets'), '/mac/ws/Secrets');
    assert.equal(asked.names, names);
    rename('/mac/ws', 'Secrets', 'secrets');
    assert.equal(spelled('/mac/ws/Secrets'), '/mac/ws/secrets');
  });

  it('lists no folder of an ordinary disk, and looks at each once', () => {
    const { spelled, asked } = played(['/home/me/a.ts', '/home/me/b.ts', '/home/me/caf\u00e9']);
    for (const path of ['/home/me/a.ts', `/home/me/${e.composed}`]) assert.equal(spelled(path), path);
    const { looks } = asked;
    for (const path of ['/home/me/a.ts', '/home/me/b.ts', '/home/me']) assert.equal(spelled(path), path);
    assert.deepEqual(asked, { names: 0, looks });
  });

  it('tells two files of an ordinary disk apart whose names differ in case', () => {
    const { spelled } = played(['/home/README', '/home/readme']);
    for (const path of ['/home/README', '/home/readme']) assert.equal(spelled(path), path);
  });

  it('is what real paths are given in', () => {
    const places = placesOnDisk((path) => `${path}!`);
    const root = realpathSync('.');
    assert.equal(places.realPath('.'), `${root}!`);
    if (process.platform === 'linux') assert.equal(diskFiles.realPath(`${root}/SRC`), `${root}/SRC`);
  });
});

describe('gates on a disk that ignores case', () => {
  before(function () {
    if (foldsCase(process.platform)) this.skip();
  });
  const disk = played([
    '/mac/ws/secrets/key.txt',
    '/mac/ws/Build/a',
    '/mac/ws/.git/config',
    '/mac/ws/src/a.ts',
    '/home/me/.bashrc',
  ]);
  const registry = new ToolRegistry();
  registry.registerScope(builtIn, builtIns);
  const files = { ...diskFiles, realPath: disk.realPath.bind(disk), names: disk.disk.names };
  const denied = ['secrets/**'];
  const toolbox = new Toolbox(
    registry,
    { cwd: '/mac/ws', folders: ['/mac/ws'], home: '/home/me', files },
    undefined,
    [],
    () => denied,
  );
  const read = (file_path: string) => toolbox.facts('Read', { file_path });
  const bash = (command: string) => toolbox.facts('Bash', { command });

  for (const facts of [
    () => read('SECRETS/KEY.txt'),
    () => bash('cat Secrets/Key.txt'),
    () => bash('cd SECRETS && cat key.TXT'),
    () => bash('somewhat SECRETS'),
    () => bash('git diff SECRETS'),
  ])
    it(`hold for ${String(facts).slice(6)}`, () => {
      const { paths } = facts();
      const isCovered = (path: string) => coversPath('/mac/ws/secrets', path, { folder: '/mac/ws' });
      assert.ok(paths.some(isCovered), paths.join());
      if (facts().toolName === 'Read') assert.ok(restrictingRule(['Read(secrets/**)'], facts()));
    });

  it('hold for a pattern that is spelled otherwise than the disk', () => {
    const other = new Toolbox(registry, { cwd: '/mac/ws', folders: ['/mac/ws'], home: '/home/me', files }, undefined, [], () => [
      'Secrets/**',
    ]);
    assert.deepEqual(other.facts('Read', { file_path: 'secrets/key.txt' }).namedPaths, ['/mac/ws/Secrets/key.txt']);
  });

  it('keep what is protected, be it there or not', () => {
    for (const input of [
      { file_path: '.GIT/config' },
      { file_path: '.VSCode/settings.json' },
      { file_path: 'sub/.HookSmith/hooks/x.ts' },
    ]) {
      const facts = toolbox.facts('Write', { ...input, content: '' });
      const verdict = decide(facts, toolbox.circumstances(facts), { mode: 'bypass', allow: ['Write'], ask: [], deny: [] });
      assert.equal(verdict.action, 'ask', input.file_path);
    }
    const places = { folders: ['/w'], home: '/home/u', platform: 'linux' };
    for (const path of [
      '/w/.GIT/config',
      '/w/.g\u200cit/x',
      '/w/.hoo\u212asmith',
      '/w/A.CODE-WORKSPACE',
      '/home/u/.SSH/x',
      '/ETC/Profile',
    ])
      assert.ok(isProtected(path, places), path);
  });
});
