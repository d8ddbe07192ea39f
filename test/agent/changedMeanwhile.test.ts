import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'mocha';
import { z } from 'zod/v4';
import type { Checkpoints } from '../../src/agent/ports/files';
import type { AnyTool } from '../../src/agent/ports/tool';
import type { Permissions } from '../../src/agent/tools/approval';
import type { JsonObject } from '../../src/shared/basics/json';
import type { ApprovalRequest } from '../../src/shared/calls/approvals';
import { allows, Core, type CoreOptions, SharedHost } from '../fixtures/core';

const calls = (...all: [name: string, input: JsonObject][]) => ({
  content: all.map(([name, input], n) => ({ type: 'tool_use' as const, id: `call-${n}`, name, input })),
});
const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const write = calls(['Write', { file_path: 'new.txt', content: 'x' }]);

/** Of a call that was let run, something is another before it begins. */
describe('what changes before a call runs', () => {
  const host = new SharedHost();
  let core: Core;
  const started: Core[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop();
  });
  after(() => host.dispose());
  const start = async (options: CoreOptions) => {
    core = await Core.start({ host, ...options });
    started.push(core);
  };
  const outcomes = () => core.all('tool_settled').map(({ data }) => data.outcome);

  /** The first call is let run, the second one's prompt stands meanwhile. */
  const whilePrompted = async (before: Partial<Permissions>, now: Partial<Permissions>) => {
    const asked: ApprovalRequest[] = [];
    let permissions = before;
    await start({
      permissions: () => permissions,
      human: (request, signal) => {
        asked.push(request);
        permissions = now;
        return allows(request, signal);
      },
      script: { turns: [calls(['Bash', { command: 'echo a' }], ['Bash', { command: 'echo b' }]), says('ok')] },
    });
    await core.session.send('go');
    return asked.map(({ input }) => input.command);
  };
  const asks = { ask: ['Bash(echo b*)'] };

  it('a deny rule that is made while another prompt stands', async () => {
    await whilePrompted({ mode: 'bypass', ...asks }, { mode: 'bypass', ...asks, deny: ['Bash(echo a*)'] });
    assert.deepEqual(outcomes(), ['denied', 'ok']);
  });

  it('the mode that let it run', async () => {
    const asked = await whilePrompted({ mode: 'bypass', ...asks }, { mode: 'ask' });
    assert.deepEqual(asked, ['echo b', 'echo a']);
  });

  it('the rule that let it run', async () => {
    const asked = await whilePrompted({ allow: ['Bash(echo a*)'] }, {});
    assert.deepEqual(asked, ['echo b', 'echo a']);
  });

  it('nobody is asked twice about what a human allowed', async () => {
    // By a rule, which insists on being asked for whatever the human said.
    const ask = ['Bash(echo*)'];
    const asked = await whilePrompted({ ask }, { ask, allow: ['Bash(ls*)'] });
    assert.deepEqual(asked, ['echo a', 'echo b']);
  });

  const looking = (look: () => unknown): Checkpoints => ({
    prepare: () => undefined,
    watch: async () => {
      await look();
      return async () => ({ files: [], leftOut: [] });
    },
    sweep: async () => ({ files: [], leftOut: [] }),
  });

  it('a policy that is saved while the files are looked at', async () => {
    const late = "import { policy } from 'hooksmith';\nexport const late = policy((ctx) => ctx.deny('late'));";
    let saved: Promise<unknown> | undefined;
    await start({
      permissions: { mode: 'bypass' },
      checkpoints: () => looking(() => (saved ??= core.save('late.ts', late))),
      script: { turns: [write, says('ok')] },
    });
    await core.session.send('go');
    assert.deepEqual([outcomes(), existsSync(join(core.folder, 'new.txt'))], [['denied'], false]);
  });

  const logs = `import { policy } from 'hooksmith';
export const judge = policy((ctx) => {
  ctx.state.set('n', (ctx.state.get('n') ?? 0) + 1);
  ctx.log(ctx.state.get('n'), ctx.input.command);
});
export const same = policy((ctx) => { ctx.log('sees', ctx.input.command); });`;
  const logged = () =>
    core.events.flatMap(({ type, hooks }) => hooks.flatMap(({ logs = [] }) => logs.map((text) => `${type}: ${text}`)));

  it('what a policy logs as it judges again is told with the next event of the call', async () => {
    const answers = [{ decision: 'edit', input: { command: 'echo b' } }, { decision: 'allow' }, { decision: 'allow' }] as const;
    let n = 0;
    await start({
      hooks: { 'logs.ts': logs },
      human: ({ id, inputHash }) => ({ id, inputHash, scope: 'once', ...answers[n++]! }) as never,
      script: { turns: [calls(['Bash', { command: 'echo a' }], ['Bash', { command: 'echo c' }]), says('ok')] },
    });
    await core.session.send('go');
    assert.deepEqual(logged(), [
      'pre_tool_use: 1 echo a',
      'pre_tool_use: sees echo a',
      'approval_requested: 2 echo b',
      'approval_requested: sees echo b',
      'approval_resolved: 3 echo b',
      'pre_tool_use: 4 echo c',
      'pre_tool_use: sees echo c',
      'approval_resolved: 5 echo c',
      'tool_start: 6 echo c',
    ]);
  });

  it('what a policy logs where it denies just before the start is told with the end of the call', async () => {
    const late =
      "import { policy } from 'hooksmith';\nexport const late = policy((ctx) => { ctx.log('late'); return ctx.deny('no'); });";
    let saved: Promise<unknown> | undefined;
    await start({
      permissions: { mode: 'bypass' },
      checkpoints: () => looking(() => (saved ??= core.save('late.ts', late))),
      script: { turns: [write, says('ok')] },
    });
    await core.session.send('go');
    assert.deepEqual([outcomes(), logged()], [['denied'], ['tool_settled: late']]);
  });

  it('Stop, while the files are looked at', async () => {
    await start({
      permissions: { mode: 'bypass' },
      checkpoints: () => looking(() => void core.session.stop()),
      script: { turns: [write, says('ok')] },
    });
    await core.session.send('go');
    assert.deepEqual([outcomes(), core.all('tool_start').length], [['cancelled'], 0]);
    assert.ok(!existsSync(join(core.folder, 'new.txt')));
  });

  const far = (description: string, ran: string[]): AnyTool => ({
    name: 'Far',
    scope: 'far',
    description,
    readOnly: false,
    input: z.object({}),
    run: async () => {
      ran.push(description);
      return { content: '' };
    },
  });
  for (const when of ['while its prompt stands', 'while another prompt stands'])
    it(`what a tool of others says of itself, ${when}`, async () => {
      const ran: string[] = [];
      const asked: string[] = [];
      await start({
        human: (request, signal) => {
          asked.push(request.toolName);
          if (asked.length === (when.startsWith('while its') ? 1 : 2)) core.registry.registerScope('far', [far('deletes', ran)]);
          return allows(request, signal);
        },
        script: { turns: [calls(['Far', {}], ['Bash', { command: 'true' }]), says('ok')] },
      });
      core.registry.registerScope('far', [far('reads', ran)]);
      await core.session.send('go');
      assert.deepEqual([asked.filter((name) => name === 'Far').length, ran], [2, ['deletes']]);
      assert.equal(core.all('permission_request').length, asked.length, 'hooks come before each prompt');
    });

  describe('that leads to a prompt', () => {
    const three = {
      turns: [
        calls(['Bash', { command: 'echo 1' }], ['Bash', { command: 'echo 2' }], ['Bash', { command: 'echo 3' }]),
        says('ok'),
      ],
    };
    /** Once a call has run the policy speaks of what hooks have let run. */
    const flagged = (word: string, more = '') => `import { hook, policy } from 'hooksmith';
export const ran = hook(['postToolUse', 'toolError'], (ctx) => { ctx.state.set('flag', true); });
export const lets = hook('preToolUse', (ctx) => ctx.allow());
export const flagged = policy((ctx) => ctx.state.has('flag') ? ctx.${word}('flagged') : undefined);
${more}`;
    /** Of each event of these types that tells of a hook: the hook's word. */
    const told = (...types: string[]) =>
      core.events
        .filter(({ type }) => types.includes(type))
        .map(({ type, hooks, decidedBy }) => [
          type,
          ...hooks.map(({ name, decision, reason }) => `${name} ${decision} ${reason}`),
          decidedBy?.name,
        ]);

    it('asks hooks of permissionRequest first, also once another call has run', async () => {
      const asked: string[] = [];
      await start({
        hooks: { 'a.ts': flagged('ask', "export const no = hook('permissionRequest', (ctx) => ctx.deny('not now'));") },
        human: (request, signal) => {
          asked.push(request.toolName);
          return allows(request, signal);
        },
        script: three,
      });
      await core.session.send('go');
      assert.deepEqual([outcomes(), asked], [['ok', 'denied', 'denied'], []]);
      assert.deepEqual(told('permission_request'), Array(2).fill(['permission_request', 'no deny not now', 'no']));
      assert.deepEqual(
        core.all('permission_request').map(({ data }) => data.bars),
        Array(2).fill({ allow: 'the policy flagged asks: no hook can answer that' }),
      );
    });

    it('asks them before a retry, too', async () => {
      await start({
        hooks: {
          'a.ts': flagged(
            'ask',
            "export const again = hook('toolError', (ctx) => ctx.retry()); export const seen = hook('permissionRequest', () => {});",
          ),
        },
        human: ({ id, inputHash }) => ({ id, inputHash, decision: 'deny', reason: 'enough' }),
        script: { turns: [calls(['Bash', { command: 'exit 3' }]), says('ok')] },
      });
      await core.session.send('go');
      const types = core.events
        .map(({ type }) => type)
        .filter((type) => /^(permission|approval|tool_(start|error|retry))/.test(type));
      assert.deepEqual(types, [
        'tool_start',
        'tool_error',
        'tool_retry',
        'permission_request',
        'approval_requested',
        'approval_resolved',
      ]);
      assert.deepEqual(told('approval_requested'), [['approval_requested', 'flagged ask flagged', undefined]]);
    });

    const seesAll = `import { hook } from 'hooksmith';
export const sees = hook('permissionRequest', (ctx) => ctx.log(ctx.input.command, ctx.requestedInput.command));
export const no = hook('permissionRequest', { match: { command: 'echo no' } }, (ctx) => ctx.deny('not that'));
export const yes = hook('permissionRequest', { match: { command: 'echo yes' } }, (ctx) => ctx.allow());`;
    const edits = async (...inputs: object[]) => {
      const shown: unknown[] = [];
      await start({
        hooks: { 'a.ts': seesAll },
        human: ({ id, inputHash, input, reason }) => {
          shown.push(/not valid/.test(reason) ? 'not valid' : input.command);
          const next = inputs[shown.length - 1];
          return { id, inputHash, scope: 'once', ...(next ? { decision: 'edit', input: next } : { decision: 'allow' }) } as never;
        },
        script: { turns: [calls(['Bash', { command: 'echo a' }]), says('ok')] },
      });
      await core.session.send('go');
      const heard = core.all('permission_request').flatMap(({ hooks }) => hooks.flatMap(({ logs = [] }) => logs));
      const { data, decidedBy } = core.all('approval_resolved').at(-1)!;
      return { shown, heard, end: [data.decision, decidedBy?.name ?? decidedBy?.kind, outcomes()[0]] };
    };

    it('asks them about what the human has made of the input, before that is shown', async () => {
      assert.deepEqual(await edits({ command: 'echo b' }, { command: 7 }), {
        shown: ['echo a', 'echo b', 'not valid'],
        heard: ['echo a echo a', 'echo b echo a'],
        end: ['allow', 'human', 'ok'],
      });
      assert.deepEqual(await edits({ command: 'echo no' }), {
        shown: ['echo a'],
        heard: ['echo a echo a', 'echo no echo a'],
        end: ['deny', 'no', 'denied'],
      });
      assert.deepEqual(await edits({ command: 'echo yes' }), {
        shown: ['echo a'],
        heard: ['echo a echo a', 'echo yes echo a'],
        end: ['allow', 'yes', 'ok'],
      });
      assert.equal(core.event('tool_start').decidedBy?.name, 'yes');
    });

    it('asks them where hooks that were saved meanwhile ask in other words, and not where they ask the same', async () => {
      const asks = (reason: string, more = '') =>
        `import { policy } from 'hooksmith';\nexport const asks = policy((ctx) => ctx.ask('${reason}'));${more}`;
      const sees =
        "import { hook } from 'hooksmith';\nexport const sees = hook('permissionRequest', (ctx) => ctx.log(ctx.reason));";
      const saves = [asks('one', ' // again'), asks('two')];
      const shown: string[] = [];
      await start({
        hooks: { 'a.ts': asks('one'), 'b.ts': sees },
        human: async ({ id, inputHash, reason }, signal) => {
          shown.push(reason);
          if (reason === 'two') return { id, inputHash, decision: 'allow', scope: 'once' };
          const withdrawn = new Promise<never>((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('withdrawn')), { once: true });
          });
          for (const text of saves.splice(0)) await core.save('a.ts', text);
          return withdrawn;
        },
        script: { turns: [calls(['Bash', { command: 'echo a' }]), says('ok')] },
      });
      await core.session.send('go');
      const heard = core.all('permission_request').flatMap(({ hooks }) => hooks.flatMap(({ logs = [] }) => logs));
      assert.deepEqual([shown, heard, outcomes()], [['one', 'two'], ['one', 'two'], ['ok']]);
    });

    it('and what a hook of permissionRequest allows there runs by its word', async () => {
      let permissions: Partial<Permissions> = { mode: 'bypass' };
      await start({
        permissions: () => permissions,
        hooks: {
          'a.ts':
            "import { hook } from 'hooksmith';\nexport const yes = hook('permissionRequest', { match: { command: 'echo a' } }, (ctx) => ctx.allow());",
        },
        checkpoints: () => looking(() => (permissions = {})),
        script: { turns: [calls(['Bash', { command: 'echo a' }]), says('ok')] },
      });
      await core.session.send('go');
      assert.deepEqual([outcomes(), core.all('approval_requested').length], [['ok'], 0]);
      assert.deepEqual([core.event('tool_start').decidedBy?.name, core.event('tool_settled').decidedBy?.name], ['yes', 'yes']);
    });

    it('a policy that denies there stands with its word and reason where the call ends', async () => {
      await start({ hooks: { 'a.ts': flagged('deny') }, script: three });
      await core.session.send('go');
      assert.deepEqual(outcomes(), ['ok', 'denied', 'denied']);
      const denied = ['tool_settled', 'flagged deny flagged', 'flagged'];
      assert.deepEqual(told('tool_settled'), [['tool_settled', 'lets'], denied, denied]);
    });
  });
});
