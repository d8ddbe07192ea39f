/** Hooks that only watch: one that takes its time, or never ends, holds up no other, nor the end of a run for more than its time. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../fixtures/core';
import { blamed, type HookSet, hookEvent, useMarkingHooks } from '../../fixtures/hookSet';

describe('an observer', () => {
  const { start, count } = useMarkingHooks();
  const see = (it: HookSet, ...types: string[]) => {
    for (const type of types) it.host.observe({ kind: 'event', event: hookEvent(type) });
  };
  const hangs = `export const hangs = hook('event', { priority: 9, timeoutMs: 60_000 }, async () => { mark('hangs'); await new Promise<void>(() => {}); });`;
  const sees = "export const sees = hook('event', (ctx) => { console.log('sees ' + ctx.hookEvent.type); });";
  const seenBy = (it: HookSet, name: string) =>
    it.logs.flatMap((text) => [...text.matchAll(new RegExp(`${name} (\\w+)`, 'g'))].map(([, type]) => type));

  it('that never ends holds up none that comes after it', async () => {
    const it = await start({ 'a.ts': hangs, 'b.ts': sees });
    see(it, 'one', 'two');
    await until(() => count('hangs') === 1);
    see(it, 'three');
    await until(() => seenBy(it, 'sees').length === 3);
    assert.deepEqual(seenBy(it, 'sees'), ['one', 'two', 'three']);
    assert.deepEqual([count('hangs'), blamed(it), it.failures], [1, [], []]);
  });

  it('that takes its time sees all, in order, before its run is over', async () => {
    const slow = `export const slow = hook('event', { priority: 9 }, async (ctx) => { await new Promise((done) => setTimeout(done, ctx.hookEvent.type === 'one' ? 900 : 5)); console.log('slow ' + ctx.hookEvent.type); });`;
    const it = await start({ 'a.ts': slow, 'b.ts': sees });
    see(it, 'one', 'two', 'three');
    await it.host.endRun('run');
    assert.deepEqual(seenBy(it, 'slow'), ['one', 'two', 'three']);
    assert.deepEqual(it.logs.map((text) => text.trim()).filter((text) => /three/.test(text)).length, 2);
    assert.equal(
      it.logs.findIndex((text) => text.includes('sees three')) < it.logs.findIndex((text) => text.includes('slow')),
      true,
    );
  });

  it('that never ends is waited for once, however much is to be over, and others see what comes meanwhile', async () => {
    const it = await start({ 'a.ts': hangs, 'b.ts': sees });
    const timed = async (runId: string) => {
      see(it, `of${runId}`);
      const began = Date.now();
      await it.host.endRun(runId);
      return Date.now() - began;
    };
    const first = await timed('1');
    let others = 0;
    for (const runId of ['2', '3', '4', '5']) others += await timed(runId);
    assert.ok(first >= 4900, `it has its time: ${first} ms`);
    // Four more times of its own would be twice as much.
    assert.ok(others < 2 * first, `${others} ms for four others`);
    assert.deepEqual(seenBy(it, 'sees'), ['of1', 'of2', 'of3', 'of4', 'of5']);
  });

  it('that never ends keeps no file from being unloaded', async () => {
    const it = await start({
      'a.ts': hangs,
      'b.ts': "import { onUnload } from 'hooksmith';\nonUnload(() => mark('unloaded'));",
    });
    see(it, 'one');
    await until(() => count('hangs') === 1);
    await it.host.close();
    assert.equal(readFileSync(join(it.folder, 'unloaded'), 'utf8'), 'x');
  });

  it('that was left behind is named where it loops, and nobody else for it', async () => {
    const it = await start({
      'a.ts': `export const loops = hook('event', { priority: 9, timeoutMs: 60_000 }, async () => { await new Promise((done) => setTimeout(done, 900)); mark('loops'); for (;;); });`,
      'b.ts': sees,
      'c.ts': `export const gate = policy(async (ctx) => { await new Promise((done) => setTimeout(done, 1500)); return ctx.deny('judged'); });`,
    });
    see(it, 'one');
    await until(() => seenBy(it, 'sees').length === 1);
    assert.equal((await it.call()).judgement?.action, 'deny');
    await until(() => it.failures.length > 0);
    assert.match(
      it.failures.map(({ hook, message }) => `${hook}: ${message}`).join('\n'),
      /^loops: code that it had left running/,
    );
    assert.deepEqual(blamed(it), ['loops']);
  });

  it('that was left behind is not named for who takes the process down beside it, and sees the next events', async () => {
    const it = await start({
      'a.ts': `export const waits = hook('event', { priority: 9, timeoutMs: 60_000 }, async (ctx) => { mark(ctx.hookEvent.type); await new Promise<void>(() => {}); });`,
      'b.ts': sees,
      'c.ts': `export const dies = hook('preToolUse', () => process.exit(3));`,
    });
    see(it, 'one');
    await until(() => seenBy(it, 'sees').length === 1 && count('one') === 1);
    const { end, hooks } = await it.call();
    assert.equal(end.action, 'deny');
    assert.deepEqual([hooks.map(({ name }) => name), blamed(it)], [['dies'], ['dies']]);
    see(it, 'two');
    await until(() => count('two') === 1 && seenBy(it, 'sees').length === 2);
    assert.equal(count('one'), 1);
  });
});
