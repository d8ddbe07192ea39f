/** Subagents in the real loop, with the real hook host: what they share with their run, what is their own, and how they end. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldSession } from '../../../src/agent/session/sessionState';
import type { RehearsalScript } from '../../../src/models/rehearsalScript';
import type { EventOf, EventType } from '../../../src/shared/events/events';
import { blocksOf, textOf } from '../../../src/shared/messages/messages';
import { foldConversation } from '../../../src/view/conversation/conversationFold';
import { newConversation } from '../../../src/view/conversation/conversationState';
import { foldTimeline, newTimeline } from '../../../src/view/timeline/timelineState';
import { Core, type CoreOptions, SharedHost, until } from '../../fixtures/core';

type Turn = RehearsalScript['turns'][number];
const say = (text: string): Turn => ({ content: [{ type: 'text', text }], usage: { input_tokens: 10, output_tokens: 5 } });
const call = (name: string, input: object): Turn => ({
  content: [{ type: 'tool_use', name, input: input as Record<string, unknown> }],
  usage: { input_tokens: 10, output_tokens: 5 },
});
const calls = (...inputs: object[]): Turn => ({
  content: inputs.map((input) => ({ type: 'tool_use' as const, name: 'Agent', input: input as Record<string, unknown> })),
});
const agentFile = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Does ${name} things.\n${more}---\nYou are ${name}.\n`;
const hookFile = (text: string) => `import { hook, policy, guards, stepLimit } from 'hooksmith';\n${text}`;

describe('subagents', () => {
  const host = new SharedHost();
  const cores: Core[] = [];
  afterEach(async () => {
    for (const core of cores.splice(0)) await core.stop();
  });
  after(() => host.dispose());

  interface Scene extends Omit<CoreOptions, 'script' | 'hooks'> {
    turns: Turn[];
    agents?: Record<string, Turn[]>;
    hooks?: string;
    /** Own hooks by agent. */
    own?: Record<string, string>;
    definitions?: Record<string, string>;
  }
  async function start({ turns, agents = {}, hooks, own = {}, definitions = {}, files, ...options }: Scene): Promise<Core> {
    const names = [...new Set([...Object.keys(agents), 'researcher', 'scraper'])];
    const core = await Core.start({
      ...options,
      host,
      script: { turns, agents: Object.fromEntries(Object.entries(agents).map(([name, its]) => [name, { turns: its }])) },
      hooks: hooks ? { 'a.ts': hookFile(hooks) } : {},
      files: {
        ...Object.fromEntries(names.map((name) => [`.hooksmith/agents/${name}.md`, definitions[name] ?? agentFile(name)])),
        ...Object.fromEntries(
          Object.entries(own).map(([name, text]) => [`.hooksmith/agents/${name}/hooks/own.ts`, hookFile(text)]),
        ),
        ...files,
      },
    });
    cores.push(core);
    assert.deepEqual(core.loaded.problems, []);
    return core;
  }
  const ofType = <T extends EventType>(core: Core, type: T): EventOf<T>[] => core.all(type);

  describe('beside one whose call waits for its retry', () => {
    const bash = (command: string) => call('Bash', { command });
    /** The scraper's call comes to the lock once the researcher's has failed. */
    const waiting = (afterMs: number) => `
      let fail: () => void;
      const failed = new Promise<void>((resolve) => { fail = resolve; });
      export const again = hook('toolError', { agents: 'main/researcher' }, (ctx) => { fail(); return ctx.retry({ afterMs: ${afterMs} }); });
      export const comes = hook('preToolUse', { agents: 'main/scraper', timeoutMs: 60_000 }, () => failed);`;
    const both = [calls({ subagent_type: 'researcher', prompt: 'a' }, { subagent_type: 'scraper', prompt: 'b' }), say('end')];
    const settledOf = (core: Core, branch: string) => core.all('tool_settled').find((event) => event.branch === branch);

    it('may write meanwhile', async () => {
      const core = await start({
        permissions: { mode: 'bypass' },
        turns: both,
        agents: { researcher: [bash('exit 3'), say('r')], scraper: [bash('echo there > free.txt'), say('s')] },
        hooks: waiting(3_600_000),
      });
      const ran = core.session.send('go');
      await until(() => settledOf(core, 'main/scraper') !== undefined);
      assert.equal(settledOf(core, 'main/scraper')!.data.outcome, 'ok');
      await core.session.stop();
      assert.equal((await ran).status, 'aborted');
      assert.equal(settledOf(core, 'main/researcher')!.data.outcome, 'cancelled');
    });

    it('what they made of its paths meanwhile is looked at before it runs again', async () => {
      const asked: string[] = [];
      const core = await start({
        permissions: { mode: 'bypass' },
        files: { '.git/HEAD': 'ref', 'linked/x/y': '', 'swap.sh': 'rm -r linked; ln -s .git linked' },
        human: ({ id, inputHash, reason }) => {
          asked.push(reason);
          return { id, inputHash, decision: 'deny' };
        },
        turns: both,
        agents: {
          researcher: [call('Write', { file_path: 'linked/x', content: 'never' }), say('r')],
          scraper: [bash('sh swap.sh'), say('s')],
        },
        hooks: waiting(500),
      });
      await core.session.send('go');
      assert.deepEqual(asked.length, 1, asked.join());
      assert.match(asked[0]!, /\.git/);
      assert.equal(settledOf(core, 'main/researcher')!.data.outcome, 'rejected');
    });
  });

  it('in the background are told of before what their caller is told, whoever hears of it', async () => {
    const core = await start({
      turns: [call('Agent', { subagent_type: 'researcher', prompt: 'p', run_in_background: true }), say('ok')],
      agents: { researcher: [say('found')] },
      hooks: "export const hears = hook('subagentStart', async () => { await new Promise((r) => setTimeout(r, 100)); });",
    });
    await core.session.send('go');
    const order = core.events.map(({ type }) => type).filter((type) => type === 'subagent_start' || type === 'tool_settled');
    assert.deepEqual(order, ['subagent_start', 'tool_settled']);
  });
  const logs = (core: Core): string[] => core.events.flatMap((event) => event.hooks.flatMap((hook) => hook.logs ?? []));
  const results = (core: Core): string[] =>
    core.session.history.flatMap((message) =>
      blocksOf(message).flatMap((block) =>
        block.type === 'tool_result' ? [`${block.is_error ? 'error: ' : ''}${textOf({ content: block.content })}`] : [],
      ),
    );
  const task = (name: string, prompt: string, more: object = {}) => ({ subagent_type: name, prompt, ...more });

  it('does a task as part of the run: its own branch, steps and history, the same run and state', async () => {
    const core = await start({
      turns: [call('Agent', task('researcher', 'look')), say('all done')],
      agents: { researcher: [call('Glob', { pattern: '*.none' }), say('found it')] },
      hooks: `
        export const where = hook(['beforeAgent', 'afterAgent', 'beforeStep', 'subagentStart', 'subagentStop'], (ctx) => {
          const n = (ctx.state.get<number>('n') ?? 0) + 1;
          ctx.state.set('n', n);
          ctx.log(n, ctx.event, ctx.agentName, ctx.branch, ctx.depth, ctx.taskId ?? '-', ctx.step);
        });`,
    });
    const result = await core.session.send('go');
    assert.equal(result.text, 'all done');
    assert.deepEqual(results(core), ['found it']);
    assert.deepEqual(logs(core), [
      '1 beforeAgent main main 0 - 0',
      '2 beforeStep main main 0 - 0',
      '3 subagentStart researcher main/researcher 1 agent_1 0',
      '4 beforeAgent researcher main/researcher 1 agent_1 0',
      '5 beforeStep researcher main/researcher 1 agent_1 0',
      '6 beforeStep researcher main/researcher 1 agent_1 1',
      '7 afterAgent researcher main/researcher 1 agent_1 1',
      '8 subagentStop researcher main/researcher 1 agent_1 1',
      '9 beforeStep main main 0 - 1',
      '10 afterAgent main main 0 - 1',
    ]);
    assert.equal(new Set(core.events.map((event) => event.runId)).size, 1);
    for (const type of ['before_run', 'user_message', 'run_done', 'after_run'] as const)
      assert.equal(ofType(core, type).length, 1, type);
    const stop = core.event('subagent_stop');
    assert.equal(stop.input, 'look');
    assert.equal(stop.output, 'found it');
    assert.deepEqual([stop.usage?.input_tokens, stop.usage?.output_tokens], [20, 10]);
    assert.equal(stop.costUsd, 0);
    assert.equal(typeof stop.duration, 'number');
    assert.deepEqual([result.usage.input_tokens, result.usage.output_tokens], [40, 20]);
  });

  it('gets the body of its definition as system prompt, and only the tools that it names', async () => {
    const core = await start({
      turns: [call('Task', task('researcher', 'look')), say('ok')],
      agents: { researcher: [call('Bash', { command: 'echo no' }), say('could not')] },
      definitions: { researcher: agentFile('researcher', 'tools: Read, G*\n') },
      hooks: `export const seen = hook('beforeAgent', (ctx) => ctx.log(ctx.system, ctx.tools.map((tool) => tool.name).join(' ')));`,
    });
    await core.session.send('go');
    assert.deepEqual(logs(core)[1], 'You are researcher. Read Glob Grep');
    const settled = ofType(core, 'tool_settled').find((event) => event.toolName === 'Bash');
    assert.equal(settled?.data?.outcome, 'error');
    assert.match(String(settled?.output), /not offered/);
  });

  it('lists the agents there are to the model, and offers the tool only where there are any', async () => {
    const core = await start({ turns: [say('hi')] });
    const offered = () => core.toolbox.declarations('main').find((tool) => tool.name === 'Agent');
    assert.match(offered()?.description ?? '', /- researcher: Does researcher things\./);
    core.agents.load([]);
    assert.equal(offered(), undefined);
  });

  it('nests, up to three deep, and says so beyond', async () => {
    const core = await start({
      turns: [call('Agent', task('researcher', 'a')), say('end')],
      agents: {
        researcher: [call('Agent', task('scraper', 'b')), say('r')],
        scraper: [call('Agent', task('third', 'c')), say('s')],
        third: [call('Agent', task('researcher', 'd')), say('t')],
      },
    });
    await core.session.send('go');
    assert.deepEqual(
      ofType(core, 'subagent_start').map((event) => event.branch),
      ['main/researcher', 'main/researcher/scraper', 'main/researcher/scraper/third'],
    );
    const error = ofType(core, 'tool_error')[0];
    assert.match(error?.error?.message ?? '', /nested 3 deep at most: main\/researcher\/scraper\/third cannot start researcher/);
    assert.deepEqual(results(core), ['r']);
  });

  it('names the nearest agent where there is none of the name', async () => {
    const core = await start({
      turns: [call('Agent', task('reseacher', 'a')), call('Agent', task('researcher', '')), say('end')],
    });
    await core.session.send('go');
    assert.match(results(core)[0]!, /there is no agent reseacher\. Did you mean researcher\?/);
    assert.match(results(core)[1]!, /prompt/);
    assert.equal(ofType(core, 'subagent_start').length, 0);
  });

  it('ends alone where a hook denies or stops it, or its model fails; the caller gets a result', async () => {
    const core = await start({
      turns: [calls(task('researcher', 'denied'), task('scraper', 'stopped'), task('broken', 'x')), say('I go on')],
      agents: { researcher: [say('never')], scraper: [say('never')], broken: [] },
      hooks: `
        export const gate = hook('beforeAgent', { agents: 'main/*' }, (ctx) => ctx.agentName === 'researcher' ? ctx.deny('not today') : undefined);
        export const halt = hook('beforeStep', { agents: 'scraper' }, (ctx) => ctx.stop('enough'));`,
    });
    const result = await core.session.send('go');
    assert.equal(result.status, 'done');
    assert.equal(result.text, 'I go on');
    const [deniedOne, stopped, failed] = results(core);
    assert.equal(deniedOne, 'error: The agent researcher was denied: not today');
    assert.equal(stopped, 'The agent scraper was stopped before it was done: enough');
    assert.match(failed!, /error: The agent broken failed: the rehearsal script has 0 turns for broken/);
    const stops = new Map(ofType(core, 'subagent_stop').map((event) => [event.agentName, event.error?.message]));
    assert.equal(stops.get('researcher'), 'not today');
    assert.equal(stops.get('scraper'), undefined);
    assert.match(stops.get('broken') ?? '', /0 turns/);
  });

  for (const [where, body] of [
    ['step', "hook('beforeStep', { agents: 'researcher', onError: 'stop' }, () => { throw new Error('oops'); })"],
    ['observer', "hook('subagentStop', { onError: 'stop' }, () => { throw new Error('oops'); })"],
  ])
    for (const run_in_background of [false, true])
      it(`ends the whole run where a hook with onError 'stop' fails at its ${where}, ${run_in_background ? 'beside its caller' : 'in its call'}`, async () => {
        const core = await start({
          turns: [
            calls(task('researcher', 'a', { run_in_background })),
            ...(run_in_background ? [call('TaskOutput', { task_id: 'agent_1', block: true })] : []),
            say('never said'),
          ],
          agents: { researcher: [say('found')] },
          hooks: `export const strict = ${body};`,
        });
        const result = await core.session.send('go');
        assert.equal(result.status, 'error');
        assert.match(result.error!.message, /strict failed: oops/);
        assert.equal(core.event('run_error').error?.message, result.error!.message);
        assert.equal(JSON.stringify(core.session.history).includes('never said'), false);
      });

  it('that waits for the lock does not write any more once a hook of another has ended the run', async () => {
    const core = await start({
      turns: [calls(task('researcher', 'a'), task('scraper', 'b'), task('broken', 'c')), say('never said')],
      agents: {
        researcher: [call('Bash', { command: 'until [ -e go ]; do sleep 0.02; done' }), say('never')],
        scraper: [call('Bash', { command: 'echo late > late.txt' }), say('never')],
        broken: [say('found')],
      },
      hooks: `import { existsSync } from 'node:fs';
        export const yes = hook('preToolUse', (ctx) => ctx.allow());
        export const strict = hook('afterAgent', { agents: 'main/broken', onError: 'stop', timeoutMs: 60_000 }, async () => {
          while (!existsSync(new URL('../../fail', import.meta.url))) await new Promise((next) => setTimeout(next, 10));
          throw new Error('oops');
        });`,
    });
    const ran = core.session.send('go');
    const bash = (type: EventType) => core.events.filter((event) => event.type === type && event.toolName === 'Bash').length;
    await until(() => bash('tool_start') === 1 && bash('pre_tool_use') === 2);
    writeFileSync(join(core.folder, 'fail'), '');
    await until(() => ofType(core, 'hook_error').length > 0);
    writeFileSync(join(core.folder, 'go'), '');
    assert.equal((await ran).status, 'error');
    assert.equal(existsSync(join(core.folder, 'late.txt')), false);
    const settled = ofType(core, 'tool_settled').find(({ branch }) => branch === 'main/scraper')!;
    assert.deepEqual([settled.data.outcome, settled.decidedBy?.name], ['skipped', 'strict']);
  });

  it('that fails for good after the conversation has ended makes the run an error too', async () => {
    const core = await start({
      turns: [calls(task('researcher', 'a', { run_in_background: true })), say('end')],
      agents: { researcher: [call('Bash', { command: 'sleep 60' }), say('never')] },
      hooks: `export const strict = hook('subagentStop', { onError: 'stop' }, () => { throw new Error('oops'); });`,
    });
    const result = await core.session.send('go');
    assert.deepEqual([result.status, result.text], ['error', 'end']);
    assert.match(core.event('run_error').error!.message, /oops/);
  });

  it('waits for the human together: what two prompts wait at once counts once', async () => {
    let now = 0;
    let waited = -1;
    let standing = 0;
    const core = await start({
      now: () => now,
      turns: [calls(task('researcher', 'a'), task('scraper', 'b')), say('end')],
      agents: {
        researcher: [call('Bash', { command: 'echo a' }), say('a')],
        scraper: [call('Bash', { command: 'echo b' }), say('b')],
      },
      hooks: `export const clock = hook('afterAgent', { agents: 'main' }, (ctx) => void ctx.log(String(ctx.waitedMs)));`,
      human: async ({ id, inputHash }) => {
        standing++;
        await until(() => standing === 2);
        if (now === 0) now = 1000;
        return { id, inputHash, decision: 'allow', scope: 'once' };
      },
    });
    await core.session.send('go');
    waited = Number(core.events.find((event) => event.type === 'after_agent' && event.branch === 'main')!.hooks[0]!.logs![0]);
    assert.equal(waited, 1000);
  });

  it('lets several work at once, with writing calls one at a time', async () => {
    const core = await start({
      turns: [calls(task('researcher', 'a'), task('scraper', 'b')), say('end')],
      agents: {
        researcher: [call('Bash', { command: 'until [ -e started ]; do sleep 0.02; done; echo r >> log' }), say('r')],
        // It can only begin beside the other, which waits for it.
        scraper: [call('Glob', { pattern: 'x' }), call('LS', { path: '.' }), say('s')],
      },
      hooks: `
        import { writeFileSync } from 'node:fs';
        export const started = hook('preToolUse', { tools: 'LS', agents: 'scraper' }, (ctx) => { writeFileSync(ctx.cwd + '/started', ''); });`,
    });
    await core.session.send('go');
    assert.deepEqual(results(core), ['r', 's']);
  });

  it('holds policies at every depth, and hands hooks down by inherit', async () => {
    const core = await start({
      turns: [call('Agent', task('researcher', 'a')), say('end')],
      agents: {
        researcher: [call('Agent', task('scraper', 'b')), say('r')],
        scraper: [call('Bash', { command: 'sudo id' }), say('s')],
      },
      hooks: `
        export const noSudo = policy({ tools: 'Bash', match: { command: 'sudo*' } }, (ctx) => ctx.deny('no sudo'));
        export const always = hook('beforeStep', (ctx) => ctx.log('always', ctx.branch));
        export const unlessOwn = hook('beforeStep', { inherit: 'if-none' }, (ctx) => ctx.log('if-none', ctx.branch));
        export const mainOnly = hook('beforeStep', { inherit: 'never' }, (ctx) => ctx.log('never', ctx.branch));`,
      own: {
        researcher: `
        export const its = hook('beforeStep', (ctx) => ctx.log('own', ctx.branch));
        export const itsAlone = hook('beforeStep', { inherit: 'never' }, (ctx) => ctx.log('own never', ctx.branch));`,
      },
    });
    await core.session.send('go');
    const seen = [...new Set(logs(core))].sort();
    const at = (branch: string) =>
      seen.filter((line) => line.endsWith(` ${branch}`)).map((line) => line.slice(0, -branch.length - 1));
    assert.deepEqual(at('main'), ['always', 'if-none', 'never']);
    assert.deepEqual(at('main/researcher'), ['always', 'own', 'own never']);
    assert.deepEqual(at('main/researcher/scraper'), ['always', 'if-none', 'own']);
    const bash = ofType(core, 'tool_settled').find((event) => event.toolName === 'Bash');
    assert.equal(bash?.data?.outcome, 'denied');
    assert.equal(bash?.decidedBy?.name, 'noSudo');
  });

  it('an own hook of an agent is live on save', async () => {
    const core = await start({ turns: [call('Agent', task('late', 'a')), say('end')], agents: { late: [say('hello')] } });
    await core.saveIn(
      '.hooksmith/agents/late/hooks/own.ts',
      hookFile(
        `export const polite = hook('postModelCall', (ctx) => ctx.modify({ response: { content: [{ type: 'text', text: 'hello, please' }] } }));`,
      ),
    );
    await core.session.send('go');
    assert.deepEqual(results(core), ['hello, please']);
    assert.equal(core.session.history.at(-1)?.role, 'assistant');
    assert.equal(textOf(core.session.history.at(-1)!), 'end');
  });

  it('counts steps for each agent alone, tokens for the run', async () => {
    const look = call('Glob', { pattern: 'x' });
    const core = await start({
      turns: [look, call('Agent', task('researcher', 'a')), call('Agent', task('researcher', 'b')), say('end')],
      agents: { researcher: [look, look, look, look] },
      hooks: `export const limit = stepLimit(2, { count: (ctx) => ctx.depth > 0 });
              export const used = hook('beforeStep', { agents: 'researcher' }, (ctx) => ctx.log(ctx.usage.input_tokens));`,
    });
    const result = await core.session.send('go');
    assert.equal(result.status, 'done');
    assert.equal(results(core).filter((text) => text.endsWith('Step limit reached: 2/2')).length, 2);
    assert.deepEqual(logs(core), ['20', '30', '50', '60']);
  });

  it('an approval says which agent asks', async () => {
    const asked: string[] = [];
    const core = await start({
      turns: [call('Agent', task('researcher', 'a')), say('end')],
      agents: { researcher: [call('Bash', { command: 'echo hi' }), say('r')] },
      human: ({ id, inputHash, agentName, branch }) => {
        asked.push(`${agentName} ${branch}`);
        return { id, inputHash, decision: 'allow', scope: 'once' };
      },
    });
    await core.session.send('go');
    assert.deepEqual(asked, ['researcher main/researcher']);
  });

  it('works in the background: an id at once, the answer by TaskOutput', async () => {
    const core = await start({
      turns: [
        call('Agent', task('researcher', 'a', { run_in_background: true, description: 'look around' })),
        call('TaskOutput', { task_id: 'agent_1', block: true }),
        say('end'),
      ],
      agents: { researcher: [say('the answer')] },
    });
    await core.session.send('go');
    const [launched, output] = results(core);
    assert.match(launched!, /as agent_1/);
    assert.equal(output, 'agent_1 (researcher: look around): done\nthe answer');
    assert.equal(core.event('subagent_stop').output, 'the answer');
    assert.equal(core.event('subagent_stop').taskId, 'agent_1');
  });

  it('a background agent that waits for the lock, or for the human, can be ended by TaskStop', async () => {
    const core = await start({
      turns: [
        call('Agent', task('researcher', 'a', { run_in_background: true })),
        call('Bash', { command: 'until [ -e asked ]; do sleep 0.02; done' }),
        call('TaskStop', { task_id: 'agent_1' }),
        say('end'),
      ],
      agents: { researcher: [call('Bash', { command: 'touch asked; sleep 60' }), say('never')] },
      permissions: { allow: ['Bash(until*)'] },
      hooks: `import { writeFileSync } from 'node:fs';
        export const asks = hook('permissionRequest', { agents: 'researcher' }, (ctx) => { writeFileSync(ctx.cwd + '/asked', ''); });`,
      human: (request, signal) =>
        request.agentName === 'main'
          ? { id: request.id, inputHash: request.inputHash, decision: 'allow', scope: 'once' }
          : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const result = await core.session.send('go');
    assert.equal(result.status, 'done');
    assert.equal(results(core).at(-1), 'Stopped agent_1.');
    assert.equal(core.event('subagent_stop').error?.message, 'task was cancelled');
  });

  it('a background agent whose command runs, and so holds the lock, is ended by TaskStop at once', async () => {
    const core = await start({
      turns: [
        call('Agent', task('researcher', 'a', { run_in_background: true })),
        call('Read', { file_path: 'wait.txt' }),
        call('TaskStop', { task_id: 'agent_1' }),
        say('end'),
      ],
      agents: { researcher: [call('Bash', { command: 'touch running; sleep 60' }), say('never')] },
      permissions: { mode: 'bypass' },
      hooks: `import { existsSync } from 'node:fs';
        export const waits = hook('preToolUse', { tools: 'Read', timeoutMs: 30_000 }, async (ctx) => {
          while (!existsSync(ctx.cwd + '/running')) await new Promise((resolve) => setTimeout(resolve, 5));
        });`,
    });
    await core.session.send('go');
    assert.equal(results(core).at(-1), 'Stopped agent_1.');
  });

  it('a background agent that is stopped twice is said to have ended already, as a command is', async () => {
    const stop = { task_id: 'agent_1' };
    const core = await start({
      turns: [
        call('Agent', task('researcher', 'a', { run_in_background: true })),
        { content: [1, 2].map(() => ({ type: 'tool_use' as const, name: 'TaskStop', input: stop })) },
        call('TaskStop', stop),
        say('end'),
      ],
      agents: { researcher: [call('Bash', { command: 'sleep 60' }), say('never')] },
      permissions: { mode: 'bypass' },
    });
    await core.session.send('go');
    const again = 'agent_1 had ended already: stopped.';
    assert.deepEqual(results(core).slice(-3), ['Stopped agent_1.', again, again]);
  });

  it('ends with its run: what works in the background is stopped and says so before the run is over', async () => {
    const core = await start({
      turns: [call('Agent', task('researcher', 'a', { run_in_background: true })), say('end')],
      agents: { researcher: [call('Bash', { command: 'sleep 60' }), say('never')] },
    });
    await core.session.send('go');
    const types = core.events.map((event) => event.type);
    assert.ok(types.indexOf('subagent_stop') < types.indexOf('run_done'));
    assert.equal(core.event('subagent_stop').error?.message, 'task was cancelled');
    assert.equal(core.session.tasks.get('agent_1')?.status, 'stopped');
  });

  /** Of the background agent: why it ended, and how its call is answered. */
  const toldEnd = (core: Core) => [
    ofType(core, 'stop').find(({ branch }) => branch === 'main/researcher')!.data.signals,
    ofType(core, 'tool_settled').find(({ branch }) => branch === 'main/researcher')!.output,
  ];
  const background = call('Agent', task('researcher', 'a', { run_in_background: true }));
  const busy = { researcher: [call('Bash', { command: 'sleep 60' }), say('never')] };
  const isBusy = (core: Core) => ofType(core, 'tool_start').some((event) => event.toolName === 'Bash');
  for (const [how, turns, why] of [
    ['the end of the one that started it', [], 'main ended, and the run with it'],
    ['TaskStop', [call('TaskStop', { task_id: 'agent_1' })], 'main stopped the task'],
  ] as const)
    it(`a background agent that is ended by ${how} says so, and blames no human`, async () => {
      // What lies outside is asked for: it is allowed once the other one is at work.
      const core: Core = await start({
        turns: [background, call('LS', { path: '/' }), ...turns, say('end')],
        agents: busy,
        human: async ({ id, inputHash, agentName }) => {
          if (agentName === 'main') await until(() => isBusy(core));
          return { id, inputHash, decision: 'allow', scope: 'once' };
        },
      });
      assert.equal((await core.session.send('go')).status, 'done');
      assert.deepEqual(toldEnd(core), [
        [{ reason: 'stop_requested', message: why, source: 'main' }],
        `Tool call cancelled: ${why}.`,
      ]);
    });

  it('a background agent of a run that the human stops says that', async () => {
    const core = await start({ turns: [background, call('Bash', { command: 'sleep 60' })], agents: busy });
    const run = core.session.send('go');
    await until(() => isBusy(core));
    await core.session.stop();
    await run;
    const [signals] = toldEnd(core);
    assert.deepEqual(signals, [{ reason: 'user_requested', message: 'Stopped by the user', source: 'human' }]);
  });

  for (const [where, type] of [
    ['preToolUse', 'pre_tool_use'],
    ['beforeAgent', 'before_agent'],
  ] as const) {
    const waitsAt = async (turns: Turn[], human?: (core: Core) => Promise<unknown>) => {
      const core: Core = await start({
        turns: [background, call('LS', { path: '/' }), ...turns],
        agents: busy,
        human: async ({ id, inputHash }) => {
          await human?.(core);
          return { id, inputHash, decision: 'allow', scope: 'once' };
        },
      });
      const begun = JSON.stringify(join(core.folder, 'begun'));
      await core.save(
        'waits.ts',
        hookFile(`import { writeFileSync } from 'node:fs';
          export const waits = hook('${where}', { agents: 'main/researcher', timeoutMs: 600_000 }, (ctx) =>
            new Promise((done) => { ctx.signal.addEventListener('abort', () => done(undefined)); writeFileSync(${begun}, ''); }));`),
      );
      return core;
    };
    const isAtHook = (core: Core) => until(() => existsSync(join(core.folder, 'begun')));
    const refusal = (core: Core) => {
      const { decidedBy, reason } = ofType(core, type).find(({ branch }) => branch === 'main/researcher')!;
      return [decidedBy, reason];
    };
    it(`a background agent whose hook decides at ${where} as its caller ends blames no human`, async () => {
      const core = await waitsAt([say('end')], isAtHook);
      assert.equal((await core.session.send('go')).status, 'done');
      const why = `main ended, and the run with it, before its hooks had decided`;
      assert.deepEqual(refusal(core), [{ kind: 'default', name: 'main' }, why]);
    });
    it(`a background agent whose hook decides at ${where} as the human stops the run names the human`, async () => {
      const core = await waitsAt([call('Bash', { command: 'sleep 60' })]);
      const run = core.session.send('go');
      await isAtHook(core);
      await core.session.stop();
      await run;
      assert.deepEqual(refusal(core), [{ kind: 'human' }, `the run was stopped before its hooks had decided`]);
    });
  }

  it('stops with the human’s Stop, at whatever depth', async () => {
    const core = await start({
      turns: [call('Agent', task('researcher', 'a')), say('never')],
      agents: {
        researcher: [call('Agent', task('scraper', 'b')), say('never')],
        scraper: [call('Bash', { command: 'sleep 60' }), say('never')],
      },
    });
    const run = core.session.send('go');
    await until(() => ofType(core, 'tool_start').some((event) => event.toolName === 'Bash'));
    await core.session.stop();
    assert.equal((await run).status, 'aborted');
    assert.deepEqual(
      ofType(core, 'tool_settled').map((event) => `${event.toolName} ${event.data?.outcome}`),
      ['Bash cancelled', 'Agent cancelled', 'Agent cancelled'],
    );
    assert.equal(ofType(core, 'subagent_stop').length, 2);
  });

  it('leaves the conversation’s history its own, and a crash in it is answered, never run again', async () => {
    const core = await start({
      turns: [call('Agent', task('researcher', 'a')), say('end')],
      agents: { researcher: [call('Bash', { command: 'echo x' }), say('r')] },
    });
    await core.session.send('go');
    const whole = foldSession(core.items);
    assert.deepEqual(whole.history, core.session.history);
    assert.equal(whole.history.length, 4);
    const cut = core.items.slice(
      0,
      core.items.findIndex(
        (item) => item.kind === 'event' && item.event.type === 'tool_start' && item.event.toolName === 'Bash',
      ) + 1,
    );
    const again = await start({ turns: [call('Agent', task('researcher', 'a')), say('went on')], items: cut });
    const result = await again.session.continue();
    assert.equal(result.text, 'went on');
    assert.match(results(again)[0]!, /interrupted, may have partly run/);
    assert.equal(ofType(again, 'subagent_start').length, 0);
  });

  it('has its session wait for the human while a prompt or a question of it stands', async () => {
    const stood: [string, boolean][] = [];
    const core = await start({
      turns: [call('Agent', task('researcher', 'a')), say('done')],
      agents: { researcher: [call('Bash', { command: 'echo x' }), say('r')] },
      human: async ({ id, inputHash }) => ({ id, inputHash, decision: 'allow', scope: 'once' }),
    });
    core.session.onItem((item) => {
      if (item.kind === 'event' && item.event.toolName === 'Bash') stood.push([item.event.type, core.session.waitsForHuman]);
    });
    await core.session.send('go');
    const told = stood.filter(([type]) =>
      ['pre_tool_use', 'approval_requested', 'approval_resolved', 'tool_start'].includes(type),
    );
    assert.deepEqual(told, [
      ['pre_tool_use', false],
      ['approval_requested', true],
      ['approval_resolved', false],
      ['tool_start', false],
    ]);
  });

  it('says what became of a prompt that stood in it when the window went: nothing ran, and going on needs nothing of it', async () => {
    const turns = [call('Agent', task('researcher', 'a')), say('went on')];
    let asked = false;
    const core = await start({
      turns,
      agents: { researcher: [call('Bash', { command: 'echo x' }), say('r')] },
      human: (_, signal) => {
        asked = true;
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    void core.session.send('go');
    await until(() => asked);
    const left = core.session.items.slice();
    const view = newConversation();
    for (const item of [...left, { kind: 'run' as const, runId: '', running: false }]) foldConversation(view, item);
    const last = view.entries.at(-1);
    assert.ok(last?.kind === 'error' && last.interrupted);
    assert.match(last.text, /The agent researcher waited for your decision on Bash, which did not run/);
    assert.equal(view.approvals.size, 0);
    const again = await start({ turns, items: left });
    assert.deepEqual([again.session.leftAtPrompt, again.session.canContinue], [false, true]);
    const result = await again.session.continue();
    assert.deepEqual([result.status, result.text], ['done', 'went on']);
    assert.match(results(again)[0]!, /interrupted, may have partly run/);
  });

  it('stands beneath its call in the chat and on its branch in the timeline, two of one name apart', async () => {
    const core = await start({
      turns: [calls(task('researcher', 'first'), task('researcher', 'second')), say('end')],
      agents: { researcher: [say('one of them'), say('one of them')] },
    });
    await core.session.send('go');
    const chat = newConversation();
    for (const item of core.items) foldConversation(chat, item);
    const tools = chat.entries.flatMap((entry) => (entry.kind === 'tool' ? [entry] : []));
    assert.deepEqual(
      chat.entries.map((entry) => entry.kind),
      ['user', 'tool', 'tool', 'assistant'],
    );
    for (const [index, tool] of tools.entries()) {
      const { work } = tool;
      assert.equal(work?.status, 'done');
      assert.deepEqual(
        work?.entries.map((entry) => ('text' in entry ? entry.text : entry.kind)),
        [['first', 'second'][index], 'one of them'],
      );
    }
    const timeline = newTimeline();
    for (const item of core.items) foldTimeline(timeline, item);
    const heads = timeline.rows.filter((row) => row.event.type === 'subagent_start');
    assert.deepEqual(
      heads.map(
        (row) => `${row.level} ${row.parent?.event.type} ${new Set(row.children.map((child) => child.event.taskId)).size}`,
      ),
      ['2 before_run 1', '2 before_run 1'].map((line) => line.replace('before_run', timeline.roots[0]!.event.type)),
    );
  });
});
