import assert from 'node:assert/strict';
import { modelFetch } from '../../src/adapters/web/modelFetch';
import { AnthropicModel } from '../../src/models/anthropic';
import type { ContentBlock } from '../../src/shared/messages/messages';
import { Core } from '../fixtures/core';
import { FakeMessagesApi } from '../fixtures/messagesApi';

const found = [
  { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: 's',
    content: [
      { type: 'web_search_result', title: 'One', url: 'https://one.org/', encrypted_content: 'zzz' },
      { type: 'web_search_result', title: 'One', url: 'https://one.org/' },
    ],
  },
  { type: 'text', text: 'It is so.' },
] as unknown as ContentBlock[];

describe('WebSearch', () => {
  let api: FakeMessagesApi;
  beforeEach(async () => {
    api = await FakeMessagesApi.start();
  });
  afterEach(() => api.stop());
  const started = (model: string, options: object = {}) =>
    Core.start({
      model: new AnthropicModel({ fetch: modelFetch(), apiKey: 'k', model, baseURL: api.url }),
      permissions: { allow: ['WebSearch'] },
      ...options,
    });
  const search = (input: object) => ({
    content: [{ type: 'tool_use' as const, id: 'a', name: 'WebSearch', input: input as Record<string, unknown> }],
    stop_reason: 'tool_use',
  });
  const offered = () => (api.requests[0]!.body.tools as { name: string }[]).map(({ name }) => name).includes('WebSearch');
  const result = (core: Core) =>
    core.events.find(({ type }) => type === 'tool_settled')?.output ??
    core.events.find(({ type }) => type === 'tool_error')?.error;

  it('asks the provider in a call of its own, and gives words and pages; hooks see it, and its tokens count', async () => {
    api.reply(
      search({ query: 'what is x', allowed_domains: ['one.org'] }),
      { content: found, usage: { input_tokens: 100, output_tokens: 50 } },
      { content: [{ type: 'text', text: 'ok' }] },
    );
    const core = await started('claude-sonnet-5-5', {
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
export const narrow = hook('preToolUse', { tools: 'WebSearch' }, (ctx) => ctx.modify({ input: { query: ctx.input.query + '?' } }));`,
      },
    });
    try {
      const { usage } = await core.session.send('go');
      assert.ok(offered());
      const { tools, messages } = api.requests[1]!.body as { tools: object[]; messages: unknown };
      assert.deepEqual(
        tools.map(({ cache_control: _, ...tool }: { cache_control?: unknown }) => tool),
        [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, allowed_domains: ['one.org'] }],
      );
      assert.match(JSON.stringify(messages), /what is x\?/);
      assert.equal(result(core), 'It is so.\n\nPages:\n- One: https://one.org/');
      assert.equal(usage.output_tokens, 5 + 50 + 5);
      assert.equal(core.events.filter(({ type }) => type === 'completion').length, 1);
    } finally {
      await core.stop();
    }
  });

  it('of a subagent is on the subagent’s account', async () => {
    const task = { subagent_type: 'worker', prompt: 'look', description: 'look' };
    api.reply(
      { content: [{ type: 'tool_use', id: 'b', name: 'Agent', input: task }], stop_reason: 'tool_use' },
      search({ query: 'xx' }),
      { content: found, usage: { input_tokens: 100, output_tokens: 50 } },
      { content: [{ type: 'text', text: 'found' }] },
      { content: [{ type: 'text', text: 'ok' }] },
    );
    const core = await started('claude-sonnet-5-5', {
      files: { '.hooksmith/agents/worker.md': '---\ndescription: Works.\n---\nYou work.\n' },
    });
    try {
      const { usage } = await core.session.send('go');
      assert.equal(core.event('completion').branch, 'main/worker');
      assert.equal(core.event('subagent_stop').usage.output_tokens, 5 + 50 + 5);
      assert.equal(usage.output_tokens, 5 + 5 + 50 + 5 + 5);
    } finally {
      await core.stop();
    }
  });

  it('is left out of the list where no model can be had, and every other tool is in it', async () => {
    const withModel = await started('claude-sonnet-5-5');
    const without = await Core.start({
      model: () => {
        throw new Error('no key is set');
      },
    });
    try {
      const listed = (core: Core) => core.toolbox.declarations('main').map(({ name }) => name);
      assert.ok(listed(withModel).includes('WebSearch'));
      assert.deepEqual(
        listed(without),
        listed(withModel).filter((name) => name !== 'WebSearch'),
      );
      // That there is none is told by who calls it.
      const { error } = await without.session.send('go');
      assert.match(String(error?.message), /no key is set/);
    } finally {
      await withModel.stop();
      await without.stop();
    }
  });

  it('says why a search failed', async () => {
    const failed = [
      {
        type: 'web_search_tool_result',
        tool_use_id: 's',
        content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
      },
    ];
    api.reply(search({ query: 'xx' }), { content: failed as unknown as ContentBlock[] }, { content: [] });
    const core = await started('claude-sonnet-5-5');
    try {
      await core.session.send('go');
      assert.match(JSON.stringify(result(core)), /the search failed: max_uses_exceeded/);
    } finally {
      await core.stop();
    }
  });

  it('is not offered where the model has none, nor to an agent whose tools leave it out', async () => {
    api.reply(search({ query: 'xx' }), { content: [] });
    const core = await started('of-a-gateway');
    try {
      await core.session.send('go');
      assert.equal(offered(), false);
      assert.match(JSON.stringify(result(core)), /WebSearch is not offered in this step/);
    } finally {
      await core.stop();
    }
    const strict = await started('claude-sonnet-5-5', {
      files: { '.hooksmith/agents/a.md': '---\ndescription: A.\ntools: Read\n---\nx' },
    });
    try {
      const names = strict.toolbox.declarations('a').map(({ name }) => name);
      assert.deepEqual(names, ['Read']);
    } finally {
      await strict.stop();
    }
  });
});
