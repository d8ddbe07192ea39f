/** `hooksmith import`: people's scripts go on working, unchanged, behind a hook each. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hear } from '../../src/protocols/hear';
import type { AgentName, SharedEvent } from '../../src/protocols/protocol';
import type { HookEvent } from '../../src/shared/events/events';
import { runCli } from '../fixtures/cli';

const usage = { input_tokens: 10, output_tokens: 5 };
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const turn = (...content: object[]) => ({
  content,
  stop_reason: content.some((one) => 'input' in one) ? 'tool_use' : 'end_turn',
  usage,
});
const done = turn({ type: 'text', text: 'Done.' });

describe('hooksmith import', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-import-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, text: string | object) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), typeof text === 'string' ? text : JSON.stringify(text));
    return join(folder, name);
  };
  /** A hook's script that keeps what it was told, and does as `body` says. */
  const script = (name: string, body: string) =>
    chmodSync(file(name, `#!/bin/sh\nread -r line\nprintf '%s\\n' "$line" >> "${folder}/told.jsonl"\n${body}\n`), 0o755);
  const told = () =>
    readFileSync(join(folder, 'told.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const claude = (event: string, handler: object, matcher?: string) =>
    file('.claude/settings.json', {
      hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', ...handler }] }] },
    });
  const imports = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(folder, ['import', ...args]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const hooksOf = (at = '.hooksmith/hooks') => (existsSync(join(folder, at)) ? readdirSync(join(folder, at)).sort() : []);
  const run = async (turns: object[], prompt = 'Go on') => {
    file('script.json', { turns });
    const { stdout, stderr } = await runCli(folder, [
      'run',
      '--model',
      'script:script.json',
      '--approve',
      'always',
      '--events',
      'events.jsonl',
      '--json',
      prompt,
    ]);
    const events = readFileSync(join(folder, 'events.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HookEvent);
    return { result: JSON.parse(stdout) as { status: string; text: string }, stderr, events };
  };
  const of = (events: HookEvent[], type: string) => events.filter((event) => event.type === type);
  const bash = (command: string) => [turn(call('a', 'Bash', { command })), done];

  for (const agent of ['claude', 'vscode', 'copilot', 'cursor', 'gemini', 'codex'])
    it(`takes nothing from ${agent} that guarding it has written`, async () => {
      const guarded = await runCli(folder, ['guard', agent, '--yes']);
      assert.equal(guarded.code, 0, guarded.stderr);
      assert.match(await imports(), /0 hooks imported, 0 not carried over/);
      assert.deepEqual(hooksOf(), []);
    });

  it('has a script judge a call as it did: told the same, exit code 2 denies with what it said', async () => {
    script('.claude/hooks/check.sh', 'case "$line" in *forbidden*) echo "not that" >&2; exit 2;; esac');
    claude('PreToolUse', { command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/check.sh' }, 'Bash');
    assert.match(
      await imports(),
      /written claude-pre-tool-use-check\.ts: Claude Code PreToolUse \(Bash\): .*check\.sh\n1 hook imported, 0 not carried over\n$/,
    );
    const { events } = await run([
      turn(call('a', 'Bash', { command: 'echo forbidden' })),
      turn(call('b', 'Bash', { command: 'echo fine' })),
      turn(call('c', 'LS', { path: '.' })),
      done,
    ]);
    const [denied, fine] = of(events, 'tool_settled');
    assert.equal(denied!.reason, 'not that');
    assert.equal((denied!.data as { outcome: string }).outcome, 'denied');
    assert.equal((fine!.data as { outcome: string }).outcome, 'ok');
    const [first, ...others] = told();
    assert.equal(others.length, 1, 'once for each call that it is for');
    const { session_id, ...rest } = first!;
    assert.equal(typeof session_id, 'string');
    assert.deepEqual(rest, {
      transcript_path: '',
      cwd: folder,
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'echo forbidden' },
      tool_use_id: 'a',
    });
  });

  for (const [what, body, expected] of [
    [
      'permissionDecision deny',
      `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'`,
      { outcome: 'denied', reason: 'no' },
    ],
    ['the old block', `echo '{"decision":"block","reason":"old"}'`, { outcome: 'denied', reason: 'old' }],
    [
      'exit code 2 over an allow',
      `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'; echo why >&2; exit 2`,
      { outcome: 'denied', reason: 'why' },
    ],
    ['another exit code, which is none of its words', 'echo oops >&2; exit 1', { outcome: 'ok' }],
    [
      'JSON beside another exit code',
      `echo '{"decision":"block","reason":"still"}'; exit 1`,
      { outcome: 'denied', reason: 'still' },
    ],
    ['a command that is not there', 'exec /nonexistent/program', { outcome: 'denied', reason: /could not be run/ }],
    ['a script that is killed', 'kill -9 $$', { outcome: 'denied', reason: /was ended before it had answered|could not be run/ }],
    ['JSON that is none', 'echo "{not json"', { outcome: 'denied', reason: /no JSON/ }],
    [
      'a word that nobody knows',
      `echo '{"hookSpecificOutput":{"permissionDecision":"perhaps"}}'`,
      { outcome: 'denied', reason: /nobody knows/ },
    ],
    ['text, which says nothing', 'echo "all is well"', { outcome: 'ok' }],
    ['continue: false', `echo '{"continue":false,"stopReason":"enough"}'`, { outcome: 'skipped', reason: 'enough' }],
  ] as const)
    it(`understands ${what}`, async () => {
      script('check.sh', body);
      claude('PreToolUse', { command: './check.sh' });
      await imports();
      const { events } = await run(bash('echo one'));
      const [settled] = of(events, 'tool_settled');
      assert.equal((settled!.data as { outcome: string }).outcome, expected.outcome, JSON.stringify(settled));
      if ('reason' in expected)
        if (typeof expected.reason === 'string') assert.equal(settled!.reason, expected.reason);
        else assert.match(settled!.reason ?? '', expected.reason);
    });

  it('carries a changed input, its allow and its context, each where it belongs', async () => {
    script(
      'change.sh',
      `echo '{"hookSpecificOutput":{"permissionDecision":"allow","permissionDecisionReason":"sure","updatedInput":{"command":"echo changed"},"additionalContext":"mind the gap"}}'`,
    );
    claude('PreToolUse', { command: './change.sh' }, 'Bash');
    await imports();
    const { events } = await run([turn(call('a', 'Bash', { command: 'echo one', description: 'gone' })), done]);
    const [gate] = of(events, 'pre_tool_use');
    assert.deepEqual(gate!.input, { command: 'echo changed' });
    assert.equal((gate!.data as { vote?: string }).vote, 'allow');
    assert.equal(of(events, 'approval_requested').length, 0);
    const results = of(events, 'message').filter(({ toolCallId }) => toolCallId === 'a');
    assert.match(JSON.stringify(results), /mind the gap/);
    // To whoever counts hooks, a command is one.
    assert.deepEqual(
      gate!.hooks.map(({ id, decision, changed }) => [id.split('#')[1], decision, changed?.map(({ field }) => field).sort()]),
      [['preToolUseChange', 'allow', ['input.command', 'input.description']]],
    );
  });

  it('hands over the word on a call whose changed input its condition does not match any more', async () => {
    script(
      'change.sh',
      `echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"sure?","updatedInput":{"command":"ls"},"additionalContext":"mind the gap"}}'`,
    );
    claude('PreToolUse', { command: './change.sh', if: 'Bash(echo:*)' }, 'Bash');
    await imports();
    const { events } = await run([turn(call('a', 'Bash', { command: 'echo one' })), done]);
    const [gate] = of(events, 'pre_tool_use');
    assert.deepEqual(gate!.input, { command: 'ls' });
    assert.equal((gate!.data as { vote?: string }).vote, 'ask');
    const results = of(events, 'message').filter(({ toolCallId }) => toolCallId === 'a');
    assert.match(JSON.stringify(results), /mind the gap/);
  });

  it('ends a script that takes too long, and closes the gate', async () => {
    script('slow.sh', 'sleep 30');
    claude('PreToolUse', { command: './slow.sh', timeout: 1 });
    await imports();
    const { events } = await run(bash('echo one'));
    assert.match(of(events, 'tool_settled')[0]!.reason ?? '', /was ended before it had answered/);
  });

  it('waits for a script whose time is longer than a timer can be', async () => {
    script('quick.sh', 'sleep 0.2\necho said >&2\nexit 2');
    claude('PreToolUse', { command: './quick.sh', timeout: 3_000_000 });
    await imports();
    const { events, stderr } = await run(bash('echo one'));
    assert.match(of(events, 'tool_settled')[0]!.reason ?? '', /said/);
    assert.doesNotMatch(stderr, /TimeoutOverflowWarning/);
  });

  it('carries over the other events: prompt, result, failure, stop, session, compaction', async () => {
    script(
      'say.sh',
      `case "$line" in
*'"hook_event_name":"UserPromptSubmit"'*) echo "the prompt has a context";;
*'"hook_event_name":"SessionStart"'*) echo '{"hookSpecificOutput":{"additionalContext":"the session has one"}}';;
*'"hook_event_name":"PostToolUse"'*) echo '{"decision":"block","reason":"look again"}';;
*'"hook_event_name":"PostToolUseFailure"'*) echo '{"hookSpecificOutput":{"additionalContext":"it often fails"}}';;
*'"hook_event_name":"Stop"'*) case "$line" in *'"stop_hook_active":false'*) echo "go on" >&2; exit 2;; esac;;
esac`,
    );
    const names = [
      'UserPromptSubmit',
      'SessionStart',
      'PostToolUse',
      'PostToolUseFailure',
      'Stop',
      'SessionEnd',
      'PreCompact',
      'SubagentStop',
    ];
    file('.claude/settings.json', {
      hooks: Object.fromEntries(names.map((name) => [name, [{ hooks: [{ type: 'command', command: './say.sh' }] }]])),
    });
    await imports();
    const { result, events } = await run([
      ...bash('echo one').slice(0, 1),
      turn(call('b', 'Read', { file_path: 'none' })),
      done,
      done,
    ]);
    assert.equal(result.status, 'done', JSON.stringify(result));
    const messages = JSON.stringify(of(events, 'message').map(({ input }) => input));
    for (const words of ['the prompt has a context', 'the session has one', 'look again', 'it often fails', 'go on'])
      assert.ok(messages.includes(words), words);
    const payloads = new Map(told().map((one) => [one.hook_event_name, one]));
    assert.equal(payloads.get('UserPromptSubmit')!.prompt, 'Go on');
    assert.deepEqual(payloads.get('PostToolUse')!.tool_response, {
      stdout: 'one',
      stderr: '',
      interrupted: false,
      isImage: false,
    });
    assert.equal(payloads.get('Stop')!.last_assistant_message, 'Done.');
    assert.equal(payloads.get('SessionStart')!.source, 'startup');
    assert.equal(payloads.get('SessionEnd')!.reason, 'other');
    assert.ok(!payloads.has('SubagentStop'), 'no subagent ended');
    const stops = told()
      .filter((one) => one.hook_event_name === 'Stop')
      .map((one) => one.stop_hook_active);
    assert.deepEqual(stops, [false, true]);
  });

  it('reads matchers as the agent does, and guards edits of several places as edits', async () => {
    script('check.sh', 'echo no >&2; exit 2');
    claude('PreToolUse', { command: './check.sh' }, 'Edit|Write');
    await imports();
    file('a.txt', 'one');
    const multi = call('a', 'MultiEdit', { file_path: 'a.txt', edits: [{ old_string: 'one', new_string: 'two' }] });
    const { events } = await run([
      turn(multi),
      turn(call('b', 'Write', { file_path: 'b.txt', content: '' })),
      turn(call('c', 'Read', { file_path: 'a.txt' })),
      done,
    ]);
    const outcomes = of(events, 'tool_settled').map(({ data }) => (data as { outcome: string }).outcome);
    assert.deepEqual(outcomes, ['denied', 'denied', 'ok']);
    assert.deepEqual(
      told().map(({ tool_name }) => tool_name),
      ['Edit', 'Write'],
    );
    assert.equal((told()[0]!.tool_input as { file_path: string }).file_path, join(folder, 'a.txt'), 'paths are absolute there');
  });

  it('speaks to Cursor’s, Gemini CLI’s, Copilot’s, VS Code’s and Codex’s hooks in their own words', async () => {
    script(
      'deny.sh',
      `case "$line" in
*beforeShellExecution*) echo '{"permission":"deny","agent_message":"cursor says no"}';;
*BeforeTool*) echo '{"decision":"deny","reason":"gemini says no"}';;
*toolArgs*) exit 1;;
*'"permission_mode"'*) echo "codex says no" >&2; exit 2;;
*hookEventName*) echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"vs code says no"}}';;
esac`,
    );
    const each: [string, object, RegExp, object][] = [
      [
        '.cursor/hooks.json',
        { version: 1, hooks: { beforeShellExecution: [{ command: './deny.sh', matcher: 'echo' }] } },
        /cursor says no/,
        { command: 'echo one', cwd: folder },
      ],
      [
        '.gemini/settings.json',
        { hooks: { BeforeTool: [{ matcher: 'run_shell', hooks: [{ type: 'command', command: './deny.sh', timeout: 5000 }] }] } },
        /gemini says no/,
        { tool_name: 'run_shell_command' },
      ],
      [
        '.github/hooks/a.json',
        { version: 1, hooks: { preToolUse: [{ type: 'command', bash: './deny.sh', timeoutSec: 5, matcher: 'bash' }] } },
        /exited with code 1/,
        { toolName: 'bash', toolArgs: { command: 'echo one' } },
      ],
      [
        '.github/hooks/b.json',
        { hooks: { PreToolUse: [{ type: 'command', command: './deny.sh' }] } },
        /vs code says no/,
        { tool_name: 'run_in_terminal', hookEventName: 'PreToolUse' },
      ],
      [
        '.github/copilot/settings.json',
        { hooks: { preToolUse: [{ command: './deny.sh' }] } },
        /exited with code 1/,
        { toolName: 'bash', toolArgs: { command: 'echo one' } },
      ],
      [
        '.codex/hooks.json',
        { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './deny.sh', timeout: 5 }] }] } },
        /codex says no/,
        { tool_name: 'Bash', tool_input: { command: 'echo one' } },
      ],
    ];
    for (const [path, config, reason, payload] of each) {
      rmSync(join(folder, '.hooksmith'), { recursive: true, force: true });
      rmSync(join(folder, 'told.jsonl'), { force: true });
      for (const [other] of each) rmSync(join(folder, other), { force: true });
      file(path, config);
      await imports();
      assert.equal(hooksOf().length, 1, path);
      const { events } = await run(bash('echo one'));
      assert.match(of(events, 'tool_settled')[0]!.reason ?? '', reason, path);
      for (const [name, value] of Object.entries(payload)) assert.deepEqual(told()[0]![name], value, `${path} ${name}`);
    }
  });

  it('shows Codex’s hooks each change of a file as a patch, and takes none back', async () => {
    script(
      'check.sh',
      `case "$line" in *'File: ${folder}/b'*) echo '{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"command":"x"}}}';; esac`,
    );
    const entry = (matcher: string) => ({ matcher, hooks: [{ type: 'command', command: './check.sh' }] });
    file('.codex/hooks.json', { hooks: { PreToolUse: [entry('apply_patch')] } });
    file('.codex/config.toml', 'model = "o"\n[[hooks.PreToolUse]]\nmatcher = "Bash"\n');
    assert.match(
      await imports(),
      /not carried over: \.codex\/config\.toml: the file: .*TOML.*\n1 hook imported, 1 not carried over\n$/,
    );
    file('a', 'one\ntwo\n');
    const edits = [
      { old_string: 'one', new_string: '1' },
      { old_string: 'two', new_string: '2\n3' },
    ];
    const { events } = await run([
      turn(call('w', 'Read', { file_path: 'a' })),
      turn(call('a', 'MultiEdit', { file_path: 'a', edits })),
      turn(call('b', 'Write', { file_path: 'b', content: 'new\n' })),
      done,
    ]);
    const patch = (...lines: string[]) => ({ command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });
    assert.deepEqual(
      told().map(({ tool_name, tool_input }) => [tool_name, tool_input]),
      [
        ['apply_patch', patch(`*** Update File: ${folder}/a`, '@@', '-one', '+1', '@@', '-two', '+2', '+3')],
        ['apply_patch', patch(`*** Add File: ${folder}/b`, '+new')],
      ],
    );
    const settled = of(events, 'tool_settled');
    assert.deepEqual(
      settled.map(({ data }) => (data as { outcome: string }).outcome),
      ['ok', 'ok', 'denied'],
    );
    assert.match(settled[2]!.reason ?? '', /changed a patch/);
  });

  it('takes exit code 2 for what it is there: a denial of a prompt by Copilot’s, no word at the end of a turn by Copilot’s and Cursor’s', () => {
    const exit = { code: 2, stdout: '', stderr: 'why' };
    const heard = (agent: AgentName, event: SharedEvent, theirEvent: string) => hear({ agent, event, theirEvent }, exit);
    assert.deepEqual(heard('copilot', 'permissionRequest', 'permissionRequest'), { action: 'deny', reason: 'why' });
    assert.deepEqual(heard('claude', 'permissionRequest', 'PermissionRequest'), { message: 'why' });
    assert.deepEqual(heard('copilot', 'stop', 'agentStop'), { message: 'why' });
    assert.deepEqual(heard('cursor', 'stop', 'stop'), { message: 'why' });
    for (const agent of ['claude', 'codex', 'vscode'] as const)
      assert.deepEqual(heard(agent, 'stop', 'Stop'), { continueWith: 'why' });
    const one = { ...exit, code: 1 };
    for (const theirEvent of ['preToolUse', 'PreToolUse'])
      assert.equal(hear({ agent: 'copilot', event: 'preToolUse', theirEvent }, one).action, 'deny', theirEvent);
  });

  it('tells Cursor’s hooks how often they have kept the agent going', async () => {
    script('more.sh', `case "$line" in *'"loop_count":2'*) ;; *) echo '{"followup_message":"more"}';; esac`);
    file('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: './more.sh' }] } });
    await imports();
    await run([done, done, done]);
    assert.deepEqual(
      told().map(({ loop_count }) => loop_count),
      [0, 1, 2],
    );
  });

  it('matches the end of a session by the reason that it is told there', async () => {
    script('end.sh', 'true');
    claude('SessionEnd', { command: './end.sh' }, 'clear');
    await imports();
    await run([done]);
    assert.ok(!existsSync(join(folder, 'told.jsonl')));
    claude('SessionEnd', { command: './end.sh' }, 'clear|other');
    await imports();
    await run([done]);
    assert.deepEqual(
      told().map(({ reason }) => reason),
      ['other'],
    );
  });

  it('reads an answer of many characters as they are, wherever it comes in parts', async () => {
    script('long.sh', `node -e 'process.stdout.write(JSON.stringify({ decision: "block", reason: "a" + "ü".repeat(100000) }))'`);
    claude('PreToolUse', { command: './long.sh' });
    await imports();
    const { events } = await run(bash('echo one'));
    assert.equal(of(events, 'tool_settled')[0]!.reason, `a${'ü'.repeat(100_000)}`);
  });

  it('reads settings with comments, those of the user, and plugins’ own', async () => {
    file(
      '.claude/settings.local.json',
      `{
  // only mine
  "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "echo // no comment", }, ], }, ] },
}`,
    );
    file('hooks/hooks.json', {
      description: 'a plugin',
      hooks: { PostToolUse: [{ hooks: [{ type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/scripts/format.sh' }] }] },
    });
    file('.claude/plugins/own/.claude-plugin/plugin.json', { name: 'own', hooks: './my-hooks.json' });
    file('.claude/plugins/own/my-hooks.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } });
    const out = await imports();
    assert.match(out, /3 hooks imported, 0 not carried over/);
    const texts = hooksOf().map((name) => readFileSync(join(folder, '.hooksmith/hooks', name), 'utf8'));
    assert.ok(texts.some((text) => text.includes(`command: 'echo // no comment'`)));
    assert.ok(texts.some((text) => text.includes(`plugin: '.claude/plugins/own'`)));
    assert.ok(texts.some((text) => text.includes(`plugin: '.',`)));
  });

  it('lists what cannot be carried over, with the reason', async () => {
    const hooks = {
      PreToolUse: [
        {
          hooks: [
            { type: 'http', url: 'https://example.com/hook' },
            { type: 'prompt', prompt: 'is it safe?' },
            { type: 'command', command: 'true', once: true },
          ],
        },
      ],
      Notification: [{ hooks: [{ type: 'command', command: 'notify-send hello' }] }],
      Nonsense: [{ hooks: [{ type: 'command', command: 'true' }] }],
    };
    file('.claude/settings.json', { hooks });
    file('.cursor/hooks.json', '{ broken');
    const out = await imports();
    for (const line of [
      /not carried over: \.claude\/settings\.json PreToolUse: https:\/\/example\.com\/hook: it is an address/,
      /not carried over: \.claude\/settings\.json PreToolUse: is it safe\?: it asks a model/,
      /only partly carried over: \.claude\/settings\.json PreToolUse: true: it runs each time/,
      /not carried over: \.claude\/settings\.json Notification: notify-send hello: Hooksmith has no such moment/,
      /not carried over: \.claude\/settings\.json Nonsense: true: Nonsense is no event of Claude Code/,
      /not carried over: \.cursor\/hooks\.json: the file: it cannot be read/,
      /1 hook imported, 5 not carried over\n$/,
    ])
      assert.match(out, line);
  });

  it('lists what is odd where hooks, or their files, would be, and goes on with the others', async () => {
    claude('PreToolUse', { command: 'node mine.js' }, 'Bash');
    await imports();
    const [written = ''] = hooksOf();
    rmSync(join(folder, '.hooksmith'), { recursive: true });
    mkdirSync(join(folder, '.hooksmith/hooks', written), { recursive: true });
    file('plugins', 'a list of them');
    file('.github/hooks', 'none');
    file('.claude/plugins', 'none');
    for (const name of ['.codex/config.toml', '.gemini/settings.json', '.claude/settings.local.json'])
      mkdirSync(join(folder, name), { recursive: true });
    file('.cursor/hooks.json', { version: 1, hooks: { beforeShellExecution: [{ command: './shell.sh' }] } });
    const out = await imports();
    for (const [place, why] of [
      ['plugins: the file', 'ENOTDIR'],
      ['.github/hooks: the file', 'ENOTDIR'],
      ['.claude/plugins: the file', 'ENOTDIR'],
      ['.codex/config.toml: the file', 'EISDIR'],
      ['.gemini/settings.json: the file', 'EISDIR'],
      ['.claude/settings.local.json: the file', 'EISDIR'],
      ['.claude/settings.json PreToolUse: node mine.js', 'EISDIR'],
    ])
      assert.match(out, new RegExp(`^not carried over: ${place}: .*${why}`, 'm'), out);
    assert.match(out, /^written .*: Cursor beforeShellExecution: \.\/shell\.sh$/m);
    assert.match(out, /1 hook imported, 7 not carried over$/m);
  });

  it('changes nothing when it is repeated, and never what a human has changed', async () => {
    claude('PreToolUse', { command: './a.sh' }, 'Bash');
    await imports();
    const [name] = hooksOf();
    const path = join(folder, '.hooksmith/hooks', name!);
    const first = readFileSync(path, 'utf8');
    assert.match(await imports(), new RegExp(`^unchanged ${name}`));
    assert.equal(readFileSync(path, 'utf8'), first);
    claude('PreToolUse', { command: './a.sh', timeout: 5 }, 'Bash');
    assert.match(await imports(), new RegExp(`^written ${name}`));
    assert.match(readFileSync(path, 'utf8'), /timeoutMs: 5_000,/);
    writeFileSync(path, first.replace("matcher: 'Bash'", "matcher: 'Bash|Write'"));
    assert.match(await imports(), new RegExp(`^kept, as it was changed by hand ${name}`));
    assert.match(readFileSync(path, 'utf8'), /Bash\|Write/);
    assert.equal(hooksOf().length, 1);
  });

  it('writes files that hooksmith check has nothing to say of, wherever they are to go', async () => {
    claude('PreToolUse', { command: `echo 'it''s' "quoted" */ \\ \${HOME}`, if: 'Bash(git push:*)', timeout: 12.5 }, '^mcp__.*');
    await imports();
    const { stdout, code } = await runCli(folder, ['check']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /0 errors, 0 warnings/);
    script('there.sh', 'echo no >&2; exit 2');
    claude('PreToolUse', { command: './there.sh' }, 'Bash');
    await imports('.', '--out', 'elsewhere/hooks');
    assert.equal(hooksOf('elsewhere/hooks').length, 1);
    file('script.json', { turns: bash('echo one') });
    await runCli(folder, [
      'run',
      '--no-hooks',
      '--hooks',
      'elsewhere/hooks',
      '--model',
      'script:script.json',
      '--approve',
      'always',
      '--json',
      'Go',
    ]);
    assert.equal(told()[0]!.cwd, folder, 'the project is found from there');
  });

  it('says what is wrong with its arguments', async () => {
    for (const args of [['none'], ['.', '.'], ['--nonsense']]) assert.equal((await runCli(folder, ['import', ...args])).code, 2);
    assert.match(await imports(), /no hooks of other agents were found\n0 hooks imported, 0 not carried over\n$/);
  });
});
