/** The hook host in a process of the editor's own Node, which is a later one than the other tests have. */
import assert from 'node:assert/strict';
import { blamed, request, useMarkingHooks } from '../../fixtures/hookSet';
import { until } from '../../fixtures/limits';

describe("hooks in a process of the editor's own Node", () => {
  const { start, count } = useMarkingHooks();

  it('are named where they die as they hear of a stop, and not those that wait beside them', async () => {
    const it = await start({
      'a.ts': `export const bad = hook('preToolUse', { timeoutMs: 60_000 }, (ctx) => { ctx.signal.addEventListener('abort', () => process.exit(4)); mark('bad'); return new Promise(() => {}); });`,
      'b.ts': `export const waits = hook('message', { timeoutMs: 60_000 }, async () => { mark('waits'); for (;;) await new Promise((done) => setTimeout(done, 1)); });`,
    });
    const stopping = new AbortController();
    const waiting = it.host.dispatch(request('message', { message: {} }), stopping.signal);
    await until(() => count('waits') === 1);
    const called = it.call('ls', stopping.signal);
    await until(() => count('bad') === 1);
    stopping.abort();
    await Promise.all([called, waiting]);
    await until(() => blamed(it).length + it.failures.length > 0);
    assert.deepEqual([...new Set([...blamed(it), ...it.failures.map(({ hook }) => hook)])], ['bad']);
  });

  it('find an engine that knows all it is told as it starts', async () => {
    const it = await start({
      'a.ts': `import { writeSync } from 'node:fs';\nexport const tells = hook('preToolUse', () => void writeSync(2, 'written'));`,
    });
    await it.call();
    await until(() => it.logs.length > 0);
    assert.deepEqual(it.logs, ['written']);
  });
});
