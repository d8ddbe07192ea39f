import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLive } from '../../../../src/shared/hooks/hookDescription';
import { until } from '../../../fixtures/core';
import { HookSet, hookEvent, imports, isAlive, processOf, request, toolCall } from '../../../fixtures/hookSet';
import { nested } from '../../../fixtures/nested';

describe('hook host client', () => {
  let set: HookSet | undefined;
  const start = async (
    files: Record<string, string> = {},
    more: Omit<Parameters<typeof HookSet.start>[0] & object, 'files'> = {},
  ) => {
    set = await HookSet.start({ files, ...more });
    return set;
  };
  afterEach(async () => {
    await set?.stop();
    set = undefined;
  });

  it('answers at once, without the host, where no hook matches and no policy would judge', async () => {
    const it = await start({
      'narrow.ts': `${imports}import { policy } from 'hooksmith';\nexport const one = hook('postToolUse', { tools: 'Bash' }, (ctx) => ctx.log('ran'));\nexport const two = hook(['preToolUse', 'postToolUse'], { tools: 'Rea*', match: { file_path: '/x/*' } }, () => {});\nexport const off = hook('postToolUse', { enabled: false }, () => {});\nexport const judge = policy({ tools: 'Bash' }, () => {});`,
    });
    await it.call('ls');
    const { pid } = it.host;
    process.kill(pid!, 'SIGSTOP');
    try {
      const write = { ...toolCall('x').payload, toolName: 'Write' };
      const after = await it.host.dispatch(request('postToolUse', { ...write, output: 'x'.repeat(1_000_000) }));
      assert.deepEqual([after.end.action, after.skipped.tool, after.skipped.disabled], ['continue', 2, 1]);
      const before = await it.host.dispatch(request('preToolUse', write));
      assert.deepEqual([before.end.action, before.skipped.tool], ['continue', 2]);
      assert.deepEqual((await it.host.judge(request('preToolUse', write))).judgement, undefined);
    } finally {
      process.kill(pid!, 'SIGCONT');
    }
    assert.deepEqual((await it.host.dispatch(request('postToolUse', toolCall('ls').payload))).hooks[0]?.logs, ['ran']);
  });

  describe('what blocks the host outside a dispatch', () => {
    it('frees the host of a loop in a timer that a hook left behind', async () => {
      const it = await start({
        'left.ts': `${imports}let once = true;\nexport const left = hook('preToolUse', (ctx) => { if (ctx.input.command === 'arm') setTimeout(() => { for (;;); }, 0); });`,
      });
      await it.call('arm');
      // The timer may come after a call that is quick.
      await until(async () => {
        assert.equal((await it.call('next')).end.action, 'continue');
        return it.failures.length > 0;
      });
      assert.equal(it.failures.length, 1);
      assert.match(it.failures[0]!.message, /left running/);
    });

    it('stops an async hook that loops after another dispatch has run, and blames the one that loops', async () => {
      const it = await start({
        'late.ts': `${imports}let loop: () => void;\nconst told = new Promise<void>((done) => { loop = done; });\nexport const late = hook('preToolUse', { timeoutMs: 400 }, async () => { await told; for (;;); });\nexport const quick = hook('message', (ctx) => { ctx.log('quick'); setTimeout(loop, 50); });`,
      });
      const late = it.call();
      const quick = await it.host.dispatch(request('message', { message: {} }));
      assert.deepEqual(quick.hooks[0]?.logs, ['quick']);
      const result = await late;
      assert.equal(result.end.action, 'deny');
      assert.equal(result.hooks[0]?.name, 'late');
      assert.match(result.hooks[0]?.error?.message ?? '', /timeoutMs of 400 ms/);
    });

    it('stops an observer that loops, says which, and shows the others what comes later', async () => {
      const it = await start({
        'observers.ts': `${imports}export const stuck = hook('event', { timeoutMs: 200, priority: 2 }, (ctx) => { if (ctx.hookEvent.type === 'bad') for (;;); });\nexport const sees = hook('event', (ctx) => { console.log(ctx.hookEvent.type); });\nexport const note = hook('event', { priority: 3 }, (ctx) => { ctx.state.set('seen', [...((ctx.state.get('seen') as string[]) ?? []), ctx.hookEvent.type]); });\nexport const tell = hook('message', (ctx) => ctx.log((ctx.state.get('seen') as string[]).join()));`,
      });
      for (const type of ['one', 'bad', 'two']) it.host.observe({ kind: 'event', event: hookEvent(type) });
      await until(() => it.failures.length > 0);
      assert.equal(it.failures[0]!.hook, 'stuck');
      assert.equal(it.failures[0]!.line, 2);
      assert.match(it.failures[0]!.message, /timeoutMs of 200 ms/);
      let seen: string[] | undefined;
      await until(async () => {
        seen = (await it.host.dispatch(request('message', { message: {} }))).hooks[0]?.logs;
        return seen?.[0]?.endsWith('two') ?? false;
      });
      assert.deepEqual(seen, ['one,bad,two']);
      for (const type of ['one', 'two']) await until(() => it.logs.includes(`sees (observers.ts:3): ${type}`));
    });

    it('goes on after an observer that ends the process', async () => {
      const it = await start({
        'observers.ts': `${imports}export const leave = hook('event', (ctx) => { if (ctx.hookEvent.type === 'bad') process.exit(7); });`,
      });
      it.host.observe({ kind: 'event', event: hookEvent('bad') });
      await it.host.endRun('run');
      assert.equal(it.failures[0]?.hook, 'leave');
      assert.match(it.failures[0]!.message, /exited with code 7/);
    });

    for (const [what, code, said] of [
      ['loops', 'for (;;);', /did not give way/],
      ['ends the process', 'process.exit(4);', /exited with code 4/],
    ] as const) {
      it(`keeps the last good version of a file that ${what} while it loads, and the other files`, async () => {
        const good = `${imports}export const guard = denyCommands('rm');`;
        const it = await start({ 'guard.ts': good, 'other.ts': `${imports}export const other = denyCommands('curl');` });
        const reloaded = await it.save('guard.ts', `${good}\n${code}`);
        const problem = reloaded!.problems.find(({ file }) => file === it.path('guard.ts'));
        assert.match(problem?.message ?? '', said);
        assert.equal(reloaded!.hooks, 2);
        assert.equal((await it.host.judge(bash('rm'))).judgement?.action, 'deny');
        assert.equal((await it.host.judge(bash('curl'))).judgement?.action, 'deny');
        assert.deepEqual(it.down, []);
        const mended = await it.save('guard.ts', `${imports}export const guard = denyCommands('mv');`);
        assert.deepEqual(mended!.problems, []);
        assert.equal((await it.host.judge(bash('mv'))).judgement?.action, 'deny');
      }).timeout(20_000);
    }

    it('denies tool calls for a file that ends the process at start', async () => {
      const it = await start({
        'bad.ts': `${imports}process.exit(4);\nexport const never = denyCommands('x');`,
        'other.ts': `${imports}export const other = hook('message', (ctx) => ctx.log('here'));`,
      });
      assert.match((await it.call()).judgement?.reason ?? '', /bad\.ts does not load.*exited with code 4/);
      // What stands for it is nobody's hook.
      const gate = it.host.descriptions.find(({ file }) => file.endsWith('bad.ts'));
      assert.deepEqual(
        [gate?.kind, gate && isLive(gate), it.host.descriptions.filter(isLive).length],
        ['policy', false, it.loaded.hooks],
      );
      assert.deepEqual((await it.host.dispatch(request('message', { message: {} }))).hooks[0]?.logs, ['here']);
    });
  });

  describe('what a hook does to its process', () => {
    it('stops a hook that floods the memory, in the heap or beside it', async () => {
      const it = await start({
        'flood.ts': `${imports}export const heap = hook('preToolUse', { onError: 'continue', timeoutMs: 60_000, match: { command: 'heap' } }, () => { const all = []; for (;;) all.push(new Array(1e5).fill({ a: 1 })); });\nexport const beside = hook('preToolUse', { onError: 'continue', timeoutMs: 60_000, match: { command: 'beside' } }, () => { const all = []; for (;;) all.push(Buffer.alloc(8e6, 1)); });`,
      });
      const heap = await it.call('heap');
      assert.match(heap.hooks[0]?.error?.message ?? '', /out of memory/);
      const beside = await it.call('beside');
      assert.match(beside.hooks[0]?.error?.message ?? '', /MB of memory/);
      assert.equal(beside.end.action, 'continue');
    }).timeout(60_000);

    it('names the error, file and line of what a hook throws later, and lets the others live', async () => {
      const it = await start({
        'throws.ts': `${imports}export const throwsLater = hook('preToolUse', () => {\n  setTimeout(() => {\n    throw new Error('thrown later');\n  }, 0);\n});\nexport const rejects = hook('message', () => {\n  void Promise.reject(new Error('nobody awaits'));\n});`,
      });
      await it.host.dispatch(request('message', { message: {} }));
      await until(() => it.failures.length === 1);
      assert.match(it.failures[0]!.message, /nobody awaits/);
      assert.equal(it.failures[0]!.file, it.path('throws.ts'));
      assert.equal(it.failures[0]!.line, 8);
      await it.call();
      await until(() => it.failures.length === 2);
      assert.match(it.failures[1]!.message, /thrown later/);
      assert.equal(it.failures[1]!.line, 4);
      assert.equal((await it.call()).end.action, 'continue');
    });

    it('names the line of the source when the memory has been tidied meanwhile', async () => {
      const it = await start({
        'tidy.ts': `${imports}\nexport const throws = hook('message', { timeoutMs: 60_000 }, async () => {\n  for (let n = 0; n < 40; n++) {\n    new Array(1_000_000).fill(n);\n    await new Promise((resolve) => setImmediate(resolve));\n  }\n  throw new Error('here');\n});`,
      });
      const { hooks } = await it.host.dispatch(request('message', { message: {} }));
      assert.deepEqual([hooks[0]?.error?.message, hooks[0]?.error?.line], ['here', 8]);
    });

    it('tells what a hook logs once it has ended', async () => {
      const it = await start({
        'talks.ts': `${imports}export const talks = hook('message', (ctx) => { ctx.log('in time'); setTimeout(() => ctx.log('late'), 0); });`,
      });
      const { hooks } = await it.host.dispatch(request('message', { message: {} }));
      assert.deepEqual(hooks[0]?.logs, ['in time']);
      await until(() => it.logs.includes('talks (talks.ts:2): late'));
    });

    it('leaves no process behind: the host, its spare and what a hook started', async () => {
      const it = await start({
        'starts.ts': `${imports}import { execSync } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';\nexport const starts = hook('preToolUse', { timeoutMs: 3000 }, () => { execSync('echo $$ > "$PWD_FILE"; exec sleep 60', { env: { ...process.env, PWD_FILE: ${JSON.stringify('@PID@')} } }); });`,
      });
      const pidFile = join(it.folder, 'pid');
      await it.save('starts.ts', readFileSync(it.path('starts.ts'), 'utf8').replace('@PID@', pidFile));
      const host = it.host.pid!;
      const result = await it.call();
      assert.match(result.hooks[0]?.error?.message ?? '', /timeoutMs of 3000 ms/);
      const sleeper = await until(() => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8')));
      await until(() => !isAlive(host) && !isAlive(sleeper));
      const pids = it.host.pids;
      assert.ok(pids.length > 0);
      it.host.dispose();
      await until(() => pids.every((pid) => !isAlive(pid)));
    });
  });

  describe('a stop by the user', () => {
    it('does not wait for a hook that loops', async () => {
      const it = await start();
      const begun = join(it.folder, 'begun');
      const loops = `(() => { writeFileSync(${JSON.stringify(begun)}, ''); for (;;); })`;
      await it.save(
        'loop.ts',
        `${imports}import { writeFileSync } from 'node:fs';\nexport const loop = hook('preToolUse', { timeoutMs: 600_000 }, ${loops});`,
      );
      const abort = new AbortController();
      const dispatched = it.call('ls', abort.signal);
      // A host that has not begun with it names nobody.
      await until(() => existsSync(begun));
      abort.abort();
      const result = await dispatched;
      assert.equal(result.end.action, 'deny');
      await until(() => it.failures.length > 0);
      assert.equal(it.failures[0]!.hook, 'loop');
    });

    it('reaches ctx.signal, and a dispatch that begins after it decides nothing', async () => {
      const it = await start();
      const at = (name: string) => join(it.folder, name);
      const marks = (name: string) => `writeFileSync(${JSON.stringify(at(name))}, '');`;
      await it.save(
        'waits.ts',
        `${imports}import { writeFileSync } from 'node:fs';\nexport const waits = hook('preToolUse', { timeoutMs: 20_000 }, (ctx) => new Promise((done) => { ctx.signal.addEventListener('abort', () => { ${marks('told')} done(undefined); }); ${marks('begun')} }));`,
      );
      const abort = new AbortController();
      const dispatched = it.call('ls', abort.signal);
      await until(() => existsSync(at('begun')));
      const { pid } = it.host;
      abort.abort();
      assert.equal((await dispatched).end.action, 'deny');
      // A host that a busy machine gave no time to hear of it was not waited for.
      await until(() => existsSync(at('told')) || it.host.pid !== pid);
      assert.equal((await it.call('ls', abort.signal)).end.action, 'deny');
    });
  });

  describe('when there is no host', () => {
    it('denies tool calls and judges no where the host cannot start, and says why once', async () => {
      const it = await start(
        { 'a.ts': `${imports}export const a = hook('message', () => undefined);` },
        { host: { script: '/nowhere/host.js' } },
      );
      assert.equal(it.down.length, 1);
      const { end } = await it.call();
      assert.equal(end.action, 'deny');
      assert.match((end as { reason: string }).reason, /hook host/);
      assert.equal((await it.host.judge(bash('ls'))).judgement?.action, 'deny');
    });

    it('answers each hook that can no longer run by its own onError', async () => {
      const it = await start({
        'exit.ts': `${imports}export const leave = hook('toolSettled', () => undefined);\nexport const soft = hook('userMessage', { onError: 'continue' }, () => undefined);\nexport const clean = hook('postToolUse', { redacts: true }, () => undefined);`,
      });
      for (let n = 0; n < 3; n++) {
        await it.host.dispatch(request('toolSettled', { toolName: 'Bash', input: {} }));
        const { pid } = it.host;
        process.kill(pid!, 'SIGKILL');
        await until(() => it.host.pid !== pid);
      }
      assert.equal(it.down.length, 1);
      assert.equal((await it.call()).end.action, 'deny');
      assert.equal(
        (await it.host.dispatch(request('userMessage', { message: { role: 'user', content: 'hi' } }))).end.action,
        'continue',
      );
      const post = await it.host.dispatch(
        request('postToolUse', { toolName: 'Bash', input: {}, output: 'secret', isError: false }),
      );
      assert.doesNotMatch(JSON.stringify(post.payload), /secret/);
      assert.equal(post.hooks[0]?.name, 'clean');
    });

    it('does not let a call through before the first set is live', async () => {
      set = HookSet.idle({ files: { 'guard.ts': `${imports}export const guard = denyCommands('rm');` } });
      const early = set.call('rm');
      const judged = set.host.judge(bash('rm'));
      await set.reloader.loadAll();
      assert.equal((await early).judgement?.action, 'deny');
      assert.equal((await judged).judgement?.action, 'deny');
    });

    it('holds every value back before the first set is live: nobody knows what it redacts', async () => {
      set = HookSet.idle();
      assert.equal(set.host.redacts('userMessage'), true);
      await set.reloader.loadAll();
      assert.equal(set.host.redacts('userMessage'), false);
    });

    it('denies after dispose, and starts nothing', async () => {
      const it = await start({ 'a.ts': `${imports}export const a = hook('preToolUse', () => undefined);` });
      it.host.dispose();
      assert.equal((await it.call()).end.action, 'deny');
      assert.equal((await it.host.judge(bash('ls'))).judgement?.action, 'deny');
      await it.host.endRun('run');
      await until(() => it.host.pids.length === 0);
    });
  });

  describe('run state', () => {
    it('holds the limit over a restart of the host, and keeps runs apart', async () => {
      const it = await start({
        'state.ts': `${imports}export const fill = hook('preToolUse', { onError: 'continue' }, (ctx) => { const [, key] = String(ctx.input.command).split(' '); if (key === 'exit') process.exit(1); ctx.state.set(key!, 'x'.repeat(60_000)); });\nexport const tell = hook('message', (ctx) => ctx.log(String(ctx.state.has('k0'))));`,
      });
      for (let n = 0; n < 17; n++) assert.equal((await it.call(`fill k${n}`)).hooks[0]?.error, undefined);
      await it.call('fill exit');
      assert.match((await it.call('fill k99')).hooks[0]?.error?.message ?? '', /at most 1048576/);
      const logs = async (runId: string) => (await it.host.dispatch(request('message', { message: {} }, runId))).hooks[0]?.logs;
      assert.deepEqual([await logs('run'), await logs('other')], [['true'], ['false']]);
      await it.host.endRun('run');
      assert.deepEqual(await logs('run'), ['false']);
    });
  });

  describe('session state', () => {
    const keeps = `${imports}export const keep = hook('preToolUse', { onError: 'continue' }, (ctx) => {
  const [op, key = '', value] = String(ctx.input.command).split(' ');
  if (op === 'exit') process.exit(1);
  if (op === 'set') ctx.session.set(key, new Map([[key, value]]));
  if (op === 'delete') ctx.session.delete(key);
  ctx.log(ctx.session.has('a'), ctx.session.get<Map<string, string>>('a')?.get('a'), ctx.state.has('a'));
});`;
    const logs = async (it: HookSet, command: string) => (await it.call(command)).hooks[0]?.logs?.[0];

    it('holds what the session had, over all its runs and restarts of the host, and tells every change', async () => {
      const it = await start({ 'keep.ts': keeps });
      const changes: unknown[] = [];
      it.host.openSession('session', [['a', new Map([['a', 'old']])]], (change) => changes.push(change));
      assert.equal(await logs(it, 'look'), 'true old false');
      await it.host.endRun('run');
      await it.call('set a new');
      await it.call('exit');
      assert.equal(await logs(it, 'look'), 'true new false');
      await it.call('delete a');
      assert.equal(await logs(it, 'look'), 'false undefined false');
      assert.deepEqual(changes, [
        { key: 'a', value: new Map([['a', 'new']]) },
        { key: 'a', gone: true },
      ]);
    });

    it('is that of the session that is open, and gone with it', async () => {
      const it = await start({ 'keep.ts': keeps });
      const ofFirst: unknown[] = [];
      const first = it.host.openSession('session', [['a', new Map([['a', '1']])]], (change) => ofFirst.push(change));
      const changes: unknown[] = [];
      const second = it.host.openSession('session', [], (change) => changes.push(change));
      first.dispose();
      assert.equal(await logs(it, 'look'), 'false undefined false');
      await it.call('set a 2');
      assert.deepEqual([changes.length, ofFirst], [1, []]);
      second.dispose();
      assert.equal(await logs(it, 'look'), 'false undefined false');
      await it.call('set a 3');
      assert.deepEqual([changes.length, ofFirst], [1, []], 'nobody is told any more');
    });

    it('has the limits of the run’s', async () => {
      const it = await start({
        'fill.ts': `${imports}export const fill = hook('preToolUse', { onError: 'continue' }, (ctx) => { ctx.session.set(String(ctx.input.command), 'x'.repeat(ctx.input.command === 'big' ? 70_000 : 60_000)); });`,
      });
      assert.match((await it.call('big')).hooks[0]?.error?.message ?? '', /ctx\.session\.set.*at most 65536/);
      for (let n = 0; n < 17; n++) assert.equal((await it.call(`k${n}`)).hooks[0]?.error, undefined);
      assert.match((await it.call('k17')).hooks[0]?.error?.message ?? '', /session's state would take .* at most 1048576/);
    });
  });

  describe('what is nested without end', () => {
    const all = `${imports}export const gate = hook(['preToolUse', 'postToolUse'], (ctx) => ctx.log('ran'));
export const judge = policy(() => {});
export const seen = hook('event', (ctx) => ctx.log(ctx.hookEvent.type));`;
    const deep = (depth: number) => ({ ...toolCall('ls').payload, input: { command: 'ls', more: nested(depth) } });

    it('is refused as that call alone: the host goes on, and so do the calls after it', async () => {
      const it = await start({ 'a.ts': all });
      await it.call();
      const { pid } = it.host;
      for (const depth of [1000, 2000, 100_000]) {
        const gate = await it.host.dispatch(request('preToolUse', deep(depth)));
        assert.equal(gate.end.action, 'deny');
        assert.match((gate.end as { reason: string }).reason, /nested deeper than 500 levels/);
        const after = await it.host.dispatch(request('postToolUse', { ...deep(depth), output: 'x' }));
        assert.match(after.hooks[0]?.error?.message ?? '', /nested deeper than 500 levels/);
        const { judgement } = await it.host.judge(request('preToolUse', deep(depth)));
        assert.match(judgement?.action === 'deny' ? judgement.reason : '', /nested deeper than 500 levels/);
        it.host.observe({ kind: 'event', event: hookEvent('pre_tool_use', { input: deep(depth) }) });
      }
      const { end, hooks } = await it.call();
      assert.deepEqual([end.action, hooks[0]?.logs, it.host.pid, it.host.down], ['continue', ['ran'], pid, undefined]);
      assert.match(it.logs.join('\n'), /observers are not told of pre_tool_use: .* deeper than 500 levels/);
      const bounded = await it.host.dispatch(request('preToolUse', deep(499)));
      assert.deepEqual([bounded.end.action, bounded.hooks[0]?.logs], ['continue', ['ran']]);
    });

    it('does not cross with what it follows', async () => {
      const it = await start({ 'a.ts': all });
      const payload = { ...deep(2000), output: 'x' };
      const following = [{ event: 'postToolUse' as const, payload: payload as never }];
      const first = await it.host.dispatch(toolCall('ls'), undefined, following);
      assert.equal(first.end.action, 'continue');
      const { pid } = it.host;
      const { hooks } = await it.host.dispatch(request('postToolUse', payload));
      assert.match(hooks[0]?.error?.message ?? '', /deeper than 500 levels/);
      assert.equal(it.host.pid, pid);
    });

    it('is an error of the hook that returns or keeps it', async () => {
      const it = await start({
        'a.ts': `${imports}const nested = (depth: number) => { let value: object = {}; for (let n = 0; n < depth; n++) value = { a: value }; return value; };
export const changes = hook('preToolUse', { onError: 'continue' }, (ctx) => ctx.modify({ input: { more: nested(2500) } }));
export const keeps = hook('preToolUse', { onError: 'continue' }, (ctx) => ctx.session.set('a', nested(1900)));`,
      });
      const { pid } = it.host;
      const { hooks } = await it.call();
      for (const { name, error } of hooks) assert.match(error?.message ?? '', /nested deeper than 500 levels/, name);
      assert.deepEqual([hooks.length, it.host.pid], [2, pid]);
    });
  });

  describe('hooks of other extensions', () => {
    const remote = (handler: (fields: object) => unknown, more: object = {}) => ({
      id: 'ext#1',
      file: 'ext',
      name: 'remote',
      line: 1,
      version: '',
      kind: 'hook' as const,
      events: ['preToolUse' as const],
      options: {
        tools: [],
        match: {},
        agents: [],
        priority: 0,
        timeoutMs: 5000,
        inherit: 'always' as const,
        redacts: false,
        shadow: false,
        enabled: true,
        ...more,
      },
      layer: 1000,
      position: 0,
      handler,
    });

    it('run in the same chain and order, and are gone when disposed', async () => {
      const it = await start({
        'own.ts': `${imports}export const own = hook('preToolUse', (ctx) => ctx.modify({ input: { command: ctx.input.command + ' own' } }));`,
      });
      const seen: unknown[] = [];
      const added = it.host.addRemote(
        remote((fields) => {
          seen.push((fields as { input: { command: string } }).input.command);
          return { action: 'ask', reason: 'the extension asks' };
        }),
      );
      assert.equal((await it.call('ls')).vote?.reason, 'the extension asks');
      assert.deepEqual(seen, ['ls own']);
      await added.dispose();
      await added.dispose();
      assert.equal((await it.call('ls')).vote, undefined);
    });

    it('leave an answer readable that names a set of which another has taken the place', async () => {
      const it = await start({ 'own.ts': `${imports}export const own = hook('preToolUse', () => {});` });
      const { pid } = it.host;
      const other = remote(() => undefined, {});
      const added = it.host.addRemote({ ...other, events: ['postToolUse'] });
      const call = it.call('ls');
      // The call goes to the host, which has not told of the set yet.
      for (let i = 0; i < 50; i++) await Promise.resolve();
      const again = it.host.addRemote({ ...other, id: 'again', events: ['stop'] });
      const { end, hooks } = await call;
      assert.deepEqual([end.action, hooks.map(({ name }) => name), it.host.pid], ['continue', ['own'], pid]);
      await Promise.all([added.dispose(), again.dispose()]);
      assert.equal(it.host.pid, pid);
    });

    it('share the session’s state with those of files', async () => {
      const it = await start({
        'own.ts': `${imports}export const own = hook('preToolUse', (ctx) => { ctx.session.set('n', 1); ctx.log(ctx.session.get('m')); });`,
      });
      const changes: unknown[] = [];
      it.host.openSession('session', [], ({ key, value }) => changes.push([key, value]));
      const handler = (
        _: object,
        { session }: { session: { get(key: string): unknown; set(key: string, value: unknown): void } },
      ) => session.set('m', Number(session.get('n')) + 1);
      it.host.addRemote({ ...remote(() => undefined), handler: handler as never });
      await it.call();
      assert.deepEqual((await it.call()).hooks[0]?.logs, ['2']);
      assert.deepEqual(changes.slice(0, 2), [
        ['n', 1],
        ['m', 2],
      ]);
      assert.equal(it.host.session('session').get('m'), 2);
    });

    it('are told of the stop of the agent whose event it is', async () => {
      const it = await start({});
      const signals = new Map<unknown, AbortSignal>();
      const handler = ({ taskId }: { taskId?: string }, { signal }: { signal: AbortSignal }) => {
        signals.set(taskId, signal);
        return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      };
      it.host.addRemote({ ...remote(() => undefined), handler: handler as never });
      const [main, sub] = [new AbortController(), new AbortController()];
      const call = toolCall('ls');
      const asked = it.host.dispatch(call, main.signal);
      const below = it.host.dispatch({ ...call, run: { ...call.run, taskId: 'agent_1' } }, sub.signal);
      await until(() => signals.size === 2);
      sub.abort();
      await below;
      assert.deepEqual([signals.get('agent_1')!.aborted, signals.get(undefined)!.aborted], [true, false]);
      main.abort();
      await asked;
      assert.ok(signals.get(undefined)!.aborted);
    });

    it('fail as any hook does: by throwing, and by taking too long', async () => {
      const it = await start({});
      const thrower = it.host.addRemote(
        remote(() => {
          throw new Error('remote broke');
        }),
      );
      assert.match((await it.call()).hooks[0]?.error?.message ?? '', /remote broke/);
      await thrower.dispose();
      const { pid } = it.host;
      const nester = it.host.addRemote(remote(() => ({ action: 'modify', input: nested(2000) })));
      assert.match((await it.call()).hooks[0]?.error?.message ?? '', /nested deeper than 500 levels/);
      assert.equal(it.host.pid, pid);
      await nester.dispose();
      it.host.addRemote(remote(() => new Promise(() => undefined), { timeoutMs: 50 }));
      assert.equal((await it.call()).hooks[0]?.error?.name, 'TimeoutError');
    });
  });

  it('goes on in the next host where somebody has cleared the temporary folder', async () => {
    const it = await start({ 'gate.ts': `${imports}export const gate = hook('preToolUse', (ctx) => ctx.deny('judged'));` });
    const { options } = processOf(it) as unknown as { options: { markerFile: string } };
    const { pids } = it.host;
    rmSync(dirname(options.markerFile), { recursive: true });
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await until(() => !pids.some(isAlive));
    const { end } = await it.call();
    assert.equal(end.action === 'deny' && end.reason, 'judged');
  });

  it('ends a dispatch in flight on the set it began with', async () => {
    let release = (_: string) => {};
    const it = await start(
      {
        'a.ts': `${imports}export const first = hook('preToolUse', async (ctx) => { await ctx.complete('wait'); });\nexport const second = hook('preToolUse', (ctx) => ctx.deny('old'));`,
      },
      {
        complete: () =>
          new Promise((done) => {
            release = done;
          }),
      },
    );
    const inFlight = it.call();
    await until(() => release.length === 1);
    await it.save('a.ts', `${imports}export const second = hook('preToolUse', (ctx) => ctx.deny('new'));`);
    release('go on');
    const reason = (result: { end: object }) => (result.end as { reason?: string }).reason;
    assert.equal(reason(await inFlight), 'old');
    assert.equal(reason(await it.call()), 'new');
  });
});

const bash = (command: string) => toolCall(command);
