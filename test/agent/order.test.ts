import assert from 'node:assert/strict';
import { foldSession } from '../../src/agent/session/sessionState';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import { messagesProblem } from '../../src/shared/messages/history';
import type { ContentBlock } from '../../src/shared/messages/messages';
import { Core, type CoreOptions, SharedHost } from '../fixtures/core';

const imports = "import { hook } from 'hooksmith';\n";
const call = (id: string, name: string, input = {}): ContentBlock => ({ type: 'tool_use', id, name, input });
const ls = (id: string) => call(id, 'LS', { path: '.' });
const turns = (...contents: ContentBlock[][]) => ({
  script: { turns: contents.map((content) => ({ content })) } as RehearsalScript,
});
const done: ContentBlock[] = [{ type: 'text', text: 'done' }];

describe('order of a run', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const start = async (hooks: string, options: CoreOptions = {}) => {
    core = await Core.start({ host, hooks: { 'a.ts': imports + hooks }, ...options });
  };
  const types = () => core.events.map((event) => event.type);
  const count = (type: string) => types().filter((other) => other === type).length;

  it('is that of the contract, the prompt and a failing tool included', async () => {
    await start('', turns([call('t1', 'Bash', { command: 'exit 3' })], done));
    await core.session.send('go');
    assert.deepEqual(types(), [
      'session_start',
      'before_run',
      'user_message',
      'message',
      'before_agent',
      'before_step',
      'pre_model_call',
      'post_model_call',
      'message',
      'pre_tool_use',
      'permission_request',
      'approval_requested',
      'approval_resolved',
      'tool_start',
      'tool_error',
      'post_tool_use',
      'tool_result_messages',
      'message',
      'tool_settled',
      'after_step',
      'before_step',
      'pre_model_call',
      'post_model_call',
      'message',
      'after_step',
      'stop',
      'after_agent',
      'run_done',
      'after_run',
    ]);
  });

  it('makes a field that the tool does not have an error of the hook that brought it, and names the nearest', async () => {
    const given = (input: string) =>
      `export const it = hook('preToolUse', { onError: 'continue' }, (ctx) => ctx.modify({ input: ${input} } as never));`;
    const told = async (hooks: string, use: ContentBlock) => {
      await core?.stop();
      await start(hooks, { ...turns([use], done), permissions: { mode: 'bypass' } });
      await core.session.send('go');
      return core.events.find((event) => event.type === 'hook_error')?.error?.message ?? core.event('pre_tool_use').input;
    };
    const bash = call('t1', 'Bash', { command: 'true' });
    assert.match(
      String(await told(given('{ comand: "false" }'), bash)),
      /input of Bash: it has no field 'comand', did you mean 'command'\?/,
    );
    assert.match(
      String(await told(given('{ xyzzy: 1 }'), bash)),
      /has no field 'xyzzy', but command, timeout, description, run_in_background/,
    );
    assert.match(
      String(
        await told(
          "export const it = hook('preToolUse', { tools: 'Bash', onError: 'continue' }, (ctx) => ctx.redirect('LS', { pth: '.', path: '.' } as never));",
          bash,
        ),
      ),
      /redirect to LS: it has no field 'pth', did you mean 'path'\?/,
    );
    const edit = { old_string: 'a', new_string: 'b' };
    const edits = call('t1', 'MultiEdit', { file_path: 'a.txt', edits: [edit] });
    assert.match(
      String(
        await told(
          given("{ edits: [{ old_string: 'a', new_string: 'c' }, { old_string: 'a', new_string: 'c', replace_al: true }] }"),
          edits,
        ),
      ),
      /input of MultiEdit: it has no field 'edits\[1\]\.replace_al', did you mean 'edits\[1\]\.replace_all'\?/,
    );
    // What the model itself brought is not the hook's, and what is taken out is no field.
    const extra = call('t1', 'Bash', { command: 'true', extra: 1 });
    assert.deepEqual(await told(given('{ ...ctx.input, timeout: 5000, gone: undefined }'), extra), {
      command: 'true',
      timeout: 5000,
    });
  });

  it('puts a retry to the human where a policy asks for it now', async () => {
    let asked = 0;
    await start(
      `import { policy } from 'hooksmith';
      let judged = 0;
      export const go = hook('preToolUse', (ctx) => ctx.allow('fine'));
      export const again = hook('toolError', (ctx) => ctx.retry());
      export const twice = policy((ctx) => judged++ > 0 ? ctx.ask('once more?') : undefined);`,
      {
        ...turns([call('t1', 'Bash', { command: 'exit 3' })], done),
        human: ({ id, inputHash }) => {
          asked++;
          return { id, inputHash, decision: 'deny', reason: 'enough' };
        },
      },
    );
    await core.session.send('go');
    assert.deepEqual([asked, count('tool_start')], [1, 1]);
    assert.match(core.event('approval_requested').reason!, /once more/);
    assert.equal(core.event('tool_settled').data?.outcome, 'rejected');
  });

  it('asks again where a call leads elsewhere than the human was shown', async () => {
    const reasons: string[] = [];
    await start('', {
      ...turns(
        [
          call('t1', 'Bash', { command: 'ln -s .git linked' }),
          call('t2', 'Write', { file_path: 'linked/hooks/pre-commit', content: 'x' }),
        ],
        done,
      ),
      files: { '.git/hooks/sample': '' },
      human: ({ id, inputHash, reason, toolName }) => {
        reasons.push(toolName);
        return /protected/.test(reason) && toolName === 'Write'
          ? { id, inputHash, decision: 'deny', reason: 'not there' }
          : { id, inputHash, decision: 'allow', scope: 'once' };
      },
    });
    await core.session.send('go');
    assert.deepEqual(reasons, ['Bash', 'Write', 'Write']);
    assert.equal(core.all('tool_settled').at(-1)!.data?.outcome, 'rejected');
  });

  it('has one afterRun and one end, whatever happened', async () => {
    const cases: [string, string, CoreOptions][] = [
      ['run_done', '', turns(done)],
      ['run_abort', "export const no = hook('userMessage', (ctx) => ctx.deny('no'));", turns(done)],
      ['run_abort', "export const no = hook('beforeAgent', (ctx) => ctx.deny('no'));", turns(done)],
      ['run_done', "export const no = hook('beforeStep', (ctx) => ctx.stop('no'));", turns(done)],
      ['run_done', "export const no = hook('afterStep', (ctx) => ctx.stop('no'));", turns([ls('t')], done)],
      ['run_error', "export const no = hook('beforeStep', { onError: 'stop' }, () => { throw new Error('x'); });", turns(done)],
      ['run_error', '', turns()],
    ];
    for (const [end, hooks, options] of cases) {
      await start(hooks, options);
      await core.session.send('go');
      const ends = types().filter((type) => /^run_/.test(type));
      assert.deepEqual([ends, count('after_run'), types().at(-1)], [[end], 1, 'after_run'], hooks);
      await core.stop();
    }
  });

  it('ends in order after a bug, and the session takes the next message', async () => {
    await start('', turns([ls('t1')], done, done));
    const { tools } = (core.session as unknown as { options: { deps: { tools: { facts(): unknown } } } }).options.deps;
    const { facts } = tools;
    tools.facts = () => {
      throw new Error('a bug');
    };
    const result = await core.session.send('go');
    assert.equal(result.status, 'error');
    assert.equal(result.error?.message, 'a bug');
    assert.deepEqual([count('run_error'), count('after_run')], [1, 1]);
    tools.facts = facts;
    assert.equal((await core.session.send('again')).status, 'done');
    assert.equal(messagesProblem(core.session.history), undefined);
  });

  it('tells postModelCall of a failed call, also where modelError stops the run', async () => {
    await start("export const enough = hook('modelError', (ctx) => ctx.stop('enough'));", turns());
    const result = await core.session.send('go');
    assert.equal(result.status, 'stopped');
    assert.deepEqual(
      types().filter((type) => /model/.test(type)),
      ['pre_model_call', 'model_error', 'post_model_call'],
    );
    assert.match(core.event('post_model_call').error!.message, /0 turns/);
  });
});

describe('how a change lasts', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const start = async (hooks: string, options: CoreOptions = {}) => {
    core = await Core.start({ host, hooks: { 'a.ts': imports + hooks }, ...options });
  };
  const settled = () =>
    core.events.flatMap((event) => (event.type === 'tool_settled' ? [`${event.toolCallId} ${event.data!.outcome}`] : []));
  const said = () => JSON.stringify(core.session.history);

  const without = (tool: string, when = 'true') =>
    `export const fewer = hook('preModelCall', (ctx) => (${when} ? ctx.modify({ request: { tools: ctx.request.tools!.filter((tool) => tool.name !== '${tool}') } }) : undefined));\n`;

  it('of the offered tools: for that step, the tool is disabled and does not run', async () => {
    await start(without('LS', 'ctx.step === 0'), turns([ls('t1')], [ls('t2')], done));
    await core.session.send('go');
    assert.deepEqual(settled(), ['t1 error', 't2 ok']);
    assert.match(core.event('tool_error').error!.message, /not offered in this step/);
    assert.equal(core.event('tool_error').error!.kind, 'disabled');
  });

  it('of the offered tools: neither other input nor a redirect brings one back', async () => {
    await start(
      `${without('LS')}export const other = hook('preToolUse', { tools: 'LS' }, (ctx) => ctx.modify({ input: { path: '/' } }));\nexport const aside = hook('preToolUse', { tools: 'Glob' }, (ctx) => ctx.redirect('LS', { path: '.' }));`,
      turns([ls('t1')], [call('t2', 'Glob', { pattern: '*' })], done),
    );
    await core.session.send('go');
    assert.deepEqual(settled(), ['t1 error', 't2 error']);
    assert.equal(
      core.events.some((event) => event.type === 'tool_start'),
      false,
    );
  });

  it('of a request: for that request', async () => {
    await start(
      "export const once = hook('preModelCall', (ctx) => (ctx.step === 0 ? ctx.modify({ request: { system: 'other', messages: [{ role: 'user', content: 'other words' }] } }) : ctx.log(ctx.request.system + ' ' + JSON.stringify(ctx.request.messages))));",
      turns([ls('t1')], done),
    );
    await core.session.send('my words');
    assert.equal(said().includes('other words'), false);
    const second = core.events.filter((event) => event.type === 'pre_model_call')[1]!.hooks[0]!.logs![0]!;
    assert.match(second, /^You are a test\..*my words/);
  });

  it('of the system prompt: for the run', async () => {
    await start(
      "export const first = hook('beforeStep', (ctx) => (ctx.step === 0 && !ctx.messages.some((m) => m.role === 'assistant') ? ctx.modify({ system: 'of this run' }) : undefined));\nexport const see = hook('preModelCall', (ctx) => ctx.log(ctx.request.system));",
      turns([ls('t1')], done, done),
    );
    await core.session.send('one');
    await core.session.send('two');
    const seen = core.events.filter((event) => event.type === 'pre_model_call').map((event) => event.hooks[0]!.logs![0]);
    assert.deepEqual(seen, ['of this run', 'of this run', 'You are a test.']);
  });

  for (const [event, change] of [
    ['beforeStep', "ctx.modify({ messages: [...ctx.messages.slice(0, -1), { role: 'user', content: 'CHANGED' }] })"],
    ['userMessage', "ctx.modify({ message: { role: 'user', content: 'CHANGED' } })"],
    ['postModelCall', "ctx.modify({ response: { content: [{ type: 'text', text: 'CHANGED' }] } })"],
    ['afterStep', "ctx.modify({ messages: [...ctx.messages.slice(0, -1), { role: 'assistant', content: 'CHANGED' }] })"],
    ['stop', "ctx.modify({ response: { content: [{ type: 'text', text: 'CHANGED' }] } })"],
    ['afterAgent', "ctx.modify({ response: { content: [{ type: 'text', text: 'CHANGED' }] } })"],
  ] as const)
    it(`of ${event}: into history and session`, async () => {
      await start(`export const change = hook('${event}', (ctx) => ${change});`, turns(done));
      await core.session.send('go');
      assert.match(said(), /CHANGED/);
      assert.deepEqual(foldSession(core.items).history, core.session.history);
    });

  it('of afterAgent, where a limit ended the run after results: as an answer of its own', async () => {
    await start(
      "import { stepLimit } from 'hooksmith';\nexport const limit = stepLimit(1);\nexport const say = hook('afterAgent', (ctx) => ctx.modify({ response: { content: [{ type: 'text', text: 'cut short' }] } }));",
      turns([ls('t1')]),
    );
    const result = await core.session.send('go');
    assert.equal(result.text, 'cut short');
    assert.deepEqual(core.session.history.at(-1), { role: 'assistant', content: [{ type: 'text', text: 'cut short' }] });
    assert.equal(messagesProblem(core.session.history), undefined);
    assert.equal(core.session.canContinue, true, 'and the run can still go on');
  });
});
