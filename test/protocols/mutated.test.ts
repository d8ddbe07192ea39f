/** Payloads that are almost right: whatever a field became, hooks see all that the call was given, or the call is refused. */
import { strict as assert } from 'node:assert';
import { readOccurrence } from '../../src/protocols';
import { type AgentName, agentNames } from '../../src/protocols/protocol';
import { isObject, type JsonObject } from '../../src/shared/basics/json';
import { seeded } from '../fixtures/seeded';

const edit = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p' };
const patch = '*** Begin Patch\n*** Delete File: /secret/a\n*** Add File: /secret/b\n+x\n*** End Patch';
const payloads: Record<AgentName, JsonObject[]> = {
  claude: [
    { ...edit, tool_name: 'Bash', tool_input: { command: 'rm -rf /secret', timeout: 5 } },
    { ...edit, tool_name: 'Edit', tool_input: { file_path: '/secret', old_string: 'a', new_string: 'b' } },
  ],
  vscode: [
    { ...edit, tool_name: 'run_in_terminal', tool_input: { command: 'rm -rf /secret', explanation: 'why' } },
    { ...edit, tool_name: 'create_file', tool_input: { filePath: '/secret', content: 'x' } },
    { ...edit, tool_name: 'apply_patch', tool_input: { input: patch } },
  ],
  copilot: [
    { sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs: { command: 'rm -rf /secret' } },
    {
      sessionId: 's',
      cwd: '/p',
      toolName: 'str_replace_editor',
      toolArgs: { command: 'create', path: '/secret', file_text: 'x' },
    },
    { sessionId: 's', cwd: '/p', toolName: 'grep', toolArgs: { pattern: 'x', paths: ['/other', '/secret/c'] } },
    { sessionId: 's', cwd: '/p', toolName: 'apply_patch', toolArgs: patch },
  ],
  cursor: [
    { hook_event_name: 'preToolUse', conversation_id: 's', tool_name: 'Shell', tool_input: { command: 'rm -rf /secret' } },
    { hook_event_name: 'preToolUse', conversation_id: 's', tool_name: 'Write', tool_input: { path: '/secret', contents: 'x' } },
    { hook_event_name: 'preToolUse', conversation_id: 's', tool_name: 'ApplyPatch', tool_input: patch },
  ],
  gemini: [
    { ...edit, hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: 'rm -rf /secret' } },
    { ...edit, hook_event_name: 'BeforeTool', tool_name: 'write_file', tool_input: { file_path: '/secret', content: 'x' } },
  ],
  codex: [
    { ...edit, tool_name: 'Bash', tool_input: { command: ['bash', '-lc', 'rm -rf /secret'] } },
    { ...edit, tool_name: 'apply_patch', tool_input: { command: patch } },
  ],
};

/** Every text in it, in the words of a call. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? (value.match(/\/secret[/\w]*/g) ?? [])
    : Array.isArray(value)
      ? value.flatMap(textsIn)
      : isObject(value)
        ? Object.values(value).flatMap(textsIn)
        : [];

function mutated(payload: JsonObject, random: () => number): JsonObject {
  const copy = JSON.parse(JSON.stringify(payload)) as JsonObject;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const field = ['tool_input', 'toolArgs'].find((name) => name in copy)!;
  const inner = isObject(copy[field]) && random() < 0.7 ? copy[field] : copy;
  const name = pick(Object.keys(inner));
  const value = inner[name];
  const others: (() => unknown)[] = [
    () => delete inner[name],
    () => (inner[name] = pick([null, 7, true, [], {}, '', [value], { value }, [[value]], `${String(value)}\u0000`])),
    () => (inner[pick(['path', 'file_path', 'command', 'input', 'filePath', 'cmd', 'paths', 'extra'])] = value),
    () => (inner[name.toUpperCase()] = value),
    () => (inner[name] = { nested: { [name]: value } }),
    () => (copy[field] = JSON.stringify(copy[field])),
    () => (inner[`\uFEFF${name}`] = value),
  ];
  for (let n = 1 + Math.floor(random() * 3); n > 0; n--) pick(others)();
  return copy;
}

describe('payloads of other agents that are almost right', () => {
  for (const agent of agentNames)
    it(`${agent}: show hooks all that the call is given, or are refused`, () => {
      const below = seeded(agentNames.indexOf(agent) + 1);
      const random = () => below(1_000_000) / 1_000_000;
      let read = 0;
      for (let n = 0; n < 600; n++) {
        const payload = mutated(payloads[agent][n % payloads[agent].length]!, random);
        const told = readOccurrence(agent, JSON.stringify(payload));
        if ('problem' in told || !('calls' in told.told)) continue;
        read++;
        const { calls } = told.told;
        const seen = JSON.stringify(calls);
        for (const text of textsIn(payload.tool_input ?? payload.toolArgs ?? {}))
          assert.ok(seen.includes(text), `${text} of ${JSON.stringify(payload)} is not in ${seen}`);
        for (const { toolName, input } of calls)
          if (toolName === 'Bash') assert.equal(typeof input.command, 'string', JSON.stringify(payload));
      }
      assert.ok(read > 50, `${read} of them are calls`);
    });
});
