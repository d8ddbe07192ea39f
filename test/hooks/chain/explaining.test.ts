import assert from 'node:assert/strict';
import { hook, policy } from '../../../src/api';
import { explainChain, hookPointOf } from '../../../src/hooks/chain/choosing/explain';
import type { JsonObject } from '../../../src/shared/basics/json';
import type { HookEvent } from '../../../src/shared/events/events';
import { hookPoints } from '../../../src/shared/hooks/points';
import { bash, hooksOf, requestOf, run, toolFacts } from './chaining';

/** The event as it is recorded of a dispatch of these hooks. */
async function recorded(exports: Record<string, unknown>, request = bash('ls'), more: object = {}) {
  const hooks = hooksOf(exports);
  const result = await run(exports, request);
  const type = hookPoints[request.event].type;
  const { action } = result.end;
  const event = {
    ...request.run,
    ...{ id: 'e', type, toolName: (request.payload as JsonObject).toolName, toolCallId: 'call-1' },
    ...{ input: result.payload.input, hooks: result.hooks, skipped: result.skipped, hookSet: result.hookSet },
    ...(result.payload.requestedInput ? { requestedInput: result.payload.requestedInput } : {}),
    data: action === 'continue' ? {} : { decision: action },
    ...more,
  } as unknown as HookEvent;
  const asked: JsonObject[] = [];
  const steps = explainChain(event, hooks, (tool, input) => {
    asked.push(input);
    return toolFacts(tool, input);
  });
  /** `NAME`, or `NAME: why (wanted) by`. */
  const told = steps.map(({ name, skipped }) =>
    skipped
      ? `${name}: ${skipped.why}${skipped.wanted === undefined ? '' : ` (${skipped.wanted})`}${skipped.by ? ` by ${skipped.by}` : ''}`
      : name,
  );
  return { hooks, steps, told, asked, event };
}
const quiet = () => undefined;

describe('what is told of a chain', () => {
  it('knows which hook point leaves an event, and nothing of others', async () => {
    assert.equal(hookPointOf('pre_tool_use'), 'preToolUse');
    assert.equal(hookPointOf('hooks_reloaded'), undefined);
    const { event, hooks } = await recorded({ a: hook('preToolUse', quiet) });
    assert.deepEqual(explainChain({ ...event, type: 'hooks_reloaded' } as never, hooks, toolFacts), []);
  });

  it('is each hook of the event in its order, with its place, then the policies; other events concern nobody', async () => {
    const { steps } = await recorded({
      judge: policy(quiet),
      low: hook('preToolUse', { priority: -1 }, quiet),
      named: hook('preToolUse', { name: 'Named', priority: 5 }, quiet),
      other: hook('postToolUse', quiet),
    });
    assert.deepEqual(
      steps.map(({ name, kind, line, priority, skipped }) => [name, kind, line, priority, skipped]),
      [
        ['Named', 'hook', 3, 5, undefined],
        ['low', 'hook', 2, -1, undefined],
        ['judge', 'policy', 1, 0, undefined],
      ],
    );
    assert.ok(steps.every(({ id, file }) => id.startsWith(file)));
  });

  it('leaves policies out where they are not asked', async () => {
    const { told } = await recorded({ judge: policy(quiet), after: hook('postToolUse', quiet) }, requestOf('postToolUse'));
    assert.deepEqual(told, ['after']);
  });

  it('says why each did not run, and what it had wanted', async () => {
    const { told } = await recorded({
      off: hook('preToolUse', { enabled: false }, quiet),
      reads: hook('preToolUse', { tools: ['Read', 'Write'] }, quiet),
      pushes: hook('preToolUse', { match: { command: ['git push', 'git tag'] } }, quiet),
      helper: hook('preToolUse', { agents: ['helper', 'scout'] }, quiet),
      ran: hook('preToolUse', quiet),
      judge: policy({ tools: 'Read' }, quiet),
    });
    assert.deepEqual(told, [
      'off: disabled',
      'reads: tool (Read, Write)',
      'pushes: match (command: git push | git tag)',
      'helper: agent (helper, scout)',
      'ran',
      'judge: tool (Read)',
    ]);
  });

  it('names who ended the chain: neither the hooks behind it nor the policies were asked', async () => {
    const { told } = await recorded({
      off: hook('preToolUse', { priority: 9, enabled: false }, quiet),
      looks: hook('preToolUse', { priority: 8 }, quiet),
      stops: hook('preToolUse', { priority: 7 }, (ctx) => ctx.deny('no')),
      behind: hook('preToolUse', quiet),
      judge: policy(quiet),
    });
    assert.deepEqual(told, ['off: disabled', 'looks', 'stops', 'behind: ended by stops', 'judge: ended by stops']);
  });

  it('does not take the word of a shadow, or of a policy, for the end', async () => {
    const shadow = await recorded({
      would: hook('preToolUse', { shadow: true, priority: 9 }, (ctx) => ctx.deny('no')),
      after: hook('preToolUse', quiet),
      judge: policy(quiet),
    });
    assert.deepEqual(shadow.told, ['would', 'after', 'judge']);
    const judged = await recorded({ judge: policy((ctx) => ctx.deny('no')), reads: policy({ tools: 'Read' }, quiet) });
    assert.deepEqual(judged.told, ['judge', 'reads: tool (Read)']);
  });

  it('is that nobody was there to ask, where nothing was against a hook that did not run', async () => {
    const { event, hooks } = await recorded({ a: hook('preToolUse', quiet), judge: policy(quiet) });
    const gone = { ...event, hooks: [], skipped: undefined } as unknown as HookEvent;
    const steps = explainChain(gone, hooks, toolFacts);
    assert.deepEqual(
      steps.map(({ skipped }) => skipped),
      [{ why: 'ended' }, { why: 'ended' }],
    );
  });

  it('reads each hook by the input that it would have met: the model’s, as those before it had changed it', async () => {
    const becomes = (command: string) => (ctx: { modify(patch: object): unknown }) => ctx.modify({ input: { command } });
    const { told, asked } = await recorded({
      early: hook('preToolUse', { priority: 9, match: { command: 'git push' } }, quiet),
      first: hook('preToolUse', { priority: 8 }, becomes('git push') as never),
      shadow: hook('preToolUse', { priority: 7, shadow: true }, becomes('rm x') as never),
      late: hook('preToolUse', { priority: 6, match: { command: 'rm *' } }, quiet),
      matched: hook('preToolUse', { priority: 5, match: { command: 'git push' } }, quiet),
      judge: policy({ match: { command: 'rm *' } }, quiet),
    });
    assert.deepEqual(told, [
      'early: match (command: git push)',
      'first',
      'shadow',
      'late: match (command: rm *)',
      'matched',
      'judge: match (command: rm *)',
    ]);
    assert.deepEqual(
      asked.map(({ command }) => command),
      ['ls', 'git push', 'git push'],
    );
  });

  it('does not ask for the facts of a tool where the event has none', async () => {
    const { told, asked } = await recorded(
      { a: hook('beforeStep', { agents: 'other' }, quiet), b: hook('beforeStep', quiet) },
      requestOf('beforeStep'),
    );
    assert.deepEqual(told, ['a: agent (other)', 'b']);
    assert.deepEqual(asked, []);
  });

  it('reads changes of whole inputs and of single fields, by hooks alone, and no other changes', async () => {
    const { event, hooks } = await recorded({
      one: hook('preToolUse', { priority: 9 }, quiet),
      late: hook('preToolUse', { priority: 8, match: { command: 'git push' } }, quiet),
      judge: policy(quiet),
      strict: policy({ match: { command: 'git push' } }, quiet),
    });
    const first = event.hooks[0]!;
    const judged = event.hooks.find(({ kind }) => kind === 'policy')!;
    const asked = (changed: object[], ofPolicy: object[] = []) => {
      const inputs: unknown[] = [];
      const changedEvent = {
        ...event,
        requestedInput: { command: 'ls' },
        hooks: [
          { ...first, changed },
          { ...judged, changed: ofPolicy },
        ],
      };
      explainChain(changedEvent as never, hooks, (tool, input) => {
        inputs.push(input.command);
        return toolFacts(tool, input);
      });
      return inputs;
    };
    assert.deepEqual(asked([{ field: 'input', after: { command: 'git tag' } }]), ['git tag', 'git tag']);
    assert.deepEqual(asked([{ field: 'input.command', after: 'git tag' }]), ['git tag', 'git tag']);
    assert.deepEqual(asked([{ field: 'metadata', after: { command: 'no' } }]), ['ls', 'ls']);
    assert.deepEqual(asked([{ field: 'input', after: 'no object' }]), ['ls', 'ls']);
    assert.deepEqual(asked([], [{ field: 'input', after: { command: 'no' } }]), ['ls', 'ls']);
  });

  it('has asked the policies where one of them is on record, whatever a hook decided', async () => {
    const { event, hooks } = await recorded({
      votes: hook('preToolUse', { priority: 9 }, (ctx) => ctx.allow()),
      judge: policy((ctx) => ctx.deny('no')),
      reads: policy({ tools: ['Read', 'Write'] }, quiet),
    });
    const why = (one: HookEvent) =>
      explainChain(one, hooks, toolFacts).map(({ name, skipped }) => [name, skipped?.why, skipped?.by]);
    const denied = { ...event, data: { decision: 'deny' } } as never;
    assert.deepEqual(why(denied), [
      ['votes', undefined, undefined],
      ['judge', undefined, undefined],
      ['reads', 'tool', undefined],
    ]);
    // Denied by whom is not on record: the policies may have been asked for all that is known.
    const byNobody = { ...event, hooks: [], data: { decision: 'deny' } } as never;
    assert.deepEqual(why(byNobody), [
      ['votes', 'ended', undefined],
      ['judge', 'ended', undefined],
      ['reads', 'tool', undefined],
    ]);
  });

  it('says all fields that a match wanted, and whose agents', async () => {
    const { told } = await recorded(
      {
        fields: hook('preToolUse', { priority: 9, match: { command: ['a', 'b'], description: 'c' } }, quiet),
        own: hook('preToolUse', { inherit: 'never' }, quiet),
      },
      requestOf('preToolUse', { ...toolFacts('Bash', { command: 'ls' }) }, { agentName: 'helper', branch: 'main/helper' }),
    );
    assert.equal(told[0], 'fields: match (command: a | b, description: c)');
    assert.ok(told[1] === 'own' || told[1] === 'own: agent (inherit: never)', told[1]);
  });
});
