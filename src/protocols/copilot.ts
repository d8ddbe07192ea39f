/**
 * Hooks of GitHub Copilot's command line and agent (docs.github.com/en/copilot/reference/hooks-reference). The case in which an event was configured decides
 * how its payload is written; in camel case it does not even say which event it is.
 */

import { isObject, type JsonObject, objectIn } from '../shared/basics/json';
import { patching } from './applyPatch';
import { permissionDecision } from './claude';
import { contextOf, readClaudeShape, specific } from './claudeShape';
import { editorTools, searchTool } from './copilotTools';
import { hyphenatedMcpName } from './mcpNames';
import type { Protocol, TheirEvent, Word } from './protocol';
import { shell, typing } from './shellCalls';
import type { EventAnswer, TheirAnswer } from './theirFields';
import { ToolWords } from './toolWords';

const tools = new ToolWords(
  [
    shell('bash'),
    shell('powershell'),
    shell('local_shell'),
    typing('write_bash', 'input'),
    typing('write_powershell', 'input'),
    ...editorTools,
    patching('apply_patch'),
    patching('git_apply_patch'),
    searchTool('glob', 'Glob'),
    searchTool('grep', 'Grep'),
    searchTool('rg', 'Grep'),
    { theirs: 'web_fetch', ours: 'WebFetch' },
    { theirs: 'task', ours: 'Agent', fields: [['subagent_type', 'agent_type']] },
  ],
  hyphenatedMcpName,
);

const event = (ours: TheirEvent['ours'], ...says: Word[]): TheirEvent => ({ ours, says });

const inCamelCase: readonly [string, TheirEvent][] = [
  ['preToolUse', event('preToolUse', 'allow', 'ask', 'deny', 'input', 'context')],
  ['permissionRequest', event('permissionRequest', 'allow', 'deny')],
  ['postToolUse', event('postToolUse', 'output', 'context')],
  ['postToolUseFailure', event('toolError', 'context')],
  ['userPromptSubmitted', event('userMessage')],
  ['agentStop', event('stop', 'continueWith')],
  ['subagentStart', event('subagentStart')],
  ['subagentStop', event('subagentStop', 'continueWith')],
  ['preCompact', event('preCompact')],
  ['sessionStart', event('sessionStart', 'context')],
  ['sessionEnd', event('sessionEnd')],
  ['errorOccurred', event(undefined)],
  ['notification', event(undefined)],
];
const withCapital = ([name, what]: [string, TheirEvent]): [string, TheirEvent] => [name[0]!.toUpperCase() + name.slice(1), what];

/** What Claude Code and VS Code call them is understood too. */
const events: ReadonlyMap<string, TheirEvent> = new Map<string, TheirEvent>([
  ...inCamelCase,
  ...inCamelCase.map(withCapital),
  ['UserPromptSubmit', event('userMessage')],
  ['Stop', event('stop', 'continueWith')],
]);

export const copilot: Protocol = {
  name: 'copilot',
  title: 'GitHub Copilot',
  events,
  tools,
  read(payload) {
    if (typeof payload.hook_event_name === 'string') {
      const read = readClaudeShape(copilot, { ...payload, ...subagentIn(payload), tool_response: resultIn(payload) });
      return 'problem' in read ? read : { ...read, payload };
    }
    const name = eventOf(payload);
    if (name === undefined) return { problem: 'which event it tells of cannot be made out' };
    // The command line writes them as the model did: as text.
    const given = payload.toolArgs ?? payload.toolInput;
    const read = readClaudeShape(copilot, {
      ...payload,
      ...subagentIn(payload),
      hook_event_name: name,
      session_id: payload.sessionId,
      tool_name: payload.toolName,
      tool_input: objectIn(given) ?? given,
      tool_use_id: payload.toolUseId ?? payload.toolCallId,
      tool_response: resultIn(payload),
      transcript_path: payload.transcriptPath,
    });
    return 'problem' in read ? read : { ...read, payload };
  },
  write({ theirEvent, told, payload }, said) {
    const context = contextOf(said);
    const additionalContext = context === undefined ? {} : { additionalContext: context };
    switch (told.event) {
      case 'preToolUse':
        return both(theirEvent, {
          ...(said.action ? { permissionDecision: said.action, permissionDecisionReason: said.reason } : {}),
          ...(said.input ? { modifiedArgs: said.input } : {}),
          ...additionalContext,
        });
      case 'permissionRequest':
        return {
          ...(said.action ? { behavior: said.action, ...(said.action === 'deny' ? { message: said.reason } : {}) } : {}),
          ...(theirEvent === 'PermissionRequest' ? permissionDecision(theirEvent, said) : {}),
        };
      case 'postToolUse':
        return {
          ...(said.output === undefined ? {} : { modifiedResult: resultWith(resultIn(payload), said.output) }),
          ...additionalContext,
        };
      case 'stop':
      case 'subagentStop':
        return said.continueWith === undefined ? {} : { decision: 'block', reason: said.continueWith };
      case 'sessionStart':
      case 'sessionEnd':
      case 'userMessage':
      case 'toolError':
      case 'preCompact':
      case 'subagentStart':
      case undefined:
        return additionalContext;
    }
  },
};

/** Where it speaks as VS Code does, the answer is in both its own words and VS Code's. */
function both(theirEvent: string, said: EventAnswer & Pick<TheirAnswer, 'modifiedArgs'>): TheirAnswer {
  if (theirEvent !== 'PreToolUse') return said;
  const { modifiedArgs, ...rest } = said;
  return { ...said, ...specific(theirEvent, { ...rest, updatedInput: modifiedArgs }) };
}

/** What a tool gave: the fields of it are in the case that all others have. */
function resultIn({ toolResult, tool_response, tool_result: result }: JsonObject): unknown {
  if (!isObject(result)) return toolResult ?? tool_response ?? result;
  const { result_type: resultType, text_result_for_llm: textResultForLlm, ...rest } = result;
  return {
    ...rest,
    ...(resultType === undefined ? {} : { resultType }),
    ...(textResultForLlm === undefined ? {} : { textResultForLlm }),
  };
}

/** It is told by its name alone. */
function subagentIn({
  agentName,
  agent_name = agentName,
  agent_id = agent_name,
  agent_type = agent_name,
}: JsonObject): JsonObject {
  return { ...(agent_id === undefined ? {} : { agent_id }), ...(agent_type === undefined ? {} : { agent_type }) };
}

/** A failure stays one. */
const resultWith = (before: unknown, text: string): JsonObject => ({
  resultType: 'success',
  ...(isObject(before) ? before : {}),
  textResultForLlm: text,
});

/** Made out of the fields that only one of them has, where it does not say. */
function eventOf(payload: JsonObject): string | undefined {
  const has = (field: string) => payload[field] !== undefined;
  if (typeof payload.hookName === 'string') return payload.hookName;
  if (has('toolName')) return has('toolResult') ? 'postToolUse' : has('error') ? 'postToolUseFailure' : 'preToolUse';
  if (has('agentName')) return has('stopReason') || has('result') ? 'subagentStop' : 'subagentStart';
  if (has('prompt')) return 'userPromptSubmitted';
  if (has('stop_hook_active') || has('stopReason')) return 'agentStop';
  if (has('trigger')) return 'preCompact';
  if (has('error')) return 'errorOccurred';
  if (has('source')) return 'sessionStart';
  if (has('reason')) return 'sessionEnd';
  return undefined;
}
