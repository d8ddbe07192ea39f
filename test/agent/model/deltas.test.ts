import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSession } from '../../../src/adapters/sessions/sessionFile';
import { modelFetch } from '../../../src/adapters/web/modelFetch';
import type { ModelPort } from '../../../src/agent/ports/model';
import { AnthropicModel } from '../../../src/models/anthropic';
import { noUsage, textOf } from '../../../src/shared/messages/messages';
import type { StreamItem } from '../../../src/shared/stream/stream';
import { foldConversation } from '../../../src/view/conversation/conversationFold';
import { newConversation } from '../../../src/view/conversation/conversationState';
import { Core, type CoreOptions, SharedHost, until } from '../../fixtures/core';
import { FakeMessagesApi } from '../../fixtures/messagesApi';

const head = "import { hook } from 'hooksmith';\n";

describe('modelDelta', () => {
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
  const start = async (hooks: string, { stream = true, ...more }: CoreOptions & { stream?: boolean } = {}) => {
    const model = new AnthropicModel({ fetch: modelFetch(), apiKey: 'k', model: 'claude-test', baseURL: api.url, stream });
    core = await Core.start({ host, hooks: { 'a.ts': head + hooks }, model, ...more });
  };
  const shown = (items: StreamItem[] = core.items, type = 'text') =>
    items.flatMap((item) => (item.kind === 'delta' && item.delta.type === type ? [item.delta.text] : [])).join('');
  const said = () => textOf(core.session.history.at(-1)!);
  const text = 'The key is sk-12345 and more words follow it.';

  for (const stream of [true, false]) {
    describe(stream ? 'of a stream' : 'of a whole answer', () => {
      it('sees all text, and what it changes is what is shown, kept and sent', async () => {
        await start(
          "export const loud = hook('modelDelta', (ctx) => ctx.modify({ text: ctx.delta.text.toUpperCase() }));\nexport const after = hook('modelDelta', (ctx) => { if (/[a-z]/.test(ctx.delta.text)) throw new Error('not the first hook’s text'); });",
          { stream },
        );
        api.reply({ content: [{ type: 'text', text }] }, { content: [{ type: 'text', text: 'ok' }] });
        await core.session.send('go');
        assert.equal(said(), text.toUpperCase());
        assert.equal(shown(), text.toUpperCase());
        assert.deepEqual(core.all('hook_error'), []);
        await core.session.send('again');
        assert.ok(JSON.stringify(api.requests[1]!.body.messages).includes(text.toUpperCase()));
      });

      it('leaves one summary for each call of the model, with each hook once', async () => {
        await start("export const seen = hook('modelDelta', (ctx) => { ctx.log(ctx.delta.text.length); });", { stream });
        api.reply({ content: [{ type: 'text', text }] });
        await core.session.send('go');
        const summaries = core.events.filter((event) => event.type === 'model_delta');
        assert.equal(summaries.length, 1);
        assert.deepEqual(
          summaries[0]!.hooks.map((hook) => hook.name),
          ['seen'],
        );
        assert.equal(summaries[0]!.data!.characters, text.length);
        assert.equal(summaries[0]!.data!.changed, 0);
        assert.ok(Number(summaries[0]!.data!.deltas) >= 1);
      });

      it('cuts the answer where a hook stops it, and ends the run by its reason', async () => {
        await start(
          "export const cut = hook('modelDelta', (ctx) => (ctx.delta.text.length > 0 ? ctx.stop('enough of it') : undefined));",
          {
            stream,
          },
        );
        api.reply({
          content: [
            { type: 'text', text },
            { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
          ],
          stop_reason: 'tool_use',
        });
        const result = await core.session.send('go');
        assert.equal(result.status, 'stopped');
        assert.match(result.signals[0]!.message, /enough of it/);
        assert.equal(
          core.events.some((event) => event.type === 'tool_start'),
          false,
        );
        assert.equal(core.events.filter((event) => event.type === 'post_model_call').length, 1);
        assert.equal(shown(), '');
      });

      it('drops what a hook drops', async () => {
        await start("export const none = hook('modelDelta', (ctx) => ctx.drop());", { stream });
        api.reply({
          content: [
            { type: 'text', text },
            { type: 'tool_use', id: 't', name: 'LS', input: { path: '.' } },
          ],
          stop_reason: 'tool_use',
        });
        api.reply({ content: [{ type: 'text', text: 'gone too' }] });
        await core.session.send('go');
        assert.equal(shown(), '');
        assert.equal(JSON.stringify(core.session.history).includes('sk-12345'), false);
        assert.equal(core.event('tool_settled').data!.outcome, 'ok');
      });

      it('shows and keeps no thinking where a hook redacts, and withholds what a failed one should have cleaned', async () => {
        await start(
          "export const clean = hook('modelDelta', { redacts: true }, (ctx) => { if (ctx.delta.text.includes('sk-')) throw new Error('oops'); });",
          { stream },
        );
        api.reply({
          content: [
            { type: 'thinking', thinking: 'the key is secret', signature: 's' },
            { type: 'text', text: 'sk-1' },
          ],
        });
        await core.session.send('go');
        assert.equal(shown(core.items, 'thinking'), '');
        assert.equal(JSON.stringify(core.items).includes('the key is secret'), false);
        assert.equal(JSON.stringify(core.items).includes('sk-1'), false);
        assert.equal(core.events.filter((event) => event.type === 'hook_error').length, 1);
      });

      it('ends the run where a hook that is to stop it on failure changes thinking', async () => {
        await start("export const other = hook('modelDelta', { onError: 'stop' }, (ctx) => ctx.modify({ text: 'other' }));", {
          stream,
        });
        api.reply({ content: [{ type: 'thinking', thinking: 'hm', signature: 's' }] });
        const { status, error } = await core.session.send('go');
        assert.equal(status, 'error');
        assert.match(error!.message, /other failed: changed thinking, which is signed/);
      });

      it('says that thinking is signed, and keeps it', async () => {
        await start(
          "export const other = hook('modelDelta', (ctx) => (ctx.delta.type === 'thinking' ? ctx.modify({ text: 'other' }) : undefined));",
          { stream },
        );
        api.reply({
          content: [
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { type: 'text', text: 'done' },
          ],
        });
        await core.session.send('go');
        const { error, data } = core.event('hook_error');
        assert.match(error!.message, /signed/);
        assert.match(String(data!.file), /a\.ts$/);
        assert.deepEqual([data!.hook, data!.line, data!.event], ['other', 2, 'modelDelta']);
        assert.deepEqual(
          core.event('model_delta').hooks.map(({ name, decision }) => [name, decision]),
          [['other', 'error']],
        );
        assert.deepEqual((core.session.history.at(-1)!.content as { type: string }[])[0], {
          type: 'thinking',
          thinking: 'hm',
          signature: 's',
        });
      });
    });
  }

  it('of an answer that was stopped in its middle stand in the session that is opened again, as they stood', async () => {
    await start('');
    const path = join(core.folder, 'session.jsonl');
    const { session, close } = core.assembled.open({ path });
    const live = newConversation();
    session.onItem((item) => foldConversation(live, item));
    api.reply({ content: [{ type: 'text', text }], gate: (event) => (event < 5 ? Promise.resolve() : new Promise(() => {})) });
    const run = session.send('go');
    const answer = (state = live) => state.entries.flatMap((entry) => (entry.kind === 'assistant' ? [entry.text] : []));
    await until(() => answer()[0] !== undefined && answer()[0] !== '');
    await session.stop();
    const { status, usage } = await run;
    assert.equal(status, 'aborted');
    // It is paid for as far as it came, and the session knows.
    assert.deepEqual([usage.input_tokens, usage.output_tokens], [10, 1]);
    await session.dispose();
    close();
    const again = newConversation();
    for (const item of readSession(path).items) foldConversation(again, item);
    assert.deepEqual(
      again.entries.map(({ kind }) => kind),
      live.entries.map(({ kind }) => kind),
    );
    assert.deepEqual(answer(again), answer());
    assert.ok(text.startsWith(answer(again)[0]!));
  });

  it('are no more of a whole answer once the run is stopped', async () => {
    const began = join(mkdtempSync(join(tmpdir(), 'hooksmith-deltas-')), 'began');
    await start(
      `import { writeFileSync } from 'node:fs';\nexport const stuck = hook('modelDelta', { timeoutMs: 60_000 }, async () => { writeFileSync(${JSON.stringify(began)}, ''); await new Promise(() => {}); });`,
      { stream: false },
    );
    api.reply({ content: ['one', 'two', 'three'].map((word) => ({ type: 'text', text: word })) });
    const stop = new AbortController();
    const run = core.session.send('go', { signal: stop.signal });
    await until(() => existsSync(began));
    stop.abort();
    await run;
    rmSync(dirname(began), { recursive: true });
    const summary = core.events.find((event) => event.type === 'model_delta');
    assert.equal(summary?.data.deltas, 1);
  });

  it('joins pieces that come faster than the hooks', async () => {
    await start("export const slow = hook('modelDelta', async () => { await new Promise((done) => setTimeout(done, 30)); });");
    api.reply({ content: [{ type: 'text', text: 'word '.repeat(400) }] });
    await core.session.send('go');
    // Of 167, which come slower on a busy machine.
    assert.ok(Number(core.event('model_delta').data!.deltas) < 120);
    assert.equal(shown(), 'word '.repeat(400));
  });

  it('forgets what its hooks had in hand when the model began anew', async () => {
    const model: ModelPort = {
      ...{ label: 'm', model: 'm', maxTokens: 100, contextWindow: 10_000, costUsd: () => 0 },
      call: async (_request, { onDelta, onRetry }) => {
        onDelta({ type: 'text', text: 'old words' });
        onRetry({ attempt: 1, waitMs: 0, status: 529, message: 'overloaded' });
        onDelta({ type: 'text', text: 'new' });
        return { role: 'assistant', content: [{ type: 'text', text: 'new' }], stop_reason: 'end_turn', usage: noUsage };
      },
    };
    core = await Core.start({
      host,
      hooks: {
        'a.ts': `${head}export const loud = hook('modelDelta', (ctx) => ctx.modify({ text: ctx.delta.text.toUpperCase() }));`,
      },
      model,
    });
    await core.session.send('go');
    assert.equal(said(), 'NEW');
    const anew = core.items.findLastIndex((item) => item.kind === 'deltaReset');
    assert.equal(shown(core.items.slice(anew)), 'NEW');
  });

  it('costs nothing where no hook wants it', async () => {
    await start("export const other = hook('message', () => undefined);");
    api.reply({ content: [{ type: 'text', text }] });
    await core.session.send('go');
    assert.equal(shown(), text);
    assert.equal(
      core.events.some((event) => event.type === 'model_delta'),
      false,
    );
  });
});

describe('sessionStart', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const hooks = {
    'a.ts': `${head}export const where = hook('sessionStart', (ctx) => ctx.modify({ context: 'begun by ' + ctx.source }));`,
  };

  it('comes once in a session’s life, before its first run, and its context goes with the first message', async () => {
    core = await Core.start({ host, hooks });
    await core.session.send('one');
    await core.session.send('two');
    const types = core.events.map((event) => event.type);
    assert.deepEqual([types.indexOf('session_start'), types.indexOf('before_run')], [0, 1]);
    assert.equal(types.filter((type) => type === 'session_start').length, 1);
    assert.equal(core.event('session_start').data!.source, 'startup');
    assert.equal(JSON.stringify(core.session.history[0]).includes('begun by startup'), true);
    assert.equal(JSON.stringify(core.session.history.slice(1)).includes('begun by'), false);
  });

  it('says that a session goes on', async () => {
    const first = await Core.start({ host, hooks });
    await first.session.send('one');
    const { items } = first;
    await first.stop();
    core = await Core.start({ host, hooks, items: [...items] });
    await core.session.send('two');
    assert.equal(core.event('session_start').data!.source, 'resume');
  });
});
