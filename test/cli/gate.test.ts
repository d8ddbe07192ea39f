/** `hooksmith gate` and `serve`: other agents meet the same hooks, and whatever dies, they are refused. */
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { chosenHttpDoor } from '../../src/guard/place/http';
import type { HookEvent } from '../../src/shared/events/events';
import type { StreamItem } from '../../src/shared/stream/stream';
import { exitOf } from '../fixtures/cli';
import { root, until } from '../fixtures/core';
import { GuardedHome } from '../fixtures/gate';

const reasonOf = ({ json }: { json: unknown }) =>
  (json as { hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string } }).hookSpecificOutput;

describe('hooksmith gate', function () {
  this.timeout(300_000);
  let at: GuardedHome;
  beforeEach(() => {
    at = new GuardedHome();
  });
  afterEach(() => at.dispose());

  const events = (): HookEvent[] => {
    const folder = join(at.home, '.hooksmith', 'guard', 'sessions');
    return readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as StreamItem)
        .flatMap((item) => (item.kind === 'event' ? [item.event] : [])),
    );
  };

  it('starts a guard where none runs, leaves it warm, and answers each agent in its words', async () => {
    at.ownHook(`export const noRm = denyCommands('rm -rf');
      export const slow = hook('preToolUse', { tools: 'Bash', match: { command: 'npm test*' } }, (ctx) => ctx.modify({ input: { timeout: 9 } }));
      export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.ask('Pushes need a human.'));
      export const words = hook('userMessage', (ctx) => ctx.modify({ context: 'Be brief.' }));`);
    const denied = await at.gate('claude', at.bash('rm -rf x'));
    assert.deepEqual([denied.code, reasonOf(denied)?.permissionDecision], [0, 'deny']);
    assert.match(reasonOf(denied)?.permissionDecisionReason ?? '', /blocked pattern: rm -rf/);
    const pid = async () => (JSON.parse((await at.status()).text) as { pid: number }).pid;
    const first = await pid();
    const changed = await at.gate(
      'claude',
      at.bash('npm test', { tool_input: { command: 'npm test', description: 'x', dangerouslyDisableSandbox: true } }),
    );
    assert.deepEqual(changed.json, {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { command: 'npm test', description: 'x', dangerouslyDisableSandbox: true, timeout: 9 },
      },
    });
    assert.deepEqual((await at.gate('claude', at.bash('ls'))).json, {});
    const copilot = await at.gate('copilot', {
      sessionId: 'c',
      cwd: at.project,
      toolName: 'bash',
      toolArgs: '{"command":"git push"}',
    });
    assert.deepEqual(copilot.json, { permissionDecision: 'ask', permissionDecisionReason: 'Pushes need a human.' });
    const codex = await at.gate('codex', at.bash('git push'));
    assert.match(JSON.stringify(codex.json), /"deny".*Pushes need a human/);
    const prompt = await at.gate('gemini', { hook_event_name: 'BeforeAgent', session_id: 'g', cwd: at.project, prompt: 'hi' });
    assert.deepEqual(prompt.json, { hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'Be brief.' } });
    assert.equal(await pid(), first);
    const { mode } = statSync(at.place.folder!);
    assert.equal(mode & 0o777, 0o700);
    const all = events();
    assert.deepEqual(new Set(all.map(({ agentName }) => agentName)), new Set(['claude', 'copilot', 'codex', 'gemini']));
    const lost = all.find(({ type, agentName }) => type === 'pre_tool_use' && agentName === 'codex');
    assert.match(lost?.hooks.find(({ decision }) => decision === 'ask')?.noEffect ?? '', /denied: Codex cannot be made to ask/);
  });

  it('keeps the state of a session over its calls, and a new run begins with each message of the human', async () => {
    at.ownHook(`export const count = hook('preToolUse', (ctx) => {
      const n = Number(ctx.state.get('n') ?? 0) + 1;
      const all = Number(ctx.session.get('all') ?? 0) + 1;
      ctx.state.set('n', n);
      ctx.session.set('all', all);
      return ctx.deny(n + ' of ' + all);
    });`);
    const said = async (more: object = {}) => reasonOf(await at.gate('claude', at.bash('ls', more)))?.permissionDecisionReason;
    assert.deepEqual([await said(), await said(), await said({ session_id: 'other' })], ['1 of 1', '2 of 2', '1 of 1']);
    await at.gate('claude', { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt: 'again' });
    assert.equal(await said(), '1 of 3');
    await at.hooksmith(['serve', '--stop']);
    assert.equal(await said(), '1 of 4', 'what is kept for the session outlives the guard');
  });

  it('goes on in the same run where Claude Code tells its model of a background task, as no human does', async () => {
    at.ownHook(`export const heard = hook('userMessage', (ctx) => ctx.modify({ context: 'heard ' + ctx.text }));
      export const enough = hook('preToolUse', { tools: 'Bash', match: { command: 'halt' } }, (ctx) => ctx.stop('enough'));`);
    const prompt = async (text: string) =>
      (await at.gate('claude', { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt: text })).stdout;
    // As 2.1.330 says it.
    const notice = `<task-notification>
<task-id>b2ao7bovy</task-id>
<tool-use-id>toolu_1</tool-use-id>
<output-file>/tasks/b2ao7bovy.output</output-file>
<status>completed</status>
<summary>Background command "x" completed (exit code 0)</summary>
</task-notification>`;
    await at.gate('claude', at.bash('halt'));
    for (const text of [notice, `${notice}\n${notice}\n`]) assert.equal(await prompt(text), '{}');
    assert.match((await at.gate('claude', at.bash('ls'))).stdout, /deny.*enough/, 'nobody has spoken');
    assert.match(await prompt(`${notice}\nGo on.`), /heard /);
    assert.equal((await at.gate('claude', at.bash('ls'))).stdout, '{}');
    assert.equal(new Set(events().flatMap(({ runId }) => (runId ? [runId] : []))).size, 2);
  });

  it("takes the user's own hooks as they are saved, and a folder's own only as they were accepted", async () => {
    at.write('.hooksmith/hooks/a.ts', "import { denyCommands } from 'hooksmith';\nexport const noLs = denyCommands('ls');");
    assert.deepEqual((await at.gate('claude', at.bash('ls'))).json, {}, 'nobody accepted it');
    assert.equal((await at.hooksmith(['guard', 'claude', '--yes'])).code, 0);
    await at.untilAnswer(/blocked pattern: ls/);
    at.write('.hooksmith/hooks/a.ts', 'export const nothing = 1;');
    assert.match((await at.gate('claude', at.bash('ls'))).stdout, /blocked pattern: ls/, 'the accepted version stays in force');
    await at.hooksmith(['serve', '--stop']);
    const cold = await at.gate('claude', at.bash('pwd'));
    assert.match(reasonOf(cold)?.permissionDecisionReason ?? '', /not those that were accepted/);
    await at.hooksmith(['guard', 'claude', '--yes']);
    await at.untilAnswer(/^\{\}$/);
    at.ownHook("export const noLs = denyCommands('ls');");
    await at.untilAnswer(/blocked pattern: ls/);
  });

  it('answers for a tool as a refusal that says the answer, and ends a run by refusing what comes next', async () => {
    at.ownHook(`export const mocked = hook('preToolUse', { tools: 'Bash', match: { command: 'date' } }, (ctx) => ctx.respond('the first of May'));
      export const enough = hook('preToolUse', { tools: 'Bash', match: { command: 'halt' } }, (ctx) => ctx.stop('enough'));
      export const other = hook('preToolUse', { tools: 'Bash', match: { command: 'cat x' } }, (ctx) => ctx.redirect('Read', { file_path: 'x' }));`);
    assert.match(JSON.stringify((await at.gate('claude', at.bash('date'))).json), /deny.*the first of May/);
    assert.match(JSON.stringify((await at.gate('claude', at.bash('cat x'))).json), /deny.*Read/);
    const stopped = await at.gate('claude', at.bash('halt'));
    assert.match(JSON.stringify(stopped.json), /deny.*enough/);
    assert.doesNotMatch(stopped.stdout, /"continue"/);
    assert.match(JSON.stringify((await at.gate('claude', at.bash('ls'))).json), /deny.*enough/);
    const of = (decision: string) =>
      events()
        .flatMap(({ hooks }) => hooks)
        .find((hook) => hook.decision === decision)?.noEffect;
    assert.match(of('respond') ?? '', /answers for the tool: not in Claude Code/);
    assert.match(of('redirect') ?? '', /not in Claude Code/);
    await at.gate('claude', { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt: 'go on' });
    assert.deepEqual((await at.gate('claude', at.bash('ls'))).json, {});
  });

  it('heeds what hooks say of a failure, and records what the agent cannot be told of it', async () => {
    at.ownHook(`const of = (command, handler) => hook('toolError', { tools: 'Bash', match: { command } }, handler);
      export const mends = of('mend', (ctx) => ctx.respond('mended'));
      export const says = of('say', (ctx) => ctx.modify({ error: 'said otherwise' }));
      export const again = of('again', (ctx) => ctx.retry());
      export const helps = of('halt', (ctx) => ctx.respond('helped'));
      export const enough = of('halt', (ctx) => ctx.stop('enough'));
      export const blames = hook('postToolUse', { tools: 'Bash', match: { command: 'blame' } }, (ctx) => ctx.modify({ isError: true }));
      export const seen = hook('postToolUse', (ctx) => ctx.log(ctx.input.command, ctx.output, ctx.isError, ctx.recovered));`);
    const ended = async (command: string, more: object = { hook_event_name: 'PostToolUseFailure', error: 'bad' }) =>
      (await at.gate('claude', at.bash(command, more))).json;
    assert.match(JSON.stringify(await ended('mend')), /additionalContext":"A hook changed this output.*mended/);
    assert.match(JSON.stringify(await ended('say')), /additionalContext.*said otherwise/);
    assert.deepEqual(await ended('again'), {});
    assert.deepEqual(await ended('blame', { hook_event_name: 'PostToolUse', tool_response: 'fine' }), {});
    assert.match(JSON.stringify(await ended('halt')), /additionalContext.*helped/);
    assert.match(JSON.stringify((await at.gate('claude', at.bash('ls'))).json), /deny.*enough/);
    const hooks = events().flatMap((event) => event.hooks);
    assert.deepEqual(
      hooks.filter(({ name }) => name === 'seen').map(({ logs }) => logs?.[0]),
      [
        'mend mended false true',
        'say said otherwise true false',
        'again bad true false',
        'blame fine true false',
        'halt helped false true',
      ],
    );
    const of = (name: string) => hooks.find((hook) => hook.name === name)?.noEffect;
    assert.match(of('mends') ?? '', /told beside it/);
    assert.match(of('says') ?? '', /told beside it/);
    assert.equal(of('again'), 'has the tool run again: not in Claude Code');
    assert.equal(of('blames'), 'says whether it failed: not in Claude Code');
  });

  it('judges paths from where the agent is', async () => {
    at.ownHook("import { denyPaths } from 'hooksmith';\nexport const secret = denyPaths('secret/**');");
    mkdirSync(join(at.project, '.git'));
    mkdirSync(join(at.project, 'secret', 'deep'), { recursive: true });
    const there = { cwd: join(at.project, 'secret', 'deep') };
    await at.gate('claude', at.bash('pwd'));
    const refused = await at.gate('claude', at.bash('cat ./key', there));
    assert.match(JSON.stringify(refused.json), /deny/);
    const patch = { command: '*** Begin Patch\n*** Update File: key\n@@\n-a\n+b\n*** End Patch' };
    await at.gate('codex', at.bash('pwd'));
    assert.match(
      JSON.stringify((await at.gate('codex', at.bash('', { ...there, tool_name: 'apply_patch', tool_input: patch }))).json),
      /deny/,
    );
    assert.deepEqual((await at.gate('claude', at.bash('cat ./key'))).json, {});
    const shell = (working_directory: string) => ({
      ...{ hook_event_name: 'preToolUse', conversation_id: 'c', workspace_roots: [at.project], cwd: at.project },
      ...{ tool_name: 'Shell', tool_input: { command: 'cat key', working_directory } },
    });
    assert.match((await at.gate('cursor', shell('secret/deep'))).stdout, /deny.*secret\/deep/);
    assert.deepEqual((await at.gate('cursor', shell('src'))).json, {});
  });

  it("judges what is attached to a prompt of Cursor's as what would be read, and records who refused it", async () => {
    at.ownHook("import { denyPaths } from 'hooksmith';\nexport const secret = denyPaths('secret/**');");
    mkdirSync(join(at.project, '.git'));
    at.write('secret/key', 'k');
    const prompt = async (...paths: string[]) => {
      const attachments = paths.map((file_path) => ({ type: 'file', file_path }));
      const told = { hook_event_name: 'beforeSubmitPrompt', conversation_id: 'c', workspace_roots: [at.project] };
      return (await at.gate('cursor', { ...told, prompt: 'look', attachments })).json as {
        continue?: boolean;
        user_message?: string;
      };
    };
    assert.deepEqual(await prompt(), {});
    assert.deepEqual(await prompt(join(at.project, 'open')), {});
    for (const path of [join(at.project, 'secret', 'key'), 'secret/key', 'src/../secret/key']) {
      const refused = await prompt(join(at.project, 'open'), path);
      assert.equal(refused.continue, false, path);
      assert.match(String(refused.user_message), /secret\/key is attached to it: path is in denied list/);
    }
    assert.deepEqual(await prompt(join(at.project, 'secret', 'none')), {}, 'of what is not there nothing goes');
    // Claude Code reads what a prompt names itself.
    at.write('secret/a key', 'k');
    for (const text of [
      'see @secret/key.',
      '@"secret/a key"',
      'a\n@./secret/key#L1-2',
      '`@secret/key` @secret/key',
      `@${at.project}/secret/key`,
    ]) {
      const { json } = await at.gate('claude', {
        hook_event_name: 'UserPromptSubmit',
        session_id: 's',
        cwd: at.project,
        prompt: text,
      });
      assert.match(JSON.stringify(json), /"block".*is attached to it: path is in denied list/, text);
    }
    for (const text of ['@secret/none', 'me@secret/key', '@types/node', 'secret/key @', '@open'])
      assert.deepEqual(
        (await at.gate('claude', { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: at.project, prompt: text })).json,
        {},
        text,
      );
    const record = readFileSync(join(at.home, '.hooksmith', 'guard', 'sessions', 'cursor-c.jsonl'), 'utf8');
    assert.match(record, /"type":"user_message".*"decidedBy":{"kind":"policy"/);
  });

  it('judges what hooks have made of a call from where the agent is, and what its searches reach', async () => {
    at.ownHook(`import { denyPaths } from 'hooksmith';
      export const numbered = hook('preToolUse', { tools: 'Bash', match: { command: 'show*' } }, (ctx) => ctx.modify({ input: { command: 'cat -n key' } }));
      export const secret = denyPaths('secret/**');`);
    mkdirSync(join(at.project, '.git'));
    at.write('secret/deep/key', 'x');
    await at.gate('claude', at.bash('pwd'));
    assert.match(
      (await at.gate('claude', at.bash('show', { cwd: join(at.project, 'secret', 'deep') }))).stdout,
      /deny.*secret\/deep/,
    );
    assert.match((await at.gate('claude', at.bash('show'))).stdout, /cat -n key/);
    const search = (tool_name: string, path: string) => at.bash('', { tool_name, tool_input: { pattern: '*', path } });
    at.write('src/a.ts', 'x');
    for (const tool of ['Grep', 'Glob', 'LS']) {
      assert.match((await at.gate('claude', search(tool, join(at.project, 'secret')))).stdout, /"ask".*secret\/deep/, tool);
      assert.deepEqual((await at.gate('claude', search(tool, 'src'))).json, {}, tool);
    }
    assert.match((await at.gate('claude', search('Grep', '.'))).stdout, /"ask".*secret\/deep/);
  });

  describe('refuses, with exit code 2 and nothing on standard output,', () => {
    const refuses = ({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }, why: RegExp) => {
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, why);
    };
    /** Something else in the guard's place. */
    const inItsPlace = async (answer: (socket: Socket) => void, use: () => Promise<void>) => {
      mkdirSync(at.place.folder!, { mode: 0o700, recursive: true });
      const server: Server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => answer(socket));
      });
      await new Promise<void>((resolve) => server.listen(at.place.socket, () => resolve()));
      const sockets = new Set<Socket>();
      server.on('connection', (socket) => sockets.add(socket));
      try {
        await use();
      } finally {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
        rmSync(at.place.socket, { force: true });
      }
    };

    it('what it cannot read', async () => {
      for (const text of ['', '{', '[]', '{"hook_event_name":"PreToolUse","tool_name":"Bash"}', '{"hook_event_name":"Nonsense"}'])
        refuses(await at.gate('claude', text), /cannot be read/);
      for (const agent of ['vscode', 'copilot', 'cursor', 'gemini', 'codex'])
        refuses(await at.gate(agent, '{"a":1}'), /cannot be read/);
    });

    it('what is no text', async () => {
      const bytes = Buffer.from(JSON.stringify(at.bash('rm \xff')), 'latin1');
      refuses(await at.hooksmith(['gate', '--agent', 'claude'], bytes), /not in UTF-8/);
    });

    it('what is called amiss', async () => {
      for (const args of [
        ['gate'],
        ['gate', '--agent'],
        ['gate', '--agent', 'eliza'],
        ['gate', '--agent', 'claude', '--nonsense'],
      ])
        refuses(await at.hooksmith(args, JSON.stringify(at.bash('ls'))), /--agent/);
    });

    it('where the guard dies before, in and after its answer', async () => {
      const payload = at.bash('ls');
      for (const said of [
        '',
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n',
        'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}',
        'nonsense\r\n\r\n{}',
      ])
        await inItsPlace(
          (socket) => socket.end(said),
          async () => refuses(await at.gate('claude', payload), /went away/),
        );
      await inItsPlace(
        (socket) => socket.destroy(),
        async () => refuses(await at.gate('claude', payload), /went away/),
      );
    });

    it('where the guard never answers, within the time it is given', async () =>
      inItsPlace(
        () => undefined,
        async () => refuses(await at.gate('claude', at.bash('ls'), '--within', '1'), /no answer in time/),
      ));

    it('where the guard answers with a failure', async () =>
      inItsPlace(
        (socket) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 4\r\n\r\nboom'),
        async () => refuses(await at.gate('claude', at.bash('ls')), /boom/),
      ));

    it('where others could have put the socket there', async () => {
      mkdirSync(at.place.folder!);
      chmodSync(at.place.folder!, 0o777);
      const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')).listen(
        at.place.socket,
      );
      at.ownHook("export const no = policy((ctx) => ctx.deny('judged by the real one'));");
      try {
        const { code, stdout } = await at.gate('claude', at.bash('ls'), '--within', '20');
        assert.ok(code === 2 || /judged by the real one/.test(stdout), `${code} ${stdout}`);
      } finally {
        server.close();
      }
    });

    it('by its name where a folder stands in the place of the socket or of the lock; an empty one goes', async () => {
      at.ownHook("export const no = policy((ctx) => ctx.deny('judged'));");
      mkdirSync(at.place.folder!, { mode: 0o700 });
      for (const path of [at.place.socket, join(at.place.folder!, 'starting')]) {
        mkdirSync(path);
        assert.match((await at.gate('claude', at.bash('ls'))).stdout, /judged/, path);
        await at.hooksmith(['serve', '--stop']);
        mkdirSync(join(path, 'work'), { recursive: true, mode: 0o700 });
        const refused = await at.gate('claude', at.bash('ls'), '--within', '20');
        assert.equal(refused.code, 2);
        assert.ok(refused.stderr.includes(`${path} stands in the way, and cannot be taken away: ENOTEMPTY`), refused.stderr);
        rmSync(path, { recursive: true });
      }
    });

    it('where no guard can be started', async () => {
      const alone = join(at.folder, 'dist');
      mkdirSync(alone);
      cpSync(join(root, 'dist', 'gate.js'), join(alone, 'gate.js'));
      const child = spawn(process.execPath, [join(alone, 'gate.js'), '--agent', 'claude', '--within', '2'], {
        env: { ...process.env, HOME: at.home },
      });
      const exit = await exitOf(child, JSON.stringify(at.bash('ls')));
      refuses(exit, /no answer in time|went away/);
    });
  });

  it('denies where a hook dies, loops or throws, and while the guard is killed starts another', async () => {
    at.ownHook(`export const dies = policy({ match: { command: 'die' } }, () => process.exit(0));
      export const loops = policy({ match: { command: 'loop' }, timeoutMs: 300 }, () => { for (;;); });
      export const throws = policy({ match: { command: 'throw' } }, () => { throw new Error('thrown'); });
      export const broken = hook('userMessage', () => { throw new Error('broken'); });`);
    for (const [command, why] of [
      ['die', /^policy dies \(\S+\.ts\) failed: /],
      ['loop', /^policy loops \(\S+\.ts\) failed: took longer/],
      ['throw', /^policy throws \(\S+\.ts\) failed: thrown$/],
    ] as const) {
      const told = reasonOf(await at.gate('claude', at.bash(command)));
      assert.equal(told?.permissionDecision, 'deny', command);
      assert.match(told?.permissionDecisionReason ?? '', why);
    }
    const prompt = await at.gate('claude', { ...at.bash('ls'), hook_event_name: 'UserPromptSubmit', prompt: 'hi' });
    assert.match(JSON.stringify(prompt.json ?? prompt.stderr), /hook broken \(\S+\.ts\) failed: broken/);
    const { pid } = JSON.parse((await at.status()).text) as { pid: number };
    process.kill(pid, 'SIGKILL');
    // Until the kernel has ended it, its socket still takes questions, which are refused without a word in JSON once it is gone.
    const isGone = () =>
      at.status().then(
        () => false,
        ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED',
      );
    await until(isGone);
    const { code, json, stderr } = await at.gate('claude', at.bash('throw'));
    assert.equal(reasonOf({ json: json ?? {} })?.permissionDecision, 'deny', `${code} ${stderr}`);
  });

  describe('starts a guard', () => {
    const lock = () => join(at.place.folder!, 'starting');
    beforeEach(() => mkdirSync(at.place.folder!, { mode: 0o700 }));

    it('where one that was to be started met another that has ended since', async () => {
      const dying = createServer().listen(at.place.socket);
      await once(dying, 'listening');
      writeFileSync(lock(), '');
      assert.match((await at.hooksmith(['serve'])).stderr, /it runs already/);
      await new Promise((resolve) => dying.close(resolve));
      assert.equal(existsSync(lock()), false, 'nobody waits until the lock is too old to count');
      assert.equal((await at.gate('claude', at.bash('ls'))).code, 0);
    });

    it('where whoever was to start one has not', async () => {
      writeFileSync(lock(), '');
      const nearlyStale = Date.now() / 1000 - 14;
      utimesSync(lock(), nearlyStale, nearlyStale);
      assert.equal((await at.gate('claude', at.bash('ls'))).code, 0);
    });
  });

  it('keeps a subagent going as it does the agent, each at most 8 times in a row, and then tells of its end', async () => {
    at.ownHook("export const more = hook('stop', (ctx) => ctx.continueWith(`${ctx.branch} is not done`));");
    const end = async (id: string | undefined, stop_hook_active: boolean, gate = 'claude') => {
      const its =
        id === undefined ? { hook_event_name: 'Stop' } : { hook_event_name: 'SubagentStop', agent_id: id, agent_type: 'worker' };
      return (await at.gate(gate, { session_id: gate, cwd: at.project, stop_hook_active, ...its })).json;
    };
    const worker = { decision: 'block', reason: 'main/worker is not done' };
    for (let n = 0; n < 8; n++) assert.deepEqual(await end('a', n > 0), worker, `${n}`);
    const ended = () => events().filter(({ type, sessionId }) => type === 'subagent_stop' && sessionId.includes('claude'));
    assert.deepEqual(ended(), []);
    assert.deepEqual(await end('a', true), {});
    assert.deepEqual(await end('b', true), worker);
    assert.deepEqual(await end(undefined, false), { decision: 'block', reason: 'main is not done' });
    assert.equal(ended().length, 1);
    for (const other of ['codex', 'vscode'])
      assert.match(JSON.stringify(await end('a', false, other)), /"block","reason":"main\/worker is not done"/, other);
    await until(() =>
      events().some(({ type, branch, hooks }) => type === 'stop' && branch === 'main/worker' && hooks[0]?.noEffect),
    );
  });

  it('keeps Copilot and its subagents going, which do not say that they were, at most 8 times in a row', async () => {
    at.ownHook("export const more = hook('stop', (ctx) => ctx.continueWith(`${ctx.branch} is not done`));");
    const ends = { sessionId: 's', cwd: at.project, transcriptPath: '', stopReason: 'end_turn' };
    const goesOn = async (more: object) =>
      JSON.stringify((await at.gate('copilot', { ...ends, ...more })).json).includes('block');
    for (const more of [{}, { agentName: 'explore' }]) {
      const told: boolean[] = [];
      for (let n = 0; n < 10; n++) told.push(await goesOn(more));
      assert.deepEqual(told, [...Array(8).fill(true), false, true], JSON.stringify(more));
    }
  });

  it('keeps Cursor going by its own count, and not where it did not end by itself', async () => {
    at.ownHook("export const more = hook('stop', (ctx) => { ctx.log(ctx.reason); return ctx.continueWith('go on'); });");
    const end = async (loop_count: number, status = 'completed') =>
      (await at.gate('cursor', { ...{ hook_event_name: 'stop', conversation_id: 's' }, ...{ status, loop_count } })).json;
    for (const status of ['aborted', 'error']) assert.deepEqual(await end(0, status), {}, status);
    for (let n = 0; n < 8; n++) assert.deepEqual(await end(n), { followup_message: 'go on' }, `${n}`);
    assert.deepEqual(await end(8), {});
    const task = {
      ...{ hook_event_name: 'subagentStop', conversation_id: 't', status: 'completed' },
      subagent_type: 'explore',
      task: 'Look',
    };
    const ofTask = async (loop_count: number) => (await at.gate('cursor', { ...task, loop_count })).json;
    for (let n = 0; n < 8; n++) assert.deepEqual(await ofTask(n), { followup_message: 'go on' }, `${n}`);
    assert.deepEqual(await ofTask(8), {});
    const stops = events().filter(({ type }) => type === 'stop');
    assert.deepEqual([...new Set(stops.flatMap(({ hooks }) => hooks[0]?.logs))], ['user_requested', 'error', 'completed']);
    assert.equal(stops[0]?.hooks[0]?.noEffect, 'the agent did not end by itself');
  });

  it('says beside a hook that changes the answer that the agent keeps its own', async () => {
    at.ownHook(`export const edits = hook('stop', (ctx) => ctx.modify({ response: 'better' }));
      export const seen = hook('stop', (ctx) => ctx.log('seen'));`);
    const stop = { hook_event_name: 'Stop', session_id: 's', cwd: at.project, last_assistant_message: 'good' };
    assert.deepEqual((await at.gate('claude', stop)).json, {});
    const [{ hooks }] = events().filter(({ type }) => type === 'stop') as [HookEvent];
    assert.deepEqual(
      hooks.map(({ name, noEffect }) => [name, noEffect]),
      [
        ['edits', 'changes the answer: not in Claude Code'],
        ['seen', undefined],
      ],
    );
  });

  it('lets no hook answer a prompt that a policy wants a human for', async () => {
    at.ownHook(`export const yes = hook('permissionRequest', (ctx) => ctx.allow('fine'));
      export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => ctx.ask('Pushes need a human.'));
      export const walls = policy({ tools: 'Bash', match: { command: 'make*' } }, (ctx) => ctx.confine({ hosts: [] }));
      export const never = policy({ tools: 'Bash', match: { command: 'sudo*' } }, (ctx) => ctx.deny('never'));`);
    const prompt = async (command: string) => {
      const { json } = await at.gate('claude', { ...at.bash(command), hook_event_name: 'PermissionRequest' });
      return (json as { hookSpecificOutput?: { decision: object } }).hookSpecificOutput?.decision;
    };
    assert.deepEqual(await prompt('ls'), { behavior: 'allow' });
    assert.deepEqual(await prompt('sudo ls'), { behavior: 'deny', message: 'never' });
    for (const command of ['git push', 'make all']) assert.equal(await prompt(command), undefined, command);
    assert.equal(
      reasonOf(await at.gate('claude', at.bash('make all')))?.permissionDecisionReason,
      'confined by policy walls (it cannot be confined: it runs in another agent, where our sandbox does not reach)',
    );
    const written = { tool_name: 'Write', tool_input: { file_path: join(at.project, '.git', 'config'), content: '' } };
    const guarded = await at.gate('claude', { ...at.bash('x'), ...written, hook_event_name: 'PermissionRequest' });
    assert.deepEqual(guarded.json, {}, 'nor one for a protected path');
  });

  it("spares a human no prompt of Codex's for a protected path, where a hook has only changed the call", async () => {
    at.ownHook("export const longer = hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.modify({ input: { timeout_ms: 9 } }));");
    const call = (command: string, more = {}) => ({
      ...at.bash(command),
      tool_input: { command, ...more },
      turn_id: 't',
      model: 'm',
    });
    assert.equal(reasonOf(await at.gate('codex', call('ls')))?.permissionDecision, 'allow');
    const written = 'echo x > .git/config';
    assert.equal(reasonOf(await at.gate('codex', call(written)))?.permissionDecision, 'deny');
    assert.deepEqual((await at.gate('codex', call(written, { timeout_ms: 9 }))).json, {}, 'as it was told to make it');
  });

  it('lets no hook answer a prompt that another hook wants a human for, as it was asked for and as hooks have changed it', async () => {
    at.ownHook(`export const safe = hook('preToolUse', { match: { command: 'deploy' } }, (ctx) => ctx.modify({ input: { command: 'deploy --safe' } }));
      export const human = hook('preToolUse', { match: { command: 'deploy*' } }, (ctx) => ctx.ask('a human deploys'));
      export const yes = hook('permissionRequest', (ctx) => ctx.allow('fine'));`);
    const prompt = async (tool_input: object) => {
      const { json } = await at.gate('claude', { ...at.bash(''), hook_event_name: 'PermissionRequest', tool_input });
      return (json as { hookSpecificOutput?: { decision: object } }).hookSpecificOutput?.decision;
    };
    assert.deepEqual(await prompt({ command: 'deploy --safe' }), { behavior: 'allow' }, 'nobody has asked yet');
    assert.match(JSON.stringify(await at.gate('claude', at.bash('deploy'))), /permissionDecision.*ask.*deploy --safe/);
    for (const command of ['deploy', 'deploy --safe'])
      for (const more of [{}, { description: 'to production' }, { timeout: 5 }])
        assert.equal(await prompt({ command, ...more }), undefined, command);
    assert.deepEqual(await prompt({ command: 'ls' }), { behavior: 'allow' });
  });

  it('answers over HTTP who has the token alone, as what this machine is called', async () => {
    const { port, token } = await chosenHttpDoor(at.home);
    at.ownHook("export const no = policy((ctx) => ctx.deny('no'));");
    await at.gate('claude', at.bash('ls'));
    const ask = async (headers: Record<string, string>, body: string = JSON.stringify(at.bash('ls'))) => {
      const { status, text } = await post(port, headers, body);
      return `${status} ${text}`;
    };
    const authorization = `Bearer ${token}`;
    assert.match(await ask({ authorization }), /^200 .*"deny"/);
    for (const headers of [
      {},
      { authorization: 'Bearer ' },
      { authorization: token },
      { authorization, host: `evil.example:${port}` },
      { authorization, origin: 'http://evil.example' },
      { authorization, origin: 'null' },
    ])
      assert.equal(await ask(headers as Record<string, string>), '401 ', JSON.stringify(headers));
    assert.match(await ask({ authorization }, '{'), /^400 refused/);
    for (const path of ['/status', '/stop', '/'])
      assert.equal((await post(port, { authorization }, '{}', path)).status, 404, path);
    assert.match(await ask({ authorization }), /^200 .*"deny"/, 'it goes on');
    assert.equal(statSync(join(at.home, '.hooksmith', 'guard', 'http.json')).mode & 0o777, 0o600);
  });

  it('goes on where the agent that has started the guard takes its temporary folder along', async function () {
    if (process.platform === 'win32') this.skip();
    at.ownHook("export const no = policy((ctx) => ctx.deny('no'));");
    const TMPDIR = join(at.folder, 'of an agent');
    mkdirSync(TMPDIR);
    await at.hooksmith(['gate', '--agent', 'claude'], JSON.stringify(at.bash('ls')), { TMPDIR });
    rmSync(TMPDIR, { recursive: true });
    const elsewhere = join(at.folder, 'elsewhere');
    mkdirSync(elsewhere);
    const other = await at.gate('claude', at.bash('ls', { cwd: elsewhere, session_id: 'other' }));
    assert.equal(reasonOf(other)?.permissionDecisionReason, 'no', other.stderr);
  });

  it('one guard serves, however many gates start it', async () => {
    at.ownHook("export const no = policy((ctx) => ctx.deny('no'));");
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((session_id) => at.gate('claude', at.bash('ls', { session_id }))));
    for (const one of answers) assert.equal(reasonOf(one)?.permissionDecisionReason, 'no');
    const { sessions } = JSON.parse((await at.status()).text) as { sessions: unknown[] };
    assert.equal(sessions.length, 4);
    const second = await at.hooksmith(['serve']);
    assert.match(second.stderr, /runs already/);
  });

  it('goes on once the clock was set back', async function () {
    if (process.platform === 'win32') this.skip();
    const clock = at.write('clock', '0');
    const shift = at.write(
      'shift.cjs',
      `const now = Date.now.bind(Date), fs = require('node:fs');
Date.now = () => now() + Number(fs.readFileSync(${JSON.stringify(clock)}, 'utf8'));`,
    );
    at.ownHook("export const no = policy((ctx) => ctx.deny('one'));");
    const serving = at.hooksmith(['serve'], '', { NODE_OPTIONS: `--require=${shift}` });
    await until(() => existsSync(at.place.socket));
    await at.untilAnswer(/one/);
    at.write('clock', String(-24 * 3_600_000));
    at.ownHook("export const no = policy((ctx) => ctx.deny('two'));");
    await at.untilAnswer(/two/);
    await at.hooksmith(['serve', '--stop']);
    await serving;
    mkdirSync(at.place.folder!, { recursive: true, mode: 0o700 });
    const lock = join(at.place.folder!, 'starting');
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    writeFileSync(lock, '');
    utimesSync(lock, tomorrow, tomorrow);
    assert.equal(reasonOf(await at.gate('claude', at.bash('ls'), '--within', '20'))?.permissionDecisionReason, 'two');
  });

  describe('where few files may be open', () => {
    before(function () {
      if (process.platform === 'win32') this.skip();
    });
    const limited = (most: number, ...args: string[]) =>
      spawn('/bin/sh', ['-c', `ulimit -n ${most}; exec "$@"`, 'sh', process.execPath, join(root, 'dist', 'cli.js'), ...args], {
        cwd: at.project,
        env: { ...process.env, HOME: at.home },
      });

    it('a guard that has no room for more makes way for one that a gate from elsewhere starts', async () => {
      at.ownHook("export const no = policy((ctx) => ctx.deny('no'));");
      const exit = await exitOf(limited(40, 'serve'));
      assert.equal(exit.code, 0, exit.stderr);
      assert.equal(reasonOf(await at.gate('claude', at.bash('ls')))?.permissionDecisionReason, 'no');
    });

    it('a guard that cannot start what builds hooks refuses, and makes way instead of dying', async () => {
      at.ownHook("export const no = policy((ctx) => ctx.deny('no'));");
      for (const most of [24, 26, 30]) {
        const ended = exitOf(limited(most, 'serve'));
        await until(() => existsSync(at.place.socket));
        const { code, stdout } = await at.gate('claude', at.bash('ls'));
        assert.ok(code === 2 || /"deny"/.test(stdout), `${most}: ${stdout}`);
        const exit = await ended;
        assert.equal(exit.code, 0, `${most}: ${exit.stderr}`);
      }
    });

    it('a process of hooks that cannot be started says why', async () => {
      at.ownHook("export const no = policy((ctx) => ctx.deny('no'));");
      for (const most of [22, 24, 26, 28, 30, 32]) {
        const { stdout } = await exitOf(limited(most, 'run', '--json', '/call LS {"path": "."}'));
        assert.match(stdout, /Tool call denied: no\b|EMFILE|too many open files/, `${most}`);
      }
    });
  });
});

async function post(
  port: number,
  headers: Record<string, string>,
  body: string,
  path = '/gate/claude',
): Promise<{ status: number | undefined; text: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end(body);
  });
}
