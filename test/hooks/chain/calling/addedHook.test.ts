import assert from 'node:assert/strict';
import { addHookLayer, type RemoteCalls, type RemoteHook, remoteHook } from '../../../../src/hooks/chain/calling/addedHook';
import { States } from '../../../../src/hooks/chain/calling/states';
import type { JsonObject } from '../../../../src/shared/basics/json';
import { factsOfEvent } from '../../../../src/shared/hooks/dispatch';

const place = { file: '/x/extension.js', line: 12, n: 3 };
const fields: JsonObject = {
  ...factsOfEvent({
    agentName: 'main',
    branch: 'main',
    sessionId: 's',
    runId: 'r',
    step: 0,
    timestamp: '2026-01-01T00:00:00.000Z',
  }),
  ...{ event: 'preToolUse', runId: 'r', toolName: 'Bash', input: { command: 'ls' } },
};

function callsOf(logs: string[] = []) {
  const states = new States(() => {});
  const asked: unknown[] = [];
  const calls: RemoteCalls = {
    log: (text) => logs.push(text),
    complete: async (...args) => {
      asked.push(args);
      return 'an answer';
    },
    signal: new AbortController().signal,
    state: states.of('r'),
    session: states.of('session s'),
  };
  return { calls, asked, logs };
}
type Context = Record<string, never> & {
  input: { command: string };
  log(...values: unknown[]): void;
  complete(prompt: string, options?: object): Promise<string>;
  deny(reason: string): unknown;
  state: { set(key: string, value: unknown): void };
  session: { set(key: string, value: unknown): void };
  signal: AbortSignal;
};
const made = (...args: unknown[]): RemoteHook => remoteHook(args, place);

describe('a hook that another extension adds', () => {
  it('is described as one of a file is, after all files, in the order in which they were added', () => {
    const { handler: _, agent, ...facts } = made('preToolUse', { tools: 'Bash', priority: 4 }, () => undefined);
    assert.deepEqual(
      { ...facts, options: { tools: facts.options.tools, priority: facts.options.priority } },
      {
        id: '/x/extension.js#addHook[3]',
        file: '/x/extension.js',
        name: 'addHook[3]',
        line: 12,
        version: '3',
        kind: 'hook',
        events: ['preToolUse'],
        options: { tools: ['Bash'], priority: 4 },
        layer: addHookLayer,
        position: 3,
      },
    );
    assert.equal(agent, undefined);
  });

  it('says what is wrong with what it was given', () => {
    assert.throws(() => made('preToolUs', () => undefined), { name: 'TypeError', message: /preToolUs/ });
    assert.throws(() => made('preToolUse', { priority: 'high' }, () => undefined), { name: 'TypeError', message: /priority/ });
    assert.throws(() => made('preToolUse', {}), { name: 'TypeError', message: /addHook\[3\]/ });
  });

  it('has the context of a hook of a file, and its decision is what it returns', async () => {
    const { calls, logs } = callsOf();
    const seen: unknown[] = [];
    const added = made('preToolUse', async (ctx: Context) => {
      seen.push(ctx.input.command, ctx.signal.aborted);
      ctx.log('looked at', { a: 1 });
      ctx.state.set('k', 1);
      ctx.session.set('k', 2);
      return ctx.deny('not here');
    });
    const returned = (await added.handler(fields, calls)) as JsonObject;
    assert.equal(returned.action, 'deny');
    assert.equal(returned.reason, 'not here');
    assert.deepEqual(seen, ['ls', false]);
    assert.deepEqual(logs, ['looked at { a: 1 }']);
    assert.equal(calls.state.get('k'), 1);
    assert.equal(calls.session.get('k'), 2);
  });

  it('may ask a model, under its own name and from its own place', async () => {
    for (const [options, name] of [
      [{}, 'addHook[3]'],
      [{ name: 'Mine' }, 'Mine'],
    ] as const) {
      const { calls, asked } = callsOf();
      const added = made('preToolUse', options, async (ctx: Context) => [
        await ctx.complete('is it safe?'),
        await ctx.complete('and now?', { maxTokens: 5 }),
      ]);
      assert.deepEqual(await added.handler(fields, calls), ['an answer', 'an answer']);
      const by = { hook: name, file: '/x/extension.js', line: 12, event: 'preToolUse', runId: 'r' };
      assert.deepEqual(asked, [
        ['is it safe?', {}, by],
        ['and now?', { maxTokens: 5 }, by],
      ]);
    }
    const { calls, asked } = callsOf();
    await made('preToolUse', (ctx: Context) => ctx.complete('in a subagent')).handler({ ...fields, taskId: 'agent_1' }, calls);
    assert.equal((asked[0] as [string, object, { taskId?: string }])[2].taskId, 'agent_1');
    await assert.rejects(
      Promise.resolve(made('preToolUse', (ctx: Context) => ctx.complete('')).handler(fields, calls)),
      /ctx\.complete: the prompt must be a text/,
    );
  });

  it('fails with words that help, and with what was thrown behind them', async () => {
    const { calls } = callsOf();
    const writes = made('preToolUse', (ctx: Context) => {
      (ctx as { input: unknown }).input = {};
    });
    const error = await Promise.resolve(writes.handler(fields, calls)).then(
      () => assert.fail(),
      (thrown: Error) => thrown,
    );
    assert.match(error.message, /ctx is read-only: return ctx\.modify\(\{ input: … \}\) instead/);
    assert.ok(error.cause instanceof TypeError);
    const throwsText = made('preToolUse', () => {
      throw 'a text';
    });
    assert.equal(
      await Promise.resolve(throwsText.handler(fields, calls)).then(
        () => assert.fail(),
        (thrown: unknown) => thrown,
      ),
      'a text',
    );
  });
});
