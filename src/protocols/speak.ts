/** What a hook that was written for another agent is told: our moment in that agent's JSON. The way back is in `hear`. */

import { isObject, type JsonObject } from '../shared/basics/json';
import type { BuiltInName } from '../shared/calls/toolNames';
import type { PayloadFields } from '../shared/hooks/payloads';
import { patchOf } from './applyPatch';
import { protocols } from './index';
import type { AgentName, SharedEvent } from './protocol';
import type { TheirPayload } from './theirFields';

/** A moment of ours, by the fields that its context has. */
export interface Moment {
  event: SharedEvent;
  sessionId: string;
  branch: string;
  agentName: string;
  taskId?: string;
  depth: number;
  /** ISO 8601. */
  updatedAt: string;
  /** The folder that the hooks belong to: absolute. */
  project: string;
  /** The model's last words. */
  said?: string;
  /** How often in a row a hook has kept the agent going that comes to its end once more. */
  again?: number;
  /** The event's own fields. */
  fields: PayloadFields;
}

/** Names that a tool of ours goes by there, the usual one first. An edit of several places is an edit: who guards those guards it too. */
export function namesThere(agent: AgentName, theirEvent: string, ourName: string): string[] {
  if (!saysClaude(agent, theirEvent)) {
    const names = protocols[agent].tools.theirs(ourName);
    return ourName === ('MultiEdit' satisfies BuiltInName)
      ? [...names, ...protocols[agent].tools.theirs('Edit' satisfies BuiltInName)]
      : names;
  }
  const names = [ourName, ...(alsoNamed.get(ourName) ?? [])];
  return agent === 'codex' && writesFiles.has(ourName) ? [codexPatch, ...names] : names;
}

const alsoNamed: ReadonlyMap<string, string[]> = new Map<BuiltInName, string[]>([
  ['Agent', ['Task']],
  ['TaskOutput', ['BashOutput']],
  ['TaskStop', ['KillShell']],
  ['MultiEdit', ['Edit']],
]);

/** Codex's one tool that writes files: what matches edits matches it. */
const codexPatch = 'apply_patch';
const writesFiles: ReadonlySet<string> = new Set<BuiltInName>(['Write', 'Edit', 'MultiEdit']);

/** Copilot speaks as Claude Code does where an event was configured with a capital. */
export const saysClaude = (agent: AgentName, theirEvent: string): boolean =>
  agent === 'claude' || agent === 'codex' || (agent === 'copilot' && /^[A-Z]/.test(theirEvent));

/** What goes to the hook's standard input. `toolName` is the name there that its matcher took. */
export function payloadFor(agent: AgentName, theirEvent: string, moment: Moment, toolName?: string): TheirPayload {
  const call = moment.fields.toolName === undefined ? undefined : callThere(agent, theirEvent, moment, toolName);
  switch (agent) {
    case 'claude':
    case 'codex':
      return claudePayload(theirEvent, moment, call, false);
    case 'copilot':
      return saysClaude(agent, theirEvent) ? claudePayload(theirEvent, moment, call, true) : copilotPayload(moment, call);
    case 'vscode':
      return vscodePayload(theirEvent, moment, call);
    case 'cursor':
      return cursorPayload(theirEvent, moment, call);
    case 'gemini':
      return geminiPayload(theirEvent, moment, call);
  }
}

interface TheirCall {
  name: string;
  input: JsonObject;
}

function callThere(agent: AgentName, theirEvent: string, { fields }: Moment, toolName: string | undefined): TheirCall {
  const ours = String(fields.toolName);
  const input = withPaths(isObject(fields.input) ? fields.input : {}, fields.fieldPaths);
  const patch = agent === 'codex' ? patchOf(ours, input) : undefined;
  if (patch !== undefined) return { name: codexPatch, input: { command: patch } };
  if (saysClaude(agent, theirEvent)) return { name: toolName ?? ours, input };
  const said = protocols[agent].tools.say(ours, input);
  return { name: toolName ?? said.toolName, input: said.input };
}

/** Paths are absolute there. */
function withPaths(input: JsonObject, paths: unknown): JsonObject {
  if (!isObject(paths)) return input;
  const absolute = Object.entries(paths).filter(([field, path]) => typeof input[field] === 'string' && typeof path === 'string');
  return { ...input, ...Object.fromEntries(absolute) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
const failure = ({ fields }: Moment): string => (isObject(fields.error) ? textOf(fields.error.message) : textOf(fields.error));
/** Why a session ends, as Claude Code says it. */
export const sessionEndThere = (reason: unknown): string => (reason === 'new_chat' ? 'clear' : 'other');

function claudePayload(theirEvent: string, moment: Moment, call: TheirCall | undefined, timed: boolean): TheirPayload {
  const { event, fields, project, sessionId, depth, taskId, branch, agentName } = moment;
  const ofAgent = { agent_id: taskId ?? branch, agent_type: agentName };
  return {
    session_id: sessionId,
    transcript_path: '',
    cwd: project,
    hook_event_name: theirEvent,
    ...(timed ? { timestamp: moment.updatedAt } : { permission_mode: 'default' }),
    ...(depth > 0 || event === 'subagentStart' || event === 'subagentStop' ? ofAgent : {}),
    ...(call ? { tool_name: call.name, tool_input: call.input } : {}),
    ...(call && event !== 'permissionRequest' ? { tool_use_id: fields.toolCallId } : {}),
    ...claudeFields(moment, call),
  };
}

function claudeFields(moment: Moment, call: TheirCall | undefined): TheirPayload {
  const { event, fields, said = '', again = 0 } = moment;
  switch (event) {
    case 'permissionRequest':
      return { permission_suggestions: [] };
    case 'postToolUse':
      return { tool_response: responseOf(call!, textOf(fields.output)), duration_ms: fields.durationMs };
    case 'toolError':
      return { error: failure(moment), is_interrupt: false };
    case 'userMessage':
      return { prompt: textOf(fields.text) };
    case 'stop':
    case 'subagentStop':
      return { stop_hook_active: again > 0, last_assistant_message: said };
    case 'preCompact':
      return { trigger: fields.trigger, custom_instructions: '' };
    case 'sessionStart':
      return { source: fields.source };
    case 'sessionEnd':
      return { reason: sessionEndThere(fields.reason) };
    case 'preToolUse':
    case 'subagentStart':
      return {};
  }
}

/** In the form that each tool has there. */
function responseOf({ name, input }: TheirCall, output: string): JsonObject | JsonObject[] {
  if (name === 'Bash') return { stdout: output, stderr: '', interrupted: false, isImage: false };
  if (name === 'Read') return { type: 'text', file: { filePath: input.file_path, content: output } };
  if (name === 'Write') return { type: 'create', filePath: input.file_path, content: input.content };
  if (name === 'Edit')
    return {
      filePath: input.file_path,
      oldString: input.old_string,
      newString: input.new_string,
      replaceAll: input.replace_all === true,
    };
  return [{ type: 'text', text: output }];
}

function vscodePayload(theirEvent: string, moment: Moment, call: TheirCall | undefined): TheirPayload {
  const { fields, project, sessionId, updatedAt, event } = moment;
  const { tool_response: _, permission_suggestions: __, ...own } = claudeFields(moment, call);
  return {
    ...{ timestamp: updatedAt, cwd: project, sessionId, hookEventName: theirEvent, transcript_path: '' },
    ...(call ? { tool_name: call.name, tool_input: call.input, tool_use_id: fields.toolCallId } : {}),
    ...own,
    ...(event === 'postToolUse' ? { tool_response: textOf(fields.output) } : {}),
  };
}

function copilotPayload(moment: Moment, call: TheirCall | undefined): TheirPayload {
  const { event, fields, project, sessionId, updatedAt, agentName, depth, again = 0, said = '' } = moment;
  const own = (): TheirPayload => {
    switch (event) {
      case 'postToolUse':
        return { toolResult: { resultType: 'success', textResultForLlm: textOf(fields.output) } };
      case 'toolError':
        return { error: failure(moment) };
      case 'userMessage':
        return { prompt: textOf(fields.text) };
      case 'stop':
        return { ...(depth > 0 ? { agentName } : {}), stop_hook_active: again > 0, stopReason: 'end_turn', transcriptPath: '' };
      case 'subagentStart':
        return { agentName };
      case 'subagentStop':
        return { agentName, result: said, stopReason: 'end_turn' };
      case 'preCompact':
        return { trigger: fields.trigger };
      case 'sessionStart':
        return { source: fields.source === 'startup' ? 'new' : fields.source };
      case 'sessionEnd':
        return { reason: 'complete' };
      case 'preToolUse':
      case 'permissionRequest':
        return {};
    }
  };
  return {
    ...{ sessionId, timestamp: Date.parse(updatedAt), cwd: project },
    ...(call ? { toolName: call.name, toolArgs: call.input } : {}),
    ...own(),
  };
}

function cursorPayload(theirEvent: string, moment: Moment, call: TheirCall | undefined): TheirPayload {
  const { event, fields, project, sessionId, again = 0, agentName, taskId, branch } = moment;
  const { input = {}, name = '' } = call ?? {};
  const mcp = /^mcp__(.*?)__(.*)$/.exec(name);
  const ofTool = { tool_name: name, tool_input: input, tool_use_id: fields.toolCallId, cwd: project };
  const own = (): TheirPayload => {
    switch (theirEvent) {
      case 'beforeShellExecution':
        return { command: input.command, cwd: project };
      case 'afterShellExecution':
        return { command: input.command, output: textOf(fields.output), duration: fields.durationMs };
      case 'beforeMCPExecution':
        return { tool_name: mcp?.[2] ?? name, tool_input: JSON.stringify(input), mcp_server_name: mcp?.[1] ?? '' };
      case 'afterMCPExecution':
        return {
          tool_name: mcp?.[2] ?? name,
          tool_input: JSON.stringify(input),
          result_json: JSON.stringify(textOf(fields.output)),
          duration: fields.durationMs,
        };
      case 'beforeReadFile':
        return { file_path: input.path, content: '' };
      case 'afterFileEdit':
        return { file_path: input.path ?? input.file_path, edits: editsOf(input) };
    }
    switch (event) {
      case 'preToolUse':
        return ofTool;
      case 'postToolUse':
        return { ...ofTool, tool_output: textOf(fields.output), duration: fields.durationMs };
      case 'toolError':
        return { ...ofTool, error_message: failure(moment), duration: fields.durationMs };
      case 'userMessage':
        return { prompt: textOf(fields.text), attachments: [] };
      case 'subagentStart':
        return { subagent_id: taskId ?? branch, subagent_type: agentName, task: fields.task };
      case 'subagentStop':
      case 'stop':
        return {
          status: 'completed',
          loop_count: again,
          ...(event === 'subagentStop' ? { subagent_type: agentName } : {}),
        };
      case 'preCompact':
        return { trigger: fields.trigger };
      case 'sessionStart':
        return { session_id: sessionId };
      case 'sessionEnd':
        return { session_id: sessionId, reason: 'completed' };
      case 'permissionRequest':
        return {};
    }
  };
  return {
    ...{ conversation_id: sessionId, generation_id: sessionId, model: '', hook_event_name: theirEvent },
    ...{ workspace_roots: [project], transcript_path: null },
    ...own(),
  };
}

function editsOf({ edits, old_string = '', new_string, contents }: JsonObject): unknown {
  return Array.isArray(edits) ? edits : [{ old_string, new_string: new_string ?? contents ?? '' }];
}

function geminiPayload(theirEvent: string, moment: Moment, call: TheirCall | undefined): TheirPayload {
  const { event, fields, project, sessionId, updatedAt, said = '', again = 0 } = moment;
  const { tool_response: _, ...own } = claudeFields(moment, call);
  const output = textOf(fields.output);
  return {
    ...{ session_id: sessionId, transcript_path: '', cwd: project, hook_event_name: theirEvent, timestamp: updatedAt },
    ...(call ? { tool_name: call.name, tool_input: call.input } : {}),
    ...(event === 'stop' ? { prompt: '', prompt_response: said, stop_hook_active: again > 0 } : own),
    ...(event === 'postToolUse'
      ? { tool_response: { llmContent: output, returnDisplay: output, ...(fields.isError === true ? { error: output } : {}) } }
      : {}),
  };
}
