/** Examples at model calls. */
import assert from 'node:assert/strict';
import { call, calls, type Examples, logsOf, RecordingModel, says } from './example';

const styled = new RecordingModel(says('Understood.', 'Fine.'));
const asked = new RecordingModel(says('Four.', 'Five.'));
const concise = new RecordingModel(says('Yes.'));
const reviewer = new RecordingModel(says('{"verdict": "approve", "reason": "short"}'));
const reading = new RecordingModel({
  turns: [calls('Read', { file_path: 'a.txt' }), calls('LS', { path: '.' }), ...says('read').turns],
});
const overloaded = { error: { status: 529, type: 'overloaded_error', message: 'Overloaded' } };

export const modelExamples: Examples = {
  'inject-message': {
    prompts: ['hello'],
    model: styled,
    check: (core) => {
      assert.match(String(styled.requests[0]!.messages[0]!.content), /^Whatever I ask/);
      assert.equal(core.session.history.length, 2);
    },
  },
  'append-system-prompt': {
    prompts: ['hello'],
    model: concise,
    check: () => assert.equal(concise.requests[0]!.system, 'You are a test.\nBe concise.'),
  },
  'system-prompt-and-format': {
    prompts: ['review'],
    model: reviewer,
    check: () => {
      const [request] = reviewer.requests;
      assert.equal(request!.system, 'You review changes. You do not edit.');
      assert.equal((request!.output_config as { format: { type: string } }).format.type, 'json_schema');
    },
  },
  'answer-for-failed-model': {
    prompts: ['hello', 'hello again'],
    script: { turns: [overloaded, overloaded, { error: { status: 400, type: 'invalid_request_error', message: 'too long' } }] },
    check: (core, [first, second]) => {
      assert.equal(first!.text, 'The model is overloaded. Please try again in a minute.');
      assert.equal(core.events.filter((event) => event.type === 'model_retry').length, 1);
      assert.equal(second!.error?.message, 'too long');
    },
  },
  'cached-answer-before-model': {
    prompts: ['2 + 2?', '2 + 3?', '2 + 2?'],
    model: asked,
    check: (_core, results) => {
      assert.deepEqual(
        results.map((result) => result.text),
        ['Four.', 'Five.', 'Four.'],
      );
      assert.equal(asked.requests.length, 2);
    },
  },
  'answer-ping': {
    prompts: ['/ping'],
    script: says(),
    check: (core, [result]) => {
      assert.equal(result!.text, 'pong');
      assert.equal(core.event('post_model_call').data?.origin, 'hook');
    },
  },
  'annotate-response': {
    prompts: [call('LS', { path: '.' })],
    check: (core, [result]) => {
      assert.match(result!.text, /— rehearsal$/);
      assert.equal(core.session.history.flatMap((message) => JSON.stringify(message).match(/— rehearsal/g) ?? []).length, 1);
    },
  },
  'trim-then-upper-case': {
    prompts: ['hello', 'again'],
    script: { turns: [...says('  four  ').turns, { error: { status: 400, type: 'invalid_request_error', message: 'no' } }] },
    check: (core, [result, failed]) => {
      assert.equal(result!.text, 'FOUR');
      const texts = core.event('post_model_call').hooks.map(({ name, changed }) => {
        const { before, after } = JSON.parse(JSON.stringify(changed![0])) as Record<'before' | 'after', { text: string }[]>;
        return [name, before[0]!.text, after[0]!.text];
      });
      assert.deepEqual(texts, [
        ['trim', '  four  ', 'four'],
        ['upperCase', 'four', 'FOUR'],
      ]);
      assert.equal(failed!.error?.message, 'no');
      assert.deepEqual(core.all('hook_error'), []);
    },
  },
  'shorten-old-results': {
    prompts: ['read it'],
    files: { 'a.txt': 'word '.repeat(50) },
    model: reading,
    check: (core) => {
      const [, second, third] = reading.requests.map(({ messages }) => JSON.stringify(messages));
      assert.ok(second!.includes('word '.repeat(50).trim()));
      assert.match(third!, /… \(shortened\)/);
      assert.ok(!third!.includes('word '.repeat(20)));
      assert.match(JSON.stringify(core.session.history), /shortened/);
    },
  },
  'counted-steps': {
    prompts: ['go on'],
    script: { turns: Array.from({ length: 5 }, () => calls('LS', { path: '.' })) },
    check: (core, [result]) => {
      assert.equal(result!.signals[0]?.message, 'Step limit reached: 2/2');
      assert.equal(core.all('post_model_call').length, 3);
    },
  },
  'step-limit': {
    prompts: ['go on'],
    script: { turns: Array.from({ length: 12 }, () => ({ content: [{ type: 'tool_use', name: 'LS', input: { path: '.' } }] })) },
    check: (_core, [result]) => assert.equal(result!.signals[0]?.message, 'Step limit reached: 10/10'),
  },
  'token-limit': {
    prompts: ['go on'],
    script: {
      turns: [
        {
          content: [{ type: 'tool_use', name: 'LS', input: { path: '.' } }],
          usage: { input_tokens: 49_000, output_tokens: 1_500 },
        },
      ],
    },
    check: (_core, [result]) => assert.equal(result!.signals[0]?.message, 'Token limit reached: 50500/50000'),
  },
  'time-limit': (() => {
    let time = 0;
    return {
      prompts: ['go on'],
      // The model takes a minute and a quarter.
      model: new (class extends RecordingModel {
        override call(...args: Parameters<RecordingModel['call']>) {
          time += 75_000;
          return super.call(...args);
        }
      })({ turns: [{ content: [{ type: 'tool_use', name: 'LS', input: { path: '.' } }] }] }),
      now: () => time,
      check: (_core, [result]) => assert.equal(result!.signals[0]?.message, 'Execution time limit reached: 75.00s/60.00s'),
    } satisfies Examples[string];
  })(),
  'finish-reasons': {
    prompts: ['go on'],
    script: { turns: [{ content: [{ type: 'text', text: 'searching' }], stop_reason: 'pause_turn' }] },
    check: (_core, [result]) => {
      assert.equal(result!.status, 'stopped');
      assert.equal(result!.signals[0]?.message, 'Finish reason "pause_turn" matched stop condition');
    },
  },
  'all-guards': {
    prompts: ['hello'],
    check: (core) =>
      assert.deepEqual(
        core.event('before_step').hooks.map((hook) => hook.name),
        ['stepLimit(3)', 'tokenLimit(32768)'],
      ),
  },
  timings: {
    prompts: [call('LS', { path: '.' })],
    edit: (text) => `${text}
export const left = hook(['postToolUse', 'afterRun'], { priority: -1 }, (ctx) => {
  const call = ctx.event === 'postToolUse' ? \`tool:\${ctx.toolCallId}\` : '';
  ctx.log(['agent:main', 'model:main', call].filter((key) => ctx.state.has(key)).join());
});`,
    check: (core) => {
      const logs = logsOf(core).map((line) => line.replace(/\d+ ms/, 'N ms'));
      assert.deepEqual(logs, [
        'model rehearsal: N ms',
        'tool LS: N ms',
        'agent:main',
        'model rehearsal: N ms',
        'agent main: N ms',
        '',
      ]);
    },
  },
};
