/** Examples at messages, agents and runs. */
import assert from 'node:assert/strict';
import { call, calls, type Examples, logsOf, RecordingModel, says } from './example';

const once = new RecordingModel(says('Blue.'));

const definition = (name: string) => `---\nname: ${name}\ndescription: A ${name}.\n---\nYou are a ${name}.\n`;
const task = (name: string) => calls('Agent', { subagent_type: name, prompt: 'do it' });

export const agentExamples: Examples = {
  'cached-answer-before-agent': {
    prompts: ['What colour?', 'What colour?'],
    model: once,
    check: (core, results) => {
      assert.deepEqual(
        results.map((result) => result.text),
        ['Blue.', 'Blue.'],
      );
      assert.equal(once.requests.length, 1);
      assert.equal(core.session.history.length, 4);
    },
  },
  'sanitise-response': {
    prompts: ['who?'],
    script: says('Ask ann@example.org.'),
    check: (core, [result]) => {
      assert.equal(result!.text, 'Ask [address]');
      assert.doesNotMatch(JSON.stringify(core.session.history), /example\.org/);
    },
  },
  'time-run': {
    prompts: ['hello', 'hello'],
    script: says('Hi.'),
    check: (core) => {
      const [done, failed] = logsOf(core, 'timeRun');
      assert.match(done!, /^done after \d+ ms$/);
      assert.match(failed!, /^error after \d+ ms: the rehearsal script has 1 turns/);
    },
  },
  'reject-pii': {
    prompts: ['mine is 078-05-1120', 'call +49 30 1234567 please'],
    check: (core, [refused, masked]) => {
      assert.equal(refused!.error?.message, 'Please leave social security numbers out.');
      assert.equal(masked!.status, 'done');
      assert.equal(core.session.history[0]!.content, 'call [phone] please');
    },
  },
  'abort-command': {
    prompts: ['/abort all of it'],
    script: says(),
    check: (_core, [result]) => assert.equal(result!.text, 'Aborted, nothing was done.'),
  },
  footer: {
    prompts: ['hello', 'hello'],
    script: says('Hi.'),
    check: (_core, [answered, failed]) => {
      assert.match(answered!.text, /^Hi\.\n— Check/);
      assert.equal(failed!.text, '');
    },
  },
  'token-budget': {
    prompts: ['one', 'two', 'three'],
    script: {
      turns: [150_000, 60_000].map((tokens) => ({
        content: [{ type: 'text', text: 'ok' }],
        usage: { input_tokens: tokens, output_tokens: 0 },
      })),
    },
    check: (core, results) => {
      assert.deepEqual(
        results.map((result) => [result.status, result.text, result.signals[0]?.message]),
        [
          ['done', 'ok', 'The agent finished'],
          ['stopped', 'ok', 'Token limit reached: 210000/200000'],
          ['stopped', '', 'Token limit reached: 210000/200000'],
        ],
      );
      assert.equal(core.events.filter((event) => event.type === 'pre_model_call').length, 2);
    },
  },
  'run-lifecycle': {
    prompts: ['hello', call('LS', {})],
    script: says('Hi.'),
    check: (core) =>
      assert.deepEqual(
        logsOf(core).map((line) => line.slice(0, 24)),
        ['begins: hello', 'done: Hi.', 'begins: /call LS {}', 'failed: the rehearsal sc'],
      ),
  },
  'prompt-context': {
    prompts: ['deploy'],
    check: (core) => {
      assert.deepEqual(core.session.history[0]!.content, [
        { type: 'text', text: 'deploy' },
        { type: 'text', text: '[Environment: staging]' },
      ]);
    },
  },
  'metrics-at-stop': {
    prompts: ['hello'],
    script: { turns: [{ content: [{ type: 'text', text: 'Hi.' }], usage: { input_tokens: 12, output_tokens: 3 } }] },
    check: (core) => assert.deepEqual(logsOf(core), ['completed: 1 turns, 12 + 3 tokens, $0.0000']),
  },
  'inherited-hooks': {
    prompts: ['go'],
    files: {
      '.hooksmith/agents/writer.md': definition('writer'),
      '.hooksmith/agents/reader.md': definition('reader'),
      '.hooksmith/agents/reader/hooks/own.ts': `import { hook } from 'hooksmith';\nexport const own = hook('preToolUse', () => {});`,
    },
    script: {
      turns: [task('writer'), task('reader'), ...says('done').turns],
      agents: {
        writer: { turns: [calls('LS', { path: '.' }), ...says('written').turns] },
        reader: { turns: [calls('LS', { path: '.' }), ...says('read').turns] },
      },
    },
    check: (core) => {
      const main = ['everywhere: main', 'fallback: main', 'main only: main'];
      const writer = ['everywhere: main/writer', 'fallback: main/writer', 'writers: main/writer'];
      assert.deepEqual(logsOf(core), [...main, ...writer, ...main, 'everywhere: main/reader']);
    },
  },
  'subagent-costs': {
    prompts: ['go'],
    files: { '.hooksmith/agents/writer.md': definition('writer') },
    script: {
      turns: [{ ...task('writer'), usage: { input_tokens: 100, output_tokens: 1 } }, ...says('done').turns],
      agents: { writer: { turns: [{ ...says('written').turns[0]!, usage: { input_tokens: 20, output_tokens: 5 } }] } },
    },
    check: (core) => assert.deepEqual(logsOf(core), ['main/writer (do it): 25 tokens']),
  },
};
