import assert from 'node:assert/strict';
import { join } from 'node:path';
import { decisionLine, handlerStart, runsAt } from '../../src/editor/authoring/decisionLine';
import { trialText } from '../../src/editor/authoring/trialText';
import { lastMatches, requestFor, skippedAt, tryHook } from '../../src/hooks/parent/runs/trial';
import type { JsonObject } from '../../src/shared/basics/json';
import type { HookRecord } from '../../src/shared/verdicts/hookRecord';
import { Core, root } from '../fixtures/core';
import { madeEvent } from '../fixtures/events';
import { HookSet, imports } from '../fixtures/hookSet';

const words = {
  continued: 'passed',
  skipped: (why: string) => `skipped ${why}`,
  failed: (what: string) => `failed ${what}`,
  logs: 'Logs',
  mightMatch: (uncertain: string) => `only might match: ${uncertain}`,
};

describe('a hook that is tried on a recorded event', () => {
  let set: HookSet | undefined;
  let workspace: string;
  afterEach(() => set?.stop());
  const tried = async (code: string, input: JsonObject, more: object = {}) => {
    set = await HookSet.start({ files: { 'a.ts': imports + code } });
    const core = await Core.start({});
    const toolFacts = (toolName: string, given: JsonObject) => core.toolbox.facts(toolName, given);
    const { descriptions } = set.host;
    const hook = descriptions.find(({ name }) => name === 'a')!;
    workspace = toolFacts('', {}).cwd;
    const event = madeEvent('pre_tool_use', { toolName: 'Bash', input, ...more });
    const request = requestFor(hook, event, toolFacts);
    const trial = await tryHook(hook, set.reloader.inForce(set.path('a.ts'))!, request!, {
      script: join(root, 'dist', 'host.js'),
      toolFacts,
      siblings: descriptions.flatMap(({ id }) => (id === hook.id ? [] : [id])),
    });
    await core.stop();
    return trial;
  };

  it('says what it decided, changed and logged', async () => {
    const trial = await tried(
      "export const a = hook('preToolUse', { tools: 'Bash' }, (ctx) => { ctx.log('saw', ctx.input.command); return ctx.modify({ input: { timeout: 5 } }); });\nexport const b = policy(() => { throw new Error('not asked'); });",
      { command: 'ls' },
    );
    assert.equal(trial.kind, 'ran');
    const text = trialText(trial, words);
    assert.match(text, /```diff\n@@ input\.timeout @@\n(-\n)?\+5\n```/);
    assert.match(text, /Logs[\s\S]*saw ls/);
    assert.doesNotMatch(text, /not asked/);
  });

  it('is asked what it was asked before other hooks changed it', async () => {
    const hooks = [{ ...record('modify'), changed: [{ field: 'input.command', before: 'git push', after: 'true' }] }];
    const trial = await tried(
      "export const a = policy({ match: { command: 'git push*' } }, (ctx) => ctx.ask('sure?'));",
      { command: 'true' },
      { requestedInput: { command: 'git push' }, hooks },
    );
    assert.ok(trial.kind === 'ran' && trial.record.decision === 'ask' && trial.record.reason === 'sure?');
  });

  it('calls no model, and reaches no file, network or process', async () => {
    for (const [code, what] of [
      ["export const a = hook('preToolUse', async (ctx) => { await ctx.complete('x'); });", /no model is called/],
      [
        "import { writeFileSync } from 'node:fs';\nexport const a = hook('preToolUse', () => { writeFileSync('/tmp/never', ''); });",
        /files/,
      ],
    ] as const) {
      const trial = await tried(code, { command: 'ls' });
      assert.ok(trial.kind === 'ran');
      assert.match(trial.record.error?.message ?? '', what);
      await set?.stop();
    }
  });

  it('runs without the others of its file', async () => {
    const trial = await tried(
      `export const a = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.log('alone'));
      export const first = hook('preToolUse', { priority: 9 }, (ctx) => ctx.deny('before it'));`,
      { command: 'ls' },
    );
    assert.ok(trial.kind === 'ran');
    assert.deepEqual(trial.record.logs, ['alone']);
  });

  it('stands in the workspace folder', async () => {
    const trial = await tried(
      "import { resolve } from 'node:path';\nexport const a = policy((ctx) => ctx.deny(resolve('here')));",
      { command: 'ls' },
    );
    assert.ok(trial.kind === 'ran');
    assert.equal(trial.record.reason, join(workspace, 'here'));
  });

  it('says why its file does not load there', async () => {
    const trial = await tried(
      "import { readdirSync } from 'node:fs';\nreaddirSync('.');\nexport const a = policy((ctx) => ctx.deny('no'));",
      { command: 'ls' },
    );
    assert.ok(trial.kind === 'failed');
    assert.match(trial.message, /files/);
  });

  it('is asked as a hook of its agent', async () => {
    set = await HookSet.start({ files: { 'a.ts': `${imports}export const a = policy((ctx) => ctx.deny('no'));` } });
    const hook = { ...set.host.descriptions[0]!, agent: 'helper' };
    const event = madeEvent('pre_tool_use', { toolName: 'Bash', input: {} });
    assert.equal(skippedAt(hook, requestFor(hook, event, () => ({}) as never)!), undefined);
  });

  it('says why it does not run there', async () => {
    const trial = await tried("export const a = policy({ match: { command: 'git push*' } }, (ctx) => ctx.ask('sure?'));", {
      command: 'ls',
    });
    assert.deepEqual(trial, { kind: 'skipped', why: 'match' });
  });

  it('is for the last call that certainly matches, before a later one that only might', async () => {
    const code = "export const a = hook('preToolUse', { match: { command: 'git push*' } }, (ctx) => ctx.deny('no'));";
    set = await HookSet.start({ files: { 'a.ts': imports + code } });
    const core = await Core.start({});
    const [hook] = set.host.descriptions;
    const lastOf = (...lines: string[]) => {
      const events = lines.map((command) => madeEvent('pre_tool_use', { toolName: 'Bash', input: { command } }));
      const found = lastMatches(hook!, events, (toolName, given) => core.toolbox.facts(toolName, given));
      return [found.certain, found.last].map((event) => event && events.indexOf(event as (typeof events)[number]));
    };
    assert.deepEqual(lastOf('git push', 'git push -f', 'x=push; git $x', 'ls'), [1, 2]);
    assert.deepEqual(lastOf('ls', 'x=push; git $x'), [undefined, 1]);
    assert.deepEqual(lastOf('ls'), [undefined, undefined]);
    await core.stop();
  });

  it('says beside what it decided that it only might match', async () => {
    const code = "export const a = hook('preToolUse', { match: { command: 'git push*' } }, (ctx) => ctx.deny('no'));";
    const trial = await tried(code, { command: 'x=push; git $x' });
    assert.match(trialText(trial, words), /^deny: no.*\n\nonly might match: .*is only known when it runs$/);
  });

  it('shows values that hold fences and markup as they are', () => {
    const changed = [{ field: 'output' as const, before: 'a', after: '```\n[x](command:evil)\n````' }];
    const text = trialText({ kind: 'ran', record: { ...record('modify', '[y](command:evil)'), changed } }, words);
    assert.match(text, /^`````diff$/m);
    assert.match(text, /\\\[y\\\]\\\(command:evil\\\)/);
  });
});

describe('the line that made a decision', () => {
  const source = [
    'export const a = policy((ctx) => {',
    "  if (x) return ctx.deny('no');",
    '  if (y) return ctx.deny(`not ${y} here`);',
    "  return { action: 'ask', reason: 'why' };",
    '});',
    "export const b = policy((ctx) => ctx.deny('no'));",
  ];
  it('is the one whose words are the reason', () => {
    assert.equal(decisionLine(source, record('deny', 'no'), 1, 6), 2);
    assert.equal(decisionLine(source, record('deny', 'not z here'), 1, 6), 3);
    assert.equal(decisionLine(source, record('ask', 'other'), 1, 6), 4);
    assert.equal(decisionLine(source, record('deny', 'no'), 6), 6);
  });
  it('is the hook’s where the text does not tell, and the place of what was thrown', () => {
    assert.equal(decisionLine(source, record('deny', 'unheard'), 1, 6), 1);
    assert.equal(decisionLine(source, record('modify'), 1, 6), 1);
    assert.equal(decisionLine(source, { ...record('error'), error: { name: 'E', message: 'm', line: 3 } }, 1, 6), 3);
  });
  it('begins where the handler does', () => {
    assert.deepEqual(handlerStart(source, 1), { line: 1, column: 2 });
    assert.deepEqual(handlerStart(source, 6), { line: 5, column: source[5]!.indexOf('ctx.deny') });
    assert.equal(handlerStart(["export const c = denyCommands('x');"], 1), undefined);
    assert.equal(handlerStart(["export const c = denyCommands('x');", ...source], 1), undefined);
  });
  it('takes a breakpoint of a line that defines a hook to where the hook’s own code begins, and leaves all others', () => {
    const lines = [1, 6];
    assert.deepEqual(runsAt(source, lines, 0), { line: 1, column: 2 });
    assert.deepEqual(runsAt(source, lines, 5), { line: 5, column: source[5]!.indexOf('ctx.deny') });
    for (const within of [1, 2, 3, 4]) assert.equal(runsAt(source, lines, within), undefined, String(within));
    assert.equal(runsAt(["import 'x';", ...source], [2, 7], 0), undefined);
    const wide = ["export const c = hook('stop', {", '  agents: "main",', '}, (ctx) =>', "  ctx.log('x'));"];
    for (const at of [0, 1, 2]) assert.deepEqual(runsAt(wide, [1], at), { line: 3, column: 2 });
    assert.equal(runsAt(wide, [1], 3), undefined);
  });
});

function record(decision: HookRecord['decision'], reason?: string): HookRecord {
  return {
    id: 'a',
    file: '/a.ts',
    name: 'a',
    line: 1,
    kind: 'hook',
    version: '',
    priority: 0,
    startedAt: '',
    duration: 1,
    decision,
    ...(reason ? { reason } : {}),
  };
}
