import assert from 'node:assert/strict';
import type { ProcessExit, Sandbox } from '../../../src/agent/ports/machine';
import type { ApprovalRequest } from '../../../src/shared/calls/approvals';
import type { Confinement } from '../../../src/shared/verdicts/confinement';
import { allows, Core, type CoreOptions, SharedHost } from '../../fixtures/core';

/** Runs nothing: what it was given is kept, and its ends are those that a test names. */
function recordedSandbox(more: { missing?: string; gaps?: string[]; exits?: Partial<ProcessExit>[] } = {}) {
  const ran: { command: string; words: Confinement }[] = [];
  const sandbox: Sandbox = {
    unavailable: async () => more.missing,
    gaps: async () => more.gaps ?? [],
    program: async () => assert.fail('no program of its own is started'),
    shell(command, { words, onOutput }) {
      ran.push({ command, words });
      onOutput('confined\n');
      return {
        pid: 1,
        kill() {},
        done: Promise.resolve({ code: 0, signal: null, timedOut: false, refused: [], ...more.exits?.shift() }),
      };
    },
    dispose: async () => {},
  };
  return { sandbox, ran };
}

const policies = (...handlers: string[]) => ({
  'p.ts': `import { policy } from 'hooksmith';\n${handlers.map((handler, i) => `export const p${i} = policy(${handler});`).join('\n')}`,
});
const calls = (name: string, input: object) => ({
  script: {
    turns: [
      { content: [{ type: 'tool_use' as const, id: 'c1', name, input }], stop_reason: 'tool_use' },
      { content: [{ type: 'text' as const, text: 'done' }], stop_reason: 'end_turn' },
    ],
  } as CoreOptions['script'],
});

describe('calls that policies confine', () => {
  const host = new SharedHost();
  after(() => host.dispose());

  /** One call; the prompts that it led to, and its result. */
  async function call(
    name: string,
    input: object,
    { human = allows, ...options }: CoreOptions,
  ): Promise<{ asked: ApprovalRequest[]; content: string; core: Core }> {
    const asked: ApprovalRequest[] = [];
    const core = await Core.start({
      ...calls(name, input),
      host,
      ...options,
      human: (request, signal) => {
        asked.push(request);
        return human(request, signal);
      },
    });
    try {
      await core.session.send('go');
      const settled = core.events.find((event) => event.type === 'tool_settled');
      return { asked, content: String(settled?.output), core };
    } finally {
      await core.stop();
    }
  }
  const bypass = { permissions: { mode: 'bypass' as const } };
  const run = { command: 'echo free' };

  it('runs in the sandbox, held to what all of them say', async () => {
    const { sandbox, ran } = recordedSandbox();
    const hooks = policies(
      "(ctx) => ctx.confine({ denyRead: ['a'] })",
      "(ctx) => ctx.confine({ denyPrograms: ['b'], hosts: ['c.com'] })",
    );
    const { content, asked } = await call('Bash', run, { hooks, sandbox, ...bypass });
    assert.deepEqual(ran, [{ command: 'echo free', words: { denyRead: ['a'], denyPrograms: ['b'], hosts: ['c.com'] } }]);
    assert.equal(content, 'confined');
    assert.deepEqual(asked, []);
  });
  it('says so in the prompt', async () => {
    const { sandbox } = recordedSandbox();
    const { asked } = await call('Bash', run, { hooks: policies("(ctx) => ctx.confine({ denyRead: ['a'] })"), sandbox });
    assert.deepEqual(asked[0]?.confinement, { denyRead: ['a'] });
  });
  it('confines background commands too', async () => {
    const { sandbox, ran } = recordedSandbox();
    await call('Bash', { ...run, run_in_background: true }, { hooks: policies('(ctx) => ctx.confine()'), sandbox, ...bypass });
    assert.deepEqual(ran, [{ command: 'echo free', words: {} }]);
  });
  it('runs without it where no policy confines', async () => {
    const { sandbox, ran } = recordedSandbox();
    const { content } = await call('Bash', run, { hooks: policies('() => undefined'), sandbox, ...bypass });
    assert.deepEqual([ran.length, content], [0, 'free']);
  });

  const cannot: [string, CoreOptions][] = [
    ['there is no sandbox here', {}],
    ['bubblewrap is not installed', { sandbox: recordedSandbox({ missing: 'bubblewrap is not installed' }).sandbox }],
    ['busybox is needed', { sandbox: recordedSandbox({ gaps: ['busybox is needed'] }).sandbox }],
    ['the sandbox is switched off', { sandbox: recordedSandbox().sandbox, permissions: { mode: 'bypass', sandbox: 'off' } }],
  ];
  for (const [why, options] of cannot)
    it(`asks where it cannot be confined: ${why}`, async () => {
      const hooks = policies("(ctx) => ctx.confine({ reason: 'no secrets' })");
      const { asked } = await call('Bash', run, { hooks, ...bypass, ...options });
      assert.equal(asked[0]?.reason, `no secrets (it cannot be confined: ${why})`);
      assert.equal(asked[0]?.askedBy.name, 'p0');
    });
  it('lets what only hides be where there is no sandbox', async () => {
    const hooks = policies("() => ({ action: 'confine', denyRead: ['a'], hideOnly: true }) as never");
    const { asked, content } = await call('Bash', run, { hooks, ...bypass });
    assert.deepEqual([asked, content], [[], 'free']);
    const { sandbox, ran } = recordedSandbox({ gaps: ['some'] });
    await call('Bash', run, { hooks, sandbox, ...bypass });
    assert.deepEqual(ran[0]?.words, { denyRead: ['a'], hideOnly: true });
  });

  it('confines every command where the setting says always', async () => {
    const { sandbox, ran } = recordedSandbox();
    const permissions = { mode: 'bypass' as const, sandbox: 'always' as const, hosts: ['npmjs.org'] };
    await call('Bash', run, { sandbox, permissions });
    assert.deepEqual(ran[0]?.words, { hosts: ['npmjs.org'], asksHosts: true });
    const { asked } = await call('Bash', run, { permissions });
    assert.match(asked[0]!.reason, /all commands are to run in the sandbox \(it cannot be confined: there is no sandbox here\)/);
  });

  it('offers no Bash where there is no shell, and says why', async () => {
    const processes = { unavailable: 'Bash needs Git Bash', shell: () => assert.fail('there is no shell') };
    const { content, core } = await call('Bash', run, { processes, ...bypass });
    assert.match(content, /Bash needs Git Bash/);
    assert.ok(!core.toolbox.declarations('main').some(({ name }) => name === 'Bash'));
  });

  describe('what it refuses', () => {
    const hooks = policies('(ctx) => ctx.confine()');
    const refusal = { code: 1, refused: ['cat: x: Permission denied'] };
    it('is told to the model, and a human may let it run without', async () => {
      const { sandbox } = recordedSandbox({ exits: [refusal] });
      const { asked, content } = await call('Bash', run, { hooks, sandbox, ...bypass });
      assert.equal(asked.length, 1);
      assert.deepEqual([asked[0]!.unconfined, asked[0]!.confirms], [true, true]);
      assert.match(asked[0]!.reason, /The sandbox refused: cat: x: Permission denied\. Run it again, without/);
      assert.match(content, /the user let it run without.*\nfree/s);
    });
    it('is let run by no hook, whose word is marked as without effect', async () => {
      const yes = "import { hook } from 'hooksmith';\nexport const yes = hook('permissionRequest', (ctx) => ctx.allow());";
      const { sandbox } = recordedSandbox({ exits: [refusal] });
      const human: CoreOptions['human'] = ({ id, inputHash }) => ({ id, inputHash, decision: 'deny' });
      const { core, content } = await call('Bash', run, { hooks: { ...hooks, 'y.ts': yes }, sandbox, human, ...bypass });
      assert.ok(!content.includes('free'));
      assert.deepEqual(
        core.all('permission_request').flatMap((event) => event.hooks.map(({ noEffect }) => noEffect)),
        ['only a human lets it run without the sandbox'],
      );
    });
    it('stays refused where they do not', async () => {
      const { sandbox, ran } = recordedSandbox({ exits: [refusal] });
      const human: CoreOptions['human'] = ({ id, inputHash }) => ({ id, inputHash, decision: 'deny' });
      const { content } = await call('Bash', run, { hooks, sandbox, human, ...bypass });
      assert.equal(ran.length, 1);
      assert.match(
        content,
        /confined\nExit code 1\nA policy had this run in the sandbox, which refused:\n- cat: x: Permission denied/,
      );
      assert.ok(!content.includes('free'));
    });
    it('is not asked about where the command came through, or ended for itself', async () => {
      for (const exit of [{ code: 0, refused: ['cat: x: Permission denied'] }, { code: 1 }]) {
        const { sandbox } = recordedSandbox({ exits: [exit] });
        const { asked } = await call('Bash', run, { hooks, sandbox, ...bypass });
        assert.deepEqual(asked, []);
      }
    });
    it('is not run without by a policy that denies it by then', async () => {
      const { sandbox } = recordedSandbox({ exits: [refusal] });
      const once =
        "(ctx) => { const n = (ctx.state.get('n') as number ?? 0) + 1; ctx.state.set('n', n); return n > 1 ? ctx.deny('no more') : ctx.confine(); }";
      const { asked, content } = await call('Bash', run, { hooks: policies(once), sandbox, ...bypass });
      assert.deepEqual(asked, []);
      assert.ok(!content.includes('free'), content);
    });
    /** Confined, refused by the sandbox, and let run without it by a human while whom `meanwhile` happens. */
    async function notFree(meanwhile: (core: Core) => unknown, permissions: CoreOptions['permissions']) {
      const { sandbox } = recordedSandbox({ exits: [refusal] });
      const core = await Core.start({
        ...calls('Bash', run),
        ...{ host, sandbox, permissions, hooks: policies('(ctx) => ctx.confine()') },
        human: async (request, signal) => {
          await meanwhile(core);
          return allows(request, signal);
        },
      });
      try {
        await core.session.send('go');
        assert.equal(core.all('approval_resolved')[0]?.data.decision, 'allow');
        assert.doesNotMatch(String(core.event('tool_settled').output), /^free/m);
      } finally {
        await core.stop();
      }
    }
    it('nor by a rule that was made while the human was asked', async () => {
      let deny: string[] = [];
      const meanwhile = () => {
        deny = ['Bash(echo*)'];
      };
      await notFree(meanwhile, () => ({ mode: 'bypass', deny }));
    });
    it('nor by one that was saved while the human was asked', async () => {
      const late = "import { denyCommands } from 'hooksmith';\nexport const late = denyCommands('echo');";
      await notFree((core) => core.save('late.ts', late), bypass.permissions);
    });
  });

  describe('tools of this process', () => {
    const confined = (words: string) => ({ hooks: policies(`(ctx) => ctx.confine(${words})`), ...bypass });
    const files = { 'a.txt': 'text', '.env': 'KEY=1', 'secret/x.txt': 'words' };
    for (const [name, input, words, expected] of [
      ['Read', { file_path: 'a.txt' }, '', /text/],
      ['Read', { file_path: 'secret/x.txt' }, "{ denyRead: ['secret'] }", /x\.txt is hidden/],
      ['Read', { file_path: '.env' }, '', /\.env is hidden/],
      ['Write', { file_path: 'b.txt', content: 'b' }, '', /b\.txt/],
      ['Write', { file_path: 'b.txt', content: 'b' }, "{ denyWrite: ['b.txt'] }", /b\.txt may not be written/],
      ['Write', { file_path: '/elsewhere/b.txt', content: 'b' }, '', /elsewhere\/b\.txt may not be written/],
      ['Write', { file_path: '.vscode/settings.json', content: '{}' }, '', /settings\.json may not be written/],
      ['TodoWrite', { todos: [] }, '', /./],
    ] as const)
      it(`${name} ${JSON.stringify(input)} under confine(${words})`, async () => {
        const { content, asked } = await call(name, input, { ...confined(words), files });
        assert.match(content, expected);
        assert.deepEqual(asked, []);
      });
    it('ask where they search what holds something hidden', async () => {
      for (const [name, input] of [
        ['Grep', { pattern: 'words|text', output_mode: 'content' }],
        ['Glob', { pattern: '**/*.txt' }],
        ['LS', { path: '.' }],
      ] as const) {
        const { asked } = await call(name, input, { ...confined("{ denyRead: ['secret'] }"), files });
        assert.match(asked[0]!.reason, /shows more than it names/);
        assert.deepEqual((await call(name, input, { ...confined(''), files })).asked, []);
      }
    });
    it('ask where they run elsewhere', async () => {
      const tools: CoreOptions['tools'] = [
        {
          name: 'Far',
          description: 'd',
          readOnly: false,
          scope: 'test',
          input: (await import('zod')).z.object({}),
          run: async () => ({ content: 'went' }),
        },
      ];
      const { asked } = await call('Far', {}, { ...confined(''), tools });
      assert.match(asked[0]!.reason, /it cannot be confined: Far runs outside of the sandbox/);
    });
  });

  it('are judged anew where a policy was saved while it was found out whether they can be held', async () => {
    const late = "import { denyCommands } from 'hooksmith';\nexport const late = denyCommands('true');";
    const { sandbox, ran } = recordedSandbox();
    let core: Core | undefined;
    const saving: Sandbox = {
      ...sandbox,
      gaps: async () => {
        await core?.save('late.ts', late);
        core = undefined;
        return [];
      },
    };
    const started = await Core.start({
      ...calls('Bash', { command: 'true' }),
      ...{ host, sandbox: saving, permissions: { mode: 'bypass' } },
      hooks: policies('(ctx) => ctx.confine({ hosts: [] })'),
    });
    core = started;
    try {
      await started.session.send('go');
      assert.deepEqual([started.event('tool_settled').data.outcome, ran], ['denied', []]);
    } finally {
      await started.stop();
    }
  });
});
