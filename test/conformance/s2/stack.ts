/** Stacks of hooks and what a hook may change. */
import assert from 'node:assert/strict';
import { eventNames, hookPoints } from '../../../src/shared/hooks/points';
import { behaviour } from '../behaviour';
import { savedMeanwhile, turnsOf } from '../meanwhile';
import { call, say } from '../rehearse';

/** The events of a run whose tool fails, but not its model, that accept a change. */
const modified = eventNames.filter(
  (event) =>
    hookPoints[event].decisions.some((decision) => decision === 'modify') &&
    !['sessionStart', 'modelError', 'preCompact', 'beforeTranslate', 'afterTranslate'].includes(event),
);

const wrongPatch = `export const confused = hook('beforeStep', { onError: 'continue' }, () => ({ action: 'modify', toolCall: {}, system: 'Changed.' }));`;

export const stack = [
  behaviour('S2-01', 'T/C', 'same', 'high priority runs first, equal priorities in order of registration', async (rehearse) => {
    const { hooks } = await rehearse({
      hooks: `export const low = hook('preToolUse', () => {});
        export const low2 = hook('preToolUse', { priority: 0 }, () => {});
        export const high = hook('preToolUse', { priority: 10 }, () => {});`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(hooks('pre_tool_use'), ['high continue', 'low continue', 'low2 continue']);
  }),

  behaviour(
    'S2-02',
    'T',
    'same',
    'a dispatch ends with the hooks it began with; the new set counts from the next one',
    async (rehearse) => {
      const first = await savedMeanwhile(rehearse, '', `export const added = hook('userMessage', () => {});`);
      assert.deepEqual(turnsOf(await first.send('second')), [['slow'], ['slow', 'added']]);
    },
  ),

  behaviour('S2-03', 'T/C', 'same', 'a hook runs at the events it names, one or several, and at no others', async (rehearse) => {
    const { hooks } = await rehearse({
      hooks: `export const some = hook(['preToolUse', 'stop'], () => {});`,
      turns: [call('Echo', 'x')],
    });
    assert.deepEqual(
      [hooks(), hooks('pre_tool_use'), hooks('stop')],
      [['some continue', 'some continue'], ['some continue'], ['some continue']],
    );
  }),

  behaviour('S2-04', 'T', 'same', 'each hook gets what the one before made; the last state counts', async (rehearse) => {
    const { requests } = await rehearse({
      hooks: `const add = (text) => hook('beforeStep', (ctx) => ctx.modify({ system: ctx.system + text }));
        export const one = add(' One.'); export const two = add(' Two.');`,
    });
    assert.equal(requests[0]!.system, 'You are a test. One. Two.');
  }),

  behaviour(
    'S2-05',
    'C',
    'better',
    'a denial or a stop ends the chain; `ask` and `allow` are votes, after which later hooks still run',
    async (rehearse) => {
      const votes = await rehearse({
        hooks: `export const one = hook('preToolUse', (ctx) => ctx.allow('fine'));
        export const two = hook('preToolUse', (ctx) => ctx.ask('look'));
        export const three = hook('preToolUse', (ctx) => ctx.log('three ran'));`,
        turns: [call('Echo', 'x')],
      });
      assert.deepEqual([votes.logs, votes.prompts.length, votes.ran], [['three ran'], 1, ['Echo x']]);
      for (const ends of ['deny', 'stop']) {
        const ended = await rehearse({
          hooks: `export const one = hook('preToolUse', (ctx) => ctx.${ends}('no'));
          export const two = hook('preToolUse', (ctx) => ctx.log('two ran'));`,
          turns: [call('Echo', 'x')],
        });
        assert.deepEqual([ended.logs, ended.ran], [[], []], ends);
      }
    },
  ),
  behaviour('S2-06', 'C', 'n/a', 'a hook cannot change which event it is at'),
  behaviour(
    'S2-07',
    'C',
    'better',
    'a hook that throws leaves a hook_error and is decided by `onError`; each hook has its own record with name, start and duration',
    async (rehearse) => {
      const { events, hooks, results } = await rehearse({
        hooks: `export const bad = hook('postToolUse', () => { throw new Error('boom'); });
        export const good = hook('postToolUse', () => {});`,
        turns: [call('Echo', 'x')],
      });
      assert.equal(events.filter(({ type }) => type === 'hook_error').length, 1);
      assert.deepEqual(hooks('post_tool_use'), ['bad error', 'good continue']);
      for (const { name, startedAt, duration } of events.find(({ type }) => type === 'post_tool_use')!.hooks)
        assert.ok(name && Date.parse(startedAt) > 0 && duration >= 0);
      assert.deepEqual(results, ['x'], 'continue is the default there');
      for (const [onError, expected] of [
        ['deny', ['done', ['error: Tool call denied: boom']]],
        ['stop', ['error', ['error: Tool call skipped: boom']]],
        ['continue', ['done', ['x']]],
      ] as const) {
        const decided = await rehearse({
          hooks: `export const bad = hook('preToolUse', { onError: '${onError}' }, () => { throw new Error('boom'); });`,
          turns: [call('Echo', 'x')],
        });
        assert.deepEqual([decided.status, decided.results], expected, onError);
      }
    },
  ),
  behaviour(
    'S2-08',
    'C',
    'better',
    '`undefined` in a patch removes a field, so all that was set can be cleared',
    async (rehearse) => {
      const { requests } = await rehearse({
        hooks: `export const clear = hook('preModelCall', (ctx) => ctx.modify({ request: { system: undefined } }));`,
      });
      assert.equal(requests[0]!.system, undefined);
    },
  ),

  behaviour(
    'S2-09',
    'T',
    'better',
    'a patch of a field that the event does not have is a hook error, and nothing of it counts',
    async (rehearse) => {
      const { event, requests } = await rehearse({ hooks: wrongPatch });
      assert.match(event('hook_error').error!.message, /modify at beforeStep has no field 'toolCall'/);
      assert.equal(requests[0]!.system, 'You are a test.');
    },
  ),

  behaviour(
    'S2-10',
    'T',
    'same',
    'the error names hook, field and event; what a context says of itself cannot be changed',
    async (rehearse) => {
      const { events, status } = await rehearse({
        hooks: `${wrongPatch} export const rename = hook('beforeStep', (ctx) => { ctx.createdAt = 'now'; });`,
      });
      const [patch, assignment] = events.filter((event) => event.type === 'hook_error');
      assert.deepEqual([patch!.data!.hook, patch!.data!.event], ['confused', 'beforeStep']);
      assert.match(patch!.error!.message, /'toolCall'/);
      assert.match(assignment!.error!.message, /createdAt.*read-only/);
      assert.equal(status, 'error');
    },
  ),

  behaviour('S2-11', 'T', 'better', 'a change that is not allowed is never silent', async (rehearse) => {
    const { types, hooks } = await rehearse({ hooks: wrongPatch });
    assert.deepEqual([types('hook_error'), hooks()], [['hook_error'], ['confused error']]);
  }),

  behaviour(
    'S2-12',
    'T/C',
    'same',
    'each event says what may change; metadata may at all that accept a change',
    async (rehearse) => {
      const { logs, event } = await rehearse({
        hooks: `export const mark = hook(${JSON.stringify(modified)},
          (ctx) => ctx.modify({ metadata: { [ctx.event]: true } }));
        export const change = hook('postToolUse', (ctx) => ctx.modify({ output: 'changed', isError: true }));
        export const tell = hook('afterRun', (ctx) => ctx.log(Object.keys(ctx.metadata).sort().join()));`,
        turns: [say('on it', call('Throw', 'x'))],
      });
      assert.ok(modified.length >= 13, modified.join());
      assert.deepEqual(logs, [modified.toSorted().join()]);
      assert.deepEqual([event('tool_settled').output, event('tool_settled').isError], ['changed', true]);
    },
  ),
];
