import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../fixtures/core';
import { HookSet, hookEvent, imports, isAlive, request } from '../../fixtures/hookSet';

describe('hooks that fail', () => {
  let set: HookSet | undefined;
  afterEach(async () => {
    await set?.stop();
    set = undefined;
  });
  const count = (name: string): number =>
    existsSync(join(set!.folder, name)) ? readFileSync(join(set!.folder, name), 'utf8').length : 0;
  /** `mark(NAME)` in a hook leaves a trace that outlives its process. */
  const start = async (files: Record<string, string>) => {
    const prelude = `import { appendFileSync } from 'node:fs';\n${imports}import { join, dirname } from 'node:path';\nconst mark = (name: string) => appendFileSync(join(dirname(dirname(dirname(__filename))), name), 'x');\nvoid mark;\n`;
    set = await HookSet.start({ files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, prelude + text])) });
    return set;
  };

  for (const [how, code] of Object.entries({
    'ends the process': 'process.exit(1);',
    loops: 'for (;;);',
    'floods the memory': 'const all: unknown[] = []; for (;;) all.push(new Array(1e5).fill({}));',
    'blocks in native code': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  }))
    it(`run once, though one that comes later ${how}; that one is named`, async () => {
      const it = await start({
        'a.ts': `export const quick = hook('preToolUse', { priority: 3 }, () => mark('quick'));
export const changes = hook('preToolUse', { priority: 2 }, (ctx) => { mark('changes'); return ctx.modify({ input: { description: 'kept' } }); });
export const bad = hook('preToolUse', { priority: 1, timeoutMs: 200, onError: 'continue' }, () => { mark('bad'); ${code} });
export const after = hook('preToolUse', () => mark('after'));
export const judge = policy(() => mark('judge'));`,
      });
      const { hooks, payload } = await it.call();
      assert.deepEqual(
        hooks.map(({ name, decision }) => `${name} ${decision}`),
        ['quick continue', 'changes modify', 'bad error', 'after continue', 'judge continue'],
      );
      assert.equal((payload.input as { description?: string }).description, 'kept');
      assert.deepEqual(['quick', 'changes', 'bad', 'after', 'judge'].map(count), [1, 1, 1, 1, 1]);
    });

  it('run once, though a policy takes the host down', async () => {
    const it = await start({
      'a.ts': `export const quick = hook('preToolUse', () => mark('quick'));
export const first = policy({ name: 'first' }, () => mark('first'));
export const second = policy(() => { mark('second'); process.exit(1); });`,
    });
    const { judgement } = await it.call();
    assert.equal(judgement?.action, 'deny');
    assert.match(judgement?.reason ?? '', /second failed/);
    assert.deepEqual(['quick', 'first', 'second'].map(count), [1, 1, 1]);
  });

  it('are not run again where another one beside them took the host down, and are not blamed for it', async () => {
    const it = await start({
      'a.ts': `export const waits = hook('preToolUse', { onError: 'continue' }, async (ctx) => { mark('waits'); await ctx.complete('wait'); });
export const leaves = hook('message', () => { mark('leaves'); process.exit(1); });`,
    });
    const waiting = it.call();
    await until(() => count('waits') === 1);
    const left = await it.host.dispatch(request('message', { message: {} }));
    assert.match(left.hooks[0]?.error?.message ?? '', /exited with code 1/);
    const { hooks } = await waiting;
    if (hooks[0]?.error) assert.match(hooks[0].error.message, /was interrupted: .*leaves/);
    assert.deepEqual(['waits', 'leaves'].map(count), [1, 1]);
    assert.equal(it.host.isSuspended(`${it.path('a.ts')}#waits`), false);
  });

  it('are suspended as observers that loop, and no tool call is denied for it', async () => {
    const it = await start({
      'a.ts': `export const stuck = hook('event', { timeoutMs: 100 }, () => { mark('stuck'); for (;;); });\nexport const sees = hook('event', () => mark('sees'));`,
    });
    for (let n = 1; n <= 5; n++) {
      it.host.observe({ kind: 'event', event: hookEvent('x') });
      await until(() => count('sees') === n);
      assert.equal((await it.call()).end.action, 'continue');
    }
    assert.equal(count('stuck'), 3);
    assert.equal(it.host.isSuspended(`${it.path('a.ts')}#stuck`), true);
    assert.deepEqual(it.down, []);
  });

  it('are told of at their place where a timer or a promise that they left fails; nothing runs again', async () => {
    const it = await start({
      'a.ts': `export const leaves = hook('preToolUse', () => {
  mark('leaves');
  setTimeout(() => { throw new Error('too late'); }, 0);
  void Promise.reject(new Error('nobody waits'));
});
export const slow = hook('message', async (ctx) => { mark('slow'); await ctx.complete('wait'); });`,
    });
    const { pid } = it.host;
    const slow = it.host.dispatch(request('message', { message: {} }));
    await it.call();
    await until(() => it.failures.length === 2);
    assert.deepEqual(it.failures.map(({ file, line, message }) => `${file === it.path('a.ts')} ${line} ${message}`).sort(), [
      'true 8 too late',
      'true 9 nobody waits',
    ]);
    assert.equal((await slow).hooks[0]?.error, undefined);
    assert.deepEqual([count('leaves'), count('slow'), it.host.pid], [1, 1, pid]);
  });

  it('are suspended in the version that failed: what is saved is called again, though its host died meanwhile', async () => {
    const loops = "export const it = hook('message', { timeoutMs: 50 }, () => { for (;;); });";
    const it = await start({ 'a.ts': loops });
    const id = `${it.path('a.ts')}#it`;
    const message = async () => (await it.host.dispatch(request('message', { message: {} }))).hooks[0];
    for (let n = 0; n < 3; n++) await message();
    assert.equal((await message())?.error?.name, 'SuspendedError');
    assert.equal(it.host.isSuspended(id), true);
    const { pid } = it.host;
    // The next host never knew the version before.
    const saved = it.save('a.ts', `${imports}export const it = hook('message', (ctx) => ctx.log('again'));`);
    process.kill(pid!, 'SIGKILL');
    await saved;
    assert.deepEqual((await message())?.logs, ['again']);
    assert.equal(it.host.isSuspended(id), false);
    await it.save('a.ts', `${imports}${loops}`);
    assert.equal(it.host.isSuspended(id), false);
  });

  it('a host that never starts is given up at once, said once, and tool calls are denied', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hooksmith-faults-'));
    const script = join(folder, 'host.js');
    writeFileSync(
      script,
      "require('node:fs').appendFileSync(require('node:path').join(__dirname, 'starts'), 'x'); process.exit(3);",
    );
    set = await HookSet.start({
      files: { 'a.ts': `${imports}export const it = hook('preToolUse', () => {});` },
      host: { script },
    });
    assert.deepEqual(set.down, [
      'The hook host did not start: it exited with code 3. Tool calls are denied until a hook file is saved or hooks are reloaded.',
    ]);
    const { end } = await set.call();
    assert.equal(end.action, 'deny');
    assert.equal(readFileSync(join(folder, 'starts'), 'utf8'), 'x');
    rmSync(folder, { recursive: true });
  });

  it('starts anew with another environment, once what is under way is done', async () => {
    process.env.HOOKSMITH_TEST_NAME = 'value';
    let names: string[] = [];
    let asked = 0;
    let answer = () => {};
    const answered = new Promise<string>((resolve) => {
      answer = () => resolve('yes');
    });
    set = await HookSet.start({
      files: {
        'a.ts': `${imports}export const it = hook('message', async (ctx) => { ctx.state.set('n', ((ctx.state.get('n') as number) ?? 0) + 1); ctx.log(process.env.HOOKSMITH_TEST_NAME ?? 'none', ctx.state.get('n')); await ctx.complete('wait'); });`,
      },
      host: { environment: () => names },
      complete: () => {
        asked++;
        return answered;
      },
    });
    const { host } = set;
    const message = async () => (await host.dispatch(request('message', { message: {} }))).hooks[0]?.logs;
    const first = message();
    await until(() => asked === 1);
    const before = host.pid;
    names = ['HOOKSMITH_TEST_NAME'];
    host.restart();
    assert.equal(host.pid, before);
    answer();
    assert.deepEqual(await first, ['none 1']);
    assert.deepEqual(await message(), ['value 2']);
    assert.notEqual(host.pid, before);
    await until(() => !isAlive(before!));
    assert.deepEqual(set.failures, []);
    delete process.env.HOOKSMITH_TEST_NAME;
  });

  it('no signal opens an inspector', async function () {
    if (process.platform === 'win32') this.skip();
    const it = await start({ 'a.ts': "export const it = hook('message', (ctx) => ctx.log('lives'));" });
    const message = async () => (await it.host.dispatch(request('message', { message: {} }))).hooks[0]?.logs;
    await message();
    const { pid } = it.host;
    process.kill(pid!, 'SIGUSR1');
    assert.deepEqual(await message(), ['lives']);
    assert.equal(it.host.pid, pid);
    assert.deepEqual(
      it.logs.filter((text) => /Debugger|inspector/i.test(text)),
      [],
    );
  });

  describe('side by side in one host', () => {
    /** The first waits for its file and then does what it does; the others wait for as long as it takes. */
    const sideBySide = (code: string) => ({
      'a.ts': `import { existsSync } from 'node:fs';
const wait = async (name: string) => { while (!existsSync(join(dirname(dirname(dirname(__filename))), name))) await new Promise((done) => setTimeout(done, 5)); };
export const guilty = hook('preToolUse', { timeoutMs: 3000 }, async () => { mark('guilty'); await wait('go'); ${code} });
export const other = hook('message', { timeoutMs: 60_000 }, async () => { mark('other'); await wait('never'); });
export const third = hook('message', { timeoutMs: 60_000 }, async () => { await undefined; });`,
    });
    for (const [how, code] of Object.entries({
      'ends the process': 'process.exit(7);',
      'kills the process': 'process.kill(process.pid, "SIGKILL");',
      loops: 'for (;;);',
    }))
      it(`the one that ${how} is named and counted, not those that began after it`, async () => {
        const it = await start(sideBySide(code));
        const guilty = it.call();
        await until(() => count('guilty') === 1);
        const others = [1, 2].map((n) => it.host.dispatch(request('message', { message: {} }, `run${n}`)));
        await until(() => count('other') === 2);
        writeFileSync(join(it.folder, 'go'), '');
        const { end, hooks } = await guilty;
        assert.equal(end.action, 'deny');
        assert.equal(hooks[0]?.name, 'guilty');
        assert.doesNotMatch(hooks[0]?.error?.message ?? '', /interrupted/);
        for (const other of await Promise.all(others))
          assert.match(other.hooks[0]?.error?.message ?? '', /was interrupted: .*#guilty/);
        const { survivors } = it.host as unknown as { survivors: { timeouts: Map<string, number> } };
        const counted = [...survivors.timeouts].filter(([, n]) => n > 0).map(([key]) => key.split('#').at(-1));
        assert.deepEqual(counted, ['guilty']);
      });

    it('a hook whose timer ends the process later is named, not the one that waits then', async () => {
      const it = await start({
        'a.ts': `export const leaves = hook('preToolUse', () => { setTimeout(() => process.exit(7), 50); });
export const waits = hook('message', { timeoutMs: 60_000 }, async (ctx) => { mark('waits'); await ctx.complete('wait'); });`,
      });
      const waiting = it.host.dispatch(request('message', { message: {} }));
      await it.call();
      const { hooks } = await waiting;
      if (hooks[0]?.error) assert.match(hooks[0].error.message, /was interrupted: .*#leaves/);
      await until(() => it.failures.length > 0);
      const { hook, line, message } = it.failures[0]!;
      assert.deepEqual([hook, line], ['leaves', 6]);
      assert.match(message, /had left running: the hook host exited with code 7/);
      assert.equal(count('waits'), 1);
    });

    it('a late throw is named by its hook, whichever runs meanwhile', async () => {
      const it = await start({
        'a.ts': `export const leaves = hook('preToolUse', () => { setTimeout(() => { throw 'no stack'; }, 0); });
export const waits = hook('message', async () => { await new Promise((done) => setTimeout(done, 100)); });`,
      });
      const waiting = it.host.dispatch(request('message', { message: {} }));
      await it.call();
      await waiting;
      assert.deepEqual(
        it.failures.map(({ hook, message }) => [hook, message]),
        [['leaves', 'no stack']],
      );
    });
  });
});
