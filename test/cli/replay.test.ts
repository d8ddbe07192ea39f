/** `hooksmith replay`: recorded sessions against the hooks of today. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplayReport } from '../../src/hooks/replay/replayChanges';
import type { HookEvent } from '../../src/shared/events/events';
import { runCli } from '../fixtures/cli';
import { Core } from '../fixtures/core';

const usage = { input_tokens: 10, output_tokens: 5 };
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const turn = (...content: object[]) => ({
  content,
  stop_reason: content.some((one) => 'input' in one) ? 'tool_use' : 'end_turn',
  usage,
});
const said = (text: string) => ({ type: 'text', text });

/** Every event that a run of this kind has, most of them decided by somebody. */
const busyHooks = `
export const limits = guards();
export const rate = rateLimit({ max: 9, tool: 'Bash' });
export const config = contextConfig({ system: 'Be brief.' });
export const noSudo = denyCommands('sudo');
export const noSecrets = denyPaths('secrets');
export const begins = hook('sessionStart', (ctx) => ctx.modify({ context: 'begun by ' + ctx.source }));
export const greets = hook('userMessage', (ctx) => ctx.modify({ text: ctx.text + '!', context: 'politely', metadata: { n: 1 } }));
export const steps = hook('beforeStep', (ctx) => ctx.modify({ system: ctx.system + ' step ' + ctx.step + ' of ' + ctx.messages.length }));
export const asks = hook('preModelCall', (ctx) => ctx.modify({ request: { max_tokens: 100 + ctx.request.messages.length, messages: [...ctx.request.messages] } }));
export const answers = hook('postModelCall', (ctx) => ctx.response.content.some((one) => one.type === 'text' && one.text === 'Done.') ? ctx.modify({ response: 'All done.' }) : undefined);
export const changes = hook('preToolUse', { tools: 'Bash' }, (ctx) => {
  ctx.state.set('calls', (ctx.state.get<number>('calls') ?? 0) + 1);
  return ctx.modify({ input: { description: 'call ' + ctx.state.get('calls') } });
});
export const mocks = hook('preToolUse', { tools: 'Write' }, (ctx) => ctx.respond('written, as it were'));
export const lets = hook('permissionRequest', { tools: 'Bash' }, (ctx) => ctx.allow('it may'));
export const heals = hook('toolError', (ctx) => ctx.respond('healed: ' + ctx.error.message));
export const shouts = hook('postToolUse', (ctx) => {
  ctx.session.set('results', (ctx.session.get<number>('results') ?? 0) + 1);
  return ctx.modify({ output: ctx.output + '!', context: 'result ' + ctx.session.get('results') });
});
export const shapes = hook('toolResultMessages', (ctx) => ctx.modify({ messages: ctx.defaultMessages }));
export const once = hook('stop', (ctx) => {
  if (ctx.state.has('again')) return ctx.modify({ signal: 'enough' });
  ctx.state.set('again', true);
  return ctx.continueWith('go on');
});
export const lasts = hook('afterAgent', (ctx) => ctx.modify({ response: 'The end of ' + ctx.response?.content.length }));
export const judges = policy({ tools: 'Bash' }, (ctx) => { ctx.state.set('judged', (ctx.state.get<number>('judged') ?? 0) + 1); });
`;

describe('hooksmith replay', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-replay-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const names = 'hook, policy, guards, rateLimit, contextConfig, denyCommands, denyPaths';
  const hooks = (body: string, name = 'a') =>
    file(`.hooksmith/hooks/${name}.ts`, `import { ${names} } from 'hooksmith';\n${body}\n`);
  const record = async (turns: object[], prompt = 'Go on, please', more: string[] = []) => {
    file('script.json', JSON.stringify({ turns }));
    const args = [
      'run',
      '--model',
      'script:script.json',
      '--session',
      's.jsonl',
      '--approve',
      'always',
      '--json',
      ...more,
      prompt,
    ];
    const { code, stdout, stderr } = await runCli(folder, args);
    assert.ok(code === 0 || code === 4 || code === 3, `${code} ${stdout} ${stderr}`);
  };
  const events = () =>
    readFileSync(join(folder, 's.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; event: HookEvent })
      .flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  const replay = async (...more: string[]) => {
    const { code, stdout, stderr } = await runCli(folder, ['replay', 's.jsonl', '--json', ...more]);
    assert.match(stdout, /^[^\n]+\n$/, `one line, nothing else: ${stderr}`);
    return { code, stderr, ...(JSON.parse(stdout) as ReplayReport) };
  };
  const bash = (...commands: string[]) => commands.map((command, n) => turn(call(`call${n}`, 'Bash', { command })));

  it('does not know what hooks would have decided that were stopped as they did', async function () {
    if (process.platform === 'win32') this.skip();
    hooks(`export const slow = hook('preToolUse', () => {
      process.kill(process.ppid, 'SIGINT');
      return new Promise((done) => setTimeout(done, 4000));
    });`);
    const { code } = await runCli(folder, ['run', '--session', 's.jsonl', '/call LS {"path": "."}']);
    assert.equal(code, 130);
    assert.match(JSON.stringify(events()), /stopped before its hooks had decided/);
    hooks("export const slow = hook('preToolUse', () => undefined);");
    const { changed, unknown, ...rest } = await replay('--fail-on-change');
    assert.deepEqual([rest.code, changed, unknown], [0, 0, 1]);
  });

  it('loads what is loaded late elsewhere, though files are shut to it', async () => {
    hooks(`export const among = hook('preToolUse', { agents: 'ma*' }, (ctx) => ctx.modify({ input: { description: 'x' } }));`);
    file(
      '.hooksmith/hooks/z.ts',
      `import { hook, z } from 'hooksmith';
const command = z.object({ command: z.string() });
export const reads = hook('preToolUse', { tools: 'Bash' }, (ctx) => {
  if (command.parse(ctx.input).command === 'rm x') return ctx.deny(z.config(z.locales.de()) ? 'no' : 'never');
});`,
    );
    file(
      '.hooksmith/hooks/imported.ts',
      `import { commandHook } from 'hooksmith';
export const format = commandHook({ agent: 'claude', event: 'PostToolUse', matcher: 'Write', command: 'cat' });`,
    );
    await record([...bash('echo 1', 'rm x'), turn(said('Done.'))]);
    const { decisions, changed, unknown, failed } = await replay();
    assert.deepEqual({ changed, unknown, failed }, { changed: 0, unknown: 0, failed: 0 });
    assert.ok(decisions > 2, `${decisions}`);
  });

  it('shows of messages that hooks changed those that differ, of then and of now', async () => {
    const adds = (text: string) =>
      hooks(
        `export const adds = hook('preModelCall', (ctx) => ctx.modify({ request: { messages: [...ctx.request.messages, { role: 'user', content: '${text}' }] } }));`,
      );
    adds('then');
    await record([turn(said('Done.'))]);
    adds('now');
    const { changes } = await replay();
    const added = (content: string) => ({ 'request.messages': [{ role: 'user', content }] });
    assert.deepEqual(
      changes.map(({ before, after }) => [before.output, after.output]),
      [[added('then'), added('now')]],
    );
  });

  it('knows the errors of the model that the run had until then, also where it was tried again or a hook answered', async () => {
    hooks(`export const heals = hook('modelError', (ctx) =>
  ctx.errors.length < 2 ? ctx.retry() : ctx.modify({ error: { message: ctx.errors.map(({ message }) => message).join() } }));
export const answers = hook('modelError', (ctx) => (ctx.errors.length === 2 ? ctx.respond('answered') : undefined));
export const counts = hook(['postModelCall', 'stop'], (ctx) => ctx.modify({ response: 'after ' + ctx.errors.length }));`);
    const fails = { error: { status: 400, type: 'invalid_request_error', message: 'down' } };
    await record([fails, fails]);
    const { decisions, changed, unknown, changes } = await replay();
    assert.deepEqual({ changed, unknown, changes }, { changed: 0, unknown: 0, changes: [] });
    assert.ok(decisions > 5, `${decisions}`);
  });

  it('reads what the record tells of a failed model call that a hook answered with content alone', async () => {
    hooks(`const read = { type: 'tool_use' as const, id: 'mine', name: 'Read', input: { file_path: 'script.json' } };
export const answers = hook('modelError', (ctx) => ctx.respond({ content: [read] }));
export const wary = hook('preToolUse', (ctx) => (ctx.errors.length > 0 ? ctx.deny('something failed') : undefined));`);
    const fails = { error: { status: 400, type: 'invalid_request_error', message: 'down' } };
    await record([fails, turn(said('Done.'))]);
    const [response] = events().flatMap((event) => (event.type === 'model_error' ? [event.data.response] : []));
    assert.deepEqual(Object.keys(response ?? {}), ['stop_reason', 'blocks', 'usage']);
    const { changed, unknown, changes } = await replay();
    assert.deepEqual({ changed, unknown, changes }, { changed: 0, unknown: 0, changes: [] });
  });

  it('finds nothing changed where the hooks are the same, whatever they decide', async () => {
    hooks(busyHooks);
    await record([
      turn(said('Looking.'), call('a', 'Bash', { command: 'echo one' }), call('b', 'Bash', { command: 'sudo ls' })),
      turn(call('c', 'Write', { file_path: 'x.txt', content: 'x' }), call('d', 'Read', { file_path: 'none.txt' })),
      turn(
        call('e', 'Read', { file_path: 'secrets/key' }),
        call('f', 'Nonsense', {}),
        call('g', 'Bash', { command: 'echo two | cat' }),
      ),
      turn(said('Done.')),
      turn(said('Really done.')),
    ]);
    await record([
      turn(said('x')),
      turn(said('x')),
      turn(said('x')),
      turn(said('x')),
      turn(said('x')),
      turn(said('Hello.')),
      turn(said('Again.')),
    ]).catch(() => undefined);
    const { decisions, changed, unknown, failed, changes } = await replay();
    assert.deepEqual({ changed, unknown, failed, changes }, { changed: 0, unknown: 0, failed: 0, changes: [] });
    const types = new Set([
      'session_start',
      'user_message',
      'before_agent',
      'before_step',
      'pre_model_call',
      'post_model_call',
      'model_error',
    ]);
    for (const type of [
      'pre_tool_use',
      'permission_request',
      'tool_error',
      'post_tool_use',
      'tool_result_messages',
      'after_step',
      'stop',
      'after_agent',
    ])
      types.add(type);
    const recorded = events().filter(({ type }) => types.has(type));
    assert.equal(decisions, recorded.length);
    assert.ok(new Set(recorded.map(({ type }) => type)).size >= 13);
  });

  it('passes over a session in a folder whose first line was never written', async () => {
    await record([...bash('echo one'), turn(said('Done.'))]);
    file('past/begun.jsonl', readFileSync(join(folder, 's.jsonl'), 'utf8'));
    file('past/empty.jsonl', '');
    const { code, stdout, stderr } = await runCli(folder, ['replay', 'past']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^0 of [1-9]\d* decisions would change, 0 unknown$/m);
    file('none/empty.jsonl', '');
    const none = await runCli(folder, ['replay', 'none', '--fail-on-change']);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /SESSION: the session files in none are empty/);
  });

  it('tells what would change, and counts what follows in that run as unknown', async () => {
    await record([...bash('echo one', 'git push origin main', 'echo three'), turn(said('Done.'))]);
    await record([...bash('x', 'x', 'x'), turn(said('x')), ...bash('echo again'), turn(said('Done.'))]);
    hooks(
      `export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.deny('Not from here.'));`,
    );
    const all = events();
    const at = all.findIndex(({ input }) => (input as { command?: string })?.command === 'git push origin main');
    const push = all[at]!;
    const { decisions, changed, unknown, changes, code } = await replay();
    assert.equal(changed, 1);
    assert.equal(code, 0);
    assert.deepEqual(changes, [
      {
        session: 's.jsonl',
        runId: push.runId,
        eventId: push.id,
        event: 'preToolUse',
        toolName: 'Bash',
        toolCallId: 'call1',
        before: { decision: 'continue', input: { command: 'git push origin main' } },
        after: {
          decision: 'deny',
          reason: 'Not from here.',
          by: { kind: 'policy', file: join(folder, '.hooksmith/hooks/a.ts'), line: 2, name: 'pushes' },
          input: { command: 'git push origin main' },
        },
      },
    ]);
    const { decisions: untouched } = await replay('--no-hooks');
    assert.equal(decisions, untouched);
    const decidable =
      /^(user_message|before_agent|before_step|pre_model_call|post_model_call|pre_tool_use|permission_request|tool_error|post_tool_use|tool_result_messages|after_step|stop|after_agent)$/;
    const after = all.slice(at + 1).filter(({ runId, type }) => runId === push.runId && decidable.test(type));
    assert.equal(unknown, after.length);
    assert.ok(unknown > 10);
    assert.equal((await replay('--fail-on-change')).code, 1);
    const { stdout } = await runCli(folder, ['replay', 's.jsonl']);
    assert.match(stdout, /^s\.jsonl: preToolUse Bash git push origin main: continue → deny by pushes "Not from here\."\n/);
    assert.equal(stdout.trimEnd().split('\n').at(-1), `1 of ${decisions} decisions would change, ${unknown} unknown`);
  });

  for (const [what, before, after, word] of [
    ['a deny that is gone', `policy({ tools: 'Bash' }, (ctx) => ctx.deny('no'))`, 'policy(() => undefined)', 'deny → continue'],
    [
      'an allow that is an ask',
      `hook('preToolUse', (ctx) => ctx.allow('yes'))`,
      `hook('preToolUse', (ctx) => ctx.ask('sure?'))`,
      'allow → ask',
    ],
    [
      'another input',
      `hook('preToolUse', (ctx) => ctx.modify({ input: { timeout: 1000 } }))`,
      `hook('preToolUse', (ctx) => ctx.modify({ input: { timeout: 2000 } }))`,
      'modify → modify',
    ],
    [
      'an input that stays',
      `hook('preToolUse', (ctx) => ctx.modify({ input: { timeout: 1000 } }))`,
      `hook('preToolUse', () => undefined)`,
      'modify → continue',
    ],
    [
      'another answer',
      `hook('preToolUse', (ctx) => ctx.respond('one'))`,
      `hook('preToolUse', (ctx) => ctx.respond('two'))`,
      'respond → respond',
    ],
    [
      'another output',
      `hook('postToolUse', (ctx) => ctx.modify({ output: 'first' }))`,
      `hook('postToolUse', (ctx) => ctx.modify({ output: 'second' }))`,
      'modify → modify',
    ],
    [
      'another message',
      `hook('userMessage', (ctx) => ctx.modify({ text: 'one' }))`,
      `hook('userMessage', (ctx) => ctx.modify({ text: 'two' }))`,
      'modify → modify',
    ],
    [
      'other messages of as many',
      `hook('preModelCall', (ctx) => ctx.modify({ request: { messages: [{ role: 'user', content: 'one' }] } }))`,
      `hook('preModelCall', (ctx) => ctx.modify({ request: { messages: [{ role: 'user', content: 'two' }] } }))`,
      'modify → modify',
    ],
    [
      'another last word',
      `hook('stop', (ctx) => ctx.modify({ response: 'one' }))`,
      `hook('stop', (ctx) => ctx.modify({ response: 'two' }))`,
      'modify → modify',
    ],
    [
      'a hook that throws',
      `hook('preToolUse', () => undefined)`,
      `hook('preToolUse', () => { throw new Error('broken'); })`,
      'continue → deny',
    ],
    [
      'another confinement',
      `policy((ctx) => ctx.confine({ denyRead: ['a'] }))`,
      `policy((ctx) => ctx.confine({ denyRead: ['b'] }))`,
      'confine → confine',
    ],
  ] as const)
    it(`sees ${what}`, async () => {
      hooks(`export const it = ${before};`);
      await record([...bash('echo one'), turn(said('Done.'))]);
      assert.equal((await replay()).changed, 0, 'the same hooks');
      hooks(`export const it = ${after};`);
      const { changed, changes } = await replay();
      assert.equal(changed, 1);
      assert.equal(`${changes[0]!.before.decision} → ${changes[0]!.after.decision}`, word);
    });

  it('takes what only hides, of a policy that judges lines by reading, for no change', async () => {
    hooks('export const none = hook("sessionEnd", () => undefined);');
    await record([...bash('echo one', 'cat secrets/a', 'echo two', 'sudo x'), turn(said('Done.'))]);
    hooks("export const noSudo = denyCommands('sudo');");
    const sudo = await replay();
    assert.deepEqual(
      sudo.changes.map(({ toolCallId, before, after }) => [toolCallId, before.decision, after.decision]),
      [['call3', 'continue', 'deny']],
    );
    hooks("export const noSecrets = denyPaths('secrets');\nexport const noSudo = denyCommands('sudo');");
    const secrets = await replay();
    assert.deepEqual(
      secrets.changes.map(({ toolCallId, before, after }) => [toolCallId, before.decision, after.decision]),
      [['call1', 'continue', 'deny']],
    );
  });

  it('takes a policy that only hid, and is gone or hides more now, for no change', async () => {
    hooks("export const noSudo = denyCommands('sudo');");
    await record([...bash('echo one', 'echo two'), turn(said('Done.'))]);
    for (const now of ["denyCommands('sudo', 'doas')", "denyPaths('secrets')", 'hook("sessionEnd", () => undefined)']) {
      hooks(`export const it = ${now};`);
      const { changed, unknown } = await replay();
      assert.deepEqual({ changed, unknown }, { changed: 0, unknown: 0 }, now);
    }
  });

  it('takes another reason, and a shadow, for no change', async () => {
    hooks(`export const it = policy({ tools: 'Bash' }, (ctx) => ctx.deny('one'));`);
    await record([...bash('echo one'), turn(said('Done.'))]);
    hooks(`export const it = policy({ tools: 'Bash' }, (ctx) => ctx.deny('two'));
export const other = policy({ shadow: true }, (ctx) => ctx.ask('well?'));`);
    assert.equal((await replay()).changed, 0);
  });

  it('shows dispatches that went on side by side the metadata that each of them began with', async () => {
    // The first call's hook answers once the second's has: neither saw what the other set.
    hooks(`let answered: () => void;
const other = new Promise<void>((resolve) => { answered = resolve; });
export const last = hook('postToolUse', { tools: 'LS' }, async (ctx) => {
  if (!ctx.replaying && ctx.toolCallId === 'call0') await other;
  answered();
  return ctx.modify({ metadata: { last: ctx.toolCallId, count: Number(ctx.metadata.count ?? 0) + 1, [ctx.toolCallId]: true, seen: true } });
});
export const after = hook('afterStep', (ctx) => ctx.modify({ metadata: { after: { ...ctx.metadata, after: undefined } } }));`);
    const calls = [0, 1].map((n) => call(`call${n}`, 'LS', { path: '.' }));
    await record([turn(...calls), turn(said('Done.'))]);
    const set = events().flatMap(({ hooks }) => hooks.flatMap(({ changed = [] }) => changed.map(({ after }) => after)));
    const each = { count: 1, seen: true };
    assert.deepEqual(set.slice(0, 3), [
      { ...each, last: 'call1', call1: true },
      { ...each, last: 'call0', call0: true },
      { after: { ...each, last: 'call0', call0: true, call1: true } },
    ]);
    const { changed, unknown, failures } = await replay();
    assert.deepEqual([changed, unknown, failures], [0, 0, []]);
  });

  it('shows hooks the metadata that an extension gave the run, which no hook set', async () => {
    const text = `export const tenants = hook('preToolUse', (ctx) => (ctx.metadata.tenant === 'x' ? ctx.deny('none of theirs') : ctx.modify({ metadata: { seen: ctx.step } })));
export const ends = hook('stop', (ctx) => ctx.modify({ metadata: { of: ctx.metadata.tenant } }));`;
    const core = await Core.start({ hooks: { 'a.ts': `import { hook } from 'hooksmith';\n${text}` } });
    try {
      for (const tenant of ['x', 'y']) {
        const path = join(core.folder, `${tenant}.jsonl`);
        const { session, close } = core.open({ id: tenant, items: [], path });
        await session.send('/call LS {"path": "."}', { metadata: { tenant } });
        await session.dispose();
        close();
        const { code, stdout, stderr } = await runCli(core.folder, ['replay', path, '--json']);
        const { decisions, changed, unknown } = JSON.parse(stdout) as ReplayReport;
        assert.deepEqual([code, changed, unknown, decisions > 1], [0, 0, 0, true], stdout + stderr);
      }
    } finally {
      await core.stop();
    }
  });

  it('replays state, session state and the clock as the run had them', async () => {
    await record([...bash('echo one', 'echo two', 'echo three'), turn(said('Done.'))]);
    const third = events().filter(({ type }) => type === 'pre_tool_use')[2]!;
    hooks(`export const counts = hook('preToolUse', (ctx) => {
  const n = (ctx.session.get<number>('n') ?? 0) + 1;
  ctx.session.set('n', n);
  ctx.state.set('n', n);
  if (!ctx.replaying) return;
  if (n === 3 && ctx.state.get('n') === 3) return ctx.deny(\`third at \${Date.now()} \${new Date().toISOString()} \${new Date(0).getTime()}\`);
});`);
    const { changed, changes } = await replay();
    assert.equal(changed, 1);
    assert.equal(changes[0]!.toolCallId, 'call2');
    const at = Date.parse(third.timestamp);
    assert.equal(changes[0]!.after.reason, `third at ${at} ${new Date(at).toISOString()} 0`);
  });

  for (const [when, more, body, turns] of [
    [
      'as the human allowed',
      ['call0', 'call1'],
      "n % 2 === 1 ? ctx.ask('is it well?') : ctx.deny('it is not')",
      () => bash('echo 0', 'echo 1'),
    ],
    [
      'before it began',
      ['call1'],
      "n === 3 ? ctx.deny('another came first') : undefined",
      () => [turn(call('call0', 'Bash', { command: 'echo 0' }), call('call1', 'Bash', { command: 'echo 1' })), ...bash('echo 2')],
    ],
  ] as const)
    it(`does not take for a change what follows a policy that denied a call ${when}, and counts what it says`, async () => {
      hooks(`export const yes = hook('preToolUse', (ctx) => ctx.allow());
export const counts = policy((ctx) => {
  const n = (ctx.state.get<number>('n') ?? 0) + 1;
  ctx.state.set('n', n);
  return ${body};
});`);
      await record([...turns(), turn(said('Done.'))]);
      const denied = events().filter((event) => event.type === 'tool_settled' && event.data.outcome === 'denied');
      assert.deepEqual(
        denied.map(({ toolCallId, decidedBy }) => [toolCallId, decidedBy?.kind]),
        more.map((id) => [id, 'policy']),
      );
      const { changed, failed } = await replay();
      assert.deepEqual({ changed, failed }, { changed: 0, failed: 0 });
    });

  it('stops and names a hook that reaches for files, network or processes, whatever it makes of that', async () => {
    await record([...bash('echo one'), turn(said('Done.'))]);
    file('left.txt', 'as it was');
    hooks(`import { readFileSync, writeFileSync, promises } from 'node:fs';
import { connect } from 'node:net';
export const fine = hook('preToolUse', () => undefined);
export const reads = hook('preToolUse', (ctx) => { try { readFileSync('left.txt'); } catch { return ctx.allow('never mind'); } });
export const writes = hook('postToolUse', () => writeFileSync('left.txt', 'changed'));
export const fetches = hook('beforeStep', async () => { await fetch('http://127.0.0.1:9').catch(() => undefined); });
export const connects = hook('userMessage', () => { connect(9, '127.0.0.1').on('error', () => undefined); });
export const spawns = hook('afterStep', async () => { const { spawnSync } = await import('node:child_process'); spawnSync('true'); });
export const looks = hook('stop', async () => { await promises.stat('left.txt').catch(() => undefined); });
export const loads = hook('afterAgent', () => { process.getBuiltinModule?.('node:fs').existsSync('left.txt'); });`);
    const { failed, changed, failures, stderr } = await replay();
    const named = new Set(failures.map(({ hook }) => hook));
    assert.deepEqual([...named].sort(), ['connects', 'fetches', 'looks', 'loads', 'reads', 'spawns', 'writes'].sort());
    assert.equal(failed, failures.length);
    assert.equal(changed, 0);
    for (const name of named) assert.match(stderr, new RegExp(`a\\.ts:\\d+: ${name} was stopped at .*: reached for`));
    assert.equal(readFileSync(join(folder, 'left.txt'), 'utf8'), 'as it was');
  });

  it('stops a hook by whichever door of Node it writes to the disk', async () => {
    await record([...bash('echo one'), turn(said('Done.'))]);
    hooks(`import Module from 'node:module';
import { createTracing } from 'node:trace_events';
export const reports = hook('preToolUse', () => { process.report.writeReport('report.json'); });
export const quietly = hook('userMessage', () => { process.report.directory = '.'; process.report.writeReport(new Error('x')); });
export const traces = hook('postToolUse', () => createTracing({ categories: ['node.perf'] }).enable());
export const caches = hook('beforeStep', () => { Module.enableCompileCache?.('cache'); });`);
    const before = readdirSync(folder);
    const { failures } = await replay();
    assert.deepEqual(readdirSync(folder), before);
    const hasCache = 'enableCompileCache' in Module;
    assert.deepEqual(
      [...new Set(failures.map(({ hook }) => hook))].sort(),
      [...(hasCache ? ['caches'] : []), 'quietly', 'reports', 'traces'].sort(),
    );
  });

  it('lets a file import what it does not use', async () => {
    await record([...bash('echo one'), turn(said('Done.'))]);
    hooks(`import * as fs from 'node:fs';
import { Agent } from 'node:http';
import { isIP } from 'node:net';
class Own extends Agent {}
export const fine = hook('preToolUse', (ctx) => (isIP('127.0.0.1') && fs.constants.R_OK && Own ? ctx.deny('it works') : undefined));`);
    const { failed, changes } = await replay();
    assert.equal(failed, 0);
    assert.equal(changes[0]?.after.reason, 'it works');
  });

  it('names a hook that kills its host, and says of nothing after it that it stays', async () => {
    await record([...bash('echo one', 'echo two'), turn(said('Done.'))]);
    hooks(`export const dies = hook('preToolUse', (ctx) => { if (ctx.input.command === 'echo one') process.exit(7); });`);
    const { failed, unknown, decisions, failures } = await replay();
    assert.equal(failed, 1);
    assert.equal(failures[0]!.hook, 'dies');
    assert.ok(unknown > 0 && failed + unknown <= decisions);
  });

  it('calls unknown what the record does not tell: a model’s answer, withheld values', async () => {
    hooks(
      `export const hides = hook('preToolUse', { tools: 'Bash', redacts: true }, (ctx) => ctx.modify({ input: { command: 'echo hidden' } }));`,
    );
    await record([...bash('echo secret'), turn(said('Done.'))]);
    const same = await replay();
    assert.deepEqual([same.changed, same.unknown], [0, 1]);
  });

  it('calls unknown what a hook makes of a result that was withheld from the record', async () => {
    hooks(
      `export const adds = hook('toolResultMessages', { redacts: true }, (ctx) => ctx.modify({ messages: [...ctx.defaultMessages, { role: 'user', content: 'more' }] }));`,
    );
    await record([turn(call('a', 'Glob', { pattern: '*.jsonl' })), turn(said('Done.'))]);
    const same = await replay();
    assert.deepEqual([same.changed, same.unknown > 0], [0, true]);
  });

  it('answers ctx.complete from the record, and calls unknown what was never asked', async () => {
    const asks = (prompt: string) =>
      hooks(
        `export const asks = hook('preToolUse', async (ctx) => ((await ctx.complete('${prompt}')).includes('yes') ? ctx.allow('it said so') : ctx.deny('it said no')));`,
      );
    asks('is it safe?');
    await record([turn(call('a', 'Bash', { command: 'echo one' })), turn(said('yes, it is')), turn(said('Done.'))]);
    const same = await replay();
    assert.deepEqual([same.changed, same.unknown, same.failed], [0, 0, 0]);
    asks('is it dangerous?');
    const { changed, unknown } = await replay();
    assert.deepEqual([changed, unknown], [0, 1]);
  });

  it('passes over a torn line and says so, and says what no session is', async () => {
    await record([...bash('echo one'), turn(said('Done.'))]);
    const { decisions } = await replay();
    appendFileSync(join(folder, 's.jsonl'), 'hello\n{"kind":"event","ev');
    assert.equal((await replay()).decisions, decisions);
    for (const args of [
      ['replay', 's.jsonl'],
      ['check', '--session', 's.jsonl'],
    ])
      assert.match((await runCli(folder, args)).stderr, /^s\.jsonl:\d+: not JSON: .*\ns\.jsonl:\d+: the last line is torn/m);
    for (const [args, says] of [
      [['replay'], /a SESSION is needed/],
      [['replay', 'none.jsonl'], /there is no file none\.jsonl/],
      [['replay', file('text.txt', 'hello\n')], /no session file/],
      [['replay', 's.jsonl', '--hooks', 'none'], /--hooks: there is no folder/],
      [['replay', 's.jsonl', '--nonsense'], /nonsense/],
    ] as const) {
      const { code, stderr } = await runCli(folder, [...args]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, says);
    }
  });
});
