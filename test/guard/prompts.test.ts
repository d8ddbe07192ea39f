/** What hooks of a window want a human for is put to a prompt of ours, where the human chose so, for as long as the agent waits. */
import { strict as assert } from 'node:assert';
import { request } from 'node:http';
import { join } from 'node:path';
import type { ApprovalPort } from '../../src/agent/ports/human';
import type { ApprovalAnswer, ApprovalRequest } from '../../src/shared/calls/approvals';
import type { HookEvent } from '../../src/shared/events/events';
import { until } from '../fixtures/core';
import { GuardedHome } from '../fixtures/gate';
import { GuardWindow } from '../fixtures/guardWindow';

const pushes = `export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.ask('Pushes need a human.'));
export const noForce = policy({ tools: 'Bash', match: { command: 'git push --force*' } }, (ctx) => ctx.deny('never by force'));
export const dry = hook('preToolUse', { tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.modify({ input: { timeout: 9 } }));`;

type Says = (request: ApprovalRequest) => Partial<ApprovalAnswer> | undefined;

describe('prompts for guarded agents', function () {
  this.timeout(300_000);
  let at: GuardedHome;
  let window: GuardWindow | undefined;
  let asked: ApprovalRequest[];
  beforeEach(() => {
    at = new GuardedHome();
    at.ownHook(pushes);
    asked = [];
  });
  afterEach(async () => {
    await window?.close();
    window = undefined;
    await at.dispose();
  });

  const open = async (says: Says, promptMs?: number) => {
    const approvals: ApprovalPort = {
      ask: (request, signal) => {
        asked.push(request);
        const said = says(request);
        if (said) return Promise.resolve({ id: request.id, inputHash: request.inputHash, ...said } as ApprovalAnswer);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
      },
    };
    window = await GuardWindow.open(at, { approvals, ways: { promptMs: () => promptMs } });
    return window;
  };
  const push = 'git push origin main';
  const ask = async (agent: string, payload: object = at.bash(push)) => (await at.gate(agent, payload)).json;
  const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } });
  const events = (...types: HookEvent['type'][]) =>
    window!.items.flatMap((item) => (item.kind === 'event' && types.includes(item.event.type) ? [item.event] : []));

  it('are left to the agent where the human chose nothing else', async () => {
    await open(() => ({ decision: 'allow', scope: 'once' }));
    assert.match(JSON.stringify(await ask('claude')), /"permissionDecision":"ask"/);
    assert.equal(asked.length, 0);
  });

  it('allow what the human allows, with the input that they saw, and tell the agent what they said', async () => {
    await open(() => ({ decision: 'allow', scope: 'once', message: 'mind the branch' }), 20_000);
    assert.deepEqual(
      await ask('claude'),
      specific({
        permissionDecision: 'allow',
        permissionDecisionReason: 'a human allowed it in Hooksmith',
        updatedInput: { command: push, timeout: 9 },
        additionalContext: 'mind the branch',
      }),
    );
    const [request] = asked;
    assert.equal(request?.guest, 'Claude Code');
    assert.deepEqual(
      [request?.reason, request?.input, request?.suggestions],
      ['Pushes need a human.', { command: push, timeout: 9 }, []],
    );
    assert.deepEqual(
      request?.changedBy.map(({ name }) => name),
      ['dry'],
    );
    assert.equal(
      ((await ask('codex', at.bash(push, { turn_id: 't' }))) as { hookSpecificOutput?: { permissionDecision?: string } })
        .hookSpecificOutput?.permissionDecision,
      'allow',
    );
    assert.deepEqual(
      events('pre_tool_use', 'permission_request', 'approval_requested', 'approval_resolved').map(
        ({ type, agentName }) => `${type} ${agentName}`,
      ),
      ['claude', 'codex'].flatMap((agent) =>
        ['pre_tool_use', 'permission_request', 'approval_requested', 'approval_resolved'].map((type) => `${type} ${agent}`),
      ),
    );
  });

  it('refuse what the human refuses, in their words, and what a policy refuses of what they changed', async () => {
    let answers: Says = () => ({ decision: 'deny', reason: 'not on Fridays' });
    await open((request) => answers(request), 20_000);
    assert.match(JSON.stringify(await ask('claude')), /"deny".*not on Fridays/);
    await until(() => events('tool_settled').length === 1);
    const [settled] = events('tool_settled');
    assert.equal(settled?.type === 'tool_settled' && settled.data.outcome, 'rejected');
    assert.deepEqual(settled?.decidedBy, { kind: 'human' });
    answers = () => ({ decision: 'edit', input: { command: 'git push --force origin main' } });
    assert.match(JSON.stringify(await ask('claude')), /"deny".*never by force/);
    const before = asked.length;
    answers = (request) =>
      request.input.command === 'git push origin next'
        ? { decision: 'allow', scope: 'once' }
        : { decision: 'edit', input: { command: 'git push origin next' } };
    assert.match(JSON.stringify(await ask('claude')), /"allow".*git push origin next/);
    assert.equal(asked.length, before + 2, 'what was changed is asked anew');
  });

  it('are over before the agent is: then its own asks, or it is refused', async () => {
    await open(() => undefined, 1500);
    assert.deepEqual(
      await ask('claude'),
      specific({
        permissionDecision: 'ask',
        permissionDecisionReason: 'Pushes need a human.',
        updatedInput: { command: push, timeout: 9 },
      }),
    );
    assert.match(JSON.stringify(await ask('codex', at.bash(push, { session_id: 'c' }))), /"deny".*needs a human/);
    assert.equal(asked.length, 2);
    assert.deepEqual(
      events('approval_resolved').map((event) => event.type === 'approval_resolved' && event.data.decision),
      ['cancelled', 'cancelled'],
    );
  });

  it('hold up no other call of the session, and no window that closes', async () => {
    await open(() => undefined, 40_000);
    const waiting = ask('claude');
    await until(() => asked.length === 1);
    assert.deepEqual(await ask('claude', at.bash('ls')), {});
    await window!.close();
    assert.match(JSON.stringify(await waiting), /"ask"/);
    window = undefined;
  });

  it('allow nothing once the session was stopped meanwhile, nor for a run that the human has ended with another word', async () => {
    at.ownHook(
      `export const enough = hook('preToolUse', { tools: 'Bash', match: { command: 'halt' } }, (ctx) => ctx.stop('enough'));
      export const deploys = hook('preToolUse', { tools: 'Bash', match: { command: 'deploy' } }, (ctx) => ctx.ask('who?'));
      export const yes = hook('permissionRequest', (ctx) => ctx.allow());`,
      'stops.ts',
    );
    const answers: (() => void)[] = [];
    const approvals: ApprovalPort = {
      ask: ({ id, inputHash }) =>
        new Promise((resolve) => answers.push(() => resolve({ id, inputHash, decision: 'allow', scope: 'once' }))),
    };
    window = await GuardWindow.open(at, { approvals, ways: { promptMs: () => 40_000 } });
    const stopped = ask('claude');
    await until(() => answers.length === 1);
    assert.match(JSON.stringify(await ask('claude', at.bash('halt'))), /"deny".*enough/);
    answers[0]!();
    assert.match(JSON.stringify(await stopped), /"deny".*enough/);
    await until(() => events('tool_settled').length === 2);
    const says = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt: 'go on' };
    await ask('claude', says);
    const deploy = at.bash('deploy');
    const spokenOver = ask('claude', deploy);
    await until(() => answers.length === 2);
    await ask('claude', says);
    answers[1]!();
    assert.match(JSON.stringify(await spokenOver), /"permissionDecision":"ask"/);
    const theirs = { ...deploy, hook_event_name: 'PermissionRequest' };
    assert.deepEqual(await ask('claude', theirs), {}, 'no hook answers what a hook wants a human for');
  });

  it('stand no longer than the agent waits for them', async () => {
    await open(() => undefined, 3_600_000);
    await ask('claude', at.bash('ls'));
    const waiting = request({ socketPath: at.place.socket, path: '/gate/claude', method: 'POST' });
    waiting.on('error', () => undefined);
    waiting.end(JSON.stringify(at.bash(push)));
    await until(() => asked.length === 1);
    waiting.destroy();
    await until(() => events('approval_resolved').length === 1);
    const [resolved] = events('approval_resolved');
    assert.equal(resolved?.type === 'approval_resolved' && resolved.data.decision, 'cancelled');
  });

  it('say beside the hook what of it the agent cannot be told, though the human allows it', async () => {
    await open(() => ({ decision: 'allow', scope: 'once' }), 20_000);
    const shell = { hook_event_name: 'beforeShellExecution', conversation_id: 's', workspace_roots: [at.project], command: push };
    assert.match(JSON.stringify(await ask('cursor', shell)), /"deny"/);
    const [before] = events('pre_tool_use');
    assert.match(before?.hooks.find(({ name }) => name === 'dry')?.noEffect ?? '', /./);
    await ask('claude');
    await ask('codex');
    const lost = events('pre_tool_use')
      .slice(1)
      .flatMap(({ hooks }) => hooks.flatMap(({ noEffect }) => noEffect ?? []));
    assert.deepEqual(lost, [], 'a human was asked, and what they allowed is told');
  });

  it('judge paths from where the agent is', async () => {
    at.ownHook(
      `import { denyPaths } from 'hooksmith';
      export const secret = denyPaths('secret/**');
      export const all = policy({ tools: 'Bash', match: { command: 'cat*' } }, (ctx) => ctx.ask('reads'));`,
      'paths.ts',
    );
    at.write('deep/secret/key', '');
    at.write('secret/key', '');
    await open(() => ({ decision: 'edit', input: { command: 'cat ../secret/key' } }), 20_000);
    const there = { cwd: join(at.project, 'deep') };
    assert.match(JSON.stringify(await ask('claude', at.bash('cat ./other', there))), /"deny".*denied list/);
  });
});
