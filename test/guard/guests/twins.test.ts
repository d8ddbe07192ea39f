/** Where agents that run each other's hook files are guarded both, a call comes through two gates: it is judged once, and both are told. */
import { strict as assert } from 'node:assert';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSession } from '../../../src/adapters/sessions/sessionFile';
import { Twins } from '../../../src/guard/guests/twins';
import { readOccurrence } from '../../../src/protocols';
import type { Occurrence } from '../../../src/protocols/protocol';
import { GuardedHome } from '../../fixtures/gate';
import { GuardWindow } from '../../fixtures/guardWindow';

describe('one call through two gates', function () {
  this.timeout(300_000);
  let at: GuardedHome;
  let window: GuardWindow | undefined;
  beforeEach(() => {
    at = new GuardedHome();
    at.ownHook(`export const count = hook('preToolUse', (ctx) => {
      const n = Number(ctx.session.get('n') ?? 0) + 1;
      ctx.session.set('n', n);
      return ctx.deny('call ' + n);
    });`);
  });
  afterEach(async () => {
    await window?.close();
    window = undefined;
    await at.dispose();
  });

  const ask = async (gate: string, payload: object) => {
    const { code, stdout, stderr } = await at.gate(gate, payload);
    assert.equal(code, 0, stderr);
    return /call \d+/.exec(stdout)?.[0];
  };
  const folder = () => join(at.home, '.hooksmith', 'guard', 'sessions');
  const recorded = (name: string) =>
    readSession(join(folder(), name)).items.filter((item) => item.kind === 'event' && item.event.type === 'pre_tool_use').length;
  /** As VS Code 1.139 writes it; its documentation has other names. */
  const inVscode = () => ({
    ...{ timestamp: '2026-11-22T10:00:00.000Z', cwd: at.project, session_id: 'v', hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'run_in_terminal', tool_input: { command: 'ls' } },
  });

  for (const place of ['the guard', 'a window'])
    it(`is judged once by ${place}: VS Code's`, async () => {
      if (place === 'a window') window = await GuardWindow.open(at);
      assert.equal(await ask('vscode', inVscode()), 'call 1');
      assert.equal(await ask('copilot', inVscode()), 'call 1');
      // The same words again are another call, through whichever gate they come first.
      assert.equal(await ask('copilot', inVscode()), 'call 2');
      assert.equal(await ask('vscode', inVscode()), 'call 2');
      assert.equal(await ask('vscode', inVscode()), 'call 3');
      assert.deepEqual(
        readdirSync(folder()).filter((name) => name.endsWith('.jsonl')),
        ['vscode-v.jsonl'],
      );
      assert.equal(recorded('vscode-v.jsonl'), 3);
    });

  it('is told once: a prompt, which does not say which agent it is', async () => {
    at.ownHook("export const no = hook('userMessage', (ctx) => ctx.deny('no'));", 'prompt.ts');
    const prompt = (n: number) => ({
      ...{ timestamp: `2026-11-22T10:00:0${n}.000Z`, cwd: at.project, session_id: 'p', hook_event_name: 'UserPromptSubmit' },
      prompt: 'hi',
    });
    for (const n of [1, 2]) for (const gate of ['vscode', 'copilot']) assert.equal((await at.gate(gate, prompt(n))).code, 0);
    assert.deepEqual(
      readdirSync(folder()).filter((name) => name.endsWith('.jsonl')),
      ['vscode-p.jsonl'],
    );
    const { items } = readSession(join(folder(), 'vscode-p.jsonl'));
    assert.equal(items.filter((item) => item.kind === 'event' && item.event.type === 'user_message').length, 2);
  });

  it("is judged once: Copilot's, which speaks through each gate in its way", async () => {
    const common = { timestamp: Date.now(), cwd: at.project };
    const own = { ...common, sessionId: 'c', toolName: 'bash', toolArgs: { command: 'ls' } };
    const capital = {
      ...{ timestamp: new Date().toISOString(), cwd: at.project, session_id: 'c', hook_event_name: 'PreToolUse' },
      ...{ tool_name: 'Bash', tool_input: { command: 'ls' } },
    };
    const first = await at.gate('copilot', own);
    assert.deepEqual(first.json, { permissionDecision: 'deny', permissionDecisionReason: 'call 1' });
    const second = await at.gate('vscode', capital);
    assert.deepEqual(second.json, {
      permissionDecision: 'deny',
      permissionDecisionReason: 'call 1',
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'call 1' },
    });
    assert.equal(recorded('copilot-c.jsonl'), 1);
  });

  describe('of Copilot, which is guarded as VS Code alone', () => {
    const moment = (hook_event_name: string, more: object) => ({
      ...{ timestamp: new Date().toISOString(), cwd: at.project, session_id: 'o', hook_event_name },
      ...more,
    });
    const says = async (prompt: string) =>
      assert.equal((await at.gate('vscode', moment('UserPromptSubmit', { prompt }))).code, 0);
    const refusal = async () => {
      const call = moment('PreToolUse', { tool_name: 'bash', tool_input: { command: 'ls' } });
      const { stdout } = await at.gate('vscode', call);
      return (JSON.parse(stdout) as { permissionDecisionReason?: string }).permissionDecisionReason;
    };
    const files = () => readdirSync(folder()).filter((name) => name.endsWith('.jsonl'));

    for (const first of ['prompt', 'call'])
      it(`is one session: a stop holds until the human speaks again, where a ${first} came first`, async () => {
        at.ownHook(`export const once = hook('preToolUse', (ctx) => {
          const told = ctx.session.get('told');
          ctx.session.set('told', true);
          return told ? undefined : ctx.stop('enough');
        });`);
        if (first === 'prompt') await says('go');
        assert.match((await refusal()) ?? '', /enough/);
        assert.match((await refusal()) ?? '', /enough/);
        // Another process goes on with the very session.
        await at.hooksmith(['serve', '--stop']);
        assert.match((await refusal()) ?? '', /enough/);
        await says('go on');
        assert.equal(await refusal(), undefined);
        assert.deepEqual(files(), [first === 'prompt' ? 'vscode-o.jsonl' : 'copilot-o.jsonl']);
      });

    it('is refused its calls after a prompt that was denied, which it goes on with all the same', async () => {
      at.ownHook("export const no = hook('userMessage', (ctx) => (ctx.text === 'no' ? ctx.deny('not that') : undefined));");
      await says('no');
      assert.match((await refusal()) ?? '', /not that/);
      await says('yes');
      assert.equal(await refusal(), undefined);
    });
  });

  it("is judged once: Cursor's, which runs Claude Code's hooks too", async () => {
    const payload = {
      ...{ conversation_id: 'k', generation_id: 'g', model: 'm', hook_event_name: 'preToolUse', workspace_roots: [at.project] },
      ...{ tool_name: 'Shell', tool_input: { command: 'ls' }, cwd: at.project },
    };
    assert.equal(await ask('cursor', payload), 'call 1');
    assert.equal(await ask('claude', payload), 'call 1');
    assert.equal(await ask('cursor', payload), 'call 2');
  });

  it('are two calls where two agents make it', async () => {
    assert.equal(await ask('claude', at.bash('ls')), 'call 1');
    assert.equal(await ask('codex', at.bash('ls')), 'call 1', 'of a session of its own');
    assert.equal(await ask('claude', at.bash('ls')), 'call 2');
  });
});

it('keeps of the moments that it knows again no more than it needs for that', async () => {
  const twins = new Twins<number>();
  const written = (n: number): Occurrence => {
    const payload = { hook_event_name: 'PreToolUse', session_id: 's', timestamp: 't', tool_name: 'Write' };
    const read = readOccurrence(
      'claude',
      JSON.stringify({ ...payload, tool_input: { file_path: `/${n}`, content: 'x'.repeat(1_000_000) } }),
    );
    return 'problem' in read ? assert.fail(read.problem) : read;
  };
  const tell = async (n: number, gate: 'claude' | 'cursor') => {
    const { judged, isTwin } = twins.tell(written(n), gate, () => Promise.resolve(n));
    return [await judged, isTwin];
  };
  for (let n = 0; n < 20; n++) assert.deepEqual(await tell(n, 'claude'), [n, false]);
  assert.deepEqual(await tell(7, 'cursor'), [7, true]);
  assert.deepEqual(await tell(7, 'cursor'), [7, false], 'the same gate tells of another moment');
  assert.ok(JSON.stringify(twins).length < 10_000);
});
