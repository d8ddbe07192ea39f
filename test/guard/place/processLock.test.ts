/** What guards keep is changed by one process at a time, and whoever was killed at it keeps nobody from it. */
import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenHttpDoor } from '../../../src/guard/place/http';
import { underLock } from '../../../src/guard/place/processLock';
import { agentNames } from '../../../src/protocols/protocol';
import { GuardedHome } from '../../fixtures/gate';

describe('the lock of what guards keep', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-lock-'));
    path = join(folder, 'guard', 'kept.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const left = () => readdirSync(join(folder, 'guard'));
  /** As one that is held by a process. */
  const held = (pid: number, ageMs = 0): string => {
    const holder = join(`${path}.lock`, `${pid}-1`);
    mkdirSync(`${path}.lock`, { recursive: true });
    writeFileSync(holder, '');
    const then = new Date(Date.now() - ageMs);
    utimesSync(holder, then, then);
    return holder;
  };

  it('is let go of without a trace, whatever comes of the work', () => {
    assert.equal(
      underLock(path, () => left().join()),
      'kept.json.lock',
    );
    assert.throws(
      () =>
        underLock(path, () => {
          throw new Error('full');
        }),
      /full/,
    );
    assert.deepEqual(left(), []);
  });

  it('is waited for while its holder works', async () => {
    const holder = held(process.pid);
    const free = "setTimeout(() => fs.rmSync(process.argv[1]), 300); console.log('')";
    const other = spawn(process.execPath, ['-e', free, holder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => other.stdout.once('data', resolve));
    const freed = underLock(path, () => !existsSync(holder));
    assert.deepEqual([freed, left()], [true, []]);
  });

  it('is taken from a holder that has ended, and from one whose number is another process’s by now', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    for (const leave of [() => held(pid), () => held(process.pid, 60_000), () => mkdirSync(`${path}.lock`)]) {
      leave();
      const began = Date.now();
      assert.deepEqual([underLock(path, () => 'mine'), left()], ['mine', []]);
      assert.ok(Date.now() - began < 5000, 'at once');
    }
  });

  it('has guards that begin at the same time keep what each has done', async function () {
    this.timeout(120_000);
    const at = new GuardedHome();
    try {
      const kept = (name: string) =>
        JSON.parse(readFileSync(join(at.home, '.hooksmith', 'guard', name), 'utf8')) as Record<string, object>;
      const projects = [1, 2].flatMap((n) => agentNames.map((agent) => ({ agent, project: join(at.folder, `${agent}-${n}`) })));
      for (const { project } of projects) mkdirSync(project);
      const exits = await Promise.all(
        projects.map(({ agent, project }) => at.hooksmith(['guard', agent, '--yes'], '', {}, project)),
      );
      assert.deepEqual(
        exits.filter(({ code }) => code !== 0),
        [],
      );
      assert.equal(Object.keys(kept('configurations.json').files!).length, projects.length);
      assert.equal(Object.keys(kept('folders.json').folders!).length, projects.length);
      await Promise.all(
        projects.map(({ agent, project }) => at.hooksmith(['guard', agent, '--remove', '--yes'], '', {}, project)),
      );
      assert.deepEqual(kept('configurations.json').files, {});
      assert.deepEqual(
        projects.flatMap(({ project }) => readdirSync(project)),
        [],
      );
      const doors = await Promise.all([1, 2, 3].map(() => chosenHttpDoor(at.home)));
      assert.equal(new Set(doors.map(({ token }) => token)).size, 1);
    } finally {
      await at.dispose();
    }
  });
});
