/** What the JSON that a hook of another agent answered says, in our words: each agent has its own fields for one thing. */

import { isObject, type JsonObject } from '../shared/basics/json';
import { protocols } from './index';
import type { AgentName, SharedEvent } from './protocol';
import { namesThere, saysClaude } from './speak';
import type { EventAnswer, TheirAnswer } from './theirFields';

export interface Heard {
  action?: 'allow' | 'ask' | 'deny';
  reason?: string;
  /** The input in our words; `merges` where fields that it lacks stay. */
  input?: JsonObject;
  merges?: true;
  output?: string;
  context?: string;
  continueWith?: string;
  /** The run is to end, and why. */
  stop?: string;
  /** For the human alone. */
  message?: string;
  /** Why there is no verdict. */
  failed?: string;
}

export interface AskedCommand {
  agent: AgentName;
  theirEvent: string;
  event: SharedEvent;
  /** The tool there, of a call. */
  toolName?: string;
  /** Of Cursor's: all that is no answer denies. */
  failClosed?: boolean;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export function inOurWords(asked: AskedCommand, answer: TheirAnswer): Heard {
  const heard = fields(asked, answer);
  return defined({ ...heard, message: heard.message ?? text(answer.systemMessage) });
}

function fields(asked: AskedCommand, answer: TheirAnswer): Heard {
  switch (asked.agent) {
    case 'claude':
    case 'codex':
    case 'vscode':
      return fromClaude(asked, answer);
    case 'copilot':
      return { ...fromCopilot(asked, answer), ...defined(fromClaude(asked, answer)) };
    case 'cursor':
      return fromCursor(asked, answer);
    case 'gemini':
      return fromGemini(asked, answer);
  }
}

const defined = (heard: Heard): Heard =>
  Object.fromEntries(Object.entries(heard).filter(([, value]) => value !== undefined)) as Heard;

/** Words for a verdict; one that is none fails. */
const words: ReadonlyMap<string, 'allow' | 'ask' | 'deny'> = new Map([
  ['allow', 'allow'],
  ['approve', 'allow'],
  ['ask', 'ask'],
  // It leaves the call to whoever runs the agent.
  ['defer', 'ask'],
  ['deny', 'deny'],
  ['block', 'deny'],
]);
function verdict(word: unknown): Pick<Heard, 'action' | 'failed'> {
  if (word === undefined || word === null) return {};
  const action = words.get(String(word));
  return action ? { action } : { failed: `gave a verdict that nobody knows: ${JSON.stringify(word)}` };
}

function fromClaude(asked: AskedCommand, answer: TheirAnswer): Heard {
  const { event } = asked;
  const specific = (isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}) as EventAnswer;
  const ends = answer.continue === false ? (text(answer.stopReason) ?? text(answer.reason) ?? 'a hook ended the run') : undefined;
  const context = text(specific.additionalContext);
  const blocks = answer.decision === 'block';
  switch (event) {
    case 'preToolUse':
      return {
        ...verdict(specific.permissionDecision ?? answer.decision),
        reason: text(specific.permissionDecisionReason) ?? text(answer.reason),
        ...changedInput(asked, specific.updatedInput),
        ...{ context, stop: ends },
      };
    case 'permissionRequest': {
      const decision = isObject(specific.decision) ? specific.decision : {};
      // We have no way to change the input here: the human is asked.
      if (decision.behavior === 'allow' && decision.updatedInput !== undefined)
        return { message: 'it allows another input than the one that is asked about, which cannot be had here' };
      return { ...verdict(decision.behavior), reason: text(decision.message) };
    }
    case 'userMessage':
      return { action: blocks || ends !== undefined ? 'deny' : undefined, reason: ends ?? text(answer.reason), context };
    case 'stop':
      return ends === undefined ? { continueWith: blocks ? (text(answer.reason) ?? 'go on') : context } : {};
    case 'postToolUse':
      return {
        context: joined(blocks ? text(answer.reason) : undefined, context),
        output: outputIn(specific.updatedToolOutput),
        stop: ends,
      };
    case 'preCompact':
      return { action: blocks ? 'deny' : undefined, reason: text(answer.reason) };
    case 'sessionStart':
    case 'sessionEnd':
    case 'toolError':
    case 'subagentStart':
    case 'subagentStop':
      return { context };
  }
}

function fromCopilot(asked: AskedCommand, answer: TheirAnswer): Heard {
  const context = text(answer.additionalContext);
  switch (asked.event) {
    case 'preToolUse':
      return {
        ...verdict(answer.permissionDecision),
        reason: text(answer.permissionDecisionReason),
        ...changedInput(asked, answer.modifiedArgs),
        context,
      };
    case 'permissionRequest':
      return { ...verdict(answer.behavior), reason: text(answer.message) };
    case 'postToolUse':
      return { output: outputIn(answer.modifiedResult), context };
    case 'stop':
      return { continueWith: answer.decision === 'block' ? (text(answer.reason) ?? 'go on') : undefined };
    case 'userMessage':
      return {};
    case 'sessionStart':
    case 'sessionEnd':
    case 'toolError':
    case 'preCompact':
    case 'subagentStart':
    case 'subagentStop':
      return { context };
  }
}

function fromCursor(asked: AskedCommand, answer: TheirAnswer): Heard {
  const reason = text(answer.agent_message) ?? text(answer.agentMessage) ?? text(answer.user_message) ?? text(answer.userMessage);
  switch (asked.event) {
    case 'preToolUse':
      return { ...verdict(answer.permission), reason, ...changedInput(asked, answer.updated_input) };
    case 'userMessage':
      return { action: answer.continue === false ? 'deny' : undefined, reason };
    case 'stop':
      return { continueWith: text(answer.followup_message) };
    case 'postToolUse':
      return { context: text(answer.additional_context), output: outputIn(answer.updated_mcp_tool_output) };
    case 'sessionStart':
    case 'sessionEnd':
    case 'permissionRequest':
    case 'toolError':
    case 'preCompact':
    case 'subagentStart':
    case 'subagentStop':
      return { context: text(answer.additional_context) };
  }
}

function fromGemini(asked: AskedCommand, answer: TheirAnswer): Heard {
  const specific = (isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : {}) as EventAnswer;
  const { action, failed } = verdict(answer.decision);
  const reason = text(answer.reason);
  const ends = answer.continue === false ? (text(answer.stopReason) ?? reason ?? 'a hook ended the run') : undefined;
  const context = text(specific.additionalContext);
  switch (asked.event) {
    case 'preToolUse':
      return {
        action,
        failed,
        reason,
        ...changedInput(asked, specific.tool_input),
        ...(specific.tool_input ? { merges: true } : {}),
        stop: ends,
      };
    case 'postToolUse':
      // Of a deny the reason takes the result's place.
      return { output: action === 'deny' ? (reason ?? '') : undefined, context, stop: ends };
    case 'stop':
      return { continueWith: action === 'deny' && ends === undefined ? (reason ?? 'go on') : undefined };
    case 'userMessage':
      return { action: action === 'deny' || ends !== undefined ? 'deny' : undefined, reason: ends ?? reason, context };
    case 'sessionStart':
    case 'sessionEnd':
    case 'permissionRequest':
    case 'toolError':
    case 'preCompact':
    case 'subagentStart':
    case 'subagentStop':
      return { context };
  }
}

const joined = (...texts: (string | undefined)[]): string | undefined => texts.filter(Boolean).join('\n\n') || undefined;

/** Their tool's input as ours has it. */
function changedInput({ agent, toolName = '', theirEvent }: AskedCommand, given: unknown): Pick<Heard, 'input' | 'failed'> {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) return { failed: 'changed the input to what is no object' };
  if (agent === 'codex' && namesThere(agent, theirEvent, 'Edit').includes(toolName))
    return { failed: 'changed a patch, which cannot be taken back into the call' };
  const calls = saysClaude(agent, theirEvent) ? [{ input: given }] : protocols[agent].tools.read(toolName, given);
  return calls?.length === 1 ? { input: calls[0]!.input } : { failed: `changed the input to what ${toolName} does not take` };
}

function outputIn(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string') return given;
  if (isObject(given) && typeof given.textResultForLlm === 'string') return given.textResultForLlm;
  if (isObject(given) && typeof given.stdout === 'string')
    return [given.stdout, given.stderr].filter((part) => typeof part === 'string' && part !== '').join('\n');
  if (isObject(given) && isObject(given.file) && typeof given.file.content === 'string') return given.file.content;
  return JSON.stringify(given);
}
