/** A call that will not run is told as such at once, whoever refused it: it settles only once the calls beside it have. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/shared/basics/json';
import { isKept } from '../../src/shared/stream/stream';
import { foldConversation } from '../../src/view/conversation/conversationFold';
import { newConversation } from '../../src/view/conversation/conversationState';
import { Core, type CoreOptions, type Human, SharedHost } from '../fixtures/core';
import { nested } from '../fixtures/nested';

describe('a call that is refused', () => {
  const host = new SharedHost();
  after(() => host.dispose());

  const call = (id: string, name: string, input: JsonObject) => ({ type: 'tool_use' as const, id, name, input });
  const outside = call('later', 'Read', { file_path: '/elsewhere/notes.txt' });
  const rows: [string, ReturnType<typeof call>, CoreOptions, object, RegExp][] = [
    [
      'a rule',
      call('first', 'Bash', { command: 'git push' }),
      { permissions: { deny: ['Bash(git push*)'] } },
      { kind: 'rule', name: 'Bash(git push*)' },
      /^denied by the rule Bash\(git push\*\)$/,
    ],
    [
      'Plan mode',
      call('first', 'Write', { file_path: 'a.txt', content: 'a' }),
      { permissions: { mode: 'plan' } },
      { kind: 'mode', name: 'plan' },
      /^Plan mode: Write would act/,
    ],
    [
      'a policy',
      call('first', 'Bash', { command: 'sudo ls' }),
      { hooks: { 'p.ts': "import { denyCommands } from 'hooksmith';\nexport const noSudo = denyCommands('sudo');" } },
      { kind: 'policy', name: 'denyCommands(sudo)' },
      /^command contains blocked pattern: sudo$/,
    ],
    [
      'a policy, of a call that a hook had answered',
      call('first', 'Bash', { command: 'ls' }),
      {
        hooks: {
          'p.ts':
            "import { hook, policy } from 'hooksmith';\nexport const answers = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.respond('no'));\nexport const never = policy({ tools: 'Bash' }, (ctx) => ctx.deny('never'));",
        },
      },
      { kind: 'policy', name: 'never' },
      /^never$/,
    ],
    [
      'what it would be held to',
      call('first', 'Read', { file_path: 'a.txt' }),
      {
        files: { 'a.txt': 'a' },
        hooks: {
          'p.ts':
            "import { policy } from 'hooksmith';\nexport const held = policy({ tools: 'Read' }, (ctx) => ctx.confine({ denyRead: ['a.txt'], reason: 'not that one' }));",
        },
      },
      { kind: 'policy', name: 'held' },
      /^not that one: /,
    ],
  ];
  for (const [who, first, options, by, reason] of rows)
    it(`by ${who} says so while another is still asked about, and in a view that comes later`, async () => {
      const seen: ReturnType<typeof rowOf>[] = [];
      const core: Core = await Core.start({
        ...{ host, ...options },
        script: {
          turns: [{ content: [first, outside], stop_reason: 'tool_use' }, { content: [{ type: 'text', text: 'done' }] }],
        },
        human: ({ id, inputHash, toolCallId }) => {
          if (toolCallId === 'later') for (const items of [core.items, core.session.items]) seen.push(rowOf(items, 'first'));
          return { id, inputHash, decision: 'deny' };
        },
      });
      try {
        await core.session.send('go');
        assert.equal(seen.length, 2);
        for (const row of seen) {
          assert.equal(row.refused, 'denied');
          assert.match(row.reason ?? '', reason);
          const { kind, name } = row.decidedBy!;
          assert.deepEqual({ kind, name }, by);
        }
        const settled = core.all('tool_settled').find(({ toolCallId }) => toolCallId === 'first')!;
        assert.equal(settled.data.outcome, 'denied');
        assert.deepEqual(core.event('pre_tool_use').data.refusal, { by: settled.decidedBy, reason: settled.reason });
        const { decidedBy: refusedBy, reason: why } = core.event('pre_tool_use');
        assert.deepEqual([refusedBy, why], [settled.decidedBy, settled.reason]);
      } finally {
        await core.stop();
      }
    });

  it('for what is nested without end is told so, and neither the calls beside it nor those after it are', async () => {
    const deep = { ...call('first', 'Bash', { command: 'echo no' }).input, description: nested(5000) };
    const core = await Core.start({
      host,
      permissions: { allow: ['Bash'] },
      hooks: { 'p.ts': "import { hook } from 'hooksmith';\nexport const seen = hook(['preToolUse', 'preModelCall'], () => {});" },
      script: {
        turns: [
          { content: [call('first', 'Bash', deep), call('beside', 'Bash', { command: 'echo 1' })], stop_reason: 'tool_use' },
          { content: [call('after', 'Bash', { command: 'echo 2' })], stop_reason: 'tool_use' },
          { content: [{ type: 'text', text: 'done' }] },
        ],
      },
    });
    try {
      const { status } = await core.session.send('go');
      assert.equal(status, 'done');
      assert.deepEqual(
        core.all('tool_settled').map(({ output, data }) => [data.outcome, output]),
        [
          ['error', 'invalid input for Bash: description: is nested deeper than 500 levels'],
          ['ok', '1'],
          ['ok', '2'],
        ],
      );
    } finally {
      await core.stop();
    }
  });

  it('by what came while the human was asked is not taken for their word', async () => {
    let mode: 'ask' | 'plan' = 'ask';
    const seen: unknown[] = [];
    const human: Human = ({ id, inputHash, toolCallId }) => {
      if (toolCallId === 'later') {
        const { refused, decidedBy } = rowOf(core.items, 'first');
        seen.push({ refused, decidedBy });
      }
      mode = 'plan';
      return { id, inputHash, decision: 'allow', scope: 'once' };
    };
    const core: Core = await Core.start({
      host,
      permissions: () => ({ mode }),
      human,
      script: {
        turns: [
          { content: [call('first', 'Bash', { command: 'touch a' }), outside], stop_reason: 'tool_use' },
          { content: [{ type: 'text', text: 'done' }] },
        ],
      },
    });
    try {
      await core.session.send('go');
      assert.deepEqual(seen, [{ refused: 'denied', decidedBy: { kind: 'mode', name: 'plan' } }]);
    } finally {
      await core.stop();
    }
  });

  it('by nobody is not told as one', async () => {
    const core = await Core.start({
      host,
      files: { 'a.txt': 'a' },
      script: {
        turns: [
          { content: [call('first', 'Read', { file_path: 'a.txt' })], stop_reason: 'tool_use' },
          { content: [{ type: 'text', text: 'done' }] },
        ],
      },
    });
    try {
      await core.session.send('go');
      assert.equal(core.event('tool_settled').data.outcome, 'ok');
      assert.equal('refusal' in core.event('pre_tool_use').data, false);
    } finally {
      await core.stop();
    }
  });
});

function rowOf(items: Core['session']['items'], toolCallId: string) {
  const state = newConversation();
  for (const item of items) if (isKept(item)) foldConversation(state, item);
  const row = state.tools.get(toolCallId);
  assert.ok(row, `no row of ${toolCallId}`);
  return row;
}
