import assert from 'node:assert/strict';
import { InterceptedHooks } from '../../../../src/hooks/parent/runs/intercepted';
import type { JsonObject } from '../../../../src/shared/basics/json';
import type { Intercept } from '../../../../src/shared/hooks/intercept';
import { toolCall, useMarkingHooks } from '../../../fixtures/hookSet';

describe('intercept', () => {
  const { start, count } = useMarkingHooks();
  const around = async (text: string, intercept: Intercept) => {
    const it = await start({ 'a.ts': text });
    const facts = (toolName: string, input: JsonObject) => ({ ...toolCall(String(input.command)).payload, toolName, input });
    const services = { toolFacts: facts, complete: async () => '', session: () => new Map() };
    const hooks = new InterceptedHooks(it.host, { hooks: true, intercept, services });
    return hooks.dispatch(toolCall('ls'));
  };
  const told = (hooks: readonly { name: string; noEffect?: string }[]) =>
    hooks.map(({ name, noEffect }) => (noEffect ? `${name}: ${noEffect}` : name));

  it('has its metadata merged into that of the hooks', async () => {
    const { metadata } = await around(
      "export const one = hook('preToolUse', (ctx) => ctx.modify({ metadata: { hook: 1 } }));",
      async (_event, _ctx, next) => {
        await next();
        return { action: 'modify', metadata: { own: 2 } };
      },
    );
    assert.deepEqual(metadata, { hook: 1, own: 2 });
  });

  it('voids the allow of an input that it changes, and the policies judge what it made', async () => {
    const { vote, hooks, judgement } = await around(
      "export const lets = hook('preToolUse', (ctx) => ctx.allow());\nexport const judge = policy((ctx) => { mark('judge'); if (ctx.input.command === 'rm') return ctx.deny('no rm'); });",
      async (_event, _ctx, next) => {
        await next();
        return { action: 'modify', input: { command: 'rm' } };
      },
    );
    assert.deepEqual([vote, judgement?.reason, count('judge')], [undefined, 'no rm', 2]);
    assert.match(told(hooks)[0]!, /^lets: intercept changed the input after it/);
  });

  it('drops all changes where it denies, and says so beside each', async () => {
    const { end, payload, context, metadata, hooks } = await around(
      "export const one = hook('preToolUse', (ctx) => ctx.modify({ input: { description: 'x' }, metadata: { a: 1 } }));",
      async (_event, _ctx, next) => {
        await next();
        return { action: 'deny', reason: 'no' };
      },
    );
    assert.deepEqual([end.action, payload.input, context, metadata], ['deny', { command: 'ls' }, [], undefined]);
    assert.deepEqual(told(hooks), ['one: dropped: intercept denied', 'intercept']);
  });

  it('cannot undo what has ended the chain, and is told so', async () => {
    const { end, hooks } = await around(
      "export const no = hook('preToolUse', (ctx) => ctx.deny('no'));",
      async (_event, _ctx, next) => {
        await next();
        return { action: 'allow' };
      },
    );
    assert.equal(end.action === 'deny' && end.reason, 'no');
    assert.deepEqual(told(hooks), ['no', 'intercept: no has ended it already']);
  });

  it('has the hooks of another tool run where it redirects, once each', async () => {
    const { payload, end } = await around(
      "export const every = hook('preToolUse', () => mark('every'));\nexport const reads = hook('preToolUse', { tools: 'Read' }, (ctx) => ctx.deny('not read'));",
      async (_event, _ctx, next) => {
        await next();
        return { action: 'redirect', toolName: 'Read', input: { command: 'x' } };
      },
    );
    assert.equal(end.action === 'deny' && end.reason, 'not read');
    assert.deepEqual([payload.toolName, count('every')], ['Bash', 1]);
  });
});
