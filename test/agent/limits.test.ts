/** What a hook may do only so often, or only to what nobody forced; and what does not count against a limit of time. */
import assert from 'node:assert/strict';
import type { RunOptions } from '../../src/agent/session/session';
import { Rehearsal } from '../../src/models/rehearsal';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import type { ApprovalRequest } from '../../src/shared/calls/approvals';
import type { EventOf } from '../../src/shared/events/events';
import type { ModelRequest } from '../../src/shared/messages/messages';
import { testTools } from '../conformance/tools';
import { allows, Core, type CoreOptions, SharedHost } from '../fixtures/core';

const imports = "import { hook, policy, timeLimit } from 'hooksmith';\n";
type Turn = RehearsalScript['turns'][number];
const call = (name: string, input: object = { text: 'x' }): Turn => ({
  content: [{ type: 'tool_use', name, input: input as Record<string, unknown> }],
});
const say = (text: string): Turn => ({ content: [{ type: 'text', text }] });

describe('limits of a run', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  let ran: string[];
  let prompts: ApprovalRequest[];
  let requests: number;
  let asked: ModelRequest[];
  afterEach(() => core.stop());

  const run = async (
    hooks: string,
    turns: Turn[],
    { session, ...more }: Partial<CoreOptions> & { session?: RunOptions } = {},
  ) => {
    ran = [];
    prompts = [];
    requests = 0;
    asked = [];
    const model = new Rehearsal({ turns });
    const human = more.human ?? allows;
    core = await Core.start({
      hooks: { 'a.ts': imports + hooks },
      tools: testTools(ran),
      host,
      model: {
        label: model.label,
        model: model.model,
        maxTokens: model.maxTokens,
        contextWindow: model.contextWindow,
        costUsd: () => model.costUsd(),
        call: (...given: Parameters<Rehearsal['call']>) => {
          requests++;
          asked.push(structuredClone(given[0]));
          return model.call(...given);
        },
      },
      ...more,
      human: (request, signal) => {
        prompts.push(request);
        return human(request, signal);
      },
    });
    return core.session.send('go', session);
  };
  const settled = () => core.events.findLast((event): event is EventOf<'tool_settled'> => event.type === 'tool_settled')!;

  describe('last words', () => {
    const limited = "import { stepLimit } from 'hooksmith';\nexport const limit = stepLimit(1);";
    const last = () => asked.at(-1)!;

    it('at a limit are one last call without tools, and the run is stopped all the same', async () => {
      const result = await run(limited, [call('echo'), say('that is all')], { session: { finalAnswer: true } });
      assert.deepEqual([result.status, result.text, requests], ['stopped', 'that is all', 2]);
      assert.equal(result.signals[0]?.reason, 'steps_limit');
      assert.equal(last().tools, undefined);
      assert.deepEqual(
        last().messages.map(({ role }) => role),
        ['user', 'assistant', 'user'],
      );
      assert.match(
        JSON.stringify(last().messages.at(-1)),
        /tool_result.*Step limit reached: 1\/1\. No tool can be called any more/,
      );
      assert.deepEqual(core.session.history.at(-1), { role: 'assistant', content: [{ type: 'text', text: 'that is all' }] });
      assert.equal(core.all('message').length, 4);
      assert.doesNotMatch(JSON.stringify(core.session.history), /No tool can be called/);
    });

    it('run nothing, whatever they hold', async () => {
      const result = await run(limited, [call('echo'), call('echo')], { session: { finalAnswer: true } });
      assert.deepEqual([result.status, ran.length], ['stopped', 1]);
      assert.equal(settled().data.outcome, 'skipped');
      assert.match(JSON.stringify(core.session.history.at(-1)), /tool_result/);
    });

    it('come for no other end, and not unasked', async () => {
      const stops = "export const off = hook('beforeStep', (ctx) => (ctx.step > 0 ? ctx.stop('enough') : undefined));";
      const result = await run(stops, [call('echo'), say('never')], { session: { finalAnswer: true } });
      assert.deepEqual([result.status, result.text, requests], ['stopped', '', 1]);
      await core.stop();
      await run(limited, [call('echo'), say('never')]);
      assert.equal(requests, 1);
    });

    it('that fail leave the run as the limit left it', async () => {
      const result = await run(limited, [call('echo'), { error: { type: 'api_error', message: 'down' } }], {
        session: { finalAnswer: true },
      });
      assert.deepEqual([result.status, result.signals[0]?.reason], ['stopped', 'steps_limit']);
    });

    it('conclude a run that the human does not go on with', async () => {
      await run(limited, [call('echo'), say('that is all'), say('never')]);
      assert.equal(core.session.endedAtLimit, true);
      const result = await core.session.conclude();
      assert.deepEqual([result.status, result.text, requests], ['done', 'that is all', 2]);
      assert.equal(last().tools, undefined);
      assert.deepEqual([core.session.endedAtLimit, core.session.canContinue], [false, false]);
      assert.equal(core.all('user_message').length, 1);
    });
  });

  it('a stop hook goes on eight times and no more', async () => {
    const result = await run(
      "export const on = hook('stop', (ctx) => ctx.continueWith('once more'));",
      Array.from({ length: 12 }, (_, n) => say(`answer ${n}`)),
    );
    assert.deepEqual([result.status, result.text, requests], ['done', 'answer 8', 9]);
    assert.equal(core.events.filter((event) => event.type === 'stop').length, 9);
  });

  it('a tool is tried three times more', async () => {
    await run("export const again = hook('toolError', (ctx) => ctx.retry());", [call('Throw', { text: 'no luck' }), say('done')]);
    assert.equal(ran.length, 4);
    assert.equal(core.events.filter((event) => event.type === 'tool_error').length, 4);
    assert.equal(settled().data?.outcome, 'error');
  });

  it('a model call is tried three times more', async () => {
    const fails: Turn = { error: { status: 400, type: 'invalid_request_error', message: 'no luck' } };
    const result = await run("export const again = hook('modelError', (ctx) => ctx.retry());", [
      fails,
      fails,
      fails,
      fails,
      say('late'),
    ]);
    assert.deepEqual([result.status, requests], ['error', 4]);
  });

  it('the human’s time does not count against a limit of time, and the tools’ does', async () => {
    let now = 0;
    const slow = {
      ...testTools([]).find(({ name }) => name === 'Echo')!,
      name: 'Slow',
      run: async () => {
        now += 2000;
        return { content: 'ok' };
      },
    };
    const result = await run(
      'export const limit = timeLimit(5);',
      [call('Slow'), call('Slow'), call('Slow'), say('not reached')],
      {
        now: () => now,
        tools: [slow],
        human: async (request, signal) => {
          await new Promise((resolve) => setImmediate(resolve));
          now += 60_000;
          return allows(request, signal);
        },
      },
    );
    assert.equal(prompts.length, 3);
    assert.deepEqual(
      result.signals.map(({ reason, message }) => [reason, message]),
      [['time_limit', 'Execution time limit reached: 6.00s/5.00s']],
    );
  });

  it('a permissionRequest hook answers only a prompt that nobody forced', async () => {
    const yes = "export const yes = hook('permissionRequest', (ctx) => ctx.allow('of course'));";
    const forcing: [string, string, Partial<CoreOptions>, Turn?][] = [
      ['a policy', "export const p = policy((ctx) => ctx.ask('a human must see it'));", {}],
      ['a hook', "export const h = hook('preToolUse', (ctx) => ctx.ask('a human must see it'));", {}],
      ['a rule', '', { permissions: { ask: ['Echo'] } }],
      ['a protected path', '', {}, call('Write', { file_path: '.git/config', content: 'x' })],
    ];
    const turns = (turn = call('Echo')) => [turn, say('done')];
    for (const [name, hooks, more, turn] of forcing) {
      await run(`${yes}\n${hooks}`, turns(turn), more);
      assert.equal(prompts.length, 1, name);
      assert.equal(settled().decidedBy?.kind, 'human', name);
      await core.stop();
    }
    await run(yes, turns());
    assert.deepEqual([prompts.length, ran], [0, ['Echo x']]);
    assert.deepEqual([settled().decidedBy?.kind, settled().decidedBy?.name], ['hook', 'yes']);
  });
});
