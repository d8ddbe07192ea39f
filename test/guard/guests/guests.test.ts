/** Who judges a moment of a guarded agent, and with whose hooks: the guard itself or a window of the editor, each session in one place. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { AcceptedFolders } from '../../../src/guard/guests/acceptedFolders';
import { Guests, type GuestWorkspace } from '../../../src/guard/guests/guests';
import { announceWindow, windowPlace, windowsOf } from '../../../src/guard/guests/windows';
import { makeGuardPlace } from '../../../src/guard/place/place';
import { readOccurrence } from '../../../src/protocols';
import type { Occurrence } from '../../../src/protocols/protocol';
import { GuardedHome } from '../../fixtures/gate';

describe('the judge of a guarded agent', () => {
  let at: GuardedHome;
  let guests: Guests;
  let accepted: AcceptedFolders;
  let loaded: string[];
  /** The sessions that were to be opened here. */
  let opened: string[];
  let load: () => ReturnType<GuestWorkspace['load']>;
  let server: Server | undefined;
  let now: number;

  beforeEach(() => {
    at = new GuardedHome();
    makeGuardPlace(at.place);
    accepted = new AcceptedFolders(at.home);
    loaded = [];
    now = 1e6;
    load = () => Promise.resolve([]);
    opened = [];
    guests = judges();
  });
  const judges = () =>
    new Guests({
      ...{ home: at.home, accepted, now: () => now },
      open: (folder) => ({
        load: (hooks) => {
          loaded.push(`${folder.slice(at.folder.length + 1)} ${hooks !== undefined}`);
          return load();
        },
        changed: () => Promise.resolve(),
        open: (id) => {
          opened.push(id);
          throw new Error('judged here');
        },
        dispose: () => Promise.resolve(),
      }),
    });
  afterEach(async () => {
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    server = undefined;
    rmSync(at.place.folder!, { recursive: true, force: true });
    await at.dispose();
  });

  /** A window of this process, which says of each question that it judged it. */
  const open = async (folder: string) => {
    const { socket } = windowPlace(at.home, process.pid);
    server = createServer((_, response) => response.setHeader('Connection', 'close').end('{"judged":"in the window"}'));
    await new Promise<void>((resolve) => server!.listen(socket, () => resolve()));
    announceWindow(at.home, { pid: process.pid, folders: [folder] });
  };
  const hear = async (cwd: string, session = 's', more: object = {}): Promise<string> => {
    const occurrence = readOccurrence(
      'claude',
      JSON.stringify(at.bash('ls', { cwd, session_id: session, ...more })),
    ) as Occurrence;
    return guests.hear(occurrence, { gate: 'claude' }).then(
      ({ judged }) => String(judged),
      (error: Error) => error.message,
    );
  };
  const sub = () => join(at.project, 'sub');
  /** What it says to the agent itself. */
  const told = async (): Promise<string> => {
    const occurrence = readOccurrence('claude', JSON.stringify(at.bash('ls'))) as Occurrence;
    return JSON.stringify(await guests.hear(occurrence, { gate: 'claude' }));
  };

  it('has the hooks of the accepted folder, whichever window has a part of it open', async () => {
    accepted.accept(at.project);
    mkdirSync(sub());
    await open(sub());
    assert.equal(await hear(sub()), 'judged here');
    assert.deepEqual(loaded, ['project true']);
    accepted.accept(sub());
    assert.equal(await hear(sub(), 't'), 'in the window', 'it has all of what was accepted open');
  });

  it('has the hooks of what was accepted since, once the window that began it is gone', async () => {
    mkdirSync(sub());
    await open(sub());
    assert.equal(await hear(sub()), 'in the window');
    accepted.accept(at.project);
    announceWindow(at.home, { pid: process.pid, folders: [] });
    assert.equal(await hear(sub()), 'judged here');
    assert.deepEqual(loaded, ['project true']);
  });

  it('is no window that was killed, nor the folder that it had open', async () => {
    at.write('.git/HEAD', '');
    mkdirSync(sub());
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    announceWindow(at.home, { pid, folders: [sub()] });
    assert.equal(await hear(sub()), 'judged here');
    assert.deepEqual(loaded, ['project false']);
    assert.deepEqual(windowsOf(at.home), []);
  });

  it('is the window that opened while the hooks were loaded here', async () => {
    at.write('.git/HEAD', '');
    let loads: () => void = () => undefined;
    const began = new Promise<void>((resolve) => {
      load = () => new Promise((done) => [resolve(), (loads = () => done([]))]);
    });
    const first = hear(at.project);
    await began;
    await open(at.project);
    assert.equal(await hear(at.project), 'in the window');
    loads();
    assert.equal(await first, 'in the window');
  });

  it('is the one of the folder that the session began in, also after another guard has taken over, until it ends', async () => {
    accepted.accept(at.project);
    const elsewhere = join(at.folder, 'elsewhere');
    mkdirSync(elsewhere);
    await hear(at.project);
    for (const more of [{}, { hook_event_name: 'SessionEnd' }]) {
      await guests.dispose();
      guests = judges();
      loaded = [];
      await hear(elsewhere, 's', more);
      assert.deepEqual(loaded, ['project true']);
    }
    await hear(elsewhere);
    assert.deepEqual(loaded, ['project true', 'elsewhere false'], 'what comes after the end begins anew');
    at.write(join(at.home, '.hooksmith/guard/sessions/claude-t.place.json'), '{"version":1');
    assert.match(await hear(at.project, 't'), /^whose hooks count for this session cannot be read from .*claude-t\.place\.json/);
  });

  it('is the one of its folder where an agent does not say which session it is', async () => {
    accepted.accept(at.project);
    const elsewhere = join(at.folder, 'elsewhere');
    mkdirSync(elsewhere);
    for (const none of ['', undefined, null]) {
      loaded = [];
      await guests.dispose();
      guests = judges();
      await hear(elsewhere, 's', { session_id: none });
      await hear(at.project, 's', { session_id: none });
      assert.deepEqual(loaded, ['elsewhere false', 'project true']);
    }
    assert.equal(new Set(opened).size, 2, 'what a hook stops in the one goes on in the other');
  });

  it('refuses while what was accepted cannot be read, which nothing writes over', async () => {
    accepted.accept(at.project);
    const record = join(at.home, '.hooksmith', 'guard', 'folders.json');
    const whole = readFileSync(record, 'utf8');
    for (const broken of [whole.slice(0, -20), whole.replace('"version": 1', '"version": 2'), '', '{}']) {
      writeFileSync(record, broken);
      assert.match(await hear(at.project), /^which folders' hooks were accepted cannot be read from .*folders\.json/);
      assert.throws(() => accepted.accept(at.project), /cannot be read/);
      assert.equal(readFileSync(record, 'utf8'), broken);
    }
    writeFileSync(record, whole);
    assert.equal(await hear(at.project), 'judged here');
  });

  it('is found where the agent goes by a link', async () => {
    const link = join(at.folder, 'link');
    symlinkSync(at.project, link);
    at.write('.git/HEAD', '');
    assert.equal(await hear(link), 'judged here');
    assert.deepEqual(loaded, ['project false']);
    await open(at.project);
    assert.equal(await hear(link), 'in the window');
  });

  it('is no window where others could have said that there is one', async () => {
    await open(at.project);
    assert.equal(await hear(at.project), 'in the window');
    chmodSync(at.place.folder!, 0o755);
    assert.deepEqual(windowsOf(at.home), []);
    assert.equal(await hear(at.project), 'judged here');
  });

  it('refuses while hooks are not what was accepted, naming some, and looks again the more seldom the longer that takes', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const missed = names.map((name) => ({ file: join(at.project, '.hooksmith', 'hooks', `${name}.ts`), why: 'is other' }));
    accepted.accept(at.project);
    load = async () => {
      now += 2000;
      return missed;
    };
    const which = '.hooksmith/hooks/a.ts is other; .hooksmith/hooks/b.ts is other; .hooksmith/hooks/c.ts is other; 2 more';
    assert.ok((await told()).includes(`are not those that were accepted (${which}): look at them`));
    for (const ms of [299, 1000, 16_600]) {
      now += ms;
      await told();
    }
    assert.equal(loaded.length, 1);
    now += 200;
    await told();
    assert.equal(loaded.length, 2);
    now += 1000;
    accepted.accept(at.project);
    load = () => Promise.resolve([]);
    assert.equal(await hear(at.project), 'judged here', 'what is accepted anew is looked at at once');
    assert.equal(loaded.length, 3);
  });

  it('judges no question by hooks that another one is having loaded anew', async () => {
    accepted.accept(at.project);
    assert.equal(await hear(at.project), 'judged here');
    at.write('.hooksmith/agents/x.md', '');
    accepted.accept(at.project);
    now += 1000;
    let loads = () => {};
    load = () => new Promise((done) => (loads = () => done([{ file: join(at.project, 'a.ts'), why: 'is other' }])));
    const both = [hear(at.project), hear(at.project, 't')];
    // Whoever does not wait for the load has spoken by then.
    await new Promise((resolve) => setImmediate(resolve));
    loads();
    assert.deepEqual([await Promise.all(both), loaded.length], [['undefined', 'undefined'], 2], 'its gates are shut by then');
  });

  it('names what has changed of the files that were accepted, and loads none of them', async () => {
    at.write('.hooksmith/hooks/a.ts', '');
    at.write('.hooksmith/agents/x.md', '');
    accepted.accept(at.project);
    rmSync(join(at.project, '.hooksmith', 'agents', 'x.md'));
    assert.match(await told(), /accepted \(\.hooksmith\/agents\/x\.md has changed\)/);
    assert.deepEqual(loaded, []);
  });

  it('refuses in a worktree of git whose hooks were accepted in the main one alone, until they are there too', async () => {
    at.write('.hooksmith/hooks/a.ts', '');
    const tree = join(at.folder, 'tree');
    at.write(join(tree, '.git'), `gitdir: ${at.project}/.git/worktrees/tree\n`);
    at.write(join(tree, '.hooksmith/hooks/a.ts'), '');
    const inTree = async () => {
      const occurrence = readOccurrence('claude', JSON.stringify(at.bash('ls', { cwd: join(tree, 'src') }))) as Occurrence;
      now += 1e6;
      return guests.hear(occurrence, { gate: 'claude' }).then(JSON.stringify, (error: Error) => error.message);
    };
    assert.equal(await inTree(), 'judged here', 'where nobody accepted any');
    accepted.accept(at.project);
    assert.match(await inTree(), new RegExp(`"deny".*\\(\\.hooksmith/hooks/a\\.ts was accepted in ${at.project} alone\\)`));
    accepted.accept(tree);
    assert.equal(await inTree(), 'judged here');
    accepted.forget(tree);
    rmSync(join(tree, '.hooksmith'), { recursive: true });
    assert.match(await inTree(), /judged here/, 'where there are none');
  });
});
