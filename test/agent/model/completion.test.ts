/** `ctx.complete`: which model answers, and that it is recorded and counted. */
import assert from 'node:assert/strict';
import type { ModelPort } from '../../../src/agent/ports/model';
import { ModelError } from '../../../src/agent/ports/model';
import { foldSession } from '../../../src/agent/session/sessionState';
import { Rehearsal } from '../../../src/models/rehearsal';
import type { ModelRequest } from '../../../src/shared/messages/messages';
import { Core, type CoreOptions, SharedHost } from '../../fixtures/core';

const usage = { input_tokens: 10, output_tokens: 2 };

describe('ctx.complete', () => {
  const host = new SharedHost();
  const cores: Core[] = [];
  afterEach(async () => {
    for (const core of cores.splice(0)) await core.stop();
  });
  after(() => host.dispose());

  /** Answers judging prompts by the name of the model, the conversation with one word; has a worker do what is to be delegated. */
  function model(requests: ModelRequest[]): (agent: string, named?: string) => ModelPort {
    return (agent, named = agent === 'worker' ? 'small' : 'big') => ({
      label: named,
      model: named,
      maxTokens: 5000,
      contextWindow: 100_000,
      costUsd: (name) => (name === 'small' ? 1 : 100),
      async call(request) {
        requests.push(structuredClone(request));
        const text = JSON.stringify(request.messages).includes('judge') ? `${named} says yes` : 'hello';
        if (JSON.stringify(request.messages.at(-1)).includes('delegate')) {
          const input = { subagent_type: 'worker', prompt: 'look', description: 'look' };
          const content = [{ type: 'tool_use' as const, id: 'toolu_1', name: 'Agent', input }];
          return { role: 'assistant', content, stop_reason: 'tool_use', usage };
        }
        if (JSON.stringify(request.messages).includes('fail'))
          throw new ModelError('down', { kind: 'api_error', retryable: false });
        return { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn', usage };
      },
    });
  }
  async function start(hooks: string, more: Partial<CoreOptions> = {}) {
    const requests: ModelRequest[] = [];
    const core = await Core.start({
      host,
      model: model(requests),
      completes: true,
      hooks: { 'a.ts': `import { hook } from 'hooksmith';\n${hooks}` },
      ...more,
    });
    cores.push(core);
    assert.deepEqual(core.loaded.problems, []);
    return { core, requests };
  }

  it('asks the model that is named, is recorded, and its cost is the run’s', async () => {
    const { core, requests } = await start(`
      export const judge = hook('beforeRun', async (ctx) => {
        ctx.log(await ctx.complete('judge this', { model: 'small', maxTokens: 7 }), await ctx.complete('judge that'));
      });
      export const seen = hook('afterRun', (ctx) => ctx.log(ctx.usage.input_tokens, ctx.costUsd));`);
    const result = await core.session.send('hi');
    assert.deepEqual(
      requests.map(({ model: name, max_tokens }) => [name, max_tokens]),
      [
        ['small', 7],
        ['big', 1024],
        ['big', 5000],
      ],
    );
    assert.deepEqual([result.usage.input_tokens, result.costUsd], [30, 201]);
    const logs = core.events.flatMap((event) => event.hooks.flatMap((hook) => hook.logs ?? []));
    assert.deepEqual(logs, ['small says yes big says yes', '30 201']);
    const [first] = core.all('completion');
    assert.deepEqual(
      [first!.input, first!.output, first!.costUsd, first!.runId],
      ['judge this', 'small says yes', 1, core.event('after_run').runId],
    );
    const { model: name, hook, event, line } = first!.data;
    assert.deepEqual([name, hook, event, line], ['small', 'judge', 'beforeRun', 3]);
    assert.deepEqual([core.session.usage.input_tokens, core.session.costUsd], [30, 201]);
    assert.deepEqual(foldSession(core.session.items).usage, core.session.usage);
  });

  it('of a hook in a subagent asks that agent’s model, and is on its branch and its account', async () => {
    const { core, requests } = await start(
      "export const judge = hook('preModelCall', { agents: 'main/worker' }, async (ctx) => void (await ctx.complete('judge this')));",
      { files: { '.hooksmith/agents/worker.md': '---\ndescription: Works.\n---\nYou work.\n' } },
    );
    const result = await core.session.send('delegate');
    assert.deepEqual(
      requests.map(({ model: name }) => name),
      ['big', 'small', 'small', 'big'],
    );
    const [asked] = core.all('completion');
    const stopped = core.event('subagent_stop');
    assert.ok(stopped.taskId);
    assert.deepEqual([asked!.branch, asked!.agentName, asked!.taskId], ['main/worker', 'worker', stopped.taskId]);
    assert.deepEqual(Object.keys(asked!.data).sort(), ['event', 'file', 'hook', 'line', 'model']);
    assert.deepEqual([stopped.costUsd, stopped.usage.input_tokens], [2, 20]);
    assert.deepEqual([result.costUsd, result.usage.input_tokens], [202, 40]);
  });

  it('of a rehearsal goes by the name that was asked for', async () => {
    const asked: string[] = [];
    const played = new Rehearsal({
      turns: [{ content: [{ type: 'text', text: 'yes' }] }, { content: [{ type: 'text', text: 'done' }] }],
    });
    const { core } = await start(
      "export const judge = hook('beforeRun', async (ctx) => ctx.log(await ctx.complete('q', { model: 'haiku' })));",
      {
        model: Object.create(played, {
          call: {
            value: (...given: Parameters<ModelPort['call']>) => {
              asked.push(given[0].model);
              return played.call(...given);
            },
          },
        }) as ModelPort,
      },
    );
    assert.equal((await core.session.send('hi')).text, 'done');
    assert.deepEqual(asked, ['haiku', 'rehearsal']);
  });

  it('that fails is recorded with its error, and wrong options are the hook’s error', async () => {
    const { core, requests } = await start(`
      export const fails = hook('beforeRun', async (ctx) => { await ctx.complete('fail').catch((error) => ctx.log(error.message)); });
      export const typo = hook('beforeRun', async (ctx) => { await ctx.complete('q', { maxToken: 3 } as never); });
      export const wrong = hook('beforeRun', async (ctx) => { await ctx.complete('q', { maxTokens: '3' } as never); });`);
    const result = await core.session.send('hi');
    assert.deepEqual([result.status, requests.length], ['done', 2]);
    assert.deepEqual(
      core.all('completion').map(({ error }) => error?.message),
      ['down'],
    );
    assert.deepEqual(
      core.all('hook_error').map(({ error }) => error.message),
      [
        'ctx.complete: maxToken is no option of it; there are model and maxTokens',
        'ctx.complete: maxTokens must be a number of tokens',
      ],
    );
  });

  it('leaves an event of each time that it was tried again, with the hook that asks', async () => {
    const retry = { attempt: 1, waitMs: 5, status: 529, message: 'overloaded' };
    const plain = model([]);
    const { core } = await start(
      `export const judge = hook('beforeRun', async (ctx) => { await ctx.complete('judge this'); });
      export const watch = hook('event', async (ctx) => { if (ctx.hookEvent.type === 'after_run') await ctx.complete('judge that'); });
      export const heard = hook('event', (ctx) => { if (ctx.hookEvent.type === 'model_retry') console.log('heard', ctx.hookEvent.data.hook); });`,
      {
        model: (agent, named) => {
          const port = plain(agent, named);
          return {
            ...port,
            call: (request, stream) => {
              if (JSON.stringify(request.messages).includes('judge')) stream.onRetry(retry);
              return port.call(request, stream);
            },
          };
        },
      },
    );
    await core.session.send('hi');
    const tried = core.all('model_retry');
    assert.deepEqual(
      tried.map(({ data }) => data),
      [
        { ...retry, hook: 'judge' },
        { ...retry, hook: 'watch' },
      ],
    );
    assert.equal(tried[0]!.reason, 'overloaded');
    const logs = core.logs.filter((line) => line.includes('heard'));
    assert.deepEqual([logs.length, /heard judge/.test(logs.join())], [1, true], 'what an observer asked is observed by none');
  });

  it('counts with what it took, with an answer that was given up and one that a stop cut short', async () => {
    const plain = model([]);
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { core } = await start(
      "export const judge = hook('beforeRun', async (ctx) => { await ctx.complete('judge this', { model: 'small' }); });",
      {
        model: (agent, named) => ({
          ...plain(agent, named),
          async call(_request, { signal, onUsage, onRetry }) {
            onUsage?.({ input_tokens: 1, output_tokens: 0 });
            onUsage?.({ input_tokens: 10, output_tokens: 2 });
            onRetry({ attempt: 1, waitMs: 0, message: 'broke off' });
            onUsage?.({ input_tokens: 10, output_tokens: 3 });
            asked();
            return new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
            });
          },
        }),
      },
    );
    const running = core.session.send('hi');
    await isAsked;
    await core.session.stop();
    const { usage: all, costUsd } = await running;
    assert.deepEqual([all.input_tokens, all.output_tokens, costUsd], [20, 5, 1]);
    const told = core.event('completion');
    assert.deepEqual([told.costUsd, told.usage?.output_tokens], [1, 3]);
    assert.ok(told.error);
  });

  it('of an observer is recorded, and observed by none: it would never end', async () => {
    const { core } = await start(`
      export const one = hook('event', async (ctx) => { if (ctx.hookEvent.type !== 'message') await ctx.complete('judge ' + ctx.hookEvent.type); });`);
    await core.session.send('hi');
    const asked = core.all('completion').map(({ input }) => input);
    assert.ok(asked.includes('judge after_run'));
    assert.ok(!asked.includes('judge completion'));
  });

  it('shows no prompt and no answer while a redacts hook holds back what may be in it', async () => {
    const { core } = await start(`
      export const judge = hook('userMessage', async (ctx) => { await ctx.complete('judge ' + ctx.text); });
      export const clean = hook('userMessage', { redacts: true }, (ctx) => ctx.modify({ text: 'clean' }));`);
    await core.session.send('secret');
    assert.ok(core.event('completion').input);
    assert.doesNotMatch(JSON.stringify(core.session.items), /secret/);
  });
});
