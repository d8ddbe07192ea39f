import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignTool } from '../../src/agent/tools/foreignTool';
import type { ContentBlock } from '../../src/shared/messages/messages';
import { Core, type CoreOptions, root, until } from '../fixtures/core';

const call = (id: string, name: string, input = {}): ContentBlock => ({ type: 'tool_use', id, name, input });
const done: ContentBlock[] = [{ type: 'text', text: 'done' }];
const script = (...calls: ContentBlock[]): CoreOptions => ({
  script: { turns: [{ content: calls }, { content: done }] } as CoreOptions['script'],
  permissions: { mode: 'bypass' },
});
const plain = { description: 'Test', inputSchema: { type: 'object' } };

describe('tools that others bring', () => {
  let core: Core;
  afterEach(() => core.stop());
  const outputs = () => core.events.filter(({ type }) => type === 'tool_settled').map(({ output }) => output);

  /** Calls that only read stay until as many run as are wanted. */
  function meeting(wanted: number, readOnly: boolean) {
    let running = 0;
    const most: number[] = [];
    let all = () => {};
    const met = new Promise<void>((resolve) => {
      all = resolve;
    });
    const tool = foreignTool('test', {
      ...plain,
      name: 'Meet',
      readOnly,
      async run(_, { signal }) {
        most.push(++running);
        if (running === wanted) all();
        const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
        if (readOnly) await Promise.race([met, stopped]);
        running--;
        return 'met';
      },
    });
    return { tool, most };
  }

  it('run side by side where they only read, and one at a time where not', async () => {
    const reading = meeting(3, true);
    core = await Core.start({ ...script(...['a', 'b', 'c'].map((id) => call(id, 'Meet'))), tools: [reading.tool] });
    await core.session.send('go');
    assert.deepEqual(outputs(), ['met', 'met', 'met']);
    assert.deepEqual(reading.most, [1, 2, 3]);
    await core.stop();
    const writing = meeting(3, false);
    core = await Core.start({ ...script(...['a', 'b', 'c'].map((id) => call(id, 'Meet'))), tools: [writing.tool] });
    await core.session.send('go');
    assert.deepEqual(writing.most, [1, 1, 1]);
  });

  it('are waited for where the server that brings them is being started, by nobody who was stopped meanwhile', async () => {
    const echo = call('a', 'mcp__test__echo', { text: 'you' });
    core = await Core.start({ ...script(echo), permissions: { mode: 'bypass' } });
    const server = { command: process.execPath, args: [join(root, 'test', 'fixtures', 'mcpServer.mjs')] };
    writeFileSync(join(core.folder, '.mcp.json'), JSON.stringify({ mcpServers: { test: server } }));
    void core.assembled.loadServers();
    await core.session.send('go');
    assert.deepEqual(outputs(), ['you']);
    await core.stop();
    // Several calls of one answer; not where a hook gave a list of its own, though it took away nothing that was there.
    for (const [hook, expected] of [
      ["export const sees = hook('preModelCall', () => undefined);", ['you', 'me']],
      [
        "export const ours = hook('preModelCall', (ctx) => ctx.modify({ request: { tools: ctx.request.tools!.filter(({ name }) => !name.startsWith('mcp__')) } }));",
        [undefined, undefined],
      ],
    ] as const) {
      const both = [echo, call('b', 'mcp__test__echo', { text: 'me' })];
      core = await Core.start({
        ...{ ...script(...both), permissions: { mode: 'bypass' as const } },
        hooks: { 'a.ts': `import { hook } from 'hooksmith';\n${hook}` },
      });
      writeFileSync(join(core.folder, '.mcp.json'), JSON.stringify({ mcpServers: { test: server } }));
      void core.assembled.loadServers();
      await core.session.send('go');
      // Refused as one that is not offered, or not there: whichever it is by then.
      assert.deepEqual(
        outputs().map((output) => (/^tool .*(not found|not offered)/.test(String(output)) ? undefined : output)),
        expected,
      );
      await core.stop();
    }
    core = await Core.start(script(echo));
    writeFileSync(
      join(core.folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { test: { command: process.execPath, args: ['-e', 'process.stdin.resume()'] } } }),
    );
    void core.assembled.loadServers();
    const stopped = core.session.send('go');
    await until(() => core.events.some(({ type }) => type === 'after_step' || type === 'post_model_call'));
    void core.session.stop();
    assert.equal((await stopped).status, 'aborted');
  });

  it('whose pattern would keep a text busy for ever refuse it, and check others as ever', async () => {
    const properties = { a: { type: 'string', pattern: '^(a+)+$' } };
    const ran: unknown[] = [];
    const tool = foreignTool('test', {
      ...plain,
      name: 'Match',
      inputSchema: { type: 'object', properties, required: ['a'] },
      run: async (input) => ran.push(input),
    });
    const inputs = [`${'a'.repeat(50)}b`, 'b', 'aaa'].map((a, at) => call(String(at), 'Match', { a }));
    core = await Core.start({ ...script(...inputs), tools: [tool] });
    await core.session.send('go');
    assert.deepEqual(ran, [{ a: 'aaa' }]);
    const [endless, other] = outputs();
    assert.match(String(endless), /^invalid input for Match: .*takes too long to be compared with a pattern/);
    assert.match(String(other), /^invalid input for Match: a: .*must match pattern/);
  });

  it('say what they returned that JSON has no word for', async () => {
    const returned = { f: () => 1, s: Symbol('s') };
    const tool = foreignTool('test', { ...plain, name: 'Odd', run: async (input) => returned[input.what as 'f' | 's'] });
    core = await Core.start({ ...script(...['f', 's'].map((what) => call(what, 'Odd', { what }))), tools: [tool] });
    await core.session.send('go');
    assert.deepEqual(
      outputs(),
      ['function', 'symbol'].map((kind) => `what Odd returned is a ${kind}, of which JSON has nothing to say`),
    );
  });

  it('tell the model of a list of nothing', async () => {
    const tool = foreignTool('test', { ...plain, name: 'Find', run: async () => [] });
    core = await Core.start({ ...script(call('a', 'Find')), tools: [tool] });
    await core.session.send('go');
    assert.deepEqual(outputs(), ['[]']);
  });

  it('whose answer is marked as an error fail with the whole of it, for hooks and the model', async () => {
    const blocks = [
      { type: 'text', text: 'it broke' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ];
    const tool = foreignTool('test', {
      ...plain,
      name: 'Break',
      marksErrors: true,
      run: async () => ({ value: blocks, isError: true }),
    });
    core = await Core.start({
      ...script(call('a', 'Break')),
      tools: [tool],
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
export const heard = hook('toolError', (ctx) => { ctx.log(ctx.error.message, Array.isArray(ctx.output) && ctx.output.length); });
export const after = hook('postToolUse', (ctx) => { ctx.log(ctx.isError); });`,
      },
    });
    await core.session.send('go');
    const logs = core.events.flatMap(({ type, hooks }) =>
      hooks.flatMap((record) => (record.logs ?? []).map((log) => `${type} ${log}`)),
    );
    assert.deepEqual(logs, ['tool_error it broke 2', 'post_tool_use true']);
    const result = core.session.history[2]!.content[0] as { content: unknown; is_error?: boolean };
    assert.deepEqual([result.content, result.is_error], [blocks, true]);
  });

  it('have the fields that their schema names: a hook that brings another fails, and its change is not dropped', async () => {
    const greet = foreignTool('test', {
      ...plain,
      name: 'Greet',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
      run: async (input) => `hello ${input.name}`,
    });
    const hooks = `import { hook } from 'hooksmith';
      export const it = hook('preToolUse', (ctx) => ctx.modify({ input: { ...ctx.input, [ctx.toolCallId]: 'you' } }));`;
    const calls = [call('nmae', 'Greet', { name: 'me' }), call('name', 'Greet', { name: 'me', extra: 1 })];
    core = await Core.start({ ...script(...calls), tools: [greet], hooks: { 'a.ts': hooks } });
    await core.session.send('go');
    assert.deepEqual(outputs(), [
      "Tool call denied: changed the input of Greet: it has no field 'nmae', did you mean 'name'?",
      'hello you',
    ]);
  });

  it('fail with what a content block lacks, where they return one that is none', async () => {
    const returns = (name: string, value: unknown) => foreignTool('test', { ...plain, name, run: async () => value });
    const tools = [returns('A', [{ type: 'text', text: 'x' }, { type: 'text' }]), returns('B', [{ type: 'image', source: {} }])];
    core = await Core.start({ ...script(call('a', 'A'), call('b', 'B')), tools });
    await core.session.send('go');
    assert.deepEqual(outputs(), [
      'what A returned is no list of content blocks: [1] is a text block without text',
      "what B returned is no list of content blocks: [0] is an image whose source is neither {type: 'base64', media_type, data} nor {type: 'url', url}",
    ]);
  });

  const asks = foreignTool('test', {
    ...plain,
    name: 'Deploy',
    run: async (_, { confirm }) => `went: ${await confirm('to production?')}`,
  });

  it('ask the human as an approval does: the answer must name it, and the input stands', async () => {
    const asked: (string | undefined)[] = [];
    core = await Core.start({
      ...script(call('a', 'Deploy'), call('b', 'Deploy')),
      tools: [asks],
      human: ({ id, inputHash, confirms, reason, toolCallId }) => {
        asked.push(`${toolCallId} ${confirms} ${reason}`);
        if (asked.length === 1) return { id, inputHash, decision: 'edit', input: { other: true } };
        if (asked.length === 2) return { id, inputHash: 'another', decision: 'allow', scope: 'once' };
        return { id, inputHash, decision: asked.length === 3 ? 'allow' : 'deny', scope: 'once' } as never;
      },
    });
    await core.session.send('go');
    assert.deepEqual(outputs(), ['went: true', 'went: false']);
    assert.deepEqual(asked, [...Array(3).fill('a true to production?'), 'b true to production?']);
    const resolved = core.all('approval_resolved').map(({ data, decidedBy }) => [data.decision, decidedBy?.kind]);
    assert.deepEqual(resolved, [
      ['allow', 'human'],
      ['deny', 'human'],
    ]);
  });

  it('are cancelled with their question where the run is stopped', async () => {
    core = await Core.start({
      ...script(call('a', 'Deploy')),
      tools: [asks],
      human: (_, signal) => {
        queueMicrotask(() => core.session.stop());
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    const { status } = await core.session.send('go');
    assert.equal(status, 'aborted');
    const { data, decidedBy } = core.event('approval_resolved');
    assert.deepEqual([data?.decision, decidedBy], ['cancelled', undefined]);
    assert.equal(core.event('tool_settled').data?.outcome, 'cancelled');
  });
});
