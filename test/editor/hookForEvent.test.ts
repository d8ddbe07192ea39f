import assert from 'node:assert/strict';
import { hookForEvent } from '../../src/editor/hookForEvent';
import type { HookEvent } from '../../src/shared/events';
import { Core } from '../fixtures/core';
import { type LooseFacts, madeEvent } from '../fixtures/events';

const eventOf = (type: string, more: LooseFacts = {}) => madeEvent(type, more);

describe('a hook made for an event', () => {
  let core: Core | undefined;
  afterEach(() => core?.stop());
  const live = async (event: HookEvent) => {
    const { name, code } = hookForEvent(event);
    core = await Core.start({ hooks: { [`${name}.ts`]: code } });
    assert.deepEqual(core.loaded.problems, []);
    return core.host.descriptions[0]!;
  };

  for (const [type, more, kind, events] of [
    ['pre_tool_use', { toolName: 'Bash', input: { command: 'git push' } }, 'policy', ['preToolUse']],
    ['approval_requested', { toolName: 'Write', input: { file_path: '/a' } }, 'policy', ['preToolUse']],
    ['post_tool_use', { toolName: 'Bash', input: { command: 'ls' } }, 'hook', ['postToolUse']],
    ['user_message', { input: { role: 'user', content: 'x' } }, 'hook', ['userMessage']],
    ['model_retry', {}, 'hook', ['event']],
    ['hooks_reloaded', {}, 'hook', ['event']],
  ] as const)
    it(`of ${type} loads and listens to ${events}`, async () => {
      const hook = await live(eventOf(type, more));
      assert.equal(hook.kind, kind);
      assert.deepEqual(hook.events, events);
      if ('toolName' in more) assert.deepEqual(hook.options.tools, [more.toolName]);
    });

  it('judges the very call that it was made from', async () => {
    const { name, code } = hookForEvent(eventOf('pre_tool_use', { toolName: 'Bash', input: { command: 'echo hi' } }));
    core = await Core.start({ hooks: { [`${name}.ts`]: code } });
    await core.session.send('/call Bash {"command": "echo hi"}');
    assert.deepEqual(
      core.event('pre_tool_use').hooks.map((record) => record.decision),
      ['ask'],
    );
  });

  it('holds names and inputs that a model chose as data, in a file of a plain name', async () => {
    const evil = "x' }, () => 1); process.exit(1); /* */ ../../../boom";
    const hook = await live(eventOf('pre_tool_use', { toolName: evil, input: { command: `${evil}\n\`\${1}\`` } }));
    assert.deepEqual(hook.options.tools, [evil]);
    assert.match(hookForEvent(eventOf('pre_tool_use', { toolName: evil })).name, /^[a-z0-9-]+$/);
  });
});
