import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nobody } from '../../../src/hooks/hostProtocol';
import { until } from '../../fixtures/core';
import { blamed, HookSet, imports, isAlive, markersOf, request, useMarkingHooks } from '../../fixtures/hookSet';

describe('a hook host that dies while no code of a hook runs', () => {
  const { start, count } = useMarkingHooks();
  const idles = (it: HookSet) => until(() => markersOf(it)[0]?.hookId === nobody);
  const message = (it: HookSet, run = 'run') => it.host.dispatch(request('message', { message: {} }, run));
  const waits = `export const waits = hook('message', { timeoutMs: 60_000 }, async (ctx) => { mark('waits'); await new Promise((done) => setTimeout(done, 55_000)); });`;

  /** Kills it once so many hooks wait. */
  const killed = async (it: HookSet, waiting: number) => {
    await until(() => count('waits') === waiting);
    await idles(it);
    process.kill(it.host.pid!, 'SIGKILL');
  };

  it('fails the one that waits, and blames nobody', async () => {
    const it = await start({ 'a.ts': waits });
    const asked = message(it);
    await killed(it, 1);
    assert.equal((await asked).hooks[0]?.error?.message, 'was interrupted: the hook host ended by SIGKILL');
    assert.deepEqual([blamed(it), it.down, count('waits')], [[], [], 1]);
    assert.deepEqual(
      it.failures.map(({ hook, message }) => `${hook}: ${message}`),
      ['the hook host: the hook host ended by SIGKILL while no code of a hook ran'],
    );
  });

  it('is followed by another where it was killed before it was ready, three times within a minute by none', async () => {
    for (const kills of [1, 3]) {
      const it = HookSet.idle({
        files: { 'a.ts': `${imports}export const gate = hook('preToolUse', (ctx) => ctx.deny('judged'));` },
      });
      try {
        const loading = it.reloader.loadAll();
        const pids: (number | undefined)[] = [undefined];
        for (let n = 0; n < kills; n++) {
          await until(() => !pids.includes(it.host.pid));
          pids.push(it.host.pid);
          process.kill(it.host.pid!, 'SIGKILL');
        }
        await loading;
        const { end } = await it.call();
        assert.match((end.action === 'deny' && end.reason) || '', kills === 1 ? /^judged$/ : /died 3 times within a minute/);
        assert.equal(it.down.length, kills === 1 ? 0 : 1);
      } finally {
        await it.stop();
      }
    }
  });

  it('blames the one that waits alone where it comes again, and in the end suspends it', async () => {
    const it = await start({ 'a.ts': waits });
    for (let n = 1; n <= 4; n++) {
      const asked = message(it);
      await killed(it, n);
      const said = (await asked).hooks[0]?.error?.message;
      if (n > 1) assert.equal(said, 'the hook host ended by SIGKILL while it waited, again');
    }
    assert.match((await message(it)).hooks[0]?.error?.message ?? '', /^suspended/);
    assert.deepEqual([blamed(it), it.down], [['waits'], []]);
  });

  it('blames nobody of several that wait', async () => {
    const it = await start({
      'a.ts': `${waits}\n${waits.replace('const waits', 'const other').replace("'message'", "'userMessage'")}`,
    });
    for (let n = 1; n <= 2; n++) {
      const asked = [message(it), it.host.dispatch(request('userMessage', { message: {}, text: '' }, 'other'))];
      await killed(it, 2 * n);
      for (const one of await Promise.all(asked)) assert.match(one.hooks[0]?.error?.message ?? '', /^was interrupted/);
    }
    assert.deepEqual(blamed(it), []);
  });

  for (const [how, code] of Object.entries({
    detached: "spawn(process.execPath, ['-e', left], { detached: true, stdio: 'ignore' }).unref();",
    'a daemon': "spawnSync('sh', ['-c', 'setsid \"$0\" -e \"$1\" >/dev/null 2>&1 &', process.execPath, left]);",
  }))
    it(`takes along what its hooks have started and nobody waits for, ${how}; where it is closed that lives on`, async function () {
      if (process.platform !== 'linux') this.skip();
      const it = await start({
        'a.ts': `import { spawn, spawnSync } from 'node:child_process';
export const starts = hook('preToolUse', (ctx) => {
  const pid = join(dirname(dirname(dirname(__filename))), String(ctx.input.command));
  const left = 'setTimeout(() => {}, 600_000); require("node:fs").writeFileSync(' + JSON.stringify(pid) + ', process.pid + ";")';
  ${code}
});`,
      });
      const started = async (name: string) => {
        await it.call(name);
        const path = join(it.folder, name);
        return Number.parseInt(
          await until(() => existsSync(path) && /^\d+;/.test(readFileSync(path, 'utf8')) && readFileSync(path, 'utf8')),
          10,
        );
      };
      const first = await started('first');
      const { pid } = it.host;
      process.kill(pid!, 'SIGKILL');
      await until(() => !isAlive(pid!) && !isAlive(first));
      const second = await started('second');
      try {
        const next = it.host.pid;
        await it.host.close();
        await until(() => !isAlive(next!));
        assert.ok(isAlive(second));
      } finally {
        process.kill(second, 'SIGKILL');
      }
    });

  it('blames who has left a process behind that stops it, not whose code ran meanwhile', async function () {
    if (process.platform !== 'linux') this.skip();
    const it = await start({
      'a.ts': `import { spawn } from 'node:child_process';
const go = join(dirname(dirname(dirname(__filename))), 'go');
export const starts = hook('preToolUse', () => {
  spawn('sh', ['-c', \`while [ ! -e \${go} ]; do sleep 0.01; done; kill -STOP \${process.pid}\`]);
});`,
      'b.ts': `import { spawnSync } from 'node:child_process';
export const busy = hook('message', { timeoutMs: 600 }, () => { mark('busy'); spawnSync('sleep', ['0.5']); });`,
    });
    const isSuspended = async () => /^suspended/.test((await it.call()).hooks[0]?.error?.message ?? '');
    for (let n = 1; !(await isSuspended()); n++) {
      const asked = message(it);
      await until(() => count('busy') === n);
      const { pid } = it.host;
      writeFileSync(join(it.folder, 'go'), '');
      assert.match((await asked).hooks[0]?.error?.message ?? '', /interrupted: (.*#starts )?was stopped by a signal/);
      await until(() => !isAlive(pid!));
      rmSync(join(it.folder, 'go'));
    }
    assert.deepEqual([blamed(it), it.down], [['starts'], []]);
  });

  for (const [what, code] of Object.entries({
    'a process': "spawn('sh', ['-c', `while [ ! -e ${go} ]; do sleep 0.01; done; kill -9 ${process.pid}`]);",
    'a thread':
      "new Worker(`const fs = require('node:fs'); setInterval(() => { if (fs.existsSync(${JSON.stringify(go)})) process.kill(process.pid, 'SIGKILL'); }, 5)`, { eval: true });",
  }))
    it(`blames who has left ${what} behind where it comes again, not who waits`, async function () {
      if (process.platform === 'win32') this.skip();
      const it = await start({
        'a.ts': `import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
const go = join(dirname(dirname(dirname(__filename))), 'go');
export const starts = hook('preToolUse', () => { ${code} });`,
        'b.ts': waits,
      });
      const isSuspended = async () => /^suspended/.test((await it.call()).hooks[0]?.error?.message ?? '');
      for (let n = 1; !(await isSuspended()); n++) {
        const asked = message(it);
        await until(() => count('waits') === n);
        await idles(it);
        const { pid } = it.host;
        writeFileSync(join(it.folder, 'go'), '');
        // Its thread may just have told its own hook something, which is known at once then.
        assert.match((await asked).hooks[0]?.error?.message ?? '', /interrupted: (.*#starts )?the hook host ended by SIGKILL/);
        await until(() => !isAlive(pid!));
        rmSync(join(it.folder, 'go'));
      }
      assert.deepEqual([blamed(it), it.down], [['starts'], []]);
    });
});
