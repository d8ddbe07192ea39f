/** What other agents say is read as our events, and what hooks decide is answered in their words: never one that they would misread. */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, protocols, read } from '../../src/protocols';
import { callsOfPatch } from '../../src/protocols/applyPatch';
import { beyond } from '../../src/protocols/beyond';
import { type AgentName, agentNames, type Occurrence, type Verdict } from '../../src/protocols/protocol';
import type { JsonObject } from '../../src/shared/json';
import { root } from '../fixtures/core';

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
  const told = read(agent, typeof payload === 'string' ? payload : JSON.stringify(payload));
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
    ['codex', '{"hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":{"command":"rm x"}}'],
    ['vscode', '{"hookEventName":"PreToolUse","tool_name":"multi_replace_string_in_file","tool_input":{"replacements":3}}'],
  ];
  it('says why it cannot read what it cannot read', () => {
    for (const [agent, text] of unreadable) assert.ok('problem' in read(agent, text), `${agent} ${text}`);
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
            ({ action, reason, inputs: [input], output: 'o', text: 'another', context: ['c'], continueWith: 'more' }) as Verdict,
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
          assert.match(text, /"(r|permissionDecisionR)eason":"[^"]/, text);
      }
  });

  it('refuses what comes next where a deny cannot be heard', () => {
    const prompt = { sessionId: 's', cwd: '/p', prompt: 'Fix it' };
    const { json, lost, unheard } = said('copilot', prompt, { action: 'deny', reason: 'no' });
    assert.deepEqual([json, unheard, lost.map(({ word }) => word)], [{}, true, ['deny']]);
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
    const odd = said('claude', afterTool({ strange: 'secret' }), { output: 'masked' });
    assert.deepEqual(
      odd.lost.map(({ word }) => word),
      ['output'],
    );
    assert.match(JSON.stringify(odd.json), /block.*masked/);
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

  it('reads a patch that moves and changes in several places', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a b.ts\n*** Move to: c.ts\n@@ f\n one\n-two\n@@\n+three\n*** End of File\n*** End Patch\n';
    assert.deepEqual(callsOfPatch(patch), [
      {
        toolName: 'MultiEdit',
        input: {
          file_path: 'a b.ts',
          edits: [
            { old_string: 'one\ntwo', new_string: 'one' },
            { old_string: '', new_string: 'three' },
          ],
        },
      },
      { toolName: 'Bash', input: { command: "mv -- 'a b.ts' 'c.ts'" } },
    ]);
    for (const text of ['', 'rm -rf /', '*** Begin Patch\nrm\n*** End Patch', '*** Begin Patch\n*** End Patch'])
      assert.equal(callsOfPatch(text), undefined);
  });

  it('answers VS Code that runs hooks made for Claude Code, and Copilot that runs those of VS Code, in their own words', () => {
    const { json } = said('claude', { ...gates.vscode }, { inputs: [{ file_path: '/p/b', content: 'x' }] });
    assert.match(JSON.stringify(json), /filePath/);
    assert.deepEqual(said('vscode', gates.copilot, { action: 'deny', reason: 'no' }).json, {
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    });
  });
});
