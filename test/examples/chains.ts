/** Examples of how hooks of one event work together. */
import assert from 'node:assert/strict';
import { call, type Examples, outcomes, ranAt, says } from './example';

const answeredBy = (text: string): Examples[string] => ({
  prompts: ['how?'],
  script: says(),
  check: (core, [result]) => {
    assert.equal(result!.text, text);
    assert.deepEqual(ranAt(core, 'pre_model_call'), ['answers']);
  },
});

export const chainExamples: Examples = {
  'group-stop-at-first': answeredBy('From the list of frequent questions.'),
  'group-continue-on-error': answeredBy('From the search index.'),
  'group-continue-on-response': answeredBy('A better answer.'),
  'group-continue-on-both': answeredBy('A better answer.'),
  'pass-through': {
    prompts: [call('Bash', { command: 'echo same' })],
    check: (core) => {
      const event = core.event('pre_tool_use');
      assert.equal(event.hooks[0]!.decision, 'continue');
      assert.equal(event.requestedInput, undefined);
      assert.equal(core.event('post_tool_use').output, 'same');
    },
  },
  'priority-guards': {
    prompts: [`${call('Bash', { command: ' echo hi ' })}\n${call('Bash', { command: 'shutdown now' })}`],
    check: (core) => {
      const [first, second] = core.events.filter((event) => event.type === 'pre_tool_use');
      assert.deepEqual(
        first!.hooks.map((hook) => hook.name),
        ['guard', 'log', 'addDescription', 'tidy'],
      );
      assert.deepEqual(first!.input, { command: 'echo hi', description: 'by the agent' });
      assert.deepEqual(
        second!.hooks.map((hook) => hook.name),
        ['guard'],
      );
      assert.equal(outcomes(core)[1], 'denied: The machine stays on.');
    },
  },
  'input-accumulation': {
    prompts: [call('Bash', { command: 'echo hi' })],
    check: (core) =>
      assert.deepEqual(core.event('tool_settled').input, {
        command: 'echo hi',
        timeout: 30_000,
        description: 'at most 30000 ms',
      }),
  },
};
