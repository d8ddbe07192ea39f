/** `hooksmith/testing`: the chain of the host, on events that tests make. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionLog } from '../../../src/adapters/sessions/sessionLog';
import { allowPaths, denyCommands, denyPaths, group, hook, policy, rateLimit } from '../../../src/api';
import { eventNames, hookPoints } from '../../../src/shared/hooks/points';
import { isKept } from '../../../src/shared/stream/stream';
import type { HookRecord } from '../../../src/shared/verdicts/hookRecord';
import { event, recorded, runHooks, toolCall } from '../../../src/testing';
import { Core } from '../../fixtures/core';

const bash = (command: string, more = {}) => toolCall('Bash', { command }, more);

describe('runHooks', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-run-hooks-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const ask = policy({ tools: 'Bash' }, (ctx) => ctx.ask('look'));
  const deny = policy({ tools: 'Bash' }, (ctx) => ctx.deny('no'));
  const allow = hook('preToolUse', (ctx) => ctx.allow('fine'));
  const words: [name: string, hooks: Parameters<typeof runHooks>[0], decision: string, reason?: string][] = [
    ['nobody who speaks', hook('preToolUse', () => undefined), 'continue'],
    ['an allow', allow, 'allow', 'fine'],
    ['an allow and a policy that asks', [allow, ask], 'ask', 'look'],
    [
      'a final allow and a policy that denies',
      [hook('preToolUse', (ctx) => ctx.allow('fine', { final: true })), deny],
      'deny',
      'no',
    ],
    ['an ask of a hook before an allow', [hook('preToolUse', (ctx) => ctx.ask('hm')), allow], 'ask', 'hm'],
    ['an answer and a policy that asks', [hook('preToolUse', (ctx) => ctx.respond('x')), ask], 'respond'],
    ['an answer and a policy that denies', [hook('preToolUse', (ctx) => ctx.respond('x')), deny], 'deny', 'no'],
    ['a stop', hook('preToolUse', (ctx) => ctx.stop('enough')), 'stop', 'enough'],
    [
      'a hook that throws',
      hook('preToolUse', () => {
        throw new Error('boom');
      }),
      'deny',
    ],
    ['a policy that confines', policy((ctx) => ctx.confine({ hosts: [] })), 'confine'],
    ['a policy that confines, and an allow', [allow, policy((ctx) => ctx.confine({}))], 'confine'],
    ['a shadow', policy({ shadow: true }, (ctx) => ctx.deny('no')), 'continue'],
    [
      'a group',
      group(
        {},
        hook('preToolUse', () => undefined),
        hook('preToolUse', (ctx) => ctx.deny('both')),
      ),
      'deny',
      'both',
    ],
    ['a hook of another event', hook('postToolUse', (ctx) => ctx.stop('x')), 'continue'],
  ];
  for (const [name, hooks, decision, reason] of words) {
    it(`tells the strictest word: ${name}`, async () => {
      const outcome = await runHooks(hooks, bash('ls'));
      assert.equal(outcome.decision, decision);
      if (reason !== undefined) assert.equal(outcome.reason, reason);
      if (decision !== 'continue') assert.equal(typeof outcome.by?.name, 'string');
    });
  }

  it('knows what a command line runs', async () => {
    const noSudo = denyCommands('sudo', 'rm -rf');
    for (const line of ['sudo ls', 'a && env sudo x', "sh -c 'rm -fr x'", '$(/bin/rm -r -f x)'])
      assert.equal((await runHooks(noSudo, bash(line))).decision, 'deny', line);
    for (const line of ['echo sudo', 'rm x', 'rsync a b'])
      assert.equal((await runHooks(noSudo, bash(line))).decision, 'continue', line);
    assert.equal((await runHooks(noSudo, bash('$X'))).decision, 'ask');
    assert.equal((await runHooks(denyCommands('sudo'), bash('$X'))).decision, 'confine');
  });

  it('resolves paths from the folder that the call names, links too', async () => {
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets', 'key'), 'k');
    symlinkSync('secrets/key', join(folder, 'link'));
    const read = (file_path: string) => toolCall('Read', { file_path }, { cwd: folder });
    assert.equal((await runHooks(denyPaths('secrets'), read('link'))).decision, 'deny');
    assert.equal((await runHooks(denyPaths('secrets'), read('other'))).decision, 'continue');
    assert.equal((await runHooks(allowPaths('src'), read('secrets/key'))).decision, 'deny');
    assert.equal(
      (await runHooks(denyPaths('secrets'), toolCall('mcp__files__get', { path: 'link' }, { cwd: folder }))).decision,
      'deny',
    );
  });

  it('judges the input that would run', async () => {
    const change = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.modify({ input: { command: 'sudo ls' } }));
    const outcome = await runHooks([denyCommands('sudo'), change], bash('ls'));
    assert.equal(outcome.decision, 'deny');
    const wrong = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.modify({ input: { comand: 'x' } as never }));
    const refused = await runHooks(wrong, bash('ls'));
    assert.equal(refused.decision, 'deny');
    assert.match(refused.reason!, /command/);
  });

  it('follows a redirect to the tool that would run', async () => {
    const outcome = await runHooks(
      [
        hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.redirect('Read', { file_path: 'a' })),
        policy({ tools: 'Read' }, (ctx) => ctx.ask('reads')),
      ],
      bash('cat a'),
    );
    assert.deepEqual([outcome.decision, outcome.fields.toolName, outcome.input], ['ask', 'Read', { file_path: 'a' }]);
  });

  it('tells what hooks made of input, output and context, what they logged, and who ran', async () => {
    const pre = await runHooks(
      [
        hook('preToolUse', { tools: 'Bash', priority: 1 }, (ctx) => {
          ctx.log('a', { b: 1 });
          return ctx.modify({ input: { timeout: 5 }, metadata: { seen: true } });
        }),
        hook('preToolUse', (ctx) => ctx.log('c')),
      ],
      bash('ls'),
    );
    // With its type: a test reads single fields without a cast.
    assert.deepEqual([pre.input.command, pre.input.timeout], ['ls', 5]);
    assert.deepEqual(pre.input, { command: 'ls', timeout: 5 });
    assert.deepEqual(pre.metadata, { seen: true });
    assert.deepEqual(pre.logs, ['a { b: 1 }', 'c']);
    assert.deepEqual(
      pre.hooks.map(({ decision }) => decision),
      ['modify', 'continue'],
    );
    const post = await runHooks(
      hook('postToolUse', (ctx) => ctx.modify({ output: `${ctx.output}!`, context: 'mind' })),
      event('postToolUse', { toolName: 'Bash', input: { command: 'ls' }, output: 'x' }),
    );
    assert.deepEqual([post.output, post.context], ['x!', ['mind']]);
    const answered = await runHooks(
      hook('toolError', (ctx) => ctx.respond('mended')),
      event('toolError', { toolName: 'Bash', input: { command: 'ls' } }),
    );
    assert.deepEqual([answered.decision, answered.value], ['respond', 'mended']);
    const said = await runHooks(
      hook('userMessage', (ctx) => ctx.modify({ text: ctx.text.toUpperCase() })),
      event('userMessage', { text: 'hi' }),
    );
    assert.deepEqual(said.input, { role: 'user', content: 'HI' });
  });

  it('keeps state for those of one run, and of one session', async () => {
    const few = rateLimit({ max: 1 });
    assert.equal((await runHooks(few, bash('a', { runId: 'one' }))).decision, 'continue');
    assert.equal((await runHooks(few, bash('a', { runId: 'one' }))).decision, 'deny');
    assert.equal((await runHooks(few, bash('a', { runId: 'two' }))).decision, 'continue');
    assert.equal((await runHooks(few, bash('a'))).decision, 'continue');
    const count = hook('preToolUse', (ctx) => {
      const n = ctx.session.get<number>('n') ?? 0;
      ctx.session.set('n', n + 1);
      ctx.log(n);
    });
    await runHooks(count, bash('a', { sessionId: 's' }));
    assert.deepEqual((await runHooks(count, bash('a', { sessionId: 's' }))).logs, ['1']);
  });

  it('limits a rate by the calls of that time, also once the clock was set back', async () => {
    const few = rateLimit({ max: 1, perMs: 60_000 });
    const at = async (updatedAt: string) => (await runHooks(few, bash('a', { runId: 'clock', updatedAt }))).decision;
    assert.equal(await at('2026-10-02T10:00:00.000Z'), 'continue');
    assert.equal(await at('2026-10-02T10:00:30.000Z'), 'deny');
    assert.equal(await at('2026-10-02T09:59:30.000Z'), 'deny');
    assert.equal(await at('2026-10-01T10:00:00.000Z'), 'continue');
    assert.equal(await at('2026-10-01T10:00:30.000Z'), 'deny');
  });

  it('has the fields of the run as the test says', async () => {
    const tell = hook('preToolUse', { agents: 'main/reader' }, (ctx) =>
      ctx.log(ctx.agentName, ctx.depth, ctx.step, ctx.usage.input_tokens),
    );
    const usage = { input_tokens: 7, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    assert.deepEqual((await runHooks(tell, bash('a', { branch: 'main/reader', step: 3, usage }))).logs, ['reader 1 3 7']);
    assert.deepEqual((await runHooks(tell, bash('a'))).logs, []);
  });

  it('calls no model unless the test answers for it', async () => {
    const judge = hook('preToolUse', async (ctx) => ctx.deny(await ctx.complete('safe?')));
    assert.match((await runHooks(judge, bash('a'))).reason!, /complete/);
    assert.equal((await runHooks(judge, bash('a'), { complete: (prompt) => `${prompt} no` })).reason, 'safe? no');
  });

  it('makes every event, each with what it carries', async () => {
    for (const name of eventNames) {
      const tool = 'tool' in hookPoints[name] ? { toolName: 'Bash', input: { command: 'ls' } } : {};
      const { hooks, logs } = await runHooks(
        hook(name, (ctx) => ctx.log(ctx.event)),
        event(name, { ...tool, ...(name === 'event' || name === 'beforeTranslate' ? { hookEvent: {} } : {}) } as never),
      );
      assert.deepEqual([hooks[0]?.decision, logs], ['continue', [name]], name);
    }
    assert.equal(event('PostToolUseFailure', { toolName: 'Bash', input: {} }).event, 'toolError');
    assert.throws(() => event('preTolUse' as never), /did you mean preToolUse/);
    assert.throws(() => event('onChatDone' as never), /did you mean runDone/);
    assert.throws(() => event('postToolUse', {}), /toolName and input/);
  });

  it('refuses what is no hook, and hooks that are made wrongly', async () => {
    await assert.rejects(runHooks([], bash('a')), /given no hook/);
    await assert.rejects(runHooks({ helper: 1 }, bash('a')), /given no hook/);
    await assert.rejects(
      runHooks(
        hook('preToolUse', { tool: 'Bash' } as never, () => undefined),
        bash('a'),
      ),
      /did you mean 'tools'/,
    );
    await assert.rejects(runHooks({ noSudo: denyCommands('a; b') }, bash('a')), /noSudo/);
  });

  it('takes a module by the names of its exports', async () => {
    const { hooks } = await runHooks(
      { first: allow, many: [ask, hook('preToolUse', () => undefined)], helper: () => 1 },
      bash('ls'),
    );
    assert.deepEqual(
      hooks.map(({ name }) => name),
      ['first', 'many[1]', 'many[0]'],
    );
  });

  it('shows hooks an event from a session as the run had shown it to them, and what came to nothing there', async () => {
    const path = join(folder, 'shown.jsonl');
    const body =
      '(ctx) => ctx.log(JSON.stringify([ctx.event, ctx.input, ctx.requestedInput, ctx.decidedBy, ctx.reason, ctx.signals]))';
    const core = await Core.start({
      hooks: {
        'a.ts': `import { hook, policy } from 'hooksmith';
        export const sees = hook(['preToolUse', 'permissionRequest', 'toolSettled', 'stop'], ${body});
        export const asks = policy((ctx) => ctx.ask('who asked for it?'));
        export const allows = hook('permissionRequest', (ctx) => ctx.allow('fine'));
        export const adds = hook('stop', (ctx) => ctx.modify({ signal: 'mine' }));`,
      },
      human: ({ id, inputHash }) => ({ id, inputHash, decision: 'deny', reason: 'not now' }),
    });
    const hooks = {
      sees: hook(['preToolUse', 'permissionRequest', 'toolSettled', 'stop'], new Function(`return ${body}`)()),
      asks: policy((ctx) => ctx.ask('who asked for it?')),
      allows: hook('permissionRequest', (ctx) => ctx.allow('fine')),
      adds: hook('stop', (ctx) => ctx.modify({ signal: 'mine' })),
    };
    try {
      await core.session.send('/call LS {"path": ".", "stray": 1}');
      assert.deepEqual(core.loaded.problems, []);
      const log = new SessionLog(path, 'session', new Date().toISOString());
      for (const item of core.items) if (isKept(item)) log.append(item);
      log.close();
      const told = (records: readonly HookRecord[]) =>
        records.map(({ name, decision, noEffect, logs }) => [name, decision, noEffect, logs]);
      for (const type of ['pre_tool_use', 'permission_request', 'tool_settled', 'stop'] as const) {
        const { id, hooks: then } = core.event(type);
        assert.deepEqual(told((await runHooks(hooks, recorded(path, id))).hooks), told(then), type);
      }
    } finally {
      await core.stop();
    }
  });

  it('takes with an event what was known of its run: metadata, usage, errors, earlier runs', async () => {
    const path = join(folder, 'run.jsonl');
    const core = await Core.start({
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
        export const first = hook('userMessage', (ctx) => ctx.modify({ metadata: { team: 'blue', tries: 1 } }));
        export const more = hook('preToolUse', (ctx) => ctx.modify({ metadata: { tries: 2 } }));
        export const seen = hook('postToolUse', (ctx) => ctx.log(JSON.stringify([ctx.metadata, ctx.usage, ctx.errors.length, ctx.earlier])));`,
      },
      files: { 'a.txt': 'x' },
    });
    try {
      await core.session.send('/call LS {"path": "gone"}');
      await core.session.send('/call LS {"path": "."}');
      const log = new SessionLog(path, 'session', new Date().toISOString());
      for (const item of core.items) if (isKept(item)) log.append(item);
      log.close();
      const seen = hook('postToolUse', (ctx) =>
        ctx.log(JSON.stringify([ctx.metadata, ctx.usage, ctx.errors.length, ctx.earlier])),
      );
      const events = core.events.filter(({ type }) => type === 'post_tool_use');
      assert.equal(events.length, 2);
      for (const { id, hooks } of events)
        assert.deepEqual(
          (await runHooks(seen, recorded(path, id))).logs,
          hooks.flatMap(({ logs }) => logs),
        );
      const [before] = events;
      const { metadata } = recorded(path, before!.id);
      assert.deepEqual(metadata, { team: 'blue', tries: 2 });
    } finally {
      await core.stop();
    }
  });

  it('takes an event from a session, as it was before its hooks', async () => {
    const path = join(folder, 'session.jsonl');
    const core = await Core.start({
      hooks: {
        'a.ts': `import { hook } from 'hooksmith';
        export const slow = hook('preToolUse', { tools: 'LS' }, (ctx) => ctx.modify({ input: { path: './sub' } }));
        export const loud = hook('postToolUse', (ctx) => ctx.modify({ output: 'changed' }));
        export const polite = hook('userMessage', (ctx) => ctx.modify({ text: ctx.text + ' ' }));`,
      },
      files: { 'sub/a.txt': 'x' },
    });
    try {
      await core.session.send('/call LS {"path": "."}');
      assert.deepEqual(core.loaded.problems, []);
      const log = new SessionLog(path, 'session', new Date().toISOString());
      for (const item of core.items) if (isKept(item)) log.append(item);
      log.close();
      const of = (type: string) => recorded(path, core.events.find((one) => one.type === type)!.id);
      assert.deepEqual(of('pre_tool_use').input, { path: '.' });
      const denied = await runHooks(
        policy({ tools: 'LS', match: { path: '.' } }, (ctx) => ctx.deny('no')),
        of('pre_tool_use'),
      );
      assert.equal(denied.decision, 'deny');
      assert.match(
        String(
          (
            await runHooks(
              hook('postToolUse', () => undefined),
              of('post_tool_use'),
            )
          ).output,
        ),
        /a\.txt/,
      );
      assert.deepEqual(of('user_message').message, { role: 'user', content: '/call LS {"path": "."}' });
      assert.throws(() => of('pre_model_call'), /only counts/);
      assert.throws(() => recorded(path, 'nobody'), /has no event nobody/);
    } finally {
      await core.stop();
    }
  });
});
