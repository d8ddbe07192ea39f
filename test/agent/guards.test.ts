import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readSession } from '../../src/adapters/sessions/sessionFile';
import type { RehearsalScript } from '../../src/models/rehearsalScript';
import type { StreamItem } from '../../src/shared/stream/stream';
import { allows, Core, SharedHost } from '../fixtures/core';
import { limit } from '../fixtures/limits';

const imports = "import { group, guards, hook, rateLimit, stepLimit, timeLimit, tokenLimit } from 'hooksmith';\n";
const ls = { content: [{ type: 'tool_use' as const, name: 'LS', input: { path: '.' } }] };
const said = { content: [{ type: 'text' as const, text: 'done' }] };

describe('guards', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const run = async (hooks: string, turns: RehearsalScript['turns']) => {
    core = await Core.start({ hooks: { 'a.ts': imports + hooks }, script: { turns }, host });
    return core.session.send('go');
  };
  const outcomes = () => core.events.flatMap((event) => (event.type === 'tool_settled' ? [event.data?.outcome] : []));

  it('of the same limit count for themselves', async () => {
    const result = await run(
      'export const a = stepLimit(2); export const b = stepLimit(2); export const c = [...guards({ maxSteps: 2 })];',
      [ls, ls, ls],
    );
    assert.equal(result.signals[0]!.message, 'Step limit reached: 2/2');
  });

  it('with a count of their own leave the others’ alone', async () => {
    const result = await run(
      'export const odd = stepLimit(2, { count: (ctx) => ctx.step % 2 === 0 }); export const all = stepLimit(9);',
      [ls, ls, ls, ls, ls],
    );
    assert.deepEqual(
      [result.signals[0]!.message, core.events.filter((event) => event.type === 'post_model_call').length],
      ['Step limit reached: 2/2', 3],
    );
  });

  it('rate limits of the same numbers count a call once each', async () => {
    await run(
      'export const a = rateLimit({ max: 2 }); export const b = rateLimit({ max: 2 }); export const c = group({}, rateLimit({ max: 2 }), rateLimit({ max: 2 }));',
      [ls, ls, ls, said],
    );
    assert.deepEqual(outcomes(), ['ok', 'ok', 'denied']);
  });

  for (const perMs of ['', ', perMs: 3_600_000'])
    it(`a rate limit of a session counts a call once that waited for the human when the process died${perMs}`, async () => {
      let died = new Map<string, unknown>();
      let items: StreamItem[] = [];
      const calls = ['a', 'b'].map((id) => ({ type: 'tool_use' as const, id, name: 'Bash', input: { command: `touch ${id}` } }));
      core = await Core.start({
        ...{ host, script: { turns: [{ content: calls }, said, { content: [{ ...calls[0]!, id: 'c' }] }, said] } },
        hooks: { 'a.ts': `${imports}export const few = rateLimit({ max: 2, tool: 'Bash', per: 'session'${perMs} });` },
        human: (request) => {
          // As its file would have it now.
          if (request.toolCallId === 'b' && items.length === 0) {
            const stored = readSession(path);
            items = stored.items;
            died = stored.kept;
          }
          return allows(request, new AbortController().signal);
        },
      });
      const path = join(core.folder, 's.jsonl');
      const first = core.open({ path });
      await first.session.send('go');
      const { session } = core.open({ items, kept: died });
      const outcomes: string[] = [];
      session.onItem((item) => {
        if (item.kind === 'event' && item.event.type === 'tool_settled') outcomes.push(item.event.data.outcome);
      });
      await session.continue();
      assert.deepEqual(outcomes, ['ok', 'ok', 'denied']);
    });

  it('do not count the time in which a debugger holds the hooks', async () => {
    const seconds = limit(2);
    const slow = `hook('preToolUse', { timeoutMs: ${seconds * 2500} }, async () => { await new Promise((done) => setTimeout(done, ${seconds * 1250})); })`;
    const limited = async (isHeld: boolean) => {
      core = await Core.start({
        hooks: { 'a.ts': `${imports}export const a = timeLimit(${seconds}); export const b = ${slow};` },
        script: { turns: [ls, said] },
      });
      const debug = core.host.debug({ opened: () => undefined });
      core.host.held(isHeld);
      const { signals } = await core.session.send('go');
      const { waitedMs } = core.event('after_run').data;
      debug.dispose();
      return { reason: signals[0]?.reason, hasWaited: waitedMs! >= seconds * 1200 };
    };
    assert.deepEqual(await limited(true), { reason: 'completed', hasWaited: true });
    await core.stop();
    assert.deepEqual(await limited(false), { reason: 'time_limit', hasWaited: false });
  });

  it('keep their counts when their file is saved', async () => {
    core = await Core.start({
      hooks: { 'a.ts': `${imports}export const a = rateLimit({ max: 1 });` },
      script: { turns: [ls, ls, said] },
      host,
    });
    core.session.onItem((item) => {
      if (item.kind === 'event' && item.event.type === 'tool_settled')
        void core.save('a.ts', `${imports}/** Saved. */\nexport const a = rateLimit({ max: 1 });`);
    });
    await core.session.send('go');
    assert.deepEqual(outcomes(), ['ok', 'denied']);
  });

  it('of a session count on from run to run, each for itself; those of a run begin anew', async () => {
    const spends = { ...said, usage: { input_tokens: 40, output_tokens: 10 } };
    const first = await run(
      `export const steps = stepLimit(3, { per: 'session' });
       export const runs = stepLimit(2);
       export const tokens = tokenLimit(120, { per: 'session' });`,
      [spends, spends, spends, spends],
    );
    assert.equal(first.status, 'done');
    assert.equal((await core.session.send('again')).status, 'done');
    const third = await core.session.send('again');
    assert.deepEqual([third.status, third.signals[0]!.message], ['done', 'The agent finished']);
    const fourth = await core.session.send('again');
    assert.deepEqual([fourth.signals[0]!.message, fourth.signals[0]!.reason], ['Step limit reached: 3/3', 'steps_limit']);
  });

  const alike = ['stepLimit(1)', 'stepLimit(3, { per: "session" })', 'stepLimit(9, { per: "session" })'];
  for (const [order, limits] of Object.entries({ first: alike, last: [...alike].reverse() }))
    it(`steps of a session are counted beside another guard that comes ${order}`, async () => {
      const first = await run(`export const all = [${limits.join(', ')}];`, [ls, ls, ls, ls, ls, ls]);
      assert.equal(first.signals[0]!.message, 'Step limit reached: 1/1');
      assert.equal((await core.session.send('again')).signals[0]!.message, 'Step limit reached: 1/1');
      await core.session.send('again');
      assert.deepEqual(outcomes(), ['ok', 'ok', 'ok']);
      assert.equal((await core.session.send('again')).signals[0]!.message, 'Step limit reached: 3/3');
      assert.deepEqual(outcomes(), ['ok', 'ok', 'ok']);
    });

  it('steps of a session are counted in a group, too', async () => {
    const other = `hook('beforeStep', (ctx) => (ctx.event === 'beforeStep' ? undefined : ctx.stop('not its event')))`;
    const limits = 'stepLimit(3, { per: "session" }), tokenLimit(90_000, { per: "session" }), stepLimit(2)';
    const first = await run(`export const all = group({}, ${other}, ${limits});`, [ls, ls, ls, ls, ls]);
    assert.equal(first.signals[0]!.message, 'Step limit reached: 2/2');
    assert.equal((await core.session.send('again')).signals[0]!.message, 'Step limit reached: 3/3');
    assert.deepEqual(outcomes(), ['ok', 'ok', 'ok']);
  });

  it('tokens, seconds and rates of a session are those of all its runs', async () => {
    const spends = { ...said, usage: { input_tokens: 40, output_tokens: 10 } };
    await run(
      `export const tokens = tokenLimit(100, { per: 'session' }); export const some = rateLimit({ max: 2, per: 'session' });`,
      [
        { ...ls, usage: { input_tokens: 1, output_tokens: 0 } },
        said,
        { ...ls, usage: { input_tokens: 1, output_tokens: 0 } },
        said,
        ls,
        spends,
        spends,
      ],
    );
    await core.session.send('again');
    await core.session.send('again');
    assert.deepEqual(outcomes(), ['ok', 'ok', 'denied']);
    assert.equal((await core.session.send('again')).status, 'done');
    const last = await core.session.send('again');
    assert.deepEqual([last.signals[0]!.message, last.signals[0]!.reason], ['Token limit reached: 102/100', 'token_limit']);
  });

  it('time of a session leaves out what lay between its runs', async () => {
    let now = 0;
    core = await Core.start({
      hooks: { 'a.ts': `${imports}export const time = timeLimit(10, { per: 'session' });` },
      script: { turns: [said, said, said] },
      host,
      now: () => (now += 100),
    });
    const first = await core.session.send('go');
    now += 60_000;
    assert.equal((await core.session.send('again')).status, 'done');
    assert.ok(first.activeMs > 0);
    const { usage, costUsd } = core.session;
    assert.deepEqual([usage.input_tokens, costUsd], [0, 0]);
    core.session.onItem((item) => {
      if (item.kind === 'event' && item.event.type === 'before_run') now += 10_000;
    });
    assert.match((await core.session.send('again')).signals[0]!.message, /^Execution time limit reached: 1\d\.\d\ds\/10\.00s$/);
  });

  it('a text that reads like a guard’s is none', async () => {
    const result = await run("export const a = hook('beforeStep', (ctx) => ctx.stop('Step limit reached: 1/1'));", [said]);
    assert.equal(result.signals[0]!.reason, 'stop_requested');
  });

  it('of one’s own may be limits', async () => {
    const result = await run("export const a = hook('beforeStep', (ctx) => ctx.stop('too much', { n: 1 }, 'token_limit'));", [
      said,
    ]);
    assert.deepEqual([result.signals[0]!.reason, result.signals[0]!.context], ['token_limit', { n: 1 }]);
  });

  it('null turns one off', async () => {
    await run(
      'export const all = guards({ maxSteps: null, maxTokens: null, maxSeconds: null, finishReasons: null });\nexport const one = hook("message", () => {});',
      [said],
    );
    assert.deepEqual(core.event('before_step').hooks, []);
    assert.deepEqual(core.event('after_step').hooks, []);
  });
});
