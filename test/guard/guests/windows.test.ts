/** A window of the editor judges for the agents in its folders, and hands over without a call that nobody, or more than one, has judged. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { readSession } from '../../../src/adapters/sessions/sessionFile';
import { AcceptedFolders } from '../../../src/guard/guests/acceptedFolders';
import { announceWindow, forgetWindow, windowPlace, windowsOf } from '../../../src/guard/guests/windows';
import { until } from '../../fixtures/core';
import { GuardedHome } from '../../fixtures/gate';
import { GuardWindow, type GuardWindowOptions } from '../../fixtures/guardWindow';

const counts = `export const count = hook('preToolUse', (ctx) => {
  const n = Number(ctx.state.get('n') ?? 0) + 1;
  const all = Number(ctx.session.get('all') ?? 0) + 1;
  ctx.state.set('n', n);
  ctx.session.set('all', all);
  return ctx.deny(n + ' of ' + all);
});`;

describe('agents in the folders of a window', function () {
  this.timeout(300_000);
  let at: GuardedHome;
  const windows = new Set<GuardWindow>();
  const open = async (options?: GuardWindowOptions) => {
    const window = await GuardWindow.open(at, options);
    windows.add(window);
    return window;
  };
  const close = async (window: GuardWindow) => {
    windows.delete(window);
    await window.close();
  };
  beforeEach(() => {
    at = new GuardedHome();
  });
  afterEach(async () => {
    for (const window of windows) await close(window);
    await at.dispose();
  });

  const said = async (command = 'ls', more: object = {}) => {
    const { json, code, stderr } = await at.gate('claude', at.bash(command, more));
    const { hookSpecificOutput } = (json ?? {}) as { hookSpecificOutput?: { permissionDecisionReason?: string } };
    return code === 0 ? hookSpecificOutput?.permissionDecisionReason : `${code} ${stderr}`;
  };
  const recorded = (session = 's') =>
    readSession(join(at.home, '.hooksmith', 'guard', 'sessions', `claude-${session}.jsonl`)).items.flatMap((item) =>
      item.kind === 'event' && item.event.type === 'pre_tool_use' ? [item.event] : [],
    );

  it('know of each that comes, changes and goes, however often they are asked for', async () => {
    mkdirSync(at.place.folder!, { mode: 0o700 });
    const known = () => windowsOf(at.home).map(({ pid, folders }) => `${pid} ${folders}`);
    const [one, other] = [process.pid, process.ppid];
    /** What was read is kept once the folder has rested. */
    const rests = async () => {
      const since = Date.now();
      await until(() => known().length > 0 && Date.now() - since > 200);
    };
    for (const [change, all] of [
      [() => announceWindow(at.home, { pid: one, folders: ['/a'] }), [`${one} /a`]],
      [() => announceWindow(at.home, { pid: other, folders: ['/b'] }), [`${one} /a`, `${other} /b`]],
      [() => announceWindow(at.home, { pid: one, folders: ['/c'] }), [`${one} /c`, `${other} /b`]],
      [() => forgetWindow(at.home, other), [`${one} /c`]],
    ] as const) {
      change();
      assert.deepEqual(known().sort(), [...all].sort());
      await rests();
      assert.deepEqual(known().sort(), [...all].sort());
    }
  });

  it('meet the hooks that are live in it, while it is open', async () => {
    at.write('.hooksmith/hooks/a.ts', "import { denyCommands } from 'hooksmith';\nexport const noLs = denyCommands('ls');");
    assert.equal(await said(), undefined, 'nobody accepted it for other agents');
    const window = await open();
    assert.match((await said()) ?? '', /blocked pattern: ls/);
    assert.deepEqual(
      window.items.flatMap((item) => (item.kind === 'event' ? [`${item.event.type} ${item.event.agentName}`] : [])).slice(0, 1),
      ['pre_tool_use claude'],
    );
    const path = at.write(
      '.hooksmith/hooks/a.ts',
      "import { denyCommands } from 'hooksmith';\nexport const noPwd = denyCommands('pwd');",
    );
    await window.core.changed(path);
    assert.equal(await said(), undefined);
    assert.match((await said('pwd')) ?? '', /blocked pattern: pwd/);
    assert.match((await said('pwd', { cwd: join(at.project, 'deep'), session_id: 't' })) ?? '', /blocked pattern: pwd/);
    await close(window);
    assert.equal(await said('pwd'), undefined);
    assert.equal(windowsOf(at.home).length, 0);
  });

  it('go on as they were when the judge changes: their run, their state, one record', async () => {
    at.ownHook(counts);
    assert.equal(await said(), '1 of 1');
    const window = await open();
    assert.deepEqual([await said(), await said()], ['2 of 2', '3 of 3']);
    await close(window);
    assert.equal(await said(), '4 of 4');
    await open();
    assert.equal(await said(), '5 of 5');
    const events = recorded();
    assert.equal(events.length, 5);
    assert.equal(new Set(events.map(({ id }) => id)).size, 5);
    assert.equal(new Set(events.map(({ runId }) => runId)).size, 1);
  });

  it('stay stopped where a hook has stopped them, whoever judges next, however the last one ended', async () => {
    at.ownHook(
      `export const enough = hook('preToolUse', { tools: 'Bash', match: { command: 'halt' } }, (ctx) => ctx.stop('enough'));`,
    );
    const window = await open();
    assert.ok(!window.gate.isBusy);
    assert.match((await said('halt')) ?? '', /enough/);
    assert.ok(window.gate.isBusy, 'what the agent runs may change hook files');
    await close(window);
    assert.ok(!window.gate.isBusy);
    assert.match((await said()) ?? '', /enough/);
    const { pid } = JSON.parse((await at.status()).text) as { pid: number };
    process.kill(pid, 'SIGKILL');
    await until(async () => /enough/.test((await said()) ?? ''));
    await at.gate('claude', { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt: 'go on' });
    assert.equal(await said(), undefined);
  });

  for (const [what, spoil] of Object.entries({
    'is no record of ours': (run: string) => writeFileSync(run, '{"version":2}'),
    'cannot be read': (run: string) => symlinkSync(run, run),
  }))
    it(`are stopped where what is known of their run ${what}, until the human speaks`, async () => {
      const sessions = join(at.home, '.hooksmith', 'guard', 'sessions');
      mkdirSync(sessions, { recursive: true });
      spoil(join(sessions, 'claude-s.run.json'));
      spoil(join(sessions, 'claude-t.run.json'));
      await open();
      assert.match((await said()) ?? '', /not known, a stop perhaps/);
      const goesOn = { hook_event_name: 'UserPromptSubmit', cwd: at.project, prompt: 'go on' };
      await at.gate('claude', { ...goesOn, session_id: 's' });
      await at.gate('claude', { ...goesOn, session_id: 't' });
      assert.equal(await said(), undefined);
      assert.deepEqual(
        readdirSync(sessions).filter((name) => name.endsWith('run.json')),
        [],
      );
    });

  it('are left whole where what is known of their run cannot be kept', async () => {
    at.ownHook(counts);
    const window = await open();
    assert.equal(await said(), '1 of 1');
    assert.deepEqual([...window.sessions], ['claude-s']);
    const inTheWay = join(at.home, '.hooksmith', 'guard', 'sessions', `claude-s.run.json.hooksmith-${process.pid}`);
    mkdirSync(inTheWay);
    await close(window);
    assert.deepEqual([...window.sessions], []);
    assert.match(window.logs.join(), /not all was kept of an agent's session: .*EISDIR/);
    assert.deepEqual(windowsOf(at.home), []);
    assert.equal(await said(), '1 of 2', 'what the hooks kept for the run is lost, the session is not');
  });

  it('are judged once each while it closes: what it took by it, what comes meanwhile by the next', async () => {
    const begun = join(at.folder, 'begun');
    const goOn = join(at.folder, 'goOn');
    at.ownHook(`import { existsSync, writeFileSync } from 'node:fs';
      export const slow = hook('preToolUse', { priority: 9, timeoutMs: 30_000 }, async () => {
        writeFileSync(${JSON.stringify(begun)}, '');
        while (!existsSync(${JSON.stringify(goOn)})) await new Promise((resolve) => setTimeout(resolve, 5));
      });\n${counts}`);
    const window = await open();
    const first = said();
    await until(() => existsSync(begun));
    const closing = close(window);
    const second = said('pwd');
    await until(() => window.heard === 2);
    writeFileSync(goOn, '');
    assert.deepEqual([await first, await second], ['1 of 1', '2 of 2']);
    await closing;
    const judgedHere = window.items.filter((item) => item.kind === 'event' && item.event.type === 'pre_tool_use');
    assert.equal(judgedHere.length, 1, 'the second was handed on');
    assert.equal(recorded().length, 2);
  });

  it('are refused where it dies with their question, which nobody else judges then', async () => {
    at.ownHook(counts);
    assert.equal(await said(), '1 of 1');
    const { folder, socket } = windowPlace(at.home, process.pid);
    mkdirSync(folder!, { recursive: true, mode: 0o700 });
    const sockets = new Set<Socket>();
    for (const answer of [
      '',
      'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]',
    ]) {
      const server = createServer((one) => {
        sockets.add(one);
        one.on('error', () => undefined);
        one.once('data', () => one.end(answer));
      });
      await new Promise<void>((resolve) => server.listen(socket, () => resolve()));
      announceWindow(at.home, { pid: process.pid, folders: [at.project] });
      assert.match((await said()) ?? '', /^2 hooksmith: refused/, answer);
      for (const one of sockets) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
    assert.equal(await said(), '2 of 2', 'once nobody listens there, the guard itself judges');
    forgetWindow(at.home, process.pid);
  });

  it('are not held up by one that is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    at.ownHook(counts);
    await said();
    announceWindow(at.home, { pid, folders: [at.project] });
    assert.equal(await said(), '2 of 2');
    assert.deepEqual(windowsOf(at.home), [], 'its word is forgotten');
  });

  it('meet, once it is closed, the hooks that the human made live in it, and nothing else', async () => {
    const file = at.write('.hooksmith/hooks/a.ts', 'export const one = 1;');
    const other = at.write('.hooksmith/hooks/b.ts', 'export const one = 1;');
    const folders = new AcceptedFolders(at.home);
    const state = () => folders.of(at.project).state;
    const found = () => ({ state: state(), later: folders.of(at.project).later });
    folders.follow(at.project, () => true);
    assert.equal(state(), 'unknown', 'only a folder that was accepted');
    folders.accept(at.project);
    at.write('.hooksmith/hooks/a.ts', 'export const two = 2;');
    folders.follow(at.project, () => false);
    assert.equal(state(), 'changed');
    folders.follow(at.project, (path, text) => path === file && text === 'export const two = 2;');
    assert.equal(state(), 'accepted');
    const later = at.write('.hooksmith/hooks/c.ts', '');
    assert.deepEqual(found(), { state: 'accepted', later: [later] });
    folders.follow(at.project, (path) => path === later);
    assert.deepEqual(found(), { state: 'accepted', later: [] });
    spawnSync('rm', [other]);
    folders.follow(at.project, (path, text) => path === other && text !== undefined);
    assert.equal(state(), 'changed');
    folders.follow(at.project, (path, text) => path === other && text === undefined);
    assert.equal(state(), 'accepted');
  });

  it('are none of the worse for a file that cannot be read: it is none that was accepted', () => {
    const file = at.write('.hooksmith/hooks/a.ts', 'export const one = 1;');
    const folders = new AcceptedFolders(at.home);
    const found = () => ({ state: folders.of(at.project).state, later: folders.of(at.project).later });
    folders.accept(at.project);
    const lost = join(at.project, '.hooksmith', 'lost.json');
    symlinkSync(join(at.project, 'nowhere'), lost);
    assert.deepEqual(found(), { state: 'accepted', later: [lost] });
    at.write('.hooksmith/hooks/a.ts', 'export const two = 2;');
    folders.follow(at.project, () => true);
    assert.deepEqual(found(), { state: 'accepted', later: [lost] });
    assert.deepEqual(folders.accept(at.project), ['hooks/a.ts']);
    rmSync(file);
    symlinkSync(join(at.project, 'nowhere'), file);
    folders.follow(at.project, () => true);
    assert.equal(folders.of(at.project).state, 'changed');
  });
});
