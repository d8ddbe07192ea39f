import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { planRestore } from '../../../src/adapters/checkpoints/plan';
import { WorkspaceCheckpoints } from '../../../src/adapters/checkpoints/workspaceCheckpoints';
import type { FileChange } from '../../../src/shared/events/fileChanges';

describe('checkpoints of a workspace', () => {
  let scratch: string;
  let folder: string;
  let other: string;
  let checkpoints: WorkspaceCheckpoints;
  const unsaved = new Map<string, string>();

  beforeEach(() => {
    scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-checkpoints-')));
    folder = join(scratch, 'ws');
    other = join(scratch, 'other');
    mkdirSync(folder);
    mkdirSync(other);
    unsaved.clear();
    checkpoints = make();
  });
  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  const make = (limits = { fileBytes: 1000, allBytes: 100_000, files: 1000 }) =>
    new WorkspaceCheckpoints({
      folder: join(scratch, 'store'),
      folders: () => [folder, other],
      unsaved: (path) => unsaved.get(path),
      limits,
    });
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string | Uint8Array) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  const names = (files: readonly FileChange[]) =>
    files.map(({ path, before, after }) => `${before ? (after ? 'M' : 'D') : 'A'} ${relative(scratch, path)}`).sort();
  /** What a command did, and that all of it can be undone. */
  async function undone(work: () => void, expected: string[]): Promise<void> {
    const before = tree(scratch);
    const watched = await checkpoints.watch(undefined);
    work();
    const { files, problem } = await watched();
    assert.equal(problem, undefined);
    assert.deepEqual(names(files), expected);
    const after = tree(scratch);
    const there = checkpoints.restore(files.map(({ path, before: to }) => ({ path, to })));
    assert.deepEqual(there.failed, []);
    assert.deepEqual(tree(scratch), before);
    const back = checkpoints.restore(there.files.map(({ path, before: to }) => ({ path, to })));
    assert.deepEqual(back.failed, []);
    assert.deepEqual(tree(scratch), after, 'redone');
  }

  describe('of several sessions at once', () => {
    const command = () => checkpoints.watch(undefined);
    const edit = async (name: string, text: string) => {
      const ended = await checkpoints.watch([at(name)]);
      write(name, text);
      return (await ended()).files;
    };
    const read = (version: FileChange['before']) =>
      version?.kind === 'file' ? Buffer.from(checkpoints.content(version.hash)!).toString() : undefined;
    const told = (files: readonly FileChange[]) =>
      files
        .map(({ path, before, after, unsure }) => `${relative(folder, path)} ${read(before)}>${read(after)}${unsure ? ' ?' : ''}`)
        .sort();

    beforeEach(() => {
      write('a.ts', '1');
      write('b.ts', '1');
    });

    it('credit an edit of one while a command of another runs to the edit alone', async () => {
      const ended = await command();
      write('a.ts', '2');
      assert.deepEqual(told(await edit('b.ts', '2')), ['b.ts 1>2']);
      assert.deepEqual(told(await edit('new.ts', '1')), ['new.ts undefined>1']);
      assert.deepEqual(told((await ended()).files), ['a.ts 1>2']);
    });

    it('credit the command with what it makes of the same file before and after', async () => {
      const ended = await command();
      write('b.ts', '2');
      assert.deepEqual(told(await edit('b.ts', '3')), ['b.ts 2>3']);
      write('b.ts', '4');
      assert.deepEqual(told((await ended()).files), ['b.ts 1>4']);
      const later = await command();
      rmSync(at('b.ts'));
      assert.deepEqual(told(await edit('a.ts', '2')), ['a.ts 1>2']);
      assert.deepEqual(told((await later()).files), ['b.ts 4>undefined']);
    });

    it('credit an edit that is under way while the command ends', async () => {
      const ended = await command();
      const edited = await checkpoints.watch([at('b.ts')]);
      write('b.ts', '2');
      assert.deepEqual(told((await ended()).files), []);
      assert.deepEqual(told((await edited()).files), ['b.ts 1>2']);
      const later = await command();
      assert.deepEqual(told((await later()).files), []);
    });

    it('credit an edit made while a look is under way', async () => {
      const ended = await command();
      const looking = ended();
      const edited = await edit('b.ts', '2');
      assert.deepEqual([told((await looking).files), told(edited)], [[], ['b.ts 1>2']]);
      const later = await command();
      assert.deepEqual(told((await later()).files), []);
    });

    it('say that they are not sure where two commands ran, and are sure of what only one can have done', async () => {
      const first = await command();
      write('a.ts', '2');
      const second = await command();
      write('b.ts', '2');
      assert.deepEqual(told((await first()).files), ['a.ts 1>2', 'b.ts 1>2 ?']);
      write('a.ts', '3');
      assert.deepEqual(told((await second()).files), ['a.ts 2>3', 'b.ts 1>2 ?']);
    });

    it('leave what a call began with for the next window while another call ends', async () => {
      const first = await command();
      await edit('b.ts', '2');
      write('a.ts', '2');
      const { files } = await make().leftover();
      assert.deepEqual(told(files), ['a.ts 1>2 ?', 'b.ts 1>2 ?']);
      await first();
    });
  });

  it('take back what a command changed, made, deleted and renamed, in every folder, and bring it back', async () => {
    write('a.txt', 'one');
    write('sub/deep/gone.txt', 'gone');
    write('old.txt', 'renamed');
    writeFileSync(join(other, 'b.txt'), 'other');
    await undone(() => {
      write('a.txt', 'two');
      rmSync(at('sub'), { recursive: true });
      renameSync(at('old.txt'), at('new.txt'));
      write('made/in/folders.txt', 'new');
      writeFileSync(join(other, 'b.txt'), 'changed');
    }, ['A ws/made/in/folders.txt', 'A ws/new.txt', 'D ws/old.txt', 'D ws/sub/deep/gone.txt', 'M other/b.txt', 'M ws/a.txt']);
  });

  it('bytes, links, modes, and files where folders were', async () => {
    write('bytes.bin', new Uint8Array([0, 255, 254, 0, 13, 10]));
    write('run.sh', '#!/bin/sh\n');
    symlinkSync('run.sh', at('link'));
    symlinkSync('nowhere', at('dangling'));
    write('becomes/folder', '');
    write('file', 'to become a folder');
    await undone(() => {
      write('bytes.bin', new Uint8Array([1, 2, 3]));
      chmodSync(at('run.sh'), 0o755);
      rmSync(at('link'));
      symlinkSync('bytes.bin', at('link'));
      rmSync(at('dangling'));
      rmSync(at('becomes'), { recursive: true });
      write('becomes', 'a file now');
      rmSync(at('file'));
      write('file/inner', 'x');
    }, [
      'A ws/becomes',
      'A ws/file/inner',
      'D ws/becomes/folder',
      'D ws/dangling',
      'D ws/file',
      'M ws/bytes.bin',
      'M ws/link',
      'M ws/run.sh',
    ]);
  });

  it('a link put in the way is not followed', async () => {
    write('sub/a.txt', 'one');
    const watched = await checkpoints.watch(undefined);
    write('sub/a.txt', 'two');
    const { files } = await watched();
    renameSync(at('sub'), at('away'));
    symlinkSync(other, at('sub'));
    const { failed } = checkpoints.restore(files.map(({ path, before: to }) => ({ path, to })));
    assert.equal(failed.length, 1);
    assert.deepEqual(readdirSync(other), []);
  });

  it('notice a change of the same length at the same time of the clock', async () => {
    write('a.txt', 'one');
    const { mtime, atime } = statSync(at('a.txt'));
    await undone(() => {
      write('a.txt', 'two');
      utimesSync(at('a.txt'), atime, mtime);
    }, ['M ws/a.txt']);
  });

  it('leave out what is ignored, too large or may hold secrets, say so, and keep none of its content', async () => {
    write('.gitignore', 'out/\n*.tmp\n');
    write('out/x', 'built');
    write('node_modules/p/index.js', '');
    write('.git/HEAD', 'ref');
    write('.env', 'KEY=hidden');
    write('big.bin', 'x'.repeat(1001));
    // A folder that ignores all in it is one thing.
    for (const name of ['.gitignore', 'a', 'b/c']) write(`cache/${name}`, '*\n');
    const watched = await checkpoints.watch(undefined);
    write('out/x', 'built anew');
    write('x.tmp', '');
    write('.git/HEAD', 'other');
    write('.env', 'KEY=hidden too');
    write('big.bin', 'y'.repeat(1002));
    write('seen.txt', 'x');
    const { files, leftOut } = await watched();
    assert.deepEqual(names(files), ['A ws/seen.txt', 'M ws/.env', 'M ws/big.bin']);
    const by = Object.fromEntries(leftOut.map(({ why, paths }) => [why, paths.map((path) => relative(folder, path)).sort()]));
    assert.deepEqual(by, { ignored: ['.git', 'cache', 'node_modules', 'out', 'x.tmp'], secret: ['.env'], large: ['big.bin'] });
    const plan = planRestore(files, { current: (path) => checkpoints.current(path), isUnsaved: () => false });
    assert.deepEqual(plan.lost.map((path) => relative(folder, path)).sort(), ['.env', 'big.bin']);
    const { failed } = checkpoints.restore(files.map(({ path, before: to }) => ({ path, to })));
    assert.deepEqual(failed.map(({ path }) => relative(folder, path)).sort(), ['.env', 'big.bin']);
    assert.equal(readFileSync(at('.env'), 'utf8'), 'KEY=hidden too');
    const kept = tree(join(scratch, 'store')).map(([, content]) => content);
    assert.ok(kept.length > 0);
    assert.equal(
      kept.some((content) => content.includes('hidden') || content.includes('yyy')),
      false,
    );
  });

  it('what stands there now is not overwritten where it could not be had again', async () => {
    write('a.txt', 'small');
    const watched = await checkpoints.watch(undefined);
    write('a.txt', 'x'.repeat(2000));
    const { files } = await watched();
    const { failed } = checkpoints.restore(files.map(({ path, before: to }) => ({ path, to })));
    assert.match(failed[0]!.why, /too large/);
    assert.equal(readFileSync(at('a.txt'), 'utf8').length, 2000);
  });

  it('stop at their limits and say so', async () => {
    for (let n = 0; n < 5; n++) write(`f${n}`, 'x'.repeat(100));
    const few = make({ fileBytes: 1000, allBytes: 100_000, files: 3 });
    const { leftOut } = await (await few.watch(undefined))();
    assert.deepEqual(
      leftOut.map(({ why, count }) => [why, count]),
      [['full', 2]],
    );
    const little = make({ fileBytes: 1000, allBytes: 250, files: 100 });
    const { leftOut: over } = await (await little.watch(undefined))();
    assert.deepEqual(
      over.map(({ why, count }) => [why, count]),
      [['full', 3]],
    );
  });

  it('a call that names its files is watched there alone, outside and in ignored places too', async () => {
    write('.gitignore', 'out/\n');
    const outside = join(scratch, 'outside.txt');
    writeFileSync(outside, 'one');
    const watched = await checkpoints.watch([outside, at('out/made')]);
    writeFileSync(outside, 'two');
    write('out/made', 'x');
    write('somebody-else', 'x');
    const { files } = await watched();
    assert.deepEqual(names(files), ['A ws/out/made', 'M outside.txt']);
  });

  it('what is not saved in an editor counts, before a call and when it is to be restored', async () => {
    write('a.txt', 'saved');
    unsaved.set(at('a.txt'), 'the human types');
    const watched = await checkpoints.watch([at('a.txt')]);
    unsaved.clear();
    write('a.txt', 'the human types, the agent too');
    const { files } = await watched();
    checkpoints.restore(files.map(({ path, before: to }) => ({ path, to })));
    assert.equal(readFileSync(at('a.txt'), 'utf8'), 'the human types');
  });

  it('sweep up what changed between two looks', async () => {
    write('a.txt', 'one');
    await (await checkpoints.watch(undefined))();
    write('a.txt', 'in the background');
    assert.deepEqual(names((await checkpoints.sweep()).files), ['M ws/a.txt']);
    assert.deepEqual((await checkpoints.sweep()).files, []);
  });

  it('what a call did in whose middle the window went away is told by the next one, once, and is unsure', async () => {
    write('a.txt', 'one');
    write('b.txt', 'one');
    await checkpoints.watch(undefined);
    write('a.txt', 'two');
    write('made.txt', 'x');
    const next = make();
    const { files } = await next.leftover();
    assert.deepEqual(names(files), ['A ws/made.txt', 'M ws/a.txt']);
    assert.ok(files.every(({ unsure }) => unsure));
    assert.deepEqual((await make().leftover()).files, []);
    next.restore(files.map(({ path, before: to }) => ({ path, to })));
    assert.equal(readFileSync(at('a.txt'), 'utf8'), 'one');

    // One that ended in order leaves nothing; one that is on when the window closes does, whatever becomes of it.
    await (await next.watch([at('a.txt')]))();
    assert.deepEqual((await make().leftover()).files, []);
    const watched = await next.watch([at('b.txt')]);
    await next.dispose();
    write('b.txt', 'two');
    write('a.txt', 'not named');
    await watched();
    assert.deepEqual(names((await make().leftover()).files), ['M ws/b.txt']);
    writeFileSync(join(scratch, 'store', 'standing.json'), '{"whole": true, "files": [[1');
    assert.deepEqual((await make().leftover()).files, []);
  });

  it('a store that cannot be written stops nobody: what is wrong is said', async () => {
    writeFileSync(join(scratch, 'store'), 'in the way');
    write('a.txt', 'one');
    const { files, problem } = await (await checkpoints.watch(undefined))();
    assert.deepEqual(files, []);
    assert.match(problem!, /ENOTDIR|EEXIST/);
    rmSync(join(scratch, 'store'));
    assert.equal((await (await checkpoints.watch(undefined))()).problem, undefined, 'and it heals');
  });

  it('a call whose end could not be looked at has ended all the same: no later window tells of it', async () => {
    write('a.txt', 'one');
    const ended = await checkpoints.watch(undefined);
    const [store, away] = [join(scratch, 'store'), join(scratch, 'away')];
    renameSync(store, away);
    writeFileSync(store, 'in the way');
    write('a.txt', 'two');
    assert.match((await ended()).problem!, /ENOTDIR|EEXIST/);
    rmSync(store);
    renameSync(away, store);
    await (await checkpoints.watch(undefined))();
    assert.deepEqual((await make().leftover()).files, []);
  });

  it('content that is no longer what it was is not restored, and what nobody needs goes', async () => {
    write('a.txt', 'one');
    write('b.txt', 'spoiled');
    const watched = await checkpoints.watch(undefined);
    write('a.txt', 'two');
    write('b.txt', 'x');
    const { files } = await watched();
    const hashes = new Map(files.map(({ path, before }) => [relative(folder, path), before?.kind === 'file' ? before.hash : '']));
    const spoiled = hashes.get('b.txt')!;
    writeFileSync(join(scratch, 'store', 'objects', spoiled.slice(0, 2), spoiled.slice(2)), 'other');
    const { failed } = checkpoints.restore(files.map(({ path, before: to }) => ({ path, to })));
    assert.deepEqual(
      failed.map(({ path }) => relative(folder, path)),
      ['b.txt'],
    );
    assert.equal(readFileSync(at('a.txt'), 'utf8'), 'one');
    // Another window begins with a session that names one of them, and with one that was put away and may come back.
    const sessions = join(scratch, 'sessions');
    mkdirSync(join(sessions, 'deleted'), { recursive: true });
    const naming = (name: string) => `{"type":"files_changed","hash":"${hashes.get(name)}"}\n`;
    writeFileSync(join(sessions, 'a.jsonl'), naming('a.txt'));
    writeFileSync(join(sessions, 'deleted', 'b.jsonl'), naming('b.txt'));
    const next = make();
    await (await next.watch(undefined))();
    await next.tidy(sessions);
    assert.ok(tree(join(scratch, 'store')).length > 2, 'not while somebody works');
    await make().tidy(sessions);
    assert.ok(checkpoints.content(hashes.get('a.txt')!));
    assert.equal(tree(join(scratch, 'store')).length, 2);
  });

  it('the plan of a restore leaves to the human what is theirs too', async () => {
    const read = (name: string) => checkpoints.current(at(name));
    const change = async (name: string, text: string) => {
      const watched = await checkpoints.watch([at(name)]);
      write(name, text);
      return (await watched()).files[0]!;
    };
    write('plain', '1');
    write('since', '1');
    write('same', '1');
    write('between', '1');
    write('typing', '1');
    const changes = [
      await change('plain', '2'),
      await change('since', '2'),
      await change('same', '2'),
      { ...(await change('between', '2')), mixed: true as const },
      await change('typing', '2'),
    ];
    write('since', 'human');
    write('same', '1');
    const plan = planRestore(changes, {
      current: (path) => checkpoints.current(path),
      isUnsaved: (path) => path === at('typing'),
    });
    assert.deepEqual(
      plan.targets.map(({ path }) => relative(folder, path)),
      ['plain'],
    );
    assert.deepEqual(
      plan.conflicts.map(({ path, why }) => [relative(folder, path), why]),
      [
        ['since', 'since'],
        ['between', 'between'],
        ['typing', 'unsaved'],
      ],
    );
    assert.ok(read('plain'));
  });
});

/** All files below, with what they hold. */
function tree(root: string, below = ''): [string, string][] {
  if (!existsSync(root)) return [];
  return readdirSync(join(root, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): [string, string][] => {
      const path = join(below, entry.name);
      if (below === '' && entry.name === 'store' && entry.isDirectory()) return [];
      if (entry.isDirectory()) return tree(root, path);
      const { mode } = lstatSync(join(root, path));
      return [
        [
          path,
          entry.isSymbolicLink()
            ? `-> ${readlinkSync(join(root, path))}`
            : `${mode & 0o777} ${readFileSync(join(root, path), 'latin1')}`,
        ],
      ];
    });
}
