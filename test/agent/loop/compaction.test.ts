import assert from 'node:assert/strict';
import { modelFetch } from '../../../src/adapters/web/modelFetch';
import { splitForSummary } from '../../../src/agent/loop/compaction';

import { foldSession } from '../../../src/agent/session/sessionState';
import { AnthropicModel } from '../../../src/models/anthropic';
import { Rehearsal } from '../../../src/models/rehearsal';
import { messagesProblem } from '../../../src/shared/messages/history';
import type { ContentBlock, Message, ModelRequest } from '../../../src/shared/messages/messages';
import { foldConversation } from '../../../src/view/conversation/conversationFold';
import { newConversation } from '../../../src/view/conversation/conversationState';
import { Core, type CoreOptions, SharedHost } from '../../fixtures/core';
import { FakeMessagesApi, type Reply } from '../../fixtures/messagesApi';

const head = "import { hook } from 'hooksmith';\n";
const call = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'LS', input: { path: '.' } });
const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const full = { input_tokens: 170_000, output_tokens: 100 };

describe('compaction', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  let api: FakeMessagesApi;
  beforeEach(async () => {
    api = await FakeMessagesApi.start();
  });
  afterEach(async () => {
    await core.stop();
    await api.stop();
  });
  const start = async (hooks: string, replies: Reply[], more: CoreOptions = {}) => {
    const model = new AnthropicModel({
      fetch: modelFetch(),
      apiKey: 'k',
      model: 'claude-test',
      baseURL: api.url,
      maxTokens: 4096,
    });
    core = await Core.start({ host, hooks: { 'a.ts': head + hooks }, model, ...more });
    api.reply(...replies);
  };
  const types = () => core.events.map((event) => event.type);
  const sent = (n: number) => api.requests[n]!.body.messages as Message[];
  /** Two calls; the second answer fills the context. */
  const filling: Reply[] = [
    { content: [call('t1')], stop_reason: 'tool_use' },
    { content: [call('t2')], stop_reason: 'tool_use', usage: full },
  ];

  it('sums up by itself when the context fills, keeps the last exchange whole, and goes on from there', async () => {
    await start("export const seen = hook('preModelCall', (ctx) => { ctx.log(ctx.purpose); });", [
      ...filling,
      { content: [text('SUMMARY OF IT')], usage: { input_tokens: 10, output_tokens: 10 } },
      { content: [text('done')] },
    ]);
    const result = await core.session.send('the task');
    assert.equal(result.status, 'done');
    assert.equal(api.requests.length, 4);
    // The summary is asked for with what went before the last exchange, the same tools, and none to call.
    assert.deepEqual(api.requests[2]!.body.tool_choice, { type: 'none' });
    assert.match(JSON.stringify(sent(2).at(-1)), /Sum up the conversation/);
    assert.equal(JSON.stringify(sent(2)).includes('"t2"'), false);
    assert.equal(messagesProblem(sent(2)), undefined);
    assert.equal(messagesProblem(sent(3)), undefined);
    assert.match(JSON.stringify(sent(3)[0]), /SUMMARY OF IT/);
    assert.equal(JSON.stringify(sent(3)).includes('"t1"'), false);
    assert.match(JSON.stringify(sent(3).slice(1)), /"tool_use","id":"t2".*"tool_use_id":"t2"/);
    const logs = core.events.filter((event) => event.type === 'pre_model_call').map((event) => event.hooks[0]!.logs![0]);
    assert.deepEqual(logs, ['chat', 'chat', 'compact', 'chat']);
    const at = types().indexOf('pre_compact');
    assert.deepEqual(
      types()
        .slice(at)
        .filter((type) => /compact|before_step|model_call/.test(type)),
      ['pre_compact', 'pre_model_call', 'post_model_call', 'compacted', 'before_step', 'pre_model_call', 'post_model_call'],
    );
    assert.equal(core.event('compacted').output, 'SUMMARY OF IT');
    assert.equal(core.event('pre_compact').data!.trigger, 'auto');
    // Nothing of the summary is shown as an answer, and the transcript keeps what was summed up.
    assert.equal(JSON.stringify(core.items.filter((item) => item.kind === 'delta')).includes('SUMMARY'), false);
    assert.deepEqual(foldSession(core.items).history, core.session.history);
    assert.equal(core.events.filter((event) => event.type === 'tool_settled').length, 2);
  });

  it('hands the hooks’ instructions to the model', async () => {
    await start(
      "export const more = hook('preCompact', (ctx) => ctx.modify({ instructions: `keep file names; ${ctx.trigger} ${ctx.messages.length}` }));",
      [...filling, { content: [text('S')] }, { content: [text('done')] }],
    );
    await core.session.send('go');
    assert.match(JSON.stringify(sent(2).at(-1)), /keep file names; auto 5/);
  });

  it('ends the run where a hook that is to stop it fails', async () => {
    await start("export const bad = hook('preCompact', { onError: 'stop' }, () => { throw new Error('broken'); });", [
      ...filling,
      { content: [text('S')] },
      { content: [text('done')] },
    ]);
    const { status, error } = await core.session.send('go');
    assert.deepEqual([status, error?.message], ['error', 'hook bad failed: broken']);
    assert.equal(api.requests.length, 2);
    assert.ok(!types().includes('compacted'));
  });

  it('keeps the history where a hook denies it, and asks no more in that run', async () => {
    await start("export const no = hook('preCompact', (ctx) => ctx.deny('keep it all'));", [
      ...filling,
      { content: [call('t3')], stop_reason: 'tool_use', usage: full },
      { content: [text('done')], usage: full },
    ]);
    const result = await core.session.send('go');
    assert.equal(result.status, 'done');
    assert.equal(types().filter((type) => type === 'pre_compact').length, 1);
    assert.match(JSON.stringify(sent(3)), /"t1"/);
    assert.equal(core.event('pre_compact').reason, 'keep it all');
  });

  it('goes on with the whole history where the model gives no summary', async () => {
    await start('', [
      ...filling,
      { status: 400, error: { type: 'invalid_request_error', message: 'no summary today' } },
      { content: [text('done')] },
    ]);
    const result = await core.session.send('go');
    assert.equal(result.status, 'done');
    assert.match(core.event('compacted').reason!, /no summary today/);
    assert.match(JSON.stringify(sent(3)), /"t1"/);
  });

  it('can be answered, and stopped, by model hooks', async () => {
    await start(
      "export const own = hook('preModelCall', (ctx) => (ctx.purpose === 'compact' ? ctx.respond('OUR OWN') : undefined));",
      [...filling, { content: [text('done')] }],
    );
    await core.session.send('go');
    assert.equal(api.requests.length, 3);
    assert.match(JSON.stringify(sent(2)[0]), /OUR OWN/);
  });

  it('ends the run where a model hook stops it there', async () => {
    await start(
      "export const own = hook('preModelCall', (ctx) => (ctx.purpose === 'compact' ? ctx.stop('too long') : undefined));",
      filling,
    );
    const result = await core.session.send('go');
    assert.equal(result.status, 'stopped');
    assert.equal(result.signals[0]!.message, 'too long');
    assert.equal(types().filter((type) => type === 'after_run').length, 1);
  });

  it('is done by command between two runs, with its cost, and shown as a row', async () => {
    await start('', [
      { content: [text('one')] },
      { content: [text('SUMMARY')], usage: { input_tokens: 30, output_tokens: 4 } },
      { content: [text('two')] },
    ]);
    await core.session.send('first');
    await core.session.send('second').catch(() => undefined);
    api.reply({ content: [text('SUMMARY B')], usage: { input_tokens: 30, output_tokens: 4 } }, { content: [text('three')] });
    const used = core.session.usage.input_tokens;
    assert.deepEqual(await core.session.compact(), { kind: 'compacted' });
    assert.equal(core.session.usage.input_tokens > used, true);
    assert.equal(foldSession(core.items).usage.input_tokens, core.session.usage.input_tokens);
    assert.equal(core.session.history.length, 2);
    assert.equal(core.session.history[1]!.role, 'assistant');
    await core.session.send('third');
    assert.equal(messagesProblem(sent(api.requests.length - 1)), undefined);
    const state = newConversation();
    for (const item of core.items) foldConversation(state, item);
    const row = state.entries.find((entry) => entry.kind === 'compact');
    assert.equal(row?.kind === 'compact' && row.kept, 2);
    assert.equal(state.entries.filter((entry) => entry.kind === 'user').length, 3);
  });

  it('has nothing to do for a conversation of one message', async () => {
    await start('', []);
    assert.deepEqual(await core.session.compact(), { kind: 'nothing' });
  });

  it('counts what came since the last answer, and what a resumed session held', async () => {
    await start('', [{ content: [text('one')], usage: full }]);
    await core.session.send('first');
    const items = [...core.items];
    await core.stop();
    await start('', [{ content: [text('SUMMARY')] }, { content: [text('two')] }], { items });
    await core.session.send('second');
    assert.match(JSON.stringify(sent(2)), /SUMMARY/);
    assert.equal(sent(2).length, 1);
    assert.match(JSON.stringify(sent(2)), /second/);
  });

  it('asks the model how long the next request is, where a guess would be too much of it', async () => {
    const counted: ModelRequest[] = [];
    const model = new Rehearsal({
      turns: [{ content: [{ type: 'text', text: '' }] }, { content: [{ type: 'text', text: 'ok' }] }],
    });
    const countTokens = async (request: ModelRequest) => {
      counted.push(request);
      return 700;
    };
    Object.assign(model, { contextWindow: 1000, countTokens });
    core = await Core.start({ host, model });
    await core.session.send('short');
    assert.equal(counted.length, 0);
    await core.session.send('x'.repeat(2000));
    assert.equal(counted.length, 1);
    assert.doesNotMatch(JSON.stringify(counted), /"text":""/, 'no model takes what is blank, not to be counted either');
  });

  it('says in a rehearsal that no model summed up', async () => {
    core = await Core.start();
    await core.session.send('/call LS {"path": "."}');
    await core.session.compact();
    const first = JSON.stringify(core.session.history[0]);
    assert.match(first, /no language model/);
    assert.match(first, /tool calls: LS/);
  });

  it('never parts a tool call from its result', () => {
    const user = (...content: ContentBlock[]): Message => ({ role: 'user', content });
    const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: 'x' });
    const said = (...content: ContentBlock[]): Message => ({ role: 'assistant', content });
    const long = [user(text('a')), said(call('1')), user(result('1')), said(call('2')), user(result('2'))];
    assert.equal(splitForSummary(long).kept.length, 2);
    assert.equal(splitForSummary(long.slice(0, 4)).kept.length, 1);
    assert.equal(splitForSummary([...long, said(text('end'))]).kept.length, 1);
    assert.deepEqual(splitForSummary([user(text('a')), said(text('b')), user(text('c'))]).kept, [user(text('c'))]);
    assert.deepEqual(splitForSummary([]), { before: [], kept: [] });
  });
});

describe('going on past a limit', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());

  it('makes no new message, and counts anew', async () => {
    const step = { content: [call('x')], stop_reason: 'tool_use' };
    const turns = Array.from({ length: 5 }, (_, n) => ({ ...step, content: [{ ...call(`t${n}`) }] as never }));
    core = await Core.start({
      host,
      hooks: { 'a.ts': "import { guards } from 'hooksmith';\nexport const all = guards({ maxSteps: 2 });" },
      script: { turns: [...turns, { content: [{ type: 'text', text: 'done' }] }] },
    });
    const state = newConversation();
    core.session.onItem((item) => foldConversation(state, item));
    const first = await core.session.send('go');
    assert.equal(first.signals[0]!.reason, 'steps_limit');
    assert.equal(state.question?.asks, 'limit');
    assert.equal(core.session.canContinue, true);
    const second = await core.session.continue();
    assert.equal(second.signals[0]!.reason, 'steps_limit');
    assert.equal(state.entries.filter((entry) => entry.kind === 'notice' && entry.asks).length, 1, 'only the last is asked');
    assert.equal(core.events.filter((event) => event.type === 'user_message').length, 1);
    assert.equal(core.events.filter((event) => event.type === 'tool_settled').length, 4);
    const third = await core.session.continue();
    assert.equal(third.status, 'done');
    assert.equal(state.question, undefined);
  });

  it('goes on in the middle of an answer that was cut off', async () => {
    const script = {
      turns: [
        { content: [{ type: 'text' as const, text: 'half of it' }], stop_reason: 'max_tokens' },
        { content: [{ type: 'text' as const, text: 'and the rest' }] },
      ],
    };
    core = await Core.start({ host, script });
    const cut = await core.session.send('go');
    assert.equal(cut.status, 'stopped');
    assert.deepEqual(cut.signals[0]!.context, { stop_reason: 'max_tokens' });
    assert.equal(core.session.canContinue, true);
    const result = await core.session.continue();
    assert.equal(result.status, 'done');
    assert.deepEqual(
      core.session.history.map((message) => message.role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    assert.equal(core.events.filter((event) => event.type === 'user_message').length, 1);
    assert.equal(core.session.canContinue, false);
  });
});
