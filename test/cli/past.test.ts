/** What other agents kept of their sessions: read as streams into our events, and what hooks are tried on. */
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as zlib from 'node:zlib';
import { foldSession } from '../../src/agent/session/sessionState';
import { linesOf } from '../../src/guard/past/transcriptLines';
import { agentOf, itemsOf, nothingRead, transcriptsOf } from '../../src/guard/past/transcripts';
import type { RememberingAgent } from '../../src/protocols/past';
import type { HookEvent } from '../../src/shared/events/events';
import { type Message, textOf } from '../../src/shared/messages/messages';
import type { StreamItem } from '../../src/shared/stream/stream';
import { root } from '../fixtures/core';
import { GuardedHome } from '../fixtures/gate';
import { nestedJson } from '../fixtures/nested';

const lines = (...all: object[]) => `${all.map((one) => JSON.stringify(one)).join('\n')}\n`;
const at = (second: number) => new Date(Date.UTC(2026, 9, 1, 10, 0, second)).toISOString();

/** Of the same two calls, as each agent would have kept them. */
const kept: Record<Exclude<RememberingAgent, 'claude'>, { path: string; text: string }> = {
  codex: {
    path: '.codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-0a.jsonl',
    text: lines(
      { timestamp: at(0), type: 'session_meta', payload: { id: 'cx', cwd: '/project' } },
      { timestamp: at(1), type: 'event_msg', payload: { type: 'user_message', message: 'Do it' } },
      {
        timestamp: at(2),
        type: 'response_item',
        payload: { type: 'function_call', name: 'shell', call_id: 'c1', arguments: '{"command":["bash","-lc","ls -a"]}' },
      },
      {
        timestamp: at(3),
        type: 'response_item',
        payload: { type: 'function_call_output', call_id: 'c1', output: '{"output":"a.txt","metadata":{"exit_code":0}}' },
      },
      {
        timestamp: at(4),
        type: 'response_item',
        payload: {
          type: 'custom_tool_call',
          name: 'apply_patch',
          call_id: 'c2',
          input: '*** Begin Patch\n*** Add File: b.txt\n+b\n*** End Patch',
        },
      },
      {
        timestamp: at(5),
        type: 'response_item',
        payload: { type: 'custom_tool_call_output', call_id: 'c2', output: '{"output":"no","metadata":{"exit_code":1}}' },
      },
      { timestamp: at(6), type: 'event_msg', payload: { type: 'agent_message', message: 'Done.' } },
    ),
  },
  copilot: {
    path: '.copilot/session-state/s1/events.jsonl',
    text: lines(
      { type: 'session.start', timestamp: at(0), data: { sessionId: 'co', context: { cwd: '/project' } } },
      { type: 'user.message', timestamp: at(1), data: { content: 'Do it' } },
      {
        type: 'tool.execution_start',
        timestamp: at(2),
        data: { toolCallId: 'c1', toolName: 'bash', arguments: { command: 'ls -a' } },
      },
      {
        type: 'tool.execution_complete',
        timestamp: at(3),
        data: { toolCallId: 'c1', success: true, result: { content: 'a.txt' } },
      },
      {
        type: 'tool.execution_start',
        timestamp: at(4),
        data: { toolCallId: 'c2', toolName: 'create', arguments: { path: 'b.txt', file_text: 'b\n' } },
      },
      { type: 'tool.execution_complete', timestamp: at(5), data: { toolCallId: 'c2', success: false, error: { message: 'no' } } },
      { type: 'assistant.message', timestamp: at(6), data: { content: 'Done.' } },
    ),
  },
  gemini: {
    path: '.gemini/tmp/p/chats/session-2026-10-01-0a.jsonl',
    text: lines(
      { sessionId: 'ge', startTime: at(0) },
      { id: 'm1', timestamp: at(1), type: 'user', content: 'Do it' },
      {
        id: 'm2',
        timestamp: at(2),
        type: 'gemini',
        content: '',
        toolCalls: [{ id: 'c1', name: 'run_shell_command', args: { command: 'ls -a' }, status: 'executing' }],
      },
      {
        id: 'm2',
        timestamp: at(3),
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: 'c1',
            name: 'run_shell_command',
            args: { command: 'ls -a' },
            status: 'success',
            result: [{ functionResponse: { response: { output: 'a.txt' } } }],
          },
        ],
      },
      {
        id: 'm3',
        timestamp: at(5),
        type: 'gemini',
        content: 'Done.',
        toolCalls: [
          { id: 'c2', name: 'write_file', args: { file_path: 'b.txt', content: 'b\n' }, status: 'error', result: 'no' },
        ],
      },
    ),
  },
};

async function eventsOf(agent: RememberingAgent, path: string) {
  const read = nothingRead();
  const events: HookEvent[] = [];
  for await (const item of itemsOf({ agent, path }, read)) if (item.kind === 'event') events.push(item.event);
  return { events, read };
}

describe("other agents' past", function () {
  this.timeout(300_000);
  let home: GuardedHome;
  beforeEach(() => {
    home = new GuardedHome();
  });
  afterEach(() => home.dispose());
  const claude = (name = 'one.jsonl') => {
    const folder = join(home.home, '.claude', 'projects', '-project');
    mkdirSync(folder, { recursive: true });
    cpSync(join(root, 'test', 'fixtures', 'agents', 'claude-transcript.jsonl'), join(folder, name));
    return join(folder, name);
  };

  for (const agent of ['codex', 'copilot', 'gemini'] as const)
    it(`${agent}: is read as our events`, async () => {
      const path = home.write(join(home.home, kept[agent].path), `${kept[agent].text.slice(0, 40)}\n${kept[agent].text}\n[1]\n`);
      assert.deepEqual(
        transcriptsOf(agent, home.home).map((one) => one.path),
        [path],
      );
      assert.equal(await agentOf(path), agent);
      const { events, read } = await eventsOf(agent, path);
      assert.equal(read.broken, 2);
      assert.match(read.problems[0]!, /:1: /);
      const calls = events.filter(({ type }) => type === 'pre_tool_use');
      assert.deepEqual(
        calls.map(({ toolName, input, agentName, runId }) => ({ toolName, input, agentName, runId })),
        [
          { toolName: 'Bash', input: { command: 'ls -a' }, agentName: agent, runId: 'run-1' },
          { toolName: 'Write', input: { file_path: 'b.txt', content: 'b\n' }, agentName: agent, runId: 'run-1' },
        ],
      );
      assert.deepEqual(
        events.filter(({ type }) => type === 'post_tool_use').map(({ output, isError }) => [output, isError]),
        [
          ['a.txt', false],
          ['no', true],
        ],
      );
      const said = events
        .filter(({ type }) => type === 'user_message' || type === 'after_run')
        .map(({ type, input }) => [type, input]);
      assert.deepEqual(said, [
        ['user_message', { role: 'user', content: 'Do it' }],
        ['after_run', 'Do it'],
      ]);
      assert.ok(events.some(({ type, input }) => type === 'message' && JSON.stringify(input).includes('Done.')));
    });

  for (const agent of ['codex', 'copilot'] as const)
    it(`${agent}: works where it began, whatever of it is asked for`, async () => {
      const path = home.write(join(home.home, kept[agent].path), kept[agent].text);
      const read = nothingRead();
      const types = new Set<string>();
      for await (const item of itemsOf({ agent, path }, read, { sinceMs: Date.parse(at(2)) }))
        if (item.kind === 'event') types.add(`${item.event.type} ${JSON.stringify(item.event.input)}`);
      assert.equal(read.cwd, '/project');
      assert.ok([...types].some((one) => one.includes('ls -a')));
      assert.ok(![...types].some((one) => one.includes('Do it')), 'that was before');
    });

  const gemini = (name: string, ...all: object[]) => home.write(join(home.home, '.gemini/tmp/p/chats', name), lines(...all));
  const ran = (id: string, command: string, of = `m-${id}`) => ({
    ...{ id: of, timestamp: at(2), type: 'gemini', content: '' },
    toolCalls: [{ id, name: 'run_shell_command', args: { command }, status: 'success', result: 'x' }],
  });
  const commandsOf = async (path: string) =>
    (await eventsOf('gemini', path)).events.flatMap(({ type, input }) =>
      type === 'pre_tool_use' ? [(input as { command: string }).command] : [],
    );

  it('gemini: what was taken back is taken back, what was written anew holds as it was written last', async () => {
    const prompt = (id: string) => ({ id, timestamp: at(1), type: 'user', content: id });
    const path = gemini(
      'session-1.jsonl',
      { sessionId: 'ge', startTime: at(0), directories: ['/elsewhere'] },
      prompt('p1'),
      ran('a', 'one'),
      prompt('p2'),
      ran('b', 'two'),
      { $rewindTo: 'p2' },
      { $set: { lastUpdated: at(3) } },
      prompt('p3'),
      ran('c', 'three'),
      ran('d', 'four'),
      ran('a', 'one, and last', 'm-a'),
      { $rewindTo: 'm-d' },
    );
    assert.deepEqual(await commandsOf(path), ['three', 'one, and last']);
    const { events, read } = await eventsOf('gemini', path);
    assert.deepEqual([read.broken, read.cwd], [0, '/elsewhere']);
    const prompts = events.flatMap(({ type, input }) =>
      type === 'user_message' ? [(input as { content: string }).content] : [],
    );
    assert.deepEqual(prompts, ['p1', 'p3']);
    // To what is not there: to the start.
    const all = gemini('session-2.jsonl', { sessionId: 'ge' }, ran('a', 'one'), { $rewindTo: 'none' }, ran('b', 'two'));
    assert.deepEqual(await commandsOf(all), ['two']);
  });

  it('gemini: messages that are set at once are messages, and where it works stands beside them', async () => {
    home.write(join(home.home, '.gemini/tmp/p/.project_root'), '/there\n');
    const set = { $set: { messages: [ran('a', 'one'), ran('b', 'two')] } };
    const path = gemini('session-3.jsonl', { sessionId: 'ge' }, set, { $set: { messages: [ran('b', 'two, anew')] } });
    assert.deepEqual(await commandsOf(path), ['one', 'two, anew']);
    assert.equal((await eventsOf('gemini', path)).read.cwd, '/there');
    assert.equal(await agentOf(path), 'gemini');
  });

  it('copilot: what a subagent is told, says and calls is its own, in newer and older files', async () => {
    const line = (n: number, type: string, data: object, more: object = {}) => ({ type, timestamp: at(n), data, ...more });
    const call = (toolCallId: string, command: string) => ({ toolCallId, toolName: 'bash', arguments: { command } });
    const path = home.write(
      join(home.home, '.copilot/session-state/sub/events.jsonl'),
      lines(
        line(0, 'session.start', { sessionId: 'sub', context: { cwd: '/project' } }),
        line(1, 'user.message', { content: 'Do it' }),
        line(2, 'tool.execution_start', {
          toolCallId: 't',
          toolName: 'task',
          arguments: { agent_type: 'helper', prompt: 'Look' },
        }),
        line(3, 'user.message', { content: 'Look' }, { agentId: 't' }),
        line(4, 'tool.execution_start', call('a', 'ls'), { agentId: 't' }),
        line(5, 'assistant.message', { content: 'Seen.', parentToolCallId: 't' }),
        line(6, 'tool.execution_start', { ...call('b', 'pwd'), parentToolCallId: 't' }),
        line(7, 'tool.execution_complete', { toolCallId: 'a', success: false, result: { content: 'no such file' } }),
        line(7, 'tool.execution_complete', { toolCallId: 'b', success: true, result: { content: '/project' } }),
        line(8, 'tool.execution_complete', { toolCallId: 't', success: true, result: { content: 'Done' } }),
        line(9, 'assistant.message', { content: 'All done.' }),
      ),
    );
    const { events } = await eventsOf('copilot', path);
    assert.deepEqual(
      events.flatMap(({ type, toolName, branch, output }) => (type === 'post_tool_use' ? [[toolName, branch, output]] : [])),
      [
        ['Bash', 'main/t', 'no such file'],
        ['Bash', 'main/t', '/project'],
        ['Agent', 'main', 'Done'],
      ],
    );
    assert.deepEqual(
      events.filter(({ type }) => type === 'before_run').map(({ input }) => input),
      ['Do it'],
    );
    assert.doesNotMatch(JSON.stringify(events.filter(({ type }) => type === 'message')), /Seen/);
  });

  it('gemini: a text is one in each of its forms, and a call has a result once it is over', async () => {
    const call = (id: string, status: string) => ({
      id,
      name: 'run_shell_command',
      args: { command: id },
      status,
      result: 'out',
    });
    const path = home.write(
      join(home.home, '.gemini/tmp/p/chats/session-forms.jsonl'),
      lines(
        { sessionId: 'g', startTime: at(0), kind: 'main' },
        { id: '1', type: 'user', timestamp: at(1), content: { text: 'one' } },
        { id: '2', type: 'user', timestamp: at(2), content: ['two', { text: 'parts' }] },
        {
          ...{ id: '3', type: 'gemini', timestamp: at(3), content: '' },
          toolCalls: [...['validating', 'scheduled', 'awaiting_approval', 'executing', 'success', 'error', 'cancelled']].map(
            (status) => call(status, status),
          ),
        },
      ),
    );
    const { events } = await eventsOf('gemini', path);
    const inputs = (wanted: string) => events.filter(({ type }) => type === wanted).map(({ input }) => input);
    assert.deepEqual(inputs('before_run'), ['one', 'two\nparts']);
    assert.equal(inputs('pre_tool_use').length, 7);
    assert.deepEqual(inputs('post_tool_use'), [{ command: 'success' }, { command: 'error' }, { command: 'cancelled' }]);
  });

  it('codex: a shell is one by whichever name, and what it was given is a line', async () => {
    const call = (n: number, payload: object) => ({
      timestamp: at(n),
      type: 'response_item',
      payload: { call_id: `c${n}`, ...payload },
    });
    const made = (name: string, given: object) => ({ type: 'function_call', name, arguments: JSON.stringify(given) });
    const path = home.write(
      join(home.home, '.codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-0b.jsonl'),
      lines(
        { timestamp: at(0), type: 'session_meta', payload: { id: 'cx', cwd: '/project' } },
        call(1, made('exec_command', { cmd: 'one' })),
        call(2, made('shell_command', { command: 'two', workdir: 'x' })),
        call(3, made('container.exec', { command: ['rm', 'a b'] })),
        call(4, { type: 'local_shell_call', action: { type: 'exec', command: ['bash', '-lc', 'four'], env: {} } }),
        call(5, { type: 'local_shell_call', action: { type: 'exec', command: ['ls'], working_directory: '/there' } }),
        call(5, { type: 'function_call_output', output: [{ type: 'input_text', text: 'a.txt' }, { type: 'input_image' }] }),
      ),
    );
    const { events } = await eventsOf('codex', path);
    assert.deepEqual(
      events.filter(({ type }) => type === 'tool_settled').map(({ output }) => output),
      ['a.txt'],
    );
    const calls = events.filter(({ type }) => type === 'pre_tool_use').map(({ toolName, input }) => [toolName, input]);
    assert.deepEqual(calls, [
      ['Bash', { command: 'ls', working_directory: '/there' }],
      ['Bash', { command: 'one' }],
      ['Bash', { command: 'two', workdir: 'x' }],
      ['Bash', { command: "rm 'a b'" }],
      ['Bash', { command: 'four' }],
    ]);
  });

  it('codex: a tool of a server is one by the whole name, and what a shell gave says whether it failed', async () => {
    const item = (n: number, payload: object) => ({ timestamp: at(n), type: 'response_item', payload });
    const call = (n: number, name: string, more: object = {}) =>
      item(n, { type: 'function_call', name, arguments: '{}', call_id: `c${n}`, ...more });
    const output = (n: number, text: string) => item(n, { type: 'function_call_output', call_id: `c${n}`, output: text });
    const path = home.write(
      join(home.home, '.codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-0c.jsonl'),
      lines(
        { timestamp: at(0), type: 'session_meta', payload: { id: 'cx', cwd: '/project' } },
        call(1, 'get_me', { namespace: 'mcp__github' }),
        output(1, 'Exit code: 0\nWall time: 1 seconds\nOutput:\nExit code: 1\n'),
        call(2, 'get_me', { namespace: 'mcp__my_hub__' }),
        output(2, 'Exit code: 1\nWall time: 1 seconds\nOutput:\n'),
        call(3, 'spawn_agent', { namespace: 'multi_agent_v1' }),
        output(3, 'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\n'),
      ),
    );
    const { events } = await eventsOf('codex', path);
    const settled = events.filter((event) => event.type === 'tool_settled').map(({ toolName, isError }) => [toolName, isError]);
    assert.deepEqual(settled, [
      ['mcp__github__get_me', false],
      ['mcp__my_hub__get_me', true],
      ['Agent', true],
    ]);
  });

  it('codex: what stood bare in older files is read as what stands in newer ones', async () => {
    const said = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] });
    const path = home.write(
      join(home.home, '.codex/sessions/2025/08/01/rollout-2025-08-01T10-00-00-0d.jsonl'),
      lines(
        { id: 'old', timestamp: at(0), instructions: null, git: {} },
        { record_type: 'state' },
        said('user', '<environment_context>\n  <cwd>/project</cwd>\n</environment_context>'),
        said('user', '<user_instructions>be brief</user_instructions>'),
        said('user', 'Do it'),
        { type: 'reasoning', id: 'r', summary: [] },
        { type: 'function_call', id: 'f', name: 'shell', call_id: 'c1', arguments: '{"command":["bash","-lc","ls -a"]}' },
        { type: 'function_call_output', call_id: 'c1', output: '{"output":"a.txt","metadata":{"exit_code":0}}' },
        said('assistant', 'Done.'),
      ),
    );
    assert.equal(await agentOf(path), 'codex');
    const { events, read } = await eventsOf('codex', path);
    assert.deepEqual([read.cwd, read.broken], ['/project', 0]);
    assert.deepEqual(
      events
        .filter(({ type }) => /before_run|pre_tool_use|post_tool_use/.test(type))
        .map(({ input, timestamp }) => [input, timestamp]),
      [
        ['Do it', at(0)],
        [{ command: 'ls -a' }, at(0)],
        [{ command: 'ls -a' }, at(0)],
      ],
    );
    assert.equal(events.filter(({ type }) => type === 'message').length, 4);
  });

  it('of an agent whose past is a file of its own: its task is no prompt of the human, and its calls are its own', async () => {
    const ofGemini = gemini(
      'parent-id/sub-id.jsonl',
      { sessionId: 'sub-id', projectHash: 'h', kind: 'subagent', directories: ['/there'] },
      { id: 'p', timestamp: at(1), type: 'user', content: 'Look around' },
      ran('a', 'one'),
      { id: 'q', timestamp: at(3), type: 'gemini', content: 'Looked.' },
    );
    const event = (n: number, payload: object) => ({ timestamp: at(n), type: 'event_msg', payload });
    const source = { subagent: { thread_spawn: { parent_thread_id: '0a', depth: 1, agent_role: 'explorer' } } };
    const call = { type: 'custom_tool_call', call_id: 'sub-c', name: 'shell', input: 'one' };
    const ofCodex = home.write(
      join(home.home, '.codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-sub-id.jsonl'),
      lines(
        { timestamp: at(0), type: 'session_meta', payload: { id: 'sub-id', cwd: '/there', source } },
        event(1, { type: 'user_message', message: 'Look around' }),
        { timestamp: at(2), type: 'response_item', payload: call },
        event(3, { type: 'agent_message', message: 'Looked.' }),
      ),
    );
    for (const [agent, path] of [
      ['gemini', ofGemini],
      ['codex', ofCodex],
    ] as const) {
      const { events, read } = await eventsOf(agent, path);
      assert.equal(read.cwd, '/there', agent);
      const said = events.flatMap(({ type, branch, input }) =>
        type === 'user_message' || type === 'message' ? [textOf(input as Message)] : type === 'pre_tool_use' ? [branch] : [],
      );
      assert.deepEqual(
        said.filter((one) => one !== ''),
        ['main/sub-id'],
        agent,
      );
    }
  });

  it('codex: prompts that were taken back are taken back, and what ran for them has run', async () => {
    const event = (n: number, payload: object) => ({ timestamp: at(n), type: 'event_msg', payload });
    const turn = (n: number, message: string) => [
      event(n, { type: 'user_message', message }),
      {
        timestamp: at(n),
        type: 'response_item',
        payload: { type: 'custom_tool_call', call_id: message, name: 'shell', input: message },
      },
      event(n, { type: 'agent_message', message: `Done: ${message}` }),
    ];
    const back = (n: number, turns: number) => event(n, { type: 'thread_rolled_back', num_turns: turns });
    const path = home.write(
      join(home.home, '.codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-0k.jsonl'),
      lines(
        { timestamp: at(0), type: 'session_meta', payload: { id: 'cx', cwd: '/project' } },
        ...turn(1, 'one'),
        ...turn(2, 'two'),
        ...turn(3, 'three'),
        back(4, 2),
        ...turn(5, 'four'),
        back(6, 1),
        back(6, 0),
        ...turn(7, 'five'),
      ),
    );
    const items: StreamItem[] = [];
    for await (const item of itemsOf({ agent: 'codex', path }, nothingRead())) items.push(item);
    const asked = items.flatMap((item) =>
      item.kind === 'event' && item.event.type === 'pre_tool_use' ? [item.event.toolCallId] : [],
    );
    assert.deepEqual(asked, ['one', 'two', 'three', 'four', 'five']);
    const { history } = foldSession(items);
    const words = history.map((message) => textOf(message)).filter((one) => one !== '');
    assert.deepEqual(
      words.filter((one) => !one.startsWith('interrupted')),
      ['one', 'Done: one', 'five', 'Done: five'],
    );
    assert.equal(items.filter((item) => item.kind === 'event' && item.event.type === 'after_run').length, 5);
  });

  it('codex: what a forked session is begun with counts once', async () => {
    const rollout = (id: string, ...more: object[]) =>
      home.write(
        join(home.home, `.codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-${id}.jsonl`),
        lines({ timestamp: at(0), type: 'session_meta', payload: { id, cwd: home.project } }, ...more),
      );
    const event = (n: number, payload: object) => ({ timestamp: at(n), type: 'event_msg', payload });
    const turn = (n: number, id: string, ...prompts: string[]) => [
      event(n, { type: 'task_started', turn_id: id }),
      { timestamp: at(n), type: 'turn_context', payload: { turn_id: id } },
      ...prompts.map((message) => event(n, { type: 'user_message', message })),
      event(n, { type: 'agent_message', message: 'Done.' }),
    ];
    home.ownHook("export const words = hook('userMessage', (ctx) => ctx.deny(ctx.text));");
    const before = turn(1, 't1', 'one', 'more');
    rollout('0e', ...before);
    rollout('0f', { timestamp: at(9), type: 'session_meta', payload: { id: '0e' } }, ...before, ...turn(9, 't2', 'two'));
    const { stdout } = await home.hooksmith(['replay', '--from', 'codex', '--json']);
    const { changed } = JSON.parse(stdout) as { changed: number };
    assert.equal(changed, 3);
  });

  it('codex: what a forked session is begun with counts no more than its original where that is older than what is asked for', async () => {
    const day = 24 * 60 * 60_000;
    const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
    const rollout = (id: string, written: number, meta: object, ...more: object[]) => {
      const path = home.write(
        join(home.home, `.codex/sessions/2026/10/01/rollout-2026-10-01T10-00-00-${id}.jsonl`),
        lines({ timestamp: ago(written), type: 'session_meta', payload: { id, cwd: home.project, ...meta } }, ...more),
      );
      utimesSync(path, new Date(), new Date(ago(written)));
    };
    const turn = (days: number, id: string, prompt: string) => [
      { timestamp: ago(days), type: 'event_msg', payload: { type: 'task_started', turn_id: id } },
      { timestamp: ago(days), type: 'event_msg', payload: { type: 'user_message', message: prompt } },
      {
        ...{ timestamp: ago(days), type: 'response_item' },
        payload: { type: 'function_call', name: 'shell', call_id: `c-${id}`, arguments: '{"command":["ls"]}' },
      },
      { timestamp: ago(days), type: 'response_item', payload: { type: 'function_call_output', call_id: `c-${id}`, output: '' } },
    ];
    home.ownHook("export const no = denyCommands('ls');");
    // Whole before, and gone on with since.
    for (const [old, last] of [
      ['aa', 20],
      ['bb', 1],
    ] as const) {
      rollout(old, last, {}, ...turn(20, `${old}-1`, 'one'), ...(last < 7 ? turn(last, `${old}-2`, 'more') : []));
      rollout(`${old}-fork`, 2, { forked_from_id: old }, ...turn(2, `${old}-1`, 'one'), ...turn(2, `${old}-3`, 'two'));
    }
    const { stdout } = await home.hooksmith(['replay', '--from', 'codex', '--since', '7d', '--json']);
    const { changed, decisions } = JSON.parse(stdout) as { changed: number; decisions: number };
    assert.deepEqual([changed, decisions], [3, 9], 'three calls, each below a prompt');
  });

  it('codex: what it has compressed is read where Node can do that, and told where it cannot', async () => {
    const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Buffer };
    const path = join(home.home, kept.codex.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.zst`, zstdCompressSync?.(kept.codex.text) ?? kept.codex.text);
    const { read, events } = await eventsOf('codex', `${path}.zst`);
    assert.equal(
      events.some(({ type }) => type === 'pre_tool_use'),
      zstdCompressSync !== undefined,
    );
    if (!zstdCompressSync) assert.match(read.problems.join(), /\.zst: it cannot be read: it is compressed, as only Node 22\.15/);
    writeFileSync(`${path}.zst`, 'none');
    const { stderr } = await home.hooksmith(['replay', '--from', 'codex']);
    assert.match(stderr, /\.zst: it cannot be read: [^\n]*\n[^\n]*\.zst: 1 broken line was passed over/);
    // While it packs both are there.
    home.write(path, kept.codex.text);
    assert.doesNotMatch((await home.hooksmith(['replay', '--from', 'codex'])).stderr, /zst/);
  });

  it('is read line by line, however they end, and one that is too long is passed over', async () => {
    const path = home.write('lines', `a\r\n${'x'.repeat(200_000)}\n\nä\nlast`);
    const found: (string | undefined)[] = [];
    for await (const line of linesOf(path, 100_000)) found.push(line);
    assert.deepEqual(found, ['a', undefined, '', 'ä', 'last']);
  });

  it('is read whole behind the mark that some programs put before a text', async () => {
    const path = home.write(join(home.home, kept.codex.path), `\uFEFF${kept.codex.text}`);
    assert.equal((await eventsOf('codex', path)).read.broken, 0);
    const whole = home.write(
      'session-1.json',
      `\uFEFF${JSON.stringify({ messages: [{ id: 'a', type: 'user', content: 'Do it' }] })}`,
    );
    assert.equal(await agentOf(whole), 'gemini');
  });

  it('claude: what was refused is refused, and what is none of its lines is counted', async () => {
    const path = claude();
    assert.equal(await agentOf(path), 'claude');
    const { events, read } = await eventsOf('claude', path);
    assert.deepEqual([read.broken, read.cwd], [0, '~/project']);
    const settled = events.filter((event) => event.type === 'tool_settled').map(({ toolName, data }) => [toolName, data.outcome]);
    assert.deepEqual(settled, [
      ['Bash', 'ok'],
      ['Bash', 'denied'],
    ]);
    assert.equal(events.filter(({ type }) => type === 'before_run').length, 1);
  });

  it('claude: what stands there as a prompt and is none of its user begins no run', async () => {
    const told = [
      'Do it',
      '[Request interrupted by user for tool use]',
      [{ type: 'text', text: '[Request interrupted by user]' }],
      '<local-command-stdout>Set model to x</local-command-stdout>',
      '<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>',
      '<task-notification>\n<status>completed</status>\n</task-notification>',
      'What is <bash-stdout>?',
      '[Request interrupted by user] is what I saw',
    ];
    const prompt = (content: string | object[], n: number) => ({
      ...{ type: 'user', uuid: `p${n}`, timestamp: at(n), sessionId: 'cc', cwd: '/project' },
      message: { role: 'user', content },
    });
    const path = home.write(join(home.home, '.claude/projects/-project/typed.jsonl'), lines(...told.map(prompt)));
    const { events } = await eventsOf('claude', path);
    assert.deepEqual(
      events.filter(({ type }) => type === 'before_run').map(({ input }) => input),
      [told[0], told[6], told[7]],
    );
  });

  it('claude: what its hooks had said of a call is compared with what those of today say', async () => {
    const said = (n: number, command: string, result: object, more: object) => [
      {
        ...{ type: 'user', uuid: `p${n}`, timestamp: at(2 * n), sessionId: 'cc' },
        message: { role: 'user', content: command },
      },
      {
        ...{ type: 'assistant', uuid: `a${n}`, timestamp: at(2 * n), sessionId: 'cc', cwd: '/project' },
        message: { id: `m${n}`, content: [{ type: 'tool_use', id: `c${n}`, name: 'Bash', input: { command } }] },
      },
      {
        ...{ type: 'user', uuid: `r${n}`, timestamp: at(2 * n + 1), sessionId: 'cc', ...more },
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${n}`, ...result }] },
      },
    ];
    const refused = (reason: string) => ({ content: reason, is_error: true });
    const byHook = { decision: 'reject', source: 'hook', reasonType: 'hook', reasonCode: 'hook:PreToolUse' };
    // As 2.1.330 writes them.
    const past = (n: number) => [
      ...said(n, 'echo deny', refused('PreToolUse:Bash hook error: [sh gate.sh]: no echo\n'), {
        toolDenialKind: 'permission-rule',
        permissionDecision: byHook,
      }),
      ...said(n + 1, 'echo ask', refused('ask me'), {
        toolDenialKind: 'user-rejected',
        permissionDecision: { decision: 'reject', source: 'config', reasonCode: 'hook:PreToolUse' },
      }),
      ...said(
        n + 2,
        'echo allow',
        { content: 'allow' },
        {
          permissionDecision: { decision: 'accept', source: 'hook', reasonType: 'hook' },
        },
      ),
      ...said(
        n + 3,
        'echo plain',
        { content: 'plain' },
        {
          permissionDecision: { decision: 'accept', source: 'config', reasonType: 'rule', ruleSource: 'cliArg' },
        },
      ),
      // As older versions did, which say no more than that.
      ...said(n + 4, 'echo older deny', refused('PreToolUse:Bash hook error: no echo'), {}),
      ...said(n + 5, 'echo rule', refused('a rule'), {
        toolDenialKind: 'permission-rule',
        permissionDecision: { decision: 'reject', source: 'config', reasonType: 'rule' },
      }),
    ];
    const unanswered = said(20, 'echo last', {}, {}).slice(0, 2);
    const path = home.write(join(home.home, '.claude/projects/-project/cc.jsonl'), lines(...past(1), ...unanswered));
    const { events } = await eventsOf('claude', path);
    const asked = events.flatMap((event) =>
      event.type === 'pre_tool_use'
        ? [[(event.input as { command: string }).command, event.data.decision ?? event.data.vote, event.reason, event.timestamp]]
        : [],
    );
    assert.deepEqual(asked, [
      ['echo deny', 'deny', 'no echo', at(2)],
      ['echo ask', 'ask', undefined, at(4)],
      ['echo allow', 'allow', undefined, at(6)],
      ['echo plain', undefined, undefined, at(8)],
      ['echo older deny', 'deny', 'no echo', at(10)],
      ['echo rule', undefined, undefined, at(12)],
      ['echo last', undefined, undefined, at(40)],
    ]);
    const settled = events.flatMap((event) => (event.type === 'tool_settled' ? [event.data.outcome] : []));
    assert.deepEqual(settled, ['denied', 'denied', 'ok', 'ok', 'denied', 'denied']);
    const replay = async () => (await home.hooksmith(['replay', '--from', 'claude'])).stdout;
    home.ownHook(`export const no = hook('preToolUse', { match: { command: 'echo deny' } }, (ctx) => ctx.deny('no'));
      export const older = hook('preToolUse', { match: { command: 'echo older*' } }, (ctx) => ctx.respond('it is old'));
      export const who = policy({ match: { command: 'echo ask' } }, (ctx) => ctx.ask('ask me'));
      export const yes = hook('preToolUse', { match: { command: 'echo allow' } }, (ctx) => ctx.allow('sure'));`);
    assert.match(await replay(), /^0 of \d+ decisions would change, 0 unknown$/m);
    home.ownHook("export const no = denyCommands('echo ask', 'echo plain');");
    const changed = await replay();
    for (const line of [
      /deny: deny "no echo" → continue/,
      /ask: ask → deny/,
      /allow: allow → continue/,
      /plain: continue → deny/,
    ])
      assert.match(changed, line);
    assert.match(changed, /older deny: deny "no echo" → continue/);
    assert.match(changed, /^5 of \d+ decisions/m);
    // What its sandbox would hide is nothing that another agent is told.
    home.ownHook("export const no = denyCommands('sudo');");
    const hides = await replay();
    assert.doesNotMatch(hides, /confine/);
    assert.match(hides, /^4 of \d+ decisions/m);
  });

  it('says where it looked, where there is nothing to try hooks on', async () => {
    const none = await home.hooksmith(['replay', '--from', 'codex', '--json']);
    assert.deepEqual([none.code, JSON.parse(none.stdout).decisions], [0, 0]);
    const [sessions, archived] = ['sessions', 'archived_sessions'].map((name) => join(home.home, '.codex', name));
    assert.ok(none.stderr.includes(`no session of Codex in ${sessions} or ${archived}`), none.stderr);
    utimesSync(claude(), 1, 1);
    const { stderr } = await home.hooksmith(['replay', '--from', 'claude', '--since', '30d', '--cwd', home.project]);
    const folder = join(home.home, '.claude', 'projects');
    assert.ok(stderr.includes(`of 1 session of Claude Code in ${folder} none was written since 20`), stderr);
    assert.ok(stderr.includes(` and began in ${home.project}`), stderr);
    const all = await home.hooksmith(['replay', '--from', 'claude']);
    assert.doesNotMatch(all.stderr, /session/);
  });

  it('is told how many of its lines are none', async () => {
    const [first = '', ...more] = kept.codex.text.split('\n');
    const told = async (...broken: string[]) => {
      home.write(join(home.home, kept.codex.path), [first, ...broken, ...more].join('\n'));
      return (await home.hooksmith(['replay', '--from', 'codex'])).stderr;
    };
    assert.match(await told('{'), /: 1 broken line was passed over$/m);
    assert.match(await told('{', '[]'), /: 2 broken lines were passed over$/m);
  });

  it('is passed over and told where it cannot be read, and the others are replayed', async () => {
    home.ownHook("export const noLs = denyCommands('ls');");
    const path = claude();
    const beside = (name: string) => path.replace('one.jsonl', name);
    for (const [name, target] of [
      ['loop.jsonl', 'loop.jsonl'],
      ['gone.jsonl', 'nowhere'],
      ['folder.jsonl', '.'],
    ] as const)
      symlinkSync(target, beside(name));
    // Nobody writes to it: who opened it would wait for ever.
    execFileSync('mkfifo', [beside('pipe.jsonl')]);
    const { code, stdout, stderr } = await home.hooksmith(['replay', '--from', 'claude']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Bash ls -a: continue → deny/);
    assert.match(stderr, /loop\.jsonl: it cannot be read: ELOOP/);
    assert.doesNotMatch(stderr, /(gone|folder|pipe)\.jsonl/);
  });

  it('is told as unreadable where it vanishes, or becomes another thing, before it is read', async () => {
    for (const path of [claude('gone.jsonl'), home.write(join(home.home, kept.gemini.path), kept.gemini.text)]) {
      const agent = path.endsWith('gone.jsonl') ? 'claude' : 'gemini';
      assert.deepEqual(
        transcriptsOf(agent, home.home).map((one) => one.path),
        [path],
      );
      rmSync(path);
      const gone = await eventsOf(agent, path);
      assert.deepEqual([gone.read.broken, gone.events.some(({ type }) => type === 'pre_tool_use')], [1, false]);
      assert.match(gone.read.problems[0]!, /it cannot be read: ENOENT/);
      mkdirSync(path);
      assert.match((await eventsOf(agent, path)).read.problems[0]!, /it cannot be read: EISDIR/);
    }
  });

  it('costs a replay only the line or the call that is nested without end', async () => {
    home.ownHook("export const noLs = denyCommands('ls');");
    const payload = { type: 'function_call', name: 'docs', call_id: 'deep', arguments: nestedJson(3000) };
    const asText = JSON.stringify({ timestamp: at(1), type: 'response_item', payload });
    const [first = '', ...more] = kept.codex.text.split('\n');
    home.write(join(home.home, kept.codex.path), [first, nestedJson(3000), asText, ...more].join('\n'));
    const { code, stdout, stderr } = await home.hooksmith(['replay', '--from', 'codex']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Bash ls -a: continue → deny/);
    assert.match(stdout, /1 of \d+ decisions would change, [1-9]\d* (are )?unknown/);
    assert.match(stderr, /:2: it is nested deeper than 500 levels$/m);
  });

  it('is what a replay tries hooks on, each call once, as old as is asked for', async () => {
    home.ownHook("export const noLs = denyCommands('ls');");
    const path = claude();
    claude('copy.jsonl');
    const last = ({ stdout }: { stdout: string }) => stdout.trim().split('\n').at(-1);
    const all = await home.hooksmith(['replay', '--from', 'claude']);
    assert.equal(all.code, 0, all.stderr);
    assert.match(last(all)!, /^1 of \d+ decisions would change/);
    assert.match(all.stdout, /Bash ls -a: continue → deny/);
    home.ownHook(
      "export const asks = policy({ tools: 'Bash' }, (ctx) => ctx.ask('why')); export const talks = hook('userMessage', (ctx) => ctx.deny('no'));",
    );
    const prompts = await home.hooksmith(['replay', '--from', 'claude']);
    assert.equal(prompts.stdout.match(/^.*user.*→ deny.*$/gim)?.length, 1, prompts.stdout);
    for (const name of [path, path.replace('one', 'copy')]) utimesSync(name, 1, 1);
    assert.match(last(await home.hooksmith(['replay', '--from', 'claude', '--since', '30d']))!, /^0 of 0 decisions/);
    assert.match(last(await home.hooksmith(['replay', '--from', 'claude', '--cwd', home.project]))!, /^0 of 0 decisions/);
    for (const args of [
      ['--from', 'cursor'],
      ['--from', 'claude', '--since', 'ever'],
      ['--since', '3d'],
      ['--from', 'claude', path],
    ])
      assert.equal((await home.hooksmith(['replay', ...args])).code, 2, args.join(' '));
  });
});
