/** What other agents say is read as our events, and what hooks decide is answered in their words: never one that they would misread. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, protocols, readOccurrence } from '../../src/protocols';
import { callsOfPatch } from '../../src/protocols/applyPatch';
import { beyond } from '../../src/protocols/beyond';
import { type AgentName, agentNames, type Occurrence, type Verdict } from '../../src/protocols/protocol';
import type { TheirCall } from '../../src/protocols/toolWords';
import type { JsonObject } from '../../src/shared/basics/json';
import { root } from '../fixtures/core';
import { nestedJson } from '../fixtures/nested';

interface Sample {
  agent: AgentName;
  from: string;
  payload: JsonObject;
  tells: JsonObject;
}
const folder = join(root, 'test', 'fixtures', 'agents');
const others = JSON.parse(readFileSync(join(folder, 'others.json'), 'utf8')) as Sample[];
const recorded = readdirSync(join(folder, 'claude')).map((name) => readFileSync(join(folder, 'claude', name), 'utf8'));

function heard(agent: AgentName, payload: JsonObject | string): Occurrence {
  const told = readOccurrence(agent, typeof payload === 'string' ? payload : JSON.stringify(payload));
  if ('problem' in told) assert.fail(told.problem);
  return told;
}
const said = (agent: AgentName, payload: JsonObject, verdict: Verdict) => answer(heard(agent, payload), verdict);
const without = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const gates: Record<AgentName, JsonObject> = {
  claude: {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: '/p',
    tool_name: 'Bash',
    tool_input: { command: 'ls', dangerouslyDisableSandbox: true },
  },
  vscode: {
    hookEventName: 'PreToolUse',
    sessionId: 's',
    cwd: '/p',
    tool_name: 'create_file',
    tool_input: { filePath: '/p/a', content: 'x' },
  },
  copilot: { sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs: { command: 'ls' } },
  cursor: { hook_event_name: 'preToolUse', conversation_id: 's', tool_name: 'Shell', tool_input: { command: 'ls' } },
  gemini: { hook_event_name: 'BeforeTool', session_id: 's', tool_name: 'run_shell_command', tool_input: { command: 'ls' } },
  codex: { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } },
};

describe('hook protocols of other agents', () => {
  for (const { agent, from, payload, tells } of others)
    it(`reads ${agent} ${String(payload.hookEventName ?? payload.hook_event_name ?? JSON.stringify(tells.event))} (${from})`, () =>
      assert.deepEqual(without(heard(agent, payload).told), tells));

  it('reads all that the real Claude Code sent', () => {
    const told = recorded.map((text) => heard('claude', text));
    assert.equal(told.length, 21);
    const events = new Set(told.map((one) => one.told.event));
    for (const event of [
      'preToolUse',
      'postToolUse',
      'toolError',
      'userMessage',
      'permissionRequest',
      'stop',
      'subagentStop',
      'preCompact',
      'sessionStart',
      'sessionEnd',
    ] as const)
      assert.ok(events.has(event), event);
    const ofSubagent = told.find((one) => one.subagent && one.told.event === 'preToolUse');
    assert.deepEqual(ofSubagent?.subagent, { id: 'ac1bdbfe53b2098a1', type: 'general-purpose' });
  });

  const unreadable: [AgentName, string][] = [
    ...agentNames.flatMap((agent) => ['', '{', 'null', '[]', '"x"', '{}'].map((text): [AgentName, string] => [agent, text])),
    ['claude', '{"hook_event_name":"PreToolUse"}'],
    ['claude', '{"hook_event_name":"PreToolUse","tool_name":"Bash"}'],
    ['claude', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"ls"}'],
    ['claude', '{"hook_event_name":"BeforeEverything"}'],
    ['claude', '{"hook_event_name":"UserPromptSubmit"}'],
    ['copilot', '{"sessionId":"s","toolName":"bash","toolArgs":"{"}'],
    ['cursor', '{"hook_event_name":"beforeMCPExecution","tool_name":"x","tool_input":"{"}'],
    ['cursor', '{"hook_event_name":"beforeMCPExecution","tool_name":"x"}'],
    ['cursor', '{"hook_event_name":"preToolUse","tool_name":"Shell","tool_input":""}'],
    ['codex', '{"hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"rm x"}}'],
    ['vscode', '{"hookEventName":"PreToolUse","tool_name":"multi_replace_string_in_file","tool_input":{"replacements":3}}'],
    ['vscode', '{"hookEventName":"PreToolUse","tool_name":"multi_replace_string_in_file","tool_input":{"replacements":[]}}'],
  ];
  it('says why it cannot read what it cannot read', () => {
    for (const [agent, text] of unreadable) assert.ok('problem' in readOccurrence(agent, text), `${agent} ${text}`);
  });

  it('reads nothing that is nested without end, be it as a text', () => {
    const text = nestedJson(2000);
    for (const [agent, payload] of [
      ['codex', `{"hook_event_name":"PreToolUse","tool_name":"mcp__x__y","tool_input":${text}}`],
      ['claude', `{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{},"tool_response":${text}}`],
      [
        'cursor',
        JSON.stringify({ hook_event_name: 'beforeMCPExecution', conversation_id: 'c', tool_name: 'y', tool_input: text }),
      ],
    ] as const)
      assert.deepEqual(readOccurrence(agent, payload), { problem: 'it is nested deeper than 500 levels' }, agent);
  });

  it('answers a deny, an ask and a change to each agent in its own words', () => {
    const deny: Verdict = { action: 'deny', reason: 'no' };
    assert.deepEqual(without(agentNames.map((agent) => said(agent, gates[agent], deny).json)), [
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' } },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' } },
      { permissionDecision: 'deny', permissionDecisionReason: 'no' },
      { permission: 'deny', user_message: 'no', agent_message: 'no' },
      { decision: 'deny', reason: 'no' },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' } },
    ]);
    const changed = { command: 'ls -a' };
    const change: Verdict = { inputs: [changed] };
    assert.deepEqual(without(said('claude', gates.claude, { inputs: [{ ...changed, dangerouslyDisableSandbox: true }] }).json), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { ...changed, dangerouslyDisableSandbox: true } },
    });
    assert.deepEqual(without(said('vscode', gates.vscode, { inputs: [{ file_path: '/p/a', content: 'y' }] }).json), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { filePath: '/p/a', content: 'y' } },
    });
    assert.deepEqual(without(said('copilot', gates.copilot, change).json), { modifiedArgs: changed });
    assert.deepEqual(without(said('cursor', gates.cursor, change).json), { updated_input: changed });
    assert.deepEqual(without(said('gemini', gates.gemini, change).json), {
      hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: changed },
    });
    assert.deepEqual(without(said('codex', gates.codex, change).json), {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: changed },
    });
  });

  it('hands no agent a change in a word that would spare a prompt which is to come', () => {
    const change: Verdict = { inputs: [{ command: 'ls -a' }], keepsPrompt: true };
    for (const agent of ['claude', 'copilot', 'cursor', 'gemini'] as const)
      assert.match(JSON.stringify(said(agent, gates[agent], change).json), /ls -a/, agent);
    const { json, lost } = said('codex', gates.codex, change);
    assert.match(JSON.stringify(json), /"permissionDecision":"deny".*Make this call in its place.*ls -a/);
    assert.deepEqual(lost, [{ word: 'input', became: 'denied: Codex cannot be handed the changed call', denies: true }]);
  });

  it('denies where an agent cannot ask, or cannot be handed a change, and says what was lost', () => {
    for (const agent of ['cursor', 'codex'] as const) {
      const { json, lost } = said(agent, gates[agent], { action: 'ask', reason: 'pushes need a human' });
      assert.match(JSON.stringify(json), /deny.*pushes need a human/);
      assert.deepEqual(
        lost.map(({ word }) => word),
        ['ask'],
      );
    }
    for (const agent of ['claude', 'vscode', 'copilot', 'gemini'] as const)
      assert.match(JSON.stringify(said(agent, gates[agent], { action: 'ask', reason: 'why' }).json), /"ask"/);
    const before = { hook_event_name: 'beforeShellExecution', conversation_id: 's', command: 'ls' };
    assert.match(JSON.stringify(said('cursor', before, { inputs: [{ command: 'ls -a' }] })), /deny.*ls -a/);
    const field = { ...gates.gemini, tool_input: { command: 'ls', description: 'x' } };
    assert.match(JSON.stringify(said('gemini', field, { inputs: [{ command: 'ls' }] })), /deny/, 'a merge takes no field away');
  });

  it('never says what an agent would misread', () => {
    const verdicts: Verdict[] = [undefined, 'allow', 'ask', 'deny'].flatMap((action) =>
      [undefined, '', 'why'].flatMap((reason) =>
        [undefined, { command: 'x' }].map(
          (input) =>
            ({
              action,
              reason,
              inputs: [input],
              output: reason ?? 'o',
              text: 'another',
              context: ['c'],
              continueWith: reason === '' ? ' ' : 'more',
            }) as Verdict,
        ),
      ),
    );
    const all = [
      ...others,
      ...agentNames.map((agent) => ({ agent, payload: gates[agent] })),
      ...recorded.map((text) => ({ agent: 'claude' as const, payload: JSON.parse(text) as JsonObject })),
    ];
    for (const { agent, payload } of all)
      for (const verdict of verdicts) {
        const text = JSON.stringify(said(agent, payload, verdict).json);
        if (agent === 'claude' || agent === 'codex') assert.doesNotMatch(text, /"continue":false/, text);
        if (agent === 'cursor' || agent === 'codex') assert.doesNotMatch(text, /"ask"/, text);
        const { hookSpecificOutput: specific = {} } = JSON.parse(text) as { hookSpecificOutput?: JsonObject };
        if (specific.permissionDecision === 'deny') assert.ok(specific.permissionDecisionReason, text);
        if (agent === 'codex' && specific.permissionDecision === 'allow') assert.ok(specific.updatedInput, text);
        if (/"(decision|permissionDecision)":"(deny|block)"/.test(text))
          assert.match(text, /"(r|permissionDecisionR)eason":"[^" ]/, text);
      }
  });

  it('changes nothing of a call that it refuses', () => {
    const verdict: Verdict = { action: 'ask', reason: 'why', inputs: [{ command: 'pwd' }] };
    for (const agent of ['cursor', 'codex'] as const) {
      const text = JSON.stringify(said(agent, gates[agent], verdict).json);
      assert.match(text, /"deny"/);
      assert.doesNotMatch(text, /pwd/, agent);
    }
  });

  it('tells a prompt of Copilot from the call that it is about', () => {
    const claudes = { session_id: 's', cwd: '/p', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const own = { sessionId: 's', cwd: '/p', toolName: 'bash', toolInput: { command: 'ls' }, hookName: 'permissionRequest' };
    for (const payload of [{ ...claudes, hook_event_name: 'PermissionRequest' }, own])
      assert.deepEqual(without(heard('copilot', payload).told), {
        event: 'permissionRequest',
        calls: [{ toolName: 'Bash', input: { command: 'ls' } }],
      });
    const deny = { action: 'deny', reason: 'no' } as const;
    assert.deepEqual(said('copilot', own, deny).json, { behavior: 'deny', message: 'no' });
    assert.deepEqual(said('copilot', { ...claudes, hook_event_name: 'PermissionRequest' }, deny).json, {
      behavior: 'deny',
      message: 'no',
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'no' } },
    });
  });

  it('refuses what comes next where a deny cannot be heard', () => {
    const prompt = { sessionId: 's', cwd: '/p', prompt: 'Fix it' };
    const { json, lost, unheard } = said('copilot', prompt, { action: 'deny', reason: 'no' });
    assert.deepEqual([json, unheard, lost.map(({ word }) => word)], [{}, 'no', ['deny']]);
    assert.match(said('copilot', prompt, { text: 'Do it' }).unheard ?? '', /Send this in its place: Do it$/);
  });

  it('refuses nothing for a history that an agent sums up all the same', () => {
    for (const [agent, hook_event_name] of [
      ['gemini', 'PreCompress'],
      ['codex', 'PreCompact'],
      ['cursor', 'preCompact'],
      ['vscode', 'PreCompact'],
    ] as const) {
      const payload = { hook_event_name, session_id: 's', conversation_id: 's', trigger: 'auto' };
      const { json, lost, unheard } = said(agent, payload, { action: 'deny', reason: 'no' });
      assert.deepEqual([without(json), unheard], [{}, undefined], agent);
      assert.match(lost[0]?.became ?? '', /^not heard: .* sums up all the same$/);
      assert.equal(beyond(agent, 'preCompact', ['deny'])[0]?.becomes, 'it sums up all the same');
    }
    const claudes = { hook_event_name: 'PreCompact', session_id: 's', trigger: 'auto' };
    assert.deepEqual(without(said('claude', claudes, { action: 'deny', reason: 'no' }).json), {
      decision: 'block',
      reason: 'no',
    });
  });

  it('hands on a changed output where there is a place for it, in the shape of the tool', () => {
    const afterTool = (tool_response: unknown) => ({ ...gates.claude, hook_event_name: 'PostToolUse', tool_response });
    const outputOf = (response: unknown) =>
      (without(said('claude', afterTool(response), { output: 'masked' }).json) as { hookSpecificOutput?: JsonObject })
        .hookSpecificOutput;
    assert.deepEqual(outputOf({ stdout: 'secret', stderr: 'secret', interrupted: false })?.updatedToolOutput, {
      stdout: 'masked',
      stderr: '',
      interrupted: false,
    });
    assert.deepEqual(outputOf({ type: 'text', file: { content: 'secret', numLines: 1 } })?.updatedToolOutput, {
      type: 'text',
      file: { content: 'masked', numLines: 1 },
    });
    assert.deepEqual(outputOf([{ type: 'text', text: 'secret' }])?.updatedToolOutput, [{ type: 'text', text: 'masked' }]);
    const found = { mode: 'content', content: 'secret', filenames: [], numFiles: 0 };
    assert.deepEqual(outputOf(found)?.updatedToolOutput, { ...found, content: 'masked' });
    const page = { code: 200, result: 'secret', url: 'u' };
    assert.deepEqual(outputOf(page)?.updatedToolOutput, { ...page, result: 'masked' });
    const written = { type: 'create', filePath: '/a', content: 'secret', structuredPatch: [] };
    assert.equal(outputOf(written)?.updatedToolOutput, undefined, 'that is the file, not what the model is told');
    const failed = { ...gates.copilot, toolResult: { resultType: 'failure', textResultForLlm: 'secret', sessionLog: 'x' } };
    assert.deepEqual(without(said('copilot', failed, { output: 'masked' }).json), {
      modifiedResult: { resultType: 'failure', textResultForLlm: 'masked', sessionLog: 'x' },
    });
    const { toolResult, ...capital } = {
      ...failed,
      hook_event_name: 'PostToolUse',
      tool_name: 'bash',
      tool_input: { command: 'ls' },
    };
    assert.match(
      JSON.stringify(said('copilot', { ...capital, tool_response: toolResult }, { output: 'masked' }).json),
      /"resultType":"failure","textResultForLlm":"masked"/,
    );
    const tool_result = { result_type: 'success', text_result_for_llm: 'secret', session_log: 'x' };
    // Copilot runs what was configured for the two others, too.
    for (const gate of ['copilot', 'vscode', 'claude'] as const)
      for (const tool_name of ['bash', 'Bash']) {
        const payload = { ...capital, tool_name, tool_result };
        assert.equal((heard(gate, payload).told as { output?: string }).output, 'secret', gate);
        assert.deepEqual(
          without(said(gate, payload, { output: 'masked' }).json),
          { modifiedResult: { session_log: 'x', resultType: 'success', textResultForLlm: 'masked' } },
          gate,
        );
      }
    const odd = said('claude', afterTool({ strange: 'secret' }), { output: 'masked' });
    assert.deepEqual(
      odd.lost.map(({ word }) => word),
      ['output'],
    );
    assert.match(JSON.stringify(odd.json), /block.*masked/);
  });

  it('tells what hooks made of a failure beside it, where there is a place for it', () => {
    const failed = { tool_name: 'Bash', tool_input: { command: 'ls' }, error: 'secret' };
    const of = (agent: AgentName, payload: JsonObject) => {
      const { json, lost } = said(agent, { ...failed, ...payload }, { output: 'masked' });
      return [JSON.stringify(json), lost.map(({ became }) => became)];
    };
    assert.deepEqual(of('claude', { hook_event_name: 'PostToolUseFailure' }), [
      '{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"A hook changed this output. Go by this: masked"}}',
      ['told beside it: Claude Code keeps the failure'],
    ]);
    assert.deepEqual(of('copilot', { sessionId: 's', toolName: 'bash', toolArgs: { command: 'ls' } }), [
      '{"additionalContext":"A hook changed this output. Go by this: masked"}',
      ['told beside it: GitHub Copilot keeps the failure'],
    ]);
    assert.deepEqual(of('cursor', { hook_event_name: 'postToolUseFailure', conversation_id: 's' }), [
      '{}',
      ["not told: Cursor keeps the tool's own output"],
    ]);
    assert.deepEqual(beyond('claude', 'toolError', ['respond', 'error']), [
      { does: 'answers for the tool', becomes: 'told beside the failure, which stays' },
      { does: 'changes the error', becomes: 'told beside the failure, which stays' },
    ]);
    assert.deepEqual(beyond('cursor', 'toolError', ['error']), [{ does: 'changes the error', becomes: 'not told' }]);
    assert.match(beyond('claude', 'preToolUse', ['respond'])[0]?.becomes ?? '', /^denied/);
    const after = { hook_event_name: 'AfterTool', tool_name: 'run_shell_command' };
    const response = { llmContent: 'secret', returnDisplay: '', error: { message: 'it failed' } };
    assert.deepEqual(of('gemini', { ...after, tool_response: response }), ['{"decision":"deny","reason":"masked"}', []]);
    assert.deepEqual(beyond('gemini', 'toolError', ['respond', 'error']), []);
    const told = (tool_response: object) => without(heard('gemini', { ...failed, ...after, tool_response }).told);
    const calls = [{ toolName: 'Bash', input: { command: 'ls' } }];
    assert.deepEqual(told(response), { event: 'toolError', calls, error: 'secret' });
    const inParts = { llmContent: [{ text: 'sec' }, 'ret'], returnDisplay: '' };
    assert.deepEqual(told(inParts), { event: 'postToolUse', calls, output: 'sec\nret' });
    assert.deepEqual(told({ ...inParts, error: 'x' }), { event: 'toolError', calls, error: 'sec\nret' });
    assert.deepEqual(told({ error: { message: 'it failed' } }), { event: 'toolError', calls, error: 'it failed' });
    assert.deepEqual(told({ ...response, error: null }), { event: 'postToolUse', calls, output: 'secret' });
  });

  it('reads how an agent ends, and how often hooks have kept it going', () => {
    const ends = { hook_event_name: 'stop', conversation_id: 's' };
    for (const [more, expected] of [
      [{ status: 'completed', loop_count: 0 }, { again: false }],
      [{ status: 'completed', loop_count: 3 }, { again: true }],
      [
        { status: 'aborted', loop_count: 0 },
        { again: false, cut: 'user_requested' },
      ],
      [
        { status: 'error', loop_count: 0 },
        { again: false, cut: 'error' },
      ],
    ] as const)
      assert.deepEqual(without(heard('cursor', { ...ends, ...more }).told), { event: 'stop', ...expected });
    const { told: ofTask, subagent } = heard('cursor', {
      ...{ ...ends, hook_event_name: 'subagentStop', subagent_type: 'explore', task: 'Look', summary: 'Seen' },
      ...{ status: 'error', loop_count: 1 },
    });
    assert.deepEqual(ofTask, { event: 'subagentStop', task: 'Look', result: 'Seen', again: true, cut: 'error' });
    assert.deepEqual(subagent, { id: 'explore: Look', type: 'explore' });
    for (const [reason, expected] of [
      ['clear', 'new_chat'],
      ['logout', 'exit'],
    ])
      assert.deepEqual(heard('claude', { hook_event_name: 'SessionEnd', session_id: 's', reason }).told, {
        event: 'sessionEnd',
        reason: expected,
      });
  });

  it('hands Cursor a changed output of an MCP tool, and of no other', () => {
    const afterTool = (tool_name: string, tool_output: string) =>
      said('cursor', { ...gates.cursor, hook_event_name: 'postToolUse', tool_name, tool_output }, { output: 'masked' });
    const content = [{ type: 'text', text: 'secret' }];
    const theirs = heard('cursor', {
      ...{ ...gates.cursor, hook_event_name: 'postToolUse', tool_name: 'MCP:query' },
      tool_output: JSON.stringify({ content }),
    });
    assert.equal((theirs.told as { output?: string }).output, 'secret');
    assert.deepEqual(without(afterTool('MCP:query', JSON.stringify({ content })).json), {
      updated_mcp_tool_output: { content: [{ type: 'text', text: 'masked' }] },
    });
    const own = afterTool('Shell', '{"output":"secret","exitCode":0}');
    assert.deepEqual([without(own.json), own.lost.map(({ word }) => word)], [{}, ['output']]);
    assert.deepEqual(beyond('cursor', 'postToolUse', ['output']), [
      { does: 'changes the output', becomes: 'not told, but of an MCP tool' },
    ]);
  });

  it('maps every tool both ways', () => {
    for (const agent of agentNames) {
      const { tools } = protocols[agent];
      const calls: Record<string, JsonObject> = {
        Bash: { command: 'ls' },
        Read: { file_path: '/a', offset: 3, limit: 4 },
        Write: { file_path: '/a', content: 'x' },
        Edit: { file_path: '/a', old_string: 'a', new_string: 'b' },
        Grep: { pattern: 'x' },
        mcp__a__b: { z: 1 },
      };
      for (const [toolName, input] of Object.entries(calls)) {
        const theirs = tools.say(toolName, input);
        const back = tools.read(theirs.toolName, theirs.input);
        if (agent === 'codex' && toolName === 'Edit') continue;
        assert.deepEqual(back, [{ toolName, input }], `${agent} ${toolName}`);
      }
    }
  });

  const toolsOf: Record<AgentName, (tool_name: string, tool_input: JsonObject) => JsonObject> = {
    claude: (tool_name, tool_input) => ({ ...gates.claude, tool_name, tool_input }),
    vscode: (tool_name, tool_input) => ({ ...gates.vscode, tool_name, tool_input }),
    copilot: (toolName, toolArgs) => ({ ...gates.copilot, toolName, toolArgs }),
    cursor: (tool_name, tool_input) => ({ ...gates.cursor, tool_name, tool_input }),
    gemini: (tool_name, tool_input) => ({ ...gates.gemini, tool_name, tool_input }),
    codex: (tool_name, tool_input) => ({ ...gates.codex, tool_name, tool_input }),
  };
  const callsOf = (agent: AgentName, tool: string, input: JsonObject, more: JsonObject = {}) =>
    without((heard(agent, { ...toolsOf[agent](tool, input), ...more }).told as { calls?: unknown }).calls);
  const unread = (agent: AgentName, tool: string, input: JsonObject) =>
    assert.ok(
      'problem' in readOccurrence(agent, JSON.stringify(toolsOf[agent](tool, input))),
      `${agent} ${tool} ${JSON.stringify(input)}`,
    );

  it('reads what a shell is given as words, and where it is to run', () => {
    const bash = (command: string, cwd?: string, more: JsonObject = {}) => [
      { toolName: 'Bash', input: { ...more, command }, ...(cwd === undefined ? {} : { cwd }) },
    ];
    assert.deepEqual(callsOf('codex', 'shell', { command: ['bash', '-lc', 'git push'] }), bash('git push'));
    assert.deepEqual(callsOf('codex', 'shell', { command: ['rm', '-rf', 'a b'] }), bash("rm -rf 'a b'"));
    assert.deepEqual(callsOf('codex', 'exec_command', { cmd: 'ls' }), bash('ls'));
    assert.deepEqual(callsOf('codex', 'Bash', { command: 'ls', workdir: 'x' }), bash('ls', 'x', { workdir: 'x' }));
    assert.deepEqual(
      callsOf('cursor', 'Shell', { command: 'ls', working_directory: '/x' }),
      bash('ls', '/x', { working_directory: '/x' }),
    );
    assert.deepEqual(
      callsOf('gemini', 'run_shell_command', { command: 'ls', dir_path: 'x' }),
      bash('ls', 'x', { dir_path: 'x' }),
    );
    // Whatever they call the folder.
    for (const [agent, tool] of [
      ['cursor', 'Shell'],
      ['vscode', 'run_in_terminal'],
      ['copilot', 'bash'],
    ] as const)
      for (const field of ['cwd', 'workdir', 'working_directory'])
        assert.deepEqual(callsOf(agent, tool, { command: 'ls', [field]: 'x' }), bash('ls', 'x', { [field]: 'x' }));
    assert.deepEqual(
      callsOf('vscode', 'create_and_run_task', { workspaceFolder: '/p', task: { command: 'rm', args: ['-rf', 'a b'] } }),
      bash("rm -rf 'a b'", '/p'),
    );
    const words = toolsOf.codex('shell', { command: ['bash', '-lc', 'ls'], timeout_ms: 1 });
    assert.deepEqual(without(said('codex', words, { inputs: [{ command: 'ls -a', timeout_ms: 1 }] }).json), {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: ['bash', '-lc', 'ls -a'], timeout_ms: 1 },
      },
    });
    const cmd = said('codex', toolsOf.codex('exec_command', { cmd: 'ls' }), { inputs: [{ command: 'ls -a' }] });
    assert.match(JSON.stringify(cmd.json), /"updatedInput":{"cmd":"ls -a"}/);
    const bare = said('codex', toolsOf.codex('shell', { command: ['ls'] }), { inputs: [{ command: 'ls | wc' }] });
    assert.match(JSON.stringify(bare.json), /"deny".*ls \| wc/);
  });

  it('reads what is typed into a shell that runs as a line of it, and keys alone as what they are', () => {
    const tools = [
      ['copilot', 'write_bash', 'input'],
      ['copilot', 'write_powershell', 'input'],
      ['codex', 'write_stdin', 'chars'],
      ['vscode', 'send_to_terminal', 'command'],
    ] as const;
    for (const [agent, tool, field] of tools) {
      for (const keys of ['git push', 'git push\n', 'git push\r', 'git push{enter}'])
        assert.deepEqual(
          callsOf(agent, tool, { id: 1, [field]: keys }),
          [{ toolName: 'Bash', input: { id: 1, command: 'git push' } }],
          `${tool} ${keys}`,
        );
      for (const keys of ['', '{enter}', '{down}{enter}', '\u0003', '\u001b[A\r', ' '])
        assert.deepEqual(callsOf(agent, tool, { [field]: keys }), [{ toolName: tool, input: { [field]: keys } }], tool);
      for (const keys of ['git pus{left}h', '\u0015git push\n', 'git pu\t\n', '\u001b[Agit push', 7])
        assert.ok('problem' in readOccurrence(agent, JSON.stringify(toolsOf[agent](tool, { [field]: keys }))), `${tool} ${keys}`);
      const call = toolsOf[agent](tool, { id: 1, [field]: 'npm test{enter}' });
      assert.deepEqual(protocols[agent].tools.theirs('Bash').includes(tool), false);
      assert.match(JSON.stringify(said(agent, call, { inputs: [{ id: 1, command: 'npm test', x: 2 }] }).json), /npm test{enter}/);
      assert.match(JSON.stringify(said(agent, call, { inputs: [{ id: 1, command: 'ls' }] }).json), /"ls\\n"/);
    }
  });

  it('reads what Claude Code watches in the background as the command line that it is', () => {
    const watched = { command: 'git push', timeout_ms: 9, persistent: true };
    assert.deepEqual(callsOf('claude', 'Monitor', watched), [{ toolName: 'Bash', input: watched }]);
    const socket = { ws: { url: 'wss://a' } };
    assert.deepEqual(callsOf('claude', 'Monitor', socket), [{ toolName: 'Monitor', input: socket }]);
    const changed = said('claude', toolsOf.claude('Monitor', watched), { inputs: [{ ...watched, command: 'ls' }] });
    assert.match(JSON.stringify(changed.json), /"updatedInput":{"command":"ls","timeout_ms":9,"persistent":true}/);
    assert.ok('problem' in readOccurrence('claude', JSON.stringify(toolsOf.claude('Monitor', { command: ['git', 'push'] }))));
    assert.deepEqual(protocols.claude.tools.theirs('Bash'), ['PowerShell']);
  });

  it('refuses a call that nobody could judge', () => {
    for (const [agent, tool] of [
      ['claude', 'Bash'],
      ['vscode', 'run_in_terminal'],
      ['copilot', 'bash'],
      ['cursor', 'Shell'],
    ] as const)
      for (const input of [{}, { command: null }, { command: 5 }, { command: { a: 'ls' } }]) unread(agent, tool, input);
    for (const command of [[], [1], ['ls', null]]) unread('codex', 'Bash', { command });
    const [one, other] = ['a', 'b'].map((file) => `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch`);
    for (const agent of ['codex', 'copilot', 'vscode'] as const) unread(agent, 'apply_patch', { command: one, input: other });
    unread('claude', 'Bash', { command: ['ls'] });
    unread('codex', 'exec_command', { cmd: 'ls', command: 'rm x' });
    unread('gemini', 'run_shell_command', { command: 'ls', dir_path: '/a', directory: '/b' });
    for (const [tool, field] of [
      ['Read', 'file_path'],
      ['Write', 'file_path'],
      ['Edit', 'file_path'],
      ['MultiEdit', 'file_path'],
      ['Delete', 'file_path'],
      ['NotebookEdit', 'notebook_path'],
      ['Glob', 'path'],
      ['Grep', 'path'],
      ['LS', 'path'],
      ['WebFetch', 'url'],
    ] as const)
      for (const odd of [['a'], { a: 1 }, 5]) unread('claude', tool, { [field]: odd });
    const prompt = { ...toolsOf.claude('Read', { file_path: 5 }), hook_event_name: 'PermissionRequest' };
    assert.ok('problem' in readOccurrence('claude', JSON.stringify(prompt)));
    unread('vscode', 'run_in_terminal', { command: 'ls', explanation: 'a', description: 'b' });
    unread('vscode', 'fetch_webpage', { urls: 'https://a.b' });
    unread('vscode', 'create_and_run_task', { task: { command: 'x', args: [1] } });
    unread('gemini', 'read_many_files', { include: [3] });
    unread('copilot', 'edit', { path: '/p/.env', file_path: '/p/a', old_str: 'a', new_str: 'b' });
    assert.deepEqual(callsOf('claude', 'Read', {}), [{ toolName: 'Read', input: {} }], 'where none is given, none is read');
    // What already happened can be told of, whatever it was.
    heard('claude', { ...gates.claude, hook_event_name: 'PostToolUse', tool_input: {}, tool_response: 'x' });
  });

  it('reads what stands behind the mark that some programs put before a text', () => {
    for (const agent of agentNames)
      assert.deepEqual(
        readOccurrence(agent, `\uFEFF${JSON.stringify(gates[agent])}`),
        readOccurrence(agent, JSON.stringify(gates[agent])),
      );
  });

  it('reads what may be absent as absent where it is null', () => {
    const more = { session_id: null, cwd: null, transcript_path: null, agent_id: null, agent_type: null, tool_use_id: null };
    const { sessionId, cwd, subagent } = heard('claude', { ...gates.claude, ...more });
    assert.deepEqual([sessionId, cwd, subagent], ['', undefined, undefined]);
    const theirs = { conversation_id: null, session_id: null, workspace_roots: null, cwd: null, transcript_path: null };
    const ofCursor = heard('cursor', { ...gates.cursor, ...theirs });
    assert.deepEqual([ofCursor.sessionId, ofCursor.cwd, ofCursor.folders], ['', undefined, []]);
  });

  it('reads a page, a notebook, a search and many files as ours', () => {
    const fetched = (url: string, more: JsonObject = {}) => ({ toolName: 'WebFetch', input: { ...more, url } });
    assert.deepEqual(callsOf('vscode', 'fetch_webpage', { urls: ['https://a.b', 'https://c.d'] }), [
      fetched('https://a.b'),
      fetched('https://c.d'),
    ]);
    const prompt = 'Compare https://a.b/x, (http://c.d).';
    assert.deepEqual(callsOf('gemini', 'web_fetch', { prompt }), [
      fetched('https://a.b/x', { prompt }),
      fetched('http://c.d', { prompt }),
    ]);
    assert.deepEqual(callsOf('gemini', 'web_fetch', { prompt: 'x' }), [{ toolName: 'WebFetch', input: { prompt: 'x' } }]);
    assert.deepEqual(callsOf('vscode', 'edit_notebook_file', { filePath: '/a.ipynb', newCode: 'x', editType: 'insert' }), [
      { toolName: 'NotebookEdit', input: { notebook_path: '/a.ipynb', new_source: 'x', edit_mode: 'insert' } },
    ]);
    assert.deepEqual(callsOf('gemini', 'grep_search', { pattern: 'x', dir_path: 'a', include: '*.ts' }), [
      { toolName: 'Grep', input: { pattern: 'x', path: 'a', glob: '*.ts' } },
    ]);
    assert.deepEqual(callsOf('gemini', 'read_file', { absolute_path: '/a', offset: 1 }), [
      { toolName: 'Read', input: { offset: 1, file_path: '/a' } },
    ]);
    assert.deepEqual(callsOf('gemini', 'glob', { pattern: 'x', dir_path: 'a' }), [
      { toolName: 'Glob', input: { pattern: 'x', path: 'a' } },
    ]);
    assert.deepEqual(callsOf('gemini', 'read_many_files', { include: ['a.ts', 'src/**/*.ts', '/**'] }), [
      { toolName: 'Read', input: { file_path: 'a.ts' } },
      { toolName: 'Grep', input: { pattern: '', path: 'src', glob: 'src/**/*.ts' } },
      { toolName: 'Grep', input: { pattern: '', path: '/', glob: '/**' } },
    ]);
    assert.deepEqual(callsOf('vscode', 'semantic_search', { query: 'x' }), [{ toolName: 'Grep', input: { pattern: 'x' } }]);
    assert.deepEqual(callsOf('cursor', 'SemanticSearch', { query: 'x' }), [{ toolName: 'Grep', input: { pattern: 'x' } }]);
    assert.deepEqual(callsOf('cursor', 'SemanticSearch', { query: 'x', target_directories: ['a', '/b'] }), [
      { toolName: 'Grep', input: { pattern: 'x', path: 'a' } },
      { toolName: 'Grep', input: { pattern: 'x', path: '/b' } },
    ]);
    const page = toolsOf.vscode('fetch_webpage', { urls: ['https://a.b'], query: 'q' });
    assert.match(
      JSON.stringify(said('vscode', page, { inputs: [{ url: 'https://c.d', prompt: 'q' }] }).json),
      /"updatedInput":{"urls":\["https:\/\/c.d"\],"query":"q"}/,
    );
  });

  it('hands a change back in the words that the agent used', () => {
    const call = ([path, text]: readonly [string, string], says: string) => ({ [path]: '/a', [text]: says });
    for (const [agent, tool, ours, theirs] of [
      ['copilot', 'Edit', ['file_path', 'old_string'], ['file_path', 'old_string']],
      ['copilot', 'edit', ['file_path', 'old_string'], ['path', 'old_str']],
      ['cursor', 'Write', ['file_path', 'content'], ['file_path', 'content']],
      ['cursor', 'Write', ['file_path', 'content'], ['path', 'contents']],
      ['gemini', 'grep_search', ['path', 'glob'], ['dir_path', 'include']],
      ['gemini', 'read_file', ['file_path', 'x'], ['file_path', 'x']],
      ['gemini', 'read_file', ['file_path', 'x'], ['absolute_path', 'x']],
    ] as const)
      assert.deepEqual(
        protocols[agent].tools.write(tool, call(ours, 'b'), call(theirs, 'a')),
        call(theirs, 'b'),
        `${agent} ${theirs}`,
      );
  });

  it('takes what Claude Code has of its own at work, as it sums up, for no subagent that ends', () => {
    const payload = { hook_event_name: 'SubagentStop', session_id: 's', agent_id: 'a5', agent_type: '', stop_hook_active: false };
    const told = (type: string) => {
      const read = readOccurrence('claude', JSON.stringify({ ...payload, agent_type: type }));
      return 'problem' in read ? read.problem : read.told.event;
    };
    assert.deepEqual([told(''), told('general-purpose')], [undefined, 'subagentStop']);
  });

  it('hands lines back in the way that the agent counts them', () => {
    const changed = (agent: 'vscode' | 'gemini', given: JsonObject) => {
      const { tools } = protocols[agent];
      const [{ input }, ...others] = tools.read('read_file', given)! as [TheirCall];
      assert.deepEqual(others, []);
      return tools.write('read_file', { ...input, file_path: '/b' }, given);
    };
    for (const [agent, file, lines] of [
      ['vscode', 'filePath', { startLine: 3, endLine: 9 }],
      ['vscode', 'filePath', { offset: 3, limit: 9 }],
      ['vscode', 'filePath', { limit: 9 }],
      ['gemini', 'absolute_path', { offset: 0, limit: 9 }],
      ['gemini', 'file_path', { start_line: 2 }],
    ] as const)
      assert.deepEqual(changed(agent, { [file]: '/a', ...lines }), { [file]: '/b', ...lines });
    const both = { filePath: '/a', startLine: 1, offset: 500 };
    assert.equal(protocols.vscode.tools.read('read_file', both), undefined, 'nobody knows which counts');
  });

  const patchOf = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

  it('reads a patch that is given as text alone, each of its files, and hands a change of one back as text', () => {
    const many = patchOf('*** Add File: a', '+x', '*** Delete File: b', '*** Update File: c', '@@', ' one', '-two', '+three');
    const calls = [
      { toolName: 'Write', input: { file_path: 'a', content: 'x\n' } },
      { toolName: 'Bash', input: { command: "rm -- 'b'" } },
      { toolName: 'Edit', input: { file_path: 'c', old_string: 'one\ntwo', new_string: 'one\nthree' } },
    ];
    const told = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' };
    const given: [AgentName, (patch: string) => JsonObject][] = [
      ['copilot', (patch) => ({ ...gates.copilot, toolName: 'apply_patch', toolArgs: patch })],
      ['copilot', (patch) => ({ ...told, tool_name: 'apply_patch', tool_input: patch })],
      ['copilot', (patch) => ({ ...gates.copilot, toolName: 'git_apply_patch', toolArgs: JSON.stringify({ diff: patch }) })],
      ['cursor', (patch) => ({ ...gates.cursor, tool_name: 'ApplyPatch', tool_input: patch })],
      ['cursor', (patch) => ({ ...gates.cursor, tool_name: 'ApplyPatch', tool_input: { patch_text: patch } })],
      ['codex', (patch) => ({ ...gates.codex, tool_name: 'apply_patch', tool_input: { command: patch } })],
      ['codex', (patch) => ({ ...gates.codex, tool_name: 'apply_patch', tool_input: patch })],
      ['vscode', (patch) => ({ ...told, tool_name: 'apply_patch', tool_input: { input: patch, explanation: 'why' } })],
    ];
    const add = patchOf('*** Add File: a', '+x');
    const edit = patchOf('*** Update File: c', '@@', ' one', '-two', '+three');
    for (const [agent, payload] of given) {
      assert.deepEqual(without((heard(agent, payload(many)).told as { calls?: unknown }).calls), calls, agent);
      const handed = (patch: string, input: JsonObject) => JSON.stringify(said(agent, payload(patch), { inputs: [input] }).json);
      const inTheirs = (patch: string) => JSON.stringify(patch).slice(1, -1);
      for (const [before, input, after] of [
        [add, { file_path: 'z', content: 'y\n' }, patchOf('*** Add File: z', '+y')],
        [add, { file_path: 'a', content: 'y' }, patchOf('*** Add File: a', '+y')],
        [edit, { file_path: 'c', old_string: 'one\ntwo', new_string: '' }, patchOf('*** Update File: c', '@@', '-one', '-two')],
      ] as const) {
        const answered = handed(before, input);
        assert.doesNotMatch(answered, /deny/, `${agent} ${answered}`);
        assert.ok(answered.includes(inTheirs(after)), `${agent} ${answered}`);
        const isText = typeof (payload(before).tool_input ?? payload(before).toolArgs) === 'string';
        if (isText && !answered.includes('diff')) assert.ok(answered.includes(`:"${inTheirs(after)}"`), answered);
      }
      // What no patch can say, or what the patch says of the place is not lost.
      const placed = patchOf('*** Update File: c', '@@ class B', '-two', '+three');
      for (const [patch, input] of [
        [many, { file_path: 'a', content: 'y' }],
        [placed, { file_path: 'c', old_string: 'two', new_string: 'four' }],
        [edit, { file_path: 'c', old_string: 'one', new_string: 'two', replace_all: true }],
        [add, { file_path: 'a\n*** Delete File: b', content: 'y' }],
      ] as const)
        assert.match(handed(patch, input), /deny/, `${agent} ${patch}`);
    }
    for (const text of ['', '[]', 'rm -rf /', '*** Begin Patch']) {
      assert.ok(
        'problem' in readOccurrence('copilot', JSON.stringify({ ...gates.copilot, toolName: 'apply_patch', toolArgs: text })),
      );
      assert.ok('problem' in readOccurrence('copilot', JSON.stringify({ ...gates.copilot, toolName: 'bash', toolArgs: text })));
    }
  });

  it('reads what is attached to a prompt of Cursor, which its model is given without a call', () => {
    const prompt = { hook_event_name: 'beforeSubmitPrompt', conversation_id: 's', workspace_roots: ['/p'], prompt: 'hi' };
    const files = (attachments: unknown) => {
      const told = readOccurrence('cursor', JSON.stringify({ ...prompt, attachments }));
      return 'problem' in told ? told.problem : (told.told as { files?: string[] }).files;
    };
    assert.deepEqual(files([{ type: 'file', file_path: '/p/a' }, { type: 'rule', filePath: '/p/b' }, { type: 'image' }]), [
      '/p/a',
      '/p/b',
    ]);
    assert.deepEqual(files({ type: 'file', file_path: '/p/a' }), ['/p/a']);
    assert.deepEqual(files('/p/a'), ['/p/a']);
    for (const none of [undefined, null]) assert.equal(files(none), undefined);
    for (const odd of [[{ file_path: 7 }], [7], [{ file_path: ['/p/a'] }]]) assert.match(String(files(odd)), /cannot be read/);
  });

  it('reads a patch as git writes it: each of its files, under each name that it may mean', () => {
    const callsOfDiff = (...lines: string[]) => {
      const told = readOccurrence(
        'copilot',
        JSON.stringify({ ...gates.copilot, toolName: 'git_apply_patch', toolArgs: { patch: lines.join('\n') } }),
      );
      return 'problem' in told ? told.problem : (told.told as { calls: { toolName: string; input: JsonObject }[] }).calls;
    };
    const bash = (command: string) => ({ toolName: 'Bash', input: { command } });
    const edit = (file_path: string, old_string: string, new_string: string) => ({
      toolName: 'Edit',
      input: { file_path, old_string, new_string },
    });
    const sides = (name: string) => [`--- a/${name}`, `+++ b/${name}`];
    const changes = ['@@ -1,2 +1,2 @@ class A', ' one', '-two', '+three'];
    assert.deepEqual(
      callsOfDiff(
        ...['From 1 Mon Sep 17', 'Subject: a word', '', 'diff --git a/c b/c', 'index 1..2 100644', ...sides('c'), ...changes],
        ...['diff --git a/b b/b', 'deleted file mode 100644', '--- a/b', '+++ /dev/null', '@@ -1 +0,0 @@', '-x'],
        ...['diff --git a/n b/n', 'new file mode 100644', '--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', '+x'],
        ...['diff --git a/o b/p', 'similarity index 100%', 'rename from o', 'rename to p'],
        ...['diff --git a/q b/r', 'copy from q', 'copy to r'],
        ...['diff --git a/s s b/s s', 'old mode 100644', 'new mode 100755'],
        ...['diff --git a/e b/e', 'new file mode 100644', 'index 0..e69de29'],
        ...['diff --git a/g b/g', 'deleted file mode 100644', 'index e69de29..0', '-- ', '2.39.5', ''],
      ),
      [
        ...[
          edit('c', 'one\ntwo', 'one\nthree'),
          bash("rm -- 'b'"),
          { toolName: 'Write', input: { file_path: 'n', content: 'x\n' } },
        ],
        ...[bash("mv -- 'o' 'p'"), bash("cp -- 'q' 'r'"), bash("chmod 755 -- 's s'")],
        ...[{ toolName: 'Write', input: { file_path: 'e', content: '' } }, bash("rm -- 'g'")],
      ],
    );
    // Of two names each counts, and of one without a letter before it both that it may mean.
    assert.deepEqual(callsOfDiff('--- a/x\t2026-01-01', '+++ b/y', '@@ -1 +1 @@', '-1', '+2'), [
      edit('x', '1', '2'),
      edit('y', '1', '2'),
    ]);
    assert.deepEqual(callsOfDiff('--- secret/x', '+++ secret/x', '@@ -1 +1 @@', '-1', '+2'), [
      edit('secret/x', '1', '2'),
      edit('x', '1', '2'),
    ]);
    assert.deepEqual(callsOfDiff(...sides('../../etc/x'), '@@ -1 +1 @@', '-1', '+2'), [edit('../../etc/x', '1', '2')]);
    assert.deepEqual(callsOfDiff('--- /etc/x', '+++ /etc/x', '@@ -1 +1 @@', '-1', '+2'), [edit('/etc/x', '1', '2')]);
    assert.deepEqual(callsOfDiff('--- "a/\\303\\251\\t\\""', '+++ "b/\\303\\251\\t\\""', '@@ -1 +1 @@', '-1', '+2'), [
      edit('é\t"', '1', '2'),
    ]);
    // Lines of a file that look like the head of another; a file without a line break at its end; line ends of Windows.
    assert.deepEqual(callsOfDiff(...sides('c'), '@@ -1,2 +1 @@', '--- a/z', '-x', '+++ b/z', '\\ No newline at end of file'), [
      edit('c', '-- a/z\nx', '++ b/z'),
    ]);
    assert.deepEqual(callsOfDiff('--- /dev/null', '+++ b/n', '@@ -0,0 +1 @@', '+x', '\\ No newline at end of file'), [
      { toolName: 'Write', input: { file_path: 'n', content: 'x' } },
    ]);
    assert.deepEqual(callsOfDiff([...sides('c'), ...changes].join('\r\n')), [edit('c', 'one\ntwo', 'one\nthree')]);
    const [two] = [callsOfDiff(...sides('c'), ...changes, '@@ -9 +9 @@', '-a', '+b')];
    assert.deepEqual(
      (two as { toolName: string }[]).map(({ toolName }) => toolName),
      ['MultiEdit'],
    );
    // In both forms at once it is each of them.
    const codex = patchOf('*** Delete File: z');
    assert.deepEqual(callsOfDiff(codex, ...sides('c'), ...changes), [bash("rm -- 'z'"), edit('c', 'one\ntwo', 'one\nthree')]);
    for (const unreadable of [
      [...sides('c'), '@@ -1,9 +1,9 @@', ' one', '-two'],
      [...sides('c'), '@@ -1,3 +1,3 @@', ' one', '-two', '+three', 'diff --git a/z b/z'],
      ['diff --git a/c b/c', 'index 1..2', 'GIT binary patch', 'literal 1', 'x'],
      ['diff --git a/c b/c', 'Binary files a/c and b/c differ'],
      ['diff --git a/c b/c', 'new file mode 120000', '--- /dev/null', '+++ b/c', '@@ -0,0 +1 @@', '+/etc'],
      ['diff --git a/c b/d'],
      ['diff --git a/c b/c', 'deleted file mode 100644', ...sides('c'), '@@ -1 +1 @@', '-1', '+2'],
      ['--- a/c', '+++ b/c'],
      [patchOf('*** Delete File: z'), 'diff --git a/c b/c'],
      ['*** Begin Patch', ...sides('c'), ...changes],
    ])
      assert.equal(typeof callsOfDiff(...unreadable), 'string', unreadable.join('|'));
    // A change of it goes back as none: the hook's word is not lost, the call is denied.
    const diff = { ...gates.copilot, toolName: 'git_apply_patch', toolArgs: [...sides('c'), ...changes].join('\n') };
    assert.match(JSON.stringify(said('copilot', diff, { inputs: [{ file_path: 'd' }] }).json), /deny/);
  });

  it("reads Copilot's own tools as ours and hands a change back in their fields", () => {
    const edited = { file_path: '/a', old_string: 'a', new_string: 'b' };
    const of = (command: string, input: JsonObject) => ['str_replace_editor', { command, path: '/a', ...input }] as const;
    for (const [tool, theirs, toolName, input, changed, answered] of [
      ['view', { path: '/a' }, 'Read', { file_path: '/a' }, { file_path: '/b' }, { path: '/b' }],
      [
        ...['view', { path: '/a', view_range: [3, 5] }, 'Read'],
        ...[
          { file_path: '/a', offset: 3, limit: 3 },
          { file_path: '/a', offset: 1 },
          { path: '/a', view_range: [1, -1] },
        ],
      ],
      [
        ...['view', { path: '/a', view_range: [3, -1] }, 'Read'],
        ...[
          { file_path: '/a', offset: 3 },
          { file_path: '/a', limit: 2 },
          { path: '/a', view_range: [1, 2] },
        ],
      ],
      [
        ...['create', { path: '/a', file_text: 'x' }, 'Write'],
        ...[
          { file_path: '/a', content: 'x' },
          { file_path: '/a', content: 'y' },
          { path: '/a', file_text: 'y' },
        ],
      ],
      [
        ...['insert', { path: '/a', insert_line: 2, new_str: 'x' }, 'Edit'],
        { file_path: '/a', insert_line: 2, old_string: '', new_string: 'x' },
        { file_path: '/a', insert_line: 2, old_string: '', new_string: 'y' },
        { path: '/a', insert_line: 2, new_str: 'y' },
      ],
      [...of('view', {}), 'Read', { file_path: '/a' }, { file_path: '/b' }, { command: 'view', path: '/b' }],
      [
        ...[...of('create', { file_text: 'x' }), 'Write', { file_path: '/a', content: 'x' }],
        ...[
          { file_path: '/a', content: 'y' },
          { command: 'create', path: '/a', file_text: 'y' },
        ],
      ],
      [
        ...[...of('str_replace', { old_str: 'a', new_str: 'b' }), 'Edit', edited],
        ...[
          { ...edited, new_string: 'c' },
          { command: 'str_replace', path: '/a', old_str: 'a', new_str: 'c' },
        ],
      ],
      [
        'grep',
        { pattern: 'x', paths: '/a' },
        'Grep',
        { pattern: 'x', path: '/a' },
        { pattern: 'y', path: '/a' },
        { pattern: 'y', paths: '/a' },
      ],
      [
        'rg',
        { pattern: 'x', paths: ['/a'] },
        'Grep',
        { pattern: 'x', path: '/a' },
        { pattern: 'y', path: '/a' },
        { pattern: 'y', paths: ['/a'] },
      ],
      ['glob', { pattern: 'x' }, 'Glob', { pattern: 'x' }, { pattern: 'y', path: '/a' }, { pattern: 'y', path: '/a' }],
    ] as [string, JsonObject, string, JsonObject, JsonObject, JsonObject][]) {
      assert.deepEqual(callsOf('copilot', tool, theirs), [{ toolName, input }]);
      const { json } = said('copilot', toolsOf.copilot(tool, theirs), { inputs: [changed] });
      assert.deepEqual(without(json), { modifiedArgs: answered });
    }
    assert.deepEqual(callsOf('copilot', 'glob', { pattern: 'x', paths: ['/a', '/b'] }), [
      { toolName: 'Glob', input: { pattern: 'x', path: '/a' } },
      { toolName: 'Glob', input: { pattern: 'x', path: '/b' } },
    ]);
    for (const [tool, input] of [
      ['str_replace_editor', { path: '/a' }],
      ['str_replace_editor', { command: 'undo_edit', path: '/a' }],
      ['str_replace_editor', { command: 'view', path: 3 }],
      ['view', { path: '/a', file_path: '/b' }],
      ['insert', { path: '/a', file_path: '/b', new_str: '' }],
      ['grep', { pattern: 'x', paths: [3] }],
      ['grep', { pattern: 'x', paths: '/a', path: '/b' }],
    ] as const)
      unread('copilot', tool, input);
    assert.deepEqual(callsOf('copilot', 'github-mcp-server/list_issues', {}), [
      { toolName: 'mcp__github-mcp-server__list_issues', input: {} },
    ]);
    assert.deepEqual(callsOf('cursor', 'Glob', { glob_pattern: '*', target_directory: '/a' }), [
      { toolName: 'Glob', input: { pattern: '*', path: '/a' } },
    ]);
    assert.deepEqual(callsOf('cursor', 'EditNotebook', { target_notebook: '/a.ipynb', new_string: 'x' }), [
      { toolName: 'NotebookEdit', input: { notebook_path: '/a.ipynb', new_source: 'x' } },
    ]);
  });

  it('keeps a subagent going where its agent lets a hook', () => {
    for (const [agent, payload, answered] of [
      ['claude', { hook_event_name: 'SubagentStop', session_id: 's', agent_id: 'a' }, { decision: 'block', reason: 'more' }],
      ['codex', { hook_event_name: 'SubagentStop', session_id: 's', agent_id: 'a' }, { decision: 'block', reason: 'more' }],
      [
        'vscode',
        { hook_event_name: 'SubagentStop', session_id: 's', agent_id: 'a' },
        {
          decision: 'block',
          reason: 'more',
          hookSpecificOutput: { hookEventName: 'SubagentStop', decision: 'block', reason: 'more' },
        },
      ],
      [
        'copilot',
        { sessionId: 's', transcriptPath: '/t', agentName: 'explore', stopReason: 'end_turn' },
        { decision: 'block', reason: 'more' },
      ],
      [
        'copilot',
        { hook_event_name: 'SubagentStop', session_id: 's', agent_name: 'explore', stop_reason: 'end_turn' },
        { decision: 'block', reason: 'more' },
      ],
      ['cursor', { hook_event_name: 'subagentStop', conversation_id: 's' }, { followup_message: 'more' }],
    ] as [AgentName, JsonObject, JsonObject][]) {
      const { told, subagent } = heard(agent, payload);
      assert.equal(told.event, 'subagentStop');
      if (agent === 'copilot') assert.deepEqual(subagent, { id: 'explore', type: 'explore' });
      const { json, lost } = said(agent, payload, { continueWith: 'more' });
      assert.deepEqual([without(json), lost], [answered, []], agent);
    }
    const begins = { sessionId: 's', transcriptPath: '/t', agentName: 'explore', agentDescription: 'Looks' };
    assert.equal(heard('copilot', begins).told.event, 'subagentStart');
  });

  it('hands a change back where the agent carries the input as text', () => {
    const args = { path: '/a', old_str: 'a', new_str: 'b' };
    const edit = { ...gates.copilot, toolName: 'edit', toolArgs: JSON.stringify(args) };
    const changed = { file_path: '/b', old_string: 'a', new_string: 'b' };
    assert.deepEqual(without(said('copilot', edit, { inputs: [changed] }).json), { modifiedArgs: { ...args, path: '/b' } });
    const query = { ...gates.cursor, tool_name: 'MCP:query', tool_input: '{"sql":"drop"}' };
    assert.deepEqual(without(said('cursor', query, { inputs: [{ sql: 'select' }] }).json), { updated_input: { sql: 'select' } });
  });

  it("knows the tools of MCP servers by their server's name", () => {
    const named = (agent: AgentName, tool: string, more: JsonObject = {}) =>
      (callsOf(agent, tool, {}, more) as { toolName: string }[])[0]!.toolName;
    for (const agent of ['vscode', 'gemini'] as const)
      assert.equal(named(agent, 'mcp_github_create_issue'), 'mcp__github__create_issue');
    const mcp_context = { server_name: 'my_server', tool_name: 'do_it' };
    assert.equal(named('gemini', 'mcp_my_server_do_it', { mcp_context }), 'mcp__my_server__do_it');
    for (const [theirs, ours] of [
      ['github-mcp-server-list_issues', 'mcp__github-mcp-server__list_issues'],
      ['playwright-browser_navigate', 'mcp__playwright__browser_navigate'],
      ['context7-resolve-library-id', 'mcp__context7__resolve-library-id'],
      ['db-query', 'mcp__db__query'],
      ['mcp__my-db__query', 'mcp__my-db__query'],
      ['report_intent', 'report_intent'],
      ['-x', '-x'],
      ['x-', 'x-'],
    ] as const)
      assert.equal(named('copilot', theirs), ours);
    assert.equal(named('cursor', 'MCP:query', { mcp_server_name: 'db' }), 'mcp__db__query');
    assert.equal(named('cursor', 'MCP:query'), 'mcp__unknown__query');
    const before = { hook_event_name: 'beforeMCPExecution', tool_input: '{}' };
    assert.equal(named('cursor', 'query', before), 'mcp__unknown__query');
    assert.equal(named('cursor', 'Read', { ...before, mcp_server_name: 'db' }), 'mcp__db__Read');
    // Of a tool that takes no arguments.
    for (const event of ['beforeMCPExecution', 'preToolUse'])
      assert.deepEqual(callsOf('cursor', 'MCP:list', {}, { hook_event_name: event, tool_input: '', mcp_server_name: 'db' }), [
        { toolName: 'mcp__db__list', input: {} },
      ]);
    for (const agent of agentNames) assert.equal(named(agent, 'mcp__a_b__c'), 'mcp__a_b__c', agent);
  });

  it('reads a patch that Codex is given as a command, which it applies itself', () => {
    const patch = '*** Begin Patch\n*** Delete File: x\n*** End Patch';
    const command = `cd "a" && apply_patch <<'EOF'\n${patch}\nEOF`;
    assert.deepEqual(callsOf('codex', 'Bash', { command }), [
      { toolName: 'Bash', input: { command } },
      { toolName: 'Bash', input: { command: "rm -- 'x'" }, cwd: 'a' },
    ]);
    assert.equal((callsOf('codex', 'Bash', { command: 'apply_patch --help' }) as unknown[]).length, 1);
  });

  it('reads a patch wherever it stands in a line of Codex, and none of which the folder or the text cannot be told', () => {
    const patch = '*** Begin Patch\n*** Delete File: x\n*** End Patch';
    const read = (command: string) => callsOf('codex', 'Bash', { command }) as { input: JsonObject }[];
    const text = `apply_patch <<'E'\n${patch}\nE`;
    for (const command of [
      `true; ${text}`,
      `(${text}\n)`,
      `set -e; ${text}`,
      `make && ${text}`,
      `sh -c "apply_patch '${patch}'"`,
      `apply_patch '${patch}'`,
      `${text}\ngit add . && cd a && echo $HOME`,
    ])
      assert.deepEqual(read(command).slice(1), [{ toolName: 'Bash', input: { command: "rm -- 'x'" } }]);
    const another = patch.replace('x', 'y');
    assert.deepEqual(
      read(`${text}\napply_patch <<'E'\n${another}\nE`).map(({ input }) => input.command),
      [`${text}\napply_patch <<'E'\n${another}\nE`, "rm -- 'x'", "rm -- 'y'"],
    );
    for (const command of [
      `cd a && cd .. && ${text}`,
      `cd a; ${text}`,
      `cd $a && ${text}`,
      `(cd a; ${text})`,
      `env -C a ${text}`,
      `c""d a; ${text}`,
      `\\cd a; ${text}`,
      `x=cd; $x a; ${text}`,
      `. ./enter; ${text}`,
      `$(echo cd) a; ${text}`,
      `a=apply_patch; $a <<'E'\n${patch}\nE`,
      `cd a && ${text}\ncd ../b && ${text}`,
      'apply_patch < p.patch',
      'cat p.patch | apply_patch',
      "printf '%s\\n' '*** Begin Patch' '*** Delete File: x' '*** End Patch' | apply_patch",
    ])
      unread('codex', 'Bash', { command });
    for (const command of ['grep -r apply_patch src', 'cat docs/apply_patch.md', 'cd a && make', "rg '\\*\\*\\* Begin Patch'"])
      assert.equal(read(command).length, 1, command);
  });

  it('tells Codex with a denial what else there is to tell: it takes no context beside', () => {
    const { json } = said('codex', gates.codex, { action: 'deny', reason: 'no', context: ['look there'] });
    assert.deepEqual(without(json), {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no\n\nlook there',
      },
    });
  });

  it('reads a patch that moves and changes in several places', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a b.ts\n*** Move to: c.ts\n@@ f\n one\n-two\n@@\n+three\n*** End of File\n*** End Patch\n';
    const changed = (file_path: string) => ({
      toolName: 'MultiEdit',
      input: {
        file_path,
        edits: [
          { old_string: 'one\ntwo', new_string: 'one' },
          { old_string: '', new_string: 'three' },
        ],
      },
    });
    assert.deepEqual(
      callsOfPatch(patch),
      [changed('a b.ts'), { toolName: 'Bash', input: { command: "mv -- 'a b.ts' 'c.ts'" } }, changed('c.ts')],
      'where it goes it is an edit, too',
    );
    // Codex takes blanks around a head for none, but for a line of an update that is one of the file's.
    for (const [lines, names] of [
      [
        ['*** Add File: ok', '+x', ' *** Delete File: k'],
        ['ok', "rm -- 'k'"],
      ],
      [
        ['*** Delete File: a', '\t*** Add File: k  ', '+x'],
        ["rm -- 'a'", 'k'],
      ],
      [
        ['  *** Update File: a', '@@', '-x', '+y', '\t*** Delete File: k'],
        ['a', "rm -- 'k'"],
      ],
      [['*** Update File: a', '@@', ' *** Delete File: k', '-x', '+y'], ['a']],
    ] as const)
      assert.deepEqual(
        callsOfPatch(['*** Begin Patch', ...lines, '*** End Patch'].join('\n'))?.map(
          ({ input }) => input.command ?? input.file_path,
        ),
        names,
      );
    for (const text of ['', 'rm -rf /', '*** Begin Patch\nrm\n*** End Patch', '*** Begin Patch\n*** End Patch'])
      assert.equal(callsOfPatch(text), undefined);
  });

  it('answers VS Code that runs hooks made for Claude Code, and Copilot that runs those of VS Code, in their own words', () => {
    const { json } = said('claude', { ...gates.vscode }, { inputs: [{ file_path: '/p/b', content: 'x' }] });
    assert.match(JSON.stringify(json), /filePath/);
    // As VS Code writes it, and as Copilot does where an event's name has a capital: by the names of their tools.
    const common = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' };
    for (const [agent, tool_name, tool_input] of [
      ['vscode', 'run_in_terminal', { command: 'sudo x' }],
      ['copilot', 'bash', { command: 'sudo x' }],
      ['copilot', 'apply_patch', { input: '*** Begin Patch\n*** Delete File: x\n*** End Patch' }],
      ['claude', 'Bash', { command: 'sudo x' }],
      ['claude', 'mcp__a__b', {}],
      ['claude', 'tool_of_nobody', {}],
    ] as const) {
      const heard = readOccurrence('claude', JSON.stringify({ ...common, tool_name, tool_input })) as Occurrence;
      assert.equal(heard.agent, agent, tool_name);
      const { json } = answer(heard, { action: 'deny', reason: 'no' });
      assert.match(JSON.stringify(json), /"hookSpecificOutput":{.*"permissionDecision":"deny"/, 'who else runs it is told too');
    }
    assert.deepEqual(said('vscode', gates.copilot, { action: 'deny', reason: 'no' }).json, {
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    });
  });
});
