/**
 * What other agents kept of their sessions, line by line, in words that all of them have. None of these files is a promise to anybody: what is not known is
 * passed over. Formats: Claude Code's as it writes them (2.1.330), the others' as their sources and users describe them.
 */

import { isObject, type JsonObject, objectIn } from '../shared/basics/json';
import { textOf, toContent } from '../shared/messages/messages';
import { isNotice } from './claude';
import type { AgentName } from './protocol';
import { textOfResponse } from './toolResponse';

/** `origin` is the session that one was forked from, and begins with a copy of; `subagent` names the agent whose alone the file is. */
export type Past = { at?: string } & (
  | { kind: 'about'; sessionId?: string; cwd?: string; turn?: string; origin?: string; subagent?: string }
  /** `id`: of what a session that is gone on with is copied with; where there is none it is known by its `turn`. */
  | { kind: 'prompt'; text: string; id?: string }
  /** So many of the last prompts were taken back, with all that came after them. */
  | { kind: 'back'; prompts: number }
  | { kind: 'said'; text: string; model?: string; id?: string }
  | { kind: 'call'; id: string; name: string; input: JsonObject; subagent?: string }
  /** `said`: what the agent's hooks had said of the call, where its record tells; with a deny, `text` is the reason. */
  | { kind: 'result'; id: string; text: string; isError: boolean; denied?: true; said?: 'allow' | 'ask' | 'deny' }
);

/** Agents whose past can be read. */
export const rememberingAgents = ['claude', 'codex', 'copilot', 'gemini'] as const satisfies readonly AgentName[];
export type RememberingAgent = (typeof rememberingAgents)[number];
export const remembers = (agent: unknown): agent is RememberingAgent => rememberingAgents.some((known) => known === agent);

/** What a line tells; nothing where it is of no interest. */
export const pastOf: Readonly<Record<RememberingAgent, (line: JsonObject) => Past[]>> = { claude, codex, copilot, gemini };

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
/** Text or a block of it, or several. */
const worded = (content: unknown): string =>
  [content]
    .flat()
    .map((part) => (isObject(part) ? (text(part.text) ?? text(part.input_text)) : text(part)) ?? '')
    .filter((part) => part !== '')
    .join('\n');

function claude(line: JsonObject): Past[] {
  const { type, message, isMeta, isCompactSummary, isSidechain, agentId, origin } = line;
  const at = text(line.timestamp);
  const about: Past[] =
    line.cwd || line.sessionId ? [{ kind: 'about', at, sessionId: text(line.sessionId), cwd: text(line.cwd) }] : [];
  if (!isObject(message) || (type !== 'user' && type !== 'assistant')) return about;
  const blocks = list(message.content);
  const subagent = isSidechain === true ? (text(agentId) ?? 'agent') : undefined;
  if (type === 'assistant')
    return [
      ...about,
      ...blocks.flatMap((block, n): Past[] => {
        if (block.type === 'text' && subagent === undefined) {
          const id = text(line.uuid);
          const own = id ? { id: `${id} ${n}` } : {};
          return [{ kind: 'said', at, text: text(block.text) ?? '', model: text(message.model), ...own }];
        }
        if (block.type !== 'tool_use' || typeof block.id !== 'string' || typeof block.name !== 'string') return [];
        const input = isObject(block.input) ? block.input : {};
        return [{ kind: 'call', at, id: block.id, name: block.name, input, ...(subagent ? { subagent } : {}) }];
      }),
    ];
  const results = blocks.flatMap((block): Past[] => {
    if (block.type !== 'tool_result' || typeof block.tool_use_id !== 'string') return [];
    const whole = textOf({ content: toContent(block.content) });
    const isError = block.is_error === true;
    const said = isError && ofHook.test(whole) ? 'deny' : saidByHooks(line.permissionDecision);
    const denied = line.toolDenialKind === undefined && said !== 'deny' ? {} : { denied: true as const };
    const own = said === 'deny' ? whole.replace(ofHook, '').trim() : whole;
    return [{ kind: 'result', at, id: block.tool_use_id, text: own, isError, ...denied, ...(said ? { said } : {}) }];
  });
  if (results.length > 0) return [...about, ...results];
  const isTyped = !isMeta && !isCompactSummary && !subagent && (!isObject(origin) || origin.kind === 'human');
  const prompt = worded(message.content);
  const id = text(line.uuid);
  return isTyped && prompt !== '' && !isNotice(prompt) && !isBeside.test(prompt)
    ? [...about, { kind: 'prompt', at, text: prompt, ...(id ? { id } : {}) }]
    : about;
}

/** It keeps where its user stopped it, and what a command of its user's own gave, as though that had been said. */
const isBeside =
  /^\s*(\[Request interrupted by user( for tool use)?\]|<(local-command|bash)-std(out|err)>[\s\S]*<\/\3-std(out|err)>)\s*$/;

/** Before the reason of a hook that refused, with its command, where it was one. */
const ofHook = /^PreToolUse:\S+ hook error: (\[[\s\S]*\]: )?/;

/** By whom a call was let through or refused: by a hook, or by who was asked on a hook's word. */
function saidByHooks(decided: unknown): 'allow' | 'ask' | 'deny' | undefined {
  if (!isObject(decided)) return undefined;
  const { decision, reasonType, reasonCode } = decided;
  if (reasonType !== 'hook') return reasonCode === 'hook:PreToolUse' ? 'ask' : undefined;
  return decision === 'reject' ? 'deny' : decision === 'accept' ? 'allow' : undefined;
}

function codex(line: JsonObject): Past[] {
  const { timestamp, type, payload } = line;
  const at = text(timestamp);
  if (!isObject(payload)) return codexBare(line);
  if (type === 'session_meta') {
    const { id, cwd, forked_from_id: origin, source } = payload;
    // What its agent was handed is no prompt of the human.
    const subagent = isObject(source) && source.subagent !== undefined ? (text(id) ?? 'agent') : undefined;
    return [{ kind: 'about', at, sessionId: text(id), cwd: text(cwd), origin: text(origin), ...(subagent ? { subagent } : {}) }];
  }
  if (type === 'turn_context') return [{ kind: 'about', at, cwd: text(payload.cwd), turn: text(payload.turn_id) }];
  if (type === 'event_msg') {
    if (payload.type === 'task_started') return [{ kind: 'about', at, turn: text(payload.turn_id) }];
    if (payload.type === 'user_message') return [{ kind: 'prompt', at, text: text(payload.message) ?? '' }];
    const { num_turns: turns } = payload;
    if (payload.type === 'thread_rolled_back') return typeof turns === 'number' ? [{ kind: 'back', at, prompts: turns }] : [];
    if (payload.type === 'agent_message') return [{ kind: 'said', at, text: text(payload.message) ?? '' }];
    return [];
  }
  return type === 'response_item' ? codexItem(payload, at) : [];
}

/** Until September 2025 its items stood bare below a line that named the session, and what the user typed among what was put beside it. */
function codexBare(line: JsonObject): Past[] {
  const { type, role, content, timestamp, instructions } = line;
  if (type === undefined && instructions !== undefined) return [{ kind: 'about', at: text(timestamp), sessionId: text(line.id) }];
  if (type !== 'message') return codexItem(line);
  const words = worded(content);
  if (role === 'assistant') return [{ kind: 'said', text: words }];
  const cwd = /^<environment_context>[\s\S]*?(?:<cwd>|Current working directory: )(.+?)(?:<\/cwd>|\n)/.exec(words)?.[1];
  if (cwd !== undefined) return [{ kind: 'about', cwd }];
  return role === 'user' && words !== '' && !/^<(environment_context|user_instructions)>/.test(words)
    ? [{ kind: 'prompt', text: words }]
    : [];
}

function codexItem(item: JsonObject, at?: string): Past[] {
  const id = text(item.call_id) ?? text(item.id);
  if (id === undefined) return [];
  switch (item.type) {
    case 'function_call': {
      // A tool of a server is named without it.
      const server = /^mcp__.*[^_]/.exec(text(item.namespace) ?? '')?.[0];
      const name = text(item.name) ?? '';
      return [{ kind: 'call', at, id, name: server ? `${server}__${name}` : name, input: inputIn(item.arguments) }];
    }
    case 'custom_tool_call':
      return [{ kind: 'call', at, id, name: text(item.name) ?? '', input: { command: text(item.input) ?? '' } }];
    case 'local_shell_call': {
      const { command, working_directory } = isObject(item.action) ? item.action : {};
      const where = typeof working_directory === 'string' ? { working_directory } : {};
      return [{ kind: 'call', at, id, name: 'local_shell', input: { command, ...where } }];
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output = objectIn(item.output);
      const said = output ? (text(output.content) ?? text(output.output) ?? '') : worded(item.output);
      const exit =
        isObject(output) && isObject(output.metadata) ? output.metadata.exit_code : Number(exitIn.exec(said)?.[1] ?? 0);
      const failed = isObject(output) && output.success === false;
      return [{ kind: 'result', at, id, text: said, isError: failed || (typeof exit === 'number' && exit !== 0) }];
    }
    default:
      return [];
  }
}

/** At the head of what a shell gave. */
const exitIn = /^(?:(?:Chunk ID|Wall time): .*\n)*(?:Exit code: |Process exited with code )(-?\d+)(?:\n|$)/;

function copilot({ type, data, timestamp, agentId }: JsonObject): Past[] {
  const at = text(timestamp);
  if (!isObject(data)) return [];
  const id = text(data.toolCallId);
  // Older ones name the call that began it.
  const subagent = text(agentId) ?? text(data.parentToolCallId);
  switch (type) {
    case 'session.start':
    case 'session.resume': {
      const { cwd } = isObject(data.context) ? data.context : {};
      return [{ kind: 'about', at, sessionId: text(data.sessionId), cwd: text(cwd) }];
    }
    case 'user.message':
      return subagent ? [] : [{ kind: 'prompt', at, text: text(data.content) ?? '' }];
    case 'assistant.message':
      return !subagent && text(data.content) ? [{ kind: 'said', at, text: text(data.content)! }] : [];
    case 'tool.execution_start': {
      const name = text(data.toolName);
      const input = inputIn(data.arguments);
      return id && name ? [{ kind: 'call', at, id, name, input, ...(subagent ? { subagent } : {}) }] : [];
    }
    case 'tool.execution_complete': {
      const { success, result, error } = data;
      const failure = success === false ? messageOf(error) : '';
      const said = failure || (isObject(result) ? worded(result.content) : textOfResponse(result));
      return id ? [{ kind: 'result', at, id, text: said, isError: success === false }] : [];
    }
    default:
      return [];
  }
}

const messageOf = (error: unknown): string => (isObject(error) ? (text(error.message) ?? '') : (text(error) ?? ''));

function gemini(line: JsonObject): Past[] {
  const at = text(line.timestamp) ?? text(line.startTime);
  if (line.type === undefined) {
    const { sessionId, directories, kind } = line;
    const subagent = kind === 'subagent' ? (text(sessionId) ?? 'agent') : undefined;
    const cwd = text(line.cwd) ?? (Array.isArray(directories) ? text(directories[0]) : undefined);
    return sessionId || cwd || subagent
      ? [{ kind: 'about', at, sessionId: text(sessionId), cwd, ...(subagent ? { subagent } : {}) }]
      : [];
  }
  if (line.type === 'user') return [{ kind: 'prompt', at, text: worded(line.content) }];
  if (line.type !== 'gemini') return [];
  const said = worded(line.content);
  const calls = list(line.toolCalls).flatMap((call): Past[] => {
    const [id, name] = [text(call.id), text(call.name)];
    if (!id || !name) return [];
    const when = text(call.timestamp) ?? at;
    const input = isObject(call.args) ? call.args : {};
    const made: Past = { kind: 'call', at: when, id, name, input };
    const isError = call.status === 'error' || call.status === 'cancelled';
    // It may wait for its human, or be at work.
    if (!isError && call.status !== 'success') return [made];
    return [made, { kind: 'result', at: when, id, text: geminiResult(call.result), isError }];
  });
  return [...(said === '' ? [] : [{ kind: 'said' as const, at, text: said, model: text(line.model) }]), ...calls];
}

/** Function responses of its API. */
function geminiResult(result: unknown): string {
  const texts = list(result).flatMap((part) => {
    const { response } = isObject(part.functionResponse) ? part.functionResponse : {};
    return isObject(response) ? [text(response.output) ?? text(response.error) ?? JSON.stringify(response)] : [];
  });
  return texts.length > 0 ? texts.join('\n') : textOfResponse(result);
}

const inputIn = (given: unknown): JsonObject => objectIn(given) ?? {};
