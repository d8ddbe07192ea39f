import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Following } from '../../../../src/agent/ports/hooks';
import type { JsonObject } from '../../../../src/shared/basics/json';
import { eventNames } from '../../../../src/shared/hooks/points';
import { Core, until } from '../../../fixtures/core';
import { HookSet, imports, request, toolCall } from '../../../fixtures/hookSet';

const prelude = `import { appendFileSync } from 'node:fs';
${imports}import { join, dirname } from 'node:path';
const mark = (text: string) => appendFileSync(join(dirname(dirname(dirname(__filename))), 'marks'), text + '\\n');
const never = () => new Promise<never>(() => undefined);
void mark, never;
`;
const ten = '{ timeoutMs: 600_000 }';
const marked = (folder: string) =>
  existsSync(join(folder, 'marks')) ? readFileSync(join(folder, 'marks'), 'utf8').split('\n').slice(0, -1) : [];

describe('a human’s stop', () => {
  let stop: () => Promise<void> = async () => {};
  afterEach(() => stop());
  const start = async (text: string) => {
    const set = await HookSet.start({ files: { 'a.ts': prelude + text } });
    stop = () => set.stop();
    const { host, folder } = set;
    return { host, folder, set };
  };
  const result: JsonObject = { ...toolCall('ls').payload, output: 'key: 1234', isError: false };

  it('reaches the hooks of every event, and waits for none', async () => {
    const { host, folder } = await start(
      `export const waits = hook(${JSON.stringify(eventNames)} as 'message'[], ${ten}, (ctx) => { ctx.signal.addEventListener('abort', () => mark('told ' + ctx.event)); mark('begun ' + ctx.event); return never(); });`,
    );
    for (const event of eventNames) {
      const abort = new AbortController();
      const payload = { ...result, messages: [], response: { content: [] }, error: { message: 'failed' } };
      const dispatched = host.dispatch(request(event, payload), abort.signal);
      await until(() => marked(folder).includes(`begun ${event}`));
      abort.abort();
      await dispatched;
    }
    await until(() => eventNames.every((event) => marked(folder).includes(`told ${event}`)));
  });

  it('passes nothing in clear that a hook was cleaning', async () => {
    const cleaning = `hook('postToolUse', { redacts: true, timeoutMs: 600_000 }, async () => { mark('cleans'); return never(); })`;
    for (const [at, text] of [
      `export const cleans = ${cleaning};`,
      `import { group } from 'hooksmith'; export const cleans = group({}, ${cleaning});`,
    ].entries()) {
      const { host, folder, set } = await start(text);
      const abort = new AbortController();
      const dispatched = host.dispatch(request('postToolUse', result), abort.signal);
      await until(() => marked(folder).length === 1);
      abort.abort();
      const { payload, redacted } = await dispatched;
      assert.match(String((payload as JsonObject).output), /^\[withheld/, String(at));
      assert.equal(redacted, true);
      await set.stop();
    }
  });

  it('is heard of no later by hooks of what comes after it: each is called, and none is waited for', async () => {
    const { host, folder, set } = await start(
      `const loads = Date.now() + 500; while (Date.now() < loads);
export const waits = hook('afterRun', ${ten}, (ctx) => { ctx.signal.addEventListener('abort', () => mark('told')); mark('waits'); return never(); });
export const last = hook('afterRun', { priority: -1 }, () => mark('last'));
export const loops = hook('stop', ${ten}, () => { mark('loops'); for (;;); });
export const cleans = hook('afterAgent', { redacts: true }, (ctx) => ctx.modify({ response: { content: [{ type: 'text', text: 'clean' }] } }));
export const gate = hook('preToolUse', () => mark('gate'));`,
    );
    const stopped = AbortSignal.abort();
    const { hooks } = await host.dispatch(request('afterRun'), stopped);
    assert.deepEqual(
      hooks.map(({ name, decision }) => `${name} ${decision}`),
      ['waits continue', 'last continue'],
    );
    await until(() => marked(folder).includes('told'));
    // A value that there is time to clean is cleaned.
    const response = { role: 'assistant', content: [{ type: 'text', text: 'key: 1234' }], stop_reason: 'end_turn' };
    const after = await host.dispatch(request('afterAgent', { response }), stopped);
    assert.match(JSON.stringify(after.payload), /"clean"/);
    await host.dispatch(request('stop', { response }), stopped);
    await until(() => set.failures.length > 0);
    assert.deepEqual([set.failures[0]!.hook, marked(folder).includes('loops')], ['loops', true]);
    // The next host has its time to start.
    await host.dispatch(request('afterRun'), stopped);
    assert.equal(marked(folder).filter((mark) => mark === 'last').length, 2);
    // Where it would lead to something, it is not asked any more.
    assert.equal((await host.dispatch(toolCall('ls'), stopped)).end.action, 'deny');
    assert.ok(!marked(folder).includes('gate'));
  });

  it('names who loops, not who waits beside it', async () => {
    const { host, folder, set } = await start(
      `export const waits = hook('message', ${ten}, () => { mark('waits'); return never(); });
export const loops = hook('afterStep', ${ten}, () => { mark('loops'); for (;;); });`,
    );
    const abort = new AbortController();
    const waiting = host.dispatch(request('message', { message: {} }), abort.signal);
    await until(() => marked(folder).includes('waits'));
    const looping = host.dispatch(request('afterStep', { messages: [] }), abort.signal);
    await until(() => marked(folder).includes('loops'));
    abort.abort();
    await Promise.all([waiting, looping]);
    await until(() => set.failures.length > 0);
    assert.deepEqual([...new Set(set.failures.map(({ hook }) => hook))], ['loops']);
  });

  it('does not wait for a policy that judges', async () => {
    const { host, folder } = await start(
      `export const slow = policy(${ten}, (ctx) => { mark(ctx.input.command as string); return never(); });`,
    );
    const abort = new AbortController();
    const judged = host.judge(toolCall('ls'), abort.signal);
    await until(() => marked(folder).length === 1);
    abort.abort();
    assert.equal((await judged).judgement?.action, 'deny');
    assert.equal((await host.judge(toolCall('pwd'), abort.signal)).judgement?.action, 'deny');
    assert.deepEqual(marked(folder), ['ls']);
  });

  it('reaches what crossed with the dispatch before it, which runs once', async () => {
    const { host, folder } = await start(
      `export const after = hook('postToolUse', ${ten}, (ctx) => { mark('after'); return ctx.output === 'waits' ? never() : undefined; });
export const settled = hook('toolSettled', ${ten}, () => { mark('settled'); return never(); });`,
    );
    const settled = () => request('toolSettled', { ...result });
    const abort = new AbortController();
    const next = settled();
    await host.dispatch(request('postToolUse', result), abort.signal, [next as unknown as Following]);
    await until(() => marked(folder).includes('settled'));
    const dispatched = host.dispatch(next, abort.signal);
    abort.abort();
    await dispatched;
    assert.deepEqual(marked(folder), ['after', 'settled']);

    const again = new AbortController();
    const last = settled();
    const waiting = host.dispatch(request('postToolUse', { ...result, output: 'waits' }), again.signal, [
      last as unknown as Following,
    ]);
    await until(() => marked(folder).length === 3);
    again.abort();
    await waiting;
    await host.dispatch(last, again.signal);
    assert.deepEqual(marked(folder).slice(2), ['after', 'settled']);
  });

  it('ends what a hook does at its word, and what comes after that is told of once, as it came out', async () => {
    const core = await Core.start({
      hooks: {
        'a.ts': `${prelude}export const heeds = hook('postToolUse', ${ten}, (ctx) => { mark('heeds'); return new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve())); });
export const follows = hook(['toolResultMessages', 'message', 'toolSettled'], (ctx) => { if (ctx.event !== 'message' || JSON.stringify(ctx.message).includes('tool_result')) mark(ctx.event); });`,
      },
      files: { 'a.txt': 'a' },
      script: { turns: [{ content: [{ type: 'tool_use', name: 'Read', input: { file_path: 'a.txt' } }] }] },
    });
    stop = () => core.stop();
    const running = core.session.send('go');
    await until(() => marked(core.folder).length > 0);
    await core.session.stop();
    await running;
    assert.deepEqual(marked(core.folder), ['heeds', 'toolResultMessages', 'message', 'toolSettled']);
  });

  it('ends a run at once, whichever of its hooks is at work, and each event is told once', async () => {
    for (const event of [
      'postToolUse',
      'toolResultMessages',
      'message',
      'toolSettled',
      'afterStep',
      'stop',
      'afterAgent',
    ] as const) {
      const core = await Core.start({
        hooks: {
          'a.ts': `${prelude}export const waits = hook('${event}', ${ten}, () => { mark('waits'); return never(); });\nexport const last = hook('afterRun', () => mark('last'));`,
        },
        files: { 'a.txt': 'a' },
        script: {
          turns: [
            { content: [{ type: 'tool_use', name: 'Read', input: { file_path: 'a.txt' } }] },
            { content: [{ type: 'text', text: 'done' }] },
          ],
        },
      });
      stop = () => core.stop();
      const running = core.session.send('go');
      await until(() => marked(core.folder).length > 0);
      await core.session.stop();
      const { status } = await running;
      // Who has answered has ended by itself.
      assert.equal(status, event === 'stop' || event === 'afterAgent' ? 'done' : 'aborted', event);
      assert.equal(marked(core.folder).filter((mark) => mark === 'last').length, 1);
      assert.equal(core.events.filter(({ type }) => type === 'after_run').length, 1);
      await core.stop();
    }
  });
});
