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
  'group-of-tool-hooks': {
    prompts: [
      [call('Read', { file_path: 'remote/a.txt' }), call('Read', { file_path: 'local.txt' }), call('LS', { path: '.' })].join(
        '\n',
      ),
    ],
    files: { 'local.txt': 'here' },
    check: (core) => {
      const [copied, failed, listed] = core.all('tool_settled');
      assert.equal(copied!.output, 'a copy of remote/a.txt');
      assert.equal(failed!.data.outcome, 'denied');
      assert.match(failed!.reason!, /the shared cache is being built/);
      assert.equal(listed!.data.outcome, 'ok');
    },
  },
  'group-of-agent-hooks': {
    prompts: ['hello', 'What are you?', 'What else?'],
    script: says('awake'),
    check: (core, results) => {
      assert.deepEqual(
        results.map(({ text }) => text),
        ['awake', 'The agent of this repository.', 'I do not know.'],
      );
      assert.equal(core.all('post_model_call').length, 1);
    },
  },
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
