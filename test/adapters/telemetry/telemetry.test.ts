import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointIn, Telemetry, tracesAt } from '../../../src/adapters/telemetry/telemetry';
import { runCli } from '../../fixtures/cli';
import { startCollector } from '../../fixtures/collector';
import { Core, type CoreOptions } from '../../fixtures/core';

const secret = 'hunter2';
const hooks = {
  'a.ts': `import { hook, policy } from 'hooksmith';
export const clean = hook('postToolUse', { tools: 'LS', redacts: true }, (ctx) => ctx.modify({ output: 'cleaned' }));
export const no = policy({ tools: 'Bash' }, (ctx) => ctx.deny('because ${secret}'));
export const broken = hook('beforeStep', { onError: 'continue' }, () => { throw new Error('${secret}'); });`,
};
const call = (name: string, input: object) => ({ type: 'tool_use' as const, name, input: input as Record<string, unknown> });
const usage = { input_tokens: 10, output_tokens: 4, cache_read_input_tokens: 5 };
const script = {
  turns: [
    {
      content: [
        call('LS', { path: '.' }),
        call('Bash', { command: `echo ${secret}` }),
        call('Agent', { subagent_type: 'helper', prompt: 'help' }),
      ],
      usage,
    },
    { content: [{ type: 'text' as const, text: `done with ${secret}` }], usage },
  ],
  agents: { helper: { turns: [{ content: [{ type: 'text' as const, text: 'helped' }], usage }] } },
};
const files = { [`${secret}.txt`]: 'x', '.hooksmith/agents/helper.md': '---\ndescription: Helps.\n---\nHelp.' };

describe('spans of a run', () => {
  const run = async (contents: boolean, more: CoreOptions = {}) => {
    const collector = await startCollector();
    const failures: string[] = [];
    const telemetry = new Telemetry({
      endpoint: () => tracesAt(collector.url),
      headers: () => ({ 'x-key': 'abc' }),
      contents: () => contents,
      version: '1',
      failed: (why) => failures.push(why),
    });
    const core = await Core.start({ hooks, files, script, ...more });
    core.session.onItem((item) => telemetry.take(item));
    try {
      const result = await core.session.send(`please, ${secret}`);
      await telemetry.dispose();
      assert.deepEqual(failures, []);
      return { spans: collector.spans, asked: collector.asked, result, events: core.events };
    } finally {
      await core.stop();
      await collector.stop();
    }
  };

  it('stand in each other as run, step, model call, tool call, agent and hook do', async () => {
    const { spans, asked, result } = await run(false);
    const tree = (name: string) => [...new Set(spans.filter((span) => span.parent === name).map((span) => span.name))].sort();
    assert.deepEqual(
      spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name),
      ['invoke_agent main'],
    );
    assert.deepEqual(tree('invoke_agent main'), ['step 0', 'step 1']);
    assert.deepEqual(tree('step 1'), ['chat rehearsal', 'hook broken']);
    assert.deepEqual(tree('execute_tool LS'), ['hook clean']);
    assert.deepEqual(tree('execute_tool Bash'), ['hook no']);
    assert.deepEqual(tree('execute_tool Agent'), ['invoke_agent helper']);
    assert.deepEqual(tree('invoke_agent helper'), ['step 0']);
    assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);

    const of = (name: string) => spans.find((span) => span.name === name)!;
    const { attributes } = of('chat rehearsal');
    assert.deepEqual(
      ['operation.name', 'request.model', 'usage.input_tokens', 'usage.output_tokens', 'usage.cache_read.input_tokens'].map(
        (name) => attributes[`gen_ai.${name}`],
      ),
      ['chat', 'rehearsal', 15, 4, 5],
    );
    assert.deepEqual([of('chat rehearsal').kind, of('execute_tool LS').kind], [3, 1]);
    assert.deepEqual(attributes['gen_ai.response.finish_reasons'], ['tool_use']);
    assert.equal(of('execute_tool LS').attributes['gen_ai.tool.name'], 'LS');
    assert.deepEqual(
      [of('execute_tool Bash').attributes['hooksmith.outcome'], of('execute_tool Bash').status.code],
      ['denied', 2],
    );
    assert.equal(of('hook no').attributes['hooksmith.hook.decision'], 'deny');
    assert.equal(of('hook broken').attributes['error.type'], 'Error');
    const main = of('invoke_agent main').attributes;
    assert.deepEqual(
      [main['gen_ai.usage.input_tokens'], main['gen_ai.usage.output_tokens'], main['hooksmith.status']],
      [result.usage.input_tokens, result.usage.output_tokens, 'done'],
    );
    assert.deepEqual([asked[0]!.url, asked[0]!.headers['x-key']], ['/v1/traces', 'abc']);
    for (const { name, startTimeUnixNano, endTimeUnixNano } of spans)
      assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano), name);
  });

  it('tell what hooks asked a model, also before the run had told of its beginning', async () => {
    const asks = (name: string, event: string) =>
      `export const ${name} = hook('${event}', async (ctx) => void (await ctx.complete('a', { model: 'small' }).catch(() => undefined)));`;
    const { spans, events } = await run(false, {
      completes: true,
      hooks: { 'a.ts': `import { hook } from 'hooksmith';\n${asks('early', 'beforeRun')}\n${asks('late', 'preModelCall')}` },
      script: {
        turns: [
          { content: [{ type: 'text', text: 'first' }], usage },
          { error: { status: 400, type: 'invalid_request_error', message: 'no' } },
          { content: [{ type: 'text', text: 'done' }], usage },
        ],
      },
    });
    const told = events.filter(({ type }) => type === 'completion');
    const asked = spans.filter(({ name }) => name === 'chat small');
    assert.equal(told.length, 2);
    assert.deepEqual(
      asked.map(({ parent, kind, attributes, status }) => [parent, kind, attributes['hooksmith.hook.name'], status.code]).sort(),
      [
        ['invoke_agent main', 3, 'early', 0],
        ['step 0', 3, 'late', 2],
      ],
    );
    const early = asked.find(({ parent }) => parent === 'invoke_agent main')!;
    assert.deepEqual([early.attributes['gen_ai.usage.input_tokens'], early.attributes['gen_ai.usage.output_tokens']], [15, 4]);
    assert.equal(early.attributes['hooksmith.cost_usd'], 0);
  });

  it('tell each attempt at a model call by itself, also where a hook asked for another', async () => {
    const { spans } = await run(false, {
      hooks: {
        'a.ts':
          "import { hook } from 'hooksmith';\nexport const again = hook('modelError', (ctx) => (ctx.attempt < 2 ? ctx.retry() : undefined));",
      },
      script: {
        turns: [
          { error: { status: 400, type: 'invalid_request_error', message: 'no' } },
          { content: [{ type: 'text', text: 'then yes' }], usage },
        ],
      },
    });
    const chats = spans.filter(({ name }) => name === 'chat rehearsal');
    assert.deepEqual(
      chats.map(({ attributes }) => [attributes['hooksmith.attempt'], attributes['error.type']]),
      [
        [0, 'retried'],
        [1, undefined],
      ],
    );
  });

  it('of a run that breaks in the middle of a step all end with it', async () => {
    const { spans, result } = await run(false, { hooks: {}, script: { turns: [] } });
    assert.equal(result.status, 'error');
    assert.ok(spans.some(({ name }) => name === 'step 0'));
    const known = new Set(spans.map(({ spanId }) => spanId));
    assert.deepEqual(
      spans.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId)),
      [],
    );
  });

  it('of two agents of one name at once are told apart', async () => {
    const task = (prompt: string) => call('Agent', { subagent_type: 'helper', prompt });
    const { spans } = await run(false, {
      hooks: {},
      script: {
        turns: [
          { content: [task('one'), task('two')], usage },
          { content: [], usage },
        ],
        agents: { helper: { turns: [1, 2].map(() => ({ content: [{ type: 'text' as const, text: 'helped' }], usage })) } },
      },
    });
    const agents = spans.filter(({ name }) => name === 'invoke_agent helper');
    assert.equal(agents.length, 2);
    for (const { spanId } of agents)
      assert.deepEqual(
        spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name),
        ['step 0'],
      );
  });

  it('hold nothing of what was said, unless that is asked for, and never what a hook withholds', async () => {
    const silent = await run(false);
    assert.doesNotMatch(JSON.stringify(silent.asked.map(({ text }) => text)), new RegExp(secret));
    const told = JSON.stringify((await run(true)).asked.map(({ text }) => text));
    assert.match(told, /please, hunter2/);
    assert.match(told, /echo hunter2/);
    assert.match(told, /because hunter2/);
    assert.match(told, /cleaned/);
    assert.doesNotMatch(told, /hunter2\.txt/);
  });

  it('are not sent, and nothing is loaded, where no endpoint is set; one that is set later counts from the next run', async () => {
    const collector = await startCollector();
    let endpoint: string | undefined;
    const failures: string[] = [];
    const failed = (why: string) => void failures.push(why);
    const telemetry = new Telemetry({ endpoint: () => endpoint, contents: () => false, version: '1', failed });
    const core = await Core.start({ script: { turns: [{ content: [] }, { content: [] }] } });
    core.session.onItem((item) => telemetry.take(item));
    try {
      await core.session.send('one');
      endpoint = tracesAt(collector.url);
      await core.session.send('two');
      await telemetry.dispose();
      assert.equal(collector.spans.filter(({ name }) => name === 'invoke_agent main').length, 1);
      assert.deepEqual(failures, []);
    } finally {
      await core.stop();
      await collector.stop();
    }
  });

  it('that nobody takes hold nobody up, and are told of once', async () => {
    const collector = await startCollector();
    await collector.stop();
    const failures: string[] = [];
    const telemetry = new Telemetry({
      endpoint: () => tracesAt(collector.url),
      contents: () => false,
      version: '1',
      failed: (why) => failures.push(why),
    });
    const core = await Core.start({ script: { turns: [{ content: [] }] } });
    core.session.onItem((item) => telemetry.take(item));
    try {
      assert.equal((await core.session.send('one')).status, 'done');
      await telemetry.dispose();
      assert.ok(failures.length <= 1, failures.join());
    } finally {
      await core.stop();
    }
  });

  const environments: [env: NodeJS.ProcessEnv, endpoint: string | undefined][] = [
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, 'http://c:4318/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/base/' }, 'http://c:4318/base/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' }, 'http://t/x'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'true' }, undefined],
  ];
  for (const [env, endpoint] of environments)
    it(`go to ${endpoint ?? 'nobody'} with ${JSON.stringify(env)}`, () => assert.equal(endpointIn(env), endpoint));

  it('leave the command line before it ends', async () => {
    const collector = await startCollector();
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-otel-')));
    writeFileSync(join(folder, 'a.txt'), 'x');
    const { code, stderr } = await runCli(folder, ['run', '--no-hooks', '/call LS {"path": "."}'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    await collector.stop();
    rmSync(folder, { recursive: true, force: true });
    assert.equal(code, 0, stderr);
    assert.ok(
      collector.spans.some(({ name, parent }) => name === 'execute_tool LS' && parent === 'step 0'),
      stderr,
    );
    assert.ok(collector.spans.some(({ name }) => name === 'invoke_agent main'));
  });
});
