import assert from 'node:assert/strict';
import { Rehearsal } from '../../src/models/rehearsal';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import type { EventOf, EventType } from '../../src/shared/events/events';
import { readMessages } from '../../src/shared/messages/history';
import { noUsage } from '../../src/shared/messages/messages';
import { Core, type CoreOptions, SharedHost, until } from '../fixtures/core';

const imports = "import { hook, policy } from 'hooksmith';\n";
const use = (name: string, input: object, id?: string) => ({
  content: [{ type: 'tool_use' as const, name, input, ...(id ? { id } : {}) }],
});
const ls = use('LS', { path: '.' });
const missing = use('Read', { file_path: 'missing.txt' });
const said = { content: [{ type: 'text' as const, text: 'done' }] };
const fails = { error: { status: 500, type: 'api_error', message: 'down' } };

describe('what hooks decide, in a run', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const run = async (hooks: string, turns: unknown[], more?: 'never' | Pick<CoreOptions, 'external'>) => {
    core = await Core.start({
      hooks: { 'a.ts': imports + hooks },
      script: { turns } as RehearsalScript,
      host,
      ...(more === 'never' ? { human: ({ id, inputHash }) => ({ id, inputHash, decision: 'deny' as const }) } : more),
    });
    return core.session.send('go');
  };
  const of = <T extends EventType>(type: T) => core.events.filter((event) => event.type === type) as unknown as EventOf<T>[];
  const effects = (type: EventType) => of(type).flatMap(({ hooks }) => hooks.map(({ noEffect }) => noEffect ?? 'counts'));
  const results = () =>
    core.session.history.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.flatMap((block) => (block.type === 'tool_result' ? [block.content] : [])),
    );

  it('calls that a gateway gives an empty id, or none, have one of their own', async () => {
    const call = { type: 'tool_use' as const, name: 'LS', input: { path: '.' }, id: '' };
    assert.equal((await run('', [{ content: [call, call] }, said])).status, 'done');
    const ids = of('tool_settled').map(({ toolCallId }) => toolCallId);
    assert.ok(ids.length === 2 && new Set(ids).size === 2 && !ids.includes(''), ids.join());
  });

  it('eight continuations in a row count; the ninth is recorded as one that does not', async () => {
    const result = await run("export const on = hook('stop', (ctx) => ctx.continueWith('more'));", Array(12).fill(said));
    assert.equal(result.status, 'done');
    assert.deepEqual(effects('stop'), [...Array(8).fill('counts'), 'it was the 9th in a row, and 8 count']);
  });

  it('what no model is told: a change of the request, and the form of the answer', async () => {
    const model = Object.assign(new Rehearsal({ turns: [said] }), { takes: (field: string) => field === 'max_tokens' });
    core = await Core.start({
      hooks: {
        'a.ts': `${imports}export const form = hook('beforeAgent', (ctx) => ctx.modify({ responseFormat: { type: 'object' } }));
export const both = hook('beforeAgent', (ctx) => ctx.modify({ responseFormat: { type: 'array' }, system: 'be brief' }));
export const lost = hook('preModelCall', (ctx) => ctx.modify({ request: { top_k: 5 } }));
export const told = hook('preModelCall', (ctx) => ctx.modify({ request: { top_k: 6, max_tokens: 100 } }));`,
      },
      model,
      host,
    });
    assert.equal((await core.session.send('go')).status, 'done');
    assert.deepEqual(effects('before_agent'), [`${model.label} is not told of responseFormat`, 'counts']);
    assert.deepEqual(effects('pre_model_call'), [`${model.label} is not told of request.top_k`, 'counts']);
  });

  it('calls side by side each keep what their hooks note in the metadata', async () => {
    const list = (id: string) => use('LS', { path: '.' }, id).content[0]!;
    const hooks = `export const note = hook('postToolUse', (ctx) => ctx.modify({ metadata: { [ctx.toolCallId]: 1, last: ctx.toolCallId } }));
      export const drop = hook('toolSettled', () => {});
      export const end = hook('afterRun', (ctx) => ctx.log(JSON.stringify(ctx.metadata)));`;
    await run(hooks, [{ content: ['a', 'b', 'c'].map(list) }, said]);
    const [told] = of('after_run')[0]!.hooks.flatMap(({ logs }) => logs ?? []);
    assert.deepEqual(Object.keys(JSON.parse(told!)).sort(), ['a', 'b', 'c', 'last']);
  });

  it('a decision that answers nothing is compared by a replay also where outputs are cleaned', async () => {
    const [allows, answers] = ["hook('preToolUse', (ctx) => ctx.allow())", "hook('preToolUse', (ctx) => ctx.respond('secret'))"];
    for (const [hooks, print] of [
      [allows, /^[0-9a-f]{14}$/],
      [answers, /^\[withheld/],
    ] as const) {
      await run(
        `export const a = ${hooks}; export const b = hook('postToolUse', { redacts: true }, (ctx) => ctx.modify({ output: 'clean' }));`,
        [ls, said],
      );
      assert.match(of('pre_tool_use')[0]!.data!.fingerprint!, print);
      if (hooks === allows) await core.stop();
    }
  });

  it('an agent that is kept going takes its next step, and a limit counts each', async () => {
    const again = (times: number) =>
      `export const on = hook('stop', (ctx) => ctx.turns <= ${times} ? ctx.continueWith('again') : undefined);`;
    const stepsOf = () => of('before_step').map(({ step }) => step);
    await run(again(2), [ls, said, ls, said]);
    assert.deepEqual(stepsOf(), [0, 1, 2, 3]);
    await core.stop();
    await run(again(2), [said, said, said]);
    assert.deepEqual(stepsOf(), [0, 1, 2]);
    await core.stop();
    await run(`export const mock = hook('beforeAgent', (ctx) => ctx.respond('mocked'));\n${again(1)}`, [said, said]);
    assert.deepEqual(stepsOf(), [0, 1], 'no step was taken before the first');
    await core.stop();
    const result = await run(
      `import { stepLimit } from 'hooksmith';\nexport const most = stepLimit(3);\n${again(9)}`,
      Array(9).fill(said),
    );
    assert.deepEqual([stepsOf(), result.signals[0]!.message], [[0, 1, 2, 3], 'Step limit reached: 3/3']);
  });

  it('what hooks emptied is kept so, and never sent: a model takes no text without a word', async () => {
    const sent: string[] = [];
    core = await Core.start({
      hooks: {
        'a.ts': `${imports}export const hush = hook('postModelCall', (ctx) => ctx.modify({ response: '' }));
export const on = hook('stop', (ctx) => ctx.turns < 2 ? ctx.continueWith('more') : undefined);`,
      },
      model: () => ({
        ...{ label: 'm', model: 'm', maxTokens: 5000, contextWindow: 100_000, costUsd: () => 0 },
        async call({ messages }) {
          sent.push(JSON.stringify(messages));
          return { role: 'assistant', content: [{ type: 'text', text: 'secret' }], stop_reason: 'end_turn', usage: noUsage };
        },
      }),
      host,
    });
    await core.session.send('go');
    assert.equal(sent.length, 2);
    assert.doesNotMatch(sent[1]!, /"text":""|secret/);
    assert.match(JSON.stringify(core.session.history), /"text":""/);
  });

  it('nobody goes on after a stop', async () => {
    await run(
      "export const on = hook('stop', (ctx) => ctx.continueWith('more')); export const end = hook('afterStep', (ctx) => ctx.stop('enough'));",
      [said, said],
    );
    assert.deepEqual(effects('stop'), ['the agent did not end by itself: enough']);
  });

  it('there is no response to change where a model call failed, and a stop there is one more signal', async () => {
    const result = await run(
      "export const put = hook('postModelCall', { priority: 1 }, (ctx) => ctx.modify({ response: 'x' }));\nexport const end = hook('postModelCall', (ctx) => ctx.stop('enough'));",
      [fails, said],
    );
    assert.deepEqual(effects('post_model_call'), ['the model call failed: there is no response to change', 'counts']);
    assert.equal(of('post_model_call')[0]!.data?.response, undefined);
    assert.deepEqual([result.status, result.signals.map(({ message }) => message)], ['error', ['down', 'enough']]);
  });

  it('three retries of a model call count, not the fourth', async () => {
    const result = await run("export const again = hook('modelError', (ctx) => ctx.retry());", Array(9).fill(fails));
    assert.equal(result.status, 'error');
    assert.deepEqual(effects('model_error'), ['counts', 'counts', 'counts', 'it was the 4th, and 3 count']);
  });

  it('three retries of a tool count, not the fourth; none of a call that did not run', async () => {
    await run("export const again = hook('toolError', (ctx) => ctx.retry());", [missing, use('Nope', {}), said]);
    assert.deepEqual(effects('tool_error'), [
      'counts',
      'counts',
      'counts',
      'it was the 4th, and 3 count',
      'the tool did not run, so there is nothing to try again',
    ]);
  });

  /** One hook answers, a later one changes the error, the last one stops the run, and so does one of the event after it. */
  const recovering = (event: string, next: string) => `
    export const first = hook('${event}', { priority: 3 }, (ctx) => ctx.respond('recovered text'));
    export const late = hook('${event}', (ctx) => ctx.modify({ error: 'xx' }));
    export const end = hook('${event}', { priority: -2 }, (ctx) => ctx.stop('enough'));
    export const also = hook('${next}', (ctx) => ctx.isError === false || ctx.origin === 'hook' ? ctx.stop('also') : undefined);`;
  const stands = ['counts', 'first has answered already, and the first answer stands', 'counts'];

  it('a tool’s error that a hook answered stays answered where a later one stops the run', async () => {
    const result = await run(recovering('toolError', 'postToolUse'), [missing, said]);
    assert.deepEqual(effects('tool_error'), stands);
    const { output, isError, data } = of('post_tool_use')[0]!;
    assert.deepEqual([output, isError, data.recovered, results()], ['recovered text', false, true, ['recovered text']]);
    assert.deepEqual([result.status, result.signals.map(({ message }) => message).sort()], ['stopped', ['also', 'enough']]);
  });

  it('what a hook changed of a tool’s error is what the hooks after it are told, also where another answers', async () => {
    await run(
      `export const first = hook('toolError', { priority: 3 }, (ctx) => ctx.modify({ error: 'mine' }));
      export const then = hook('toolError', (ctx) => ctx.respond('recovered text'));
      export const told = hook('postToolUse', (ctx) => ctx.log(ctx.error?.message));`,
      [missing, said],
    );
    assert.deepEqual([effects('tool_error'), results()], [['counts', 'counts'], ['recovered text']]);
    assert.deepEqual(of('post_tool_use')[0]!.hooks[0]!.logs, ['mine']);
  });

  it('a model’s error that a hook answered stays answered where a later one stops the run', async () => {
    const result = await run(recovering('modelError', 'postModelCall'), [fails, said]);
    assert.deepEqual(effects('model_error'), stands);
    const { error, data } = of('post_model_call')[0]!;
    assert.deepEqual([error, data.origin, result.text], [undefined, 'hook', 'recovered text']);
    assert.match(JSON.stringify(core.session.history.at(-1)), /recovered text/);
    assert.deepEqual([result.status, result.signals.map(({ message }) => message).sort()], ['stopped', ['also', 'enough']]);
  });

  it('a retry of a tool waits as long as its hook says, as one of a model call does', async () => {
    await run(
      "export const again = hook(['toolError', 'modelError'], (ctx) => ctx.event === 'toolError' || ctx.attempt === 0 ? ctx.retry({ afterMs: 60 }) : undefined);",
      [fails, missing, said],
    );
    const waited = (from: EventType, to: EventType) => Date.parse(of(to).at(-1)!.timestamp) - Date.parse(of(from)[0]!.timestamp);
    assert.deepEqual(
      of('tool_retry').map(({ data }) => data),
      [1, 2, 3].map((attempt) => ({ attempt, waitMs: 60 })),
    );
    assert.ok(waited('tool_error', 'tool_error') >= 3 * 60);
    assert.ok(waited('model_error', 'post_model_call') >= 60);
  });

  it('a stop of the run ends the wait before a retry of a tool', async () => {
    const ran = run("export const again = hook('toolError', (ctx) => ctx.retry({ afterMs: 60_000 }));", [missing, said]);
    await until(() => core !== undefined && of('tool_retry').length === 1);
    await core.session.stop();
    assert.equal((await ran).status, 'aborted');
    assert.deepEqual([of('tool_settled')[0]!.data.outcome, of('tool_start').length], ['cancelled', 1]);
  });

  it('an allow of what a policy asks for', async () => {
    await run(
      "export const asks = policy((ctx) => ctx.ask('sure?')); export const yes = hook('permissionRequest', (ctx) => ctx.allow());",
      [ls, said],
      'never',
    );
    assert.deepEqual(effects('permission_request'), ['the policy asks asks: no hook can answer that']);
    assert.equal(of('tool_settled')[0]!.data.outcome, 'rejected');
  });

  it('an answer that a policy denies: the row says who decided, and what', async () => {
    await run(
      `export const a = hook('preToolUse', (ctx) => ctx.respond('x', { final: false }));
       export const b = hook('preToolUse', (ctx) => ctx.modify({ input: { path: 'src' }, metadata: { q: 1 } }));
       export const judge = policy((ctx) => ctx.deny('no lists'));`,
      [ls, said],
    );
    const [row] = of('pre_tool_use');
    assert.deepEqual([row!.data.decision, row!.decidedBy!.name, row!.reason], ['deny', 'judge', 'no lists']);
    assert.deepEqual([row!.input, of('tool_settled')[0]!.input], [{ path: '.' }, { path: '.' }]);
    assert.deepEqual(effects('pre_tool_use'), [
      'dropped: judge denied',
      'a has answered already, and the first answer stands',
      'counts',
    ]);
  });

  it('a change before a stop is nowhere: in no row, and not in the metadata of what follows', async () => {
    const result = await run(
      `export const a = hook('preToolUse', (ctx) => ctx.modify({ input: { path: 'src' }, metadata: { m: 1 } }));
       export const b = hook('preToolUse', (ctx) => ctx.stop('st'));
       export const end = hook('afterRun', (ctx) => ctx.log(JSON.stringify(ctx.metadata)));`,
      [ls, said],
    );
    assert.equal(result.status, 'stopped');
    assert.deepEqual([of('pre_tool_use')[0]!.input, of('tool_settled')[0]!.input], [{ path: '.' }, { path: '.' }]);
    assert.deepEqual(effects('pre_tool_use'), ['dropped: b ended it', 'counts']);
    assert.deepEqual(of('after_run')[0]!.hooks[0]!.logs, ['{}']);
  });

  it('afterAgent is told who gave the last answer', async () => {
    const origin = async (hooks: string, turns: unknown[]) => {
      await run(`${hooks} export const origin = hook('afterAgent', (ctx) => ctx.log(ctx.origin));`, turns);
      const [told] = of('after_agent')[0]!.hooks.flatMap(({ logs }) => logs ?? []);
      await core.stop();
      return told;
    };
    assert.equal(await origin("export const a = hook('preModelCall', (ctx) => ctx.respond('mine'));", [said]), 'hook');
    assert.equal(await origin("export const a = hook('modelError', (ctx) => ctx.respond('mine'));", [fails]), 'hook');
    const once = "export const on = hook('stop', (ctx) => ctx.turns === 0 ? ctx.continueWith('go on') : undefined);";
    assert.equal(await origin(`export const a = hook('beforeAgent', (ctx) => ctx.respond('mine')); ${once}`, [said]), 'provider');
  });

  it('an agent that is denied did not come to its end by itself', async () => {
    const result = await run("export const no = hook('beforeAgent', (ctx) => ctx.deny('not now'));", [said]);
    assert.equal(result.status, 'denied');
    assert.equal(of('stop')[0]!.reason, 'stop_requested');
  });

  it('errors of the model are errors of the run also where it was tried again, or a hook answered', async () => {
    const told = "export const told = hook('preModelCall', (ctx) => ctx.log(ctx.errors.map(({ message }) => message).join()));";
    const again = "export const again = hook('modelError', (ctx) => ctx.attempt === 0 ? ctx.retry() : ctx.respond('mine'));";
    const end = "export const end = hook('afterRun', (ctx) => ctx.log(ctx.errors.length));";
    await run(`${told} ${again} ${end}`, [fails, fails]);
    const logs = (type: EventType) => of(type).flatMap(({ hooks }) => hooks.flatMap(({ logs }) => logs ?? ['']));
    assert.deepEqual(logs('pre_model_call').at(-1), 'down');
    assert.deepEqual(logs('after_run'), ['2']);
  });

  it('errors that a hook has cleaned are told as cleaned from then on, those of tools and those of the model', async () => {
    const clean =
      "export const clean = hook(['toolError', 'modelError'], { redacts: true }, (ctx) => ctx.modify({ error: { message: 'cleaned' } }));";
    const told = "export const told = hook('afterRun', (ctx) => ctx.log(ctx.errors.map(({ message }) => message).join()));";
    await run(`${clean} ${told}`, [use('Read', { file_path: 'there is none' }), fails]);
    assert.deepEqual(
      of('after_run').flatMap(({ hooks }) => hooks.flatMap(({ logs }) => logs ?? [])),
      ['cleaned,cleaned'],
    );
  });

  it('calls that a stop leaves out are told as decided by the hook that stopped', async () => {
    const list = (id: string, path: string) => use('LS', { path }, id).content[0]!;
    await run(
      `export const yes = hook('preToolUse', (ctx) => ctx.allow());
       export const enough = hook('preToolUse', { match: { path: 'b' } }, (ctx) => ctx.stop('enough'));`,
      [{ content: [list('first', '.'), list('stops', 'b'), list('last', '.')] }, said],
    );
    assert.deepEqual(
      of('tool_settled').map(({ data, decidedBy }) => `${data.outcome} ${decidedBy!.name}`),
      ['skipped enough', 'skipped enough', 'skipped enough'],
    );
  });

  for (const [what, failing, message] of [
    ['stops', "ctx.stop('halt')", 'halt'],
    ['fails', "{ throw new Error('x'); }", 'hook end failed: x'],
  ] as const)
    it(`calls of an answer at which a hook ${what} name that hook, and why`, async () => {
      await run(`export const end = hook('postModelCall', (ctx) => ${failing});`, [ls, said]);
      const [{ data, decidedBy, reason } = assert.fail('none')] = of('tool_settled');
      assert.deepEqual([data.outcome, decidedBy?.name, reason], ['skipped', 'end', message]);
    });

  it('a call that ran keeps the one who decided it, where a hook that watches it settle fails and ends the run', async () => {
    const result = await run(
      `export const yes = hook('preToolUse', (ctx) => ctx.allow());
       export const watches = hook('toolSettled', { onError: 'stop' }, () => { throw new Error('x'); });`,
      [ls, said],
    );
    const [{ data, decidedBy, reason, hooks } = assert.fail('none')] = of('tool_settled');
    assert.deepEqual([data.outcome, decidedBy?.name, reason, hooks[0]?.decision], ['ok', 'yes', undefined, 'error']);
    assert.deepEqual([result.status, of('run_error')[0]?.reason], ['error', 'hook watches failed: x']);
  });

  it('calls of an answer at which a hook that watches messages fails, and ends the run, do not run', async () => {
    const result = await run(
      `export const yes = hook('preToolUse', (ctx) => ctx.allow());
       export const watches = hook('message', { onError: 'stop' }, (ctx) => { if (ctx.message.role === 'assistant') throw new Error('x'); });`,
      [{ content: [use('Bash', { command: 'echo 1' }).content[0]!, ls.content[0]!] }, said],
    );
    assert.deepEqual([result.status, of('pre_tool_use'), of('tool_start')], ['error', [], []]);
    assert.deepEqual(
      of('tool_settled').map(({ data, decidedBy, reason }) => [data.outcome, decidedBy?.name, reason]),
      Array(2).fill(['skipped', 'watches', 'hook watches failed: x']),
    );
  });

  it('a call that is to be answered from outside is not waited for where a hook stops, or the human: it names who', async () => {
    const asked = {
      content: [use('Bash', { command: 'sleep 60' }, 'a').content[0]!, use('Glob', { pattern: '*' }, 'b').content[0]!],
    };
    const settled = () => {
      const { data, decidedBy, reason } = of('tool_settled').find(({ toolCallId }) => toolCallId === 'b')!;
      return [data.outcome, decidedBy?.name ?? decidedBy?.kind, reason];
    };
    await run(
      "export const end = hook('afterStep', (ctx) => ctx.stop('halt')); export const no = hook('preToolUse', (ctx) => ctx.deny('no'));",
      [asked],
      { external: ['Glob'] },
    );
    assert.deepEqual(settled(), ['skipped', 'end', 'halt']);
    await core.stop();
    const before = core;
    const ran = run("export const yes = hook('preToolUse', (ctx) => ctx.allow());", [asked], { external: ['Glob'] });
    await until(() => core !== before && of('tool_start').length > 0);
    await core.session.stop();
    assert.equal((await ran).status, 'aborted');
    assert.deepEqual(settled(), ['cancelled', 'human', 'stopped by the user']);
  });

  for (const [second, begun] of [
    ['echo 2', 'tool_start'],
    ['slow', 'pre_tool_use'],
  ] as const)
    it(`calls that the human’s stop leaves out, or ends as they run, are told as decided by the human: after ${begun}`, async () => {
      const bash = (id: string, command: string) => use('Bash', { command }, id).content[0]!;
      const hooks = `export const yes = hook('preToolUse', (ctx) => ctx.allow());
        export const slow = hook('preToolUse', { match: { command: 'slow' }, timeoutMs: 60_000 },
          (ctx) => new Promise((done) => ctx.signal.addEventListener('abort', () => done(undefined))));`;
      const before = core;
      const ran = run(hooks, [{ content: [bash('a', 'sleep 60'), bash('b', second), bash('c', 'echo 3')] }, said]);
      await until(() => core !== before && of(begun).length > 0);
      await core.session.stop();
      assert.equal((await ran).status, 'aborted');
      assert.deepEqual(
        of('tool_settled').map(({ data, decidedBy, reason }) => [data.outcome, decidedBy, reason]),
        ['a', 'b', 'c'].map(() => ['cancelled', { kind: 'human' }, 'stopped by the user']),
      );
    });

  it('every stop is a signal, strongest first', async () => {
    const result = await run(
      `export const a = hook('postToolUse', (ctx) => ctx.stop('tool', {}, 'retry_limit'));
       export const b = hook('afterStep', (ctx) => ctx.stop('step'));
       export const c = hook('stop', (ctx) => ctx.modify({ signal: { reason: 'error', message: 'look', context: { n: 1 } } }));
       export const d = hook('afterAgent', (ctx) => ctx.stop('agent', {}, 'time_limit'));`,
      [ls, said],
    );
    assert.equal(result.status, 'stopped');
    const wanted = ['error look', 'stop_requested step', 'time_limit agent', 'retry_limit tool'];
    for (const signals of [result.signals, of('run_done')[0]!.data.signals, of('after_run')[0]!.data.signals])
      assert.deepEqual(
        signals.map(({ reason, message }) => `${reason} ${message}`),
        wanted,
      );
    assert.equal(of('stop')[0]!.data.signals.length, 3);
  });

  it('text, an Error or fields are the error that model and caller get', async () => {
    await run(
      `export const soft = hook('toolError', (ctx) => ctx.modify({ error: ctx.toolName === 'Nope' ? 'no such thing' : new RangeError('not there') }));`,
      [missing, use('Nope', {}), said],
    );
    assert.deepEqual(results(), ['not there', 'no such thing']);
    assert.deepEqual(
      of('post_tool_use').map(({ error, isError }) => [error!.name, error!.message, isError]),
      [
        ['RangeError', 'not there', true],
        ['UnknownTool', 'no such thing', true],
      ],
    );
    const other = await Core.start({
      hooks: {
        'a.ts': `${imports}export const soft = hook('modelError', (ctx) => ctx.modify({ error: new Error('the model rests') }));`,
      },
      script: { turns: [fails] } as RehearsalScript,
    });
    try {
      assert.equal((await other.session.send('go')).error!.message, 'the model rests');
    } finally {
      await other.stop();
    }
  });

  it('a list that no model accepts ends the step as its hook’s failure, and the history stays', async () => {
    const result = await run("export const bad = hook('beforeStep', (ctx) => ctx.modify({ messages: [] }));", [said]);
    assert.match(result.error!.message, /bad failed: made messages that no model accepts: the list is empty/);
    assert.equal(core.session.history.length, 1);
    assert.equal(of('hook_error')[0]!.data.hook, 'bad');
  });

  it('where its failure ends nothing the run goes on with the list before it', async () => {
    const result = await run(
      `export const bad = hook('afterStep', (ctx) => ctx.modify({ messages: ctx.messages.slice(1) }));
       export const worse = hook('toolResultMessages', (ctx) => ctx.modify({ messages: [{ role: 'user', content: 'gone' }] }));
       export const worst = hook('preModelCall', { onError: 'continue' }, (ctx) => ctx.modify({ request: { messages: [...ctx.request.messages, { role: 'user', content: [] }] } }));`,
      [ls, said],
    );
    assert.equal(result.status, 'done');
    assert.deepEqual(
      of('hook_error').map(({ data }) => data.hook),
      ['worst', 'worse', 'bad', 'worst', 'bad'],
    );
    assert.equal(typeof readMessages(core.session.history), 'object');
    assert.equal(core.session.history.length, 4);
  });

  it('ids that a model gives twice are told apart, and each call has its result', async () => {
    const result = await run('', [use('LS', { path: '.' }, 'same'), use('LS', { path: '.' }, 'same'), said]);
    assert.equal(result.status, 'done');
    assert.equal(results().length, 2);
    assert.equal(typeof readMessages(core.session.history), 'object');
  });

  it('a tool that was taken out of the request does not run, by whatever name it is called', async () => {
    await run(
      `export const less = hook('preModelCall', (ctx) => ctx.modify({ request: { tools: ctx.request.tools.filter(({ name }) => name !== 'LS') } }));
       export const back = hook('preToolUse', { tools: 'Glob' }, (ctx) => ctx.redirect('LS', { path: '.' }));`,
      [use('ls', { path: '.' }), use('Glob', { pattern: '*' }), said],
    );
    assert.equal(of('tool_start').length, 0);
    assert.deepEqual(results(), ['tool LS is not offered in this step', 'tool LS is not offered in this step']);
  });
});
