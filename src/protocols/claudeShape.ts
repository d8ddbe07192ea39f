/** The payload that Claude Code gave the field: others send it too, with names of their own in places. */
import * as z from 'zod';
import { issuesText } from '../shared/basics/issuesText';
import { isObject, type JsonObject } from '../shared/basics/json';
import type { Occurrence, Protocol, SharedEvent, Told } from './protocol';
import type { EventAnswer, TheirAnswer } from './theirFields';
import { textOfResponse } from './toolResponse';
import type { TheirCall, ToolWords } from './toolWords';

const text = z.string();
const common = z.looseObject({
  hook_event_name: text.min(1),
  session_id: text.nullish(),
  cwd: text.nullish(),
  transcript_path: text.nullish(),
  agent_id: text.nullish(),
  agent_type: text.nullish(),
});
const ofTool = z.looseObject({
  tool_name: text.min(1),
  tool_input: z.unknown(),
  tool_use_id: text.nullish(),
  duration_ms: z.number().nullish(),
});
const sources: Readonly<Record<string, 'startup' | 'resume' | 'fork'>> = { resume: 'resume', compact: 'resume', fork: 'fork' };

type Reading = Occurrence | { problem: string };

export function readClaudeShape(
  { name, events, tools }: Pick<Protocol, 'name' | 'events' | 'tools'>,
  payload: JsonObject,
): Reading {
  const parsed = common.safeParse(payload);
  if (!parsed.success) return { problem: whyNot(parsed.error) };
  const { hook_event_name, session_id, cwd, transcript_path, agent_id, agent_type } = parsed.data;
  const event = events.get(hook_event_name);
  if (!event) return { problem: `there is no event ${hook_event_name}` };
  const told = tellsOf(event.ours, payload, tools);
  if ('problem' in told) return told;
  return {
    agent: name,
    theirEvent: hook_event_name,
    sessionId: session_id ?? '',
    folders: cwd ? [cwd] : [],
    ...(cwd ? { cwd } : {}),
    ...(transcript_path ? { transcript: transcript_path } : {}),
    ...(agent_id ? { subagent: { id: agent_id, ...(agent_type ? { type: agent_type } : {}) } } : {}),
    told,
    payload,
  };
}

/** What the payload tells of our event; texts where theirs are absent are empty, what a gate judges by must be there. */
export function tellsOf(event: SharedEvent | undefined, payload: JsonObject, tools: ToolWords): Told | { problem: string } {
  const string = (...fields: string[]) =>
    fields.map((field) => payload[field]).find((value) => typeof value === 'string') as string | undefined;
  const { stop_hook_active: active, loop_count: loops } = payload;
  const again = typeof loops === 'number' ? { again: loops > 0 } : typeof active === 'boolean' ? { again: active } : {};
  switch (event) {
    case undefined:
      return { event };
    case 'preToolUse':
    case 'permissionRequest':
    case 'postToolUse':
    case 'toolError': {
      const parsed = ofTool.safeParse(payload);
      if (!parsed.success) return { problem: whyNot(parsed.error) };
      const { tool_name, tool_use_id, duration_ms } = parsed.data;
      const input = tools.inputOf(tool_name, parsed.data.tool_input);
      if (!input) return { problem: `what ${tool_name} is given is no JSON object` };
      const calls = tools.read(tool_name, input);
      if (!calls) return { problem: `what ${tool_name} would do cannot be read from its input` };
      const odd = calls.map(whyNotJudged).find((why) => why !== undefined);
      if (odd !== undefined && (event === 'preToolUse' || event === 'permissionRequest'))
        return { problem: `${tool_name}: ${odd}` };
      const call = { calls, ...(tool_use_id ? { toolCallId: tool_use_id } : {}) };
      const took = typeof duration_ms === 'number' ? { durationMs: duration_ms } : {};
      if (event === 'postToolUse') return { event, ...call, ...took, output: textOfResponse(payload.tool_response) };
      if (event === 'toolError') return { event, ...call, ...took, error: string('error') ?? textOfResponse(payload.error) };
      return { event, ...call };
    }
    case 'userMessage': {
      const prompt = string('prompt', 'user_prompt');
      return prompt === undefined ? { problem: 'it has no prompt' } : { event, text: prompt };
    }
    case 'stop':
      return { event, text: string('last_assistant_message', 'prompt_response'), ...again, ...cutBy(string('status')) };
    case 'subagentStart':
      return { event, task: string('task', 'prompt', 'description', 'agent_type') ?? '' };
    case 'subagentStop':
      return {
        ...{ event, task: string('task', 'agent_type') ?? '', result: string('last_assistant_message', 'result', 'summary') },
        ...{ ...again, ...cutBy(string('status')) },
      };
    case 'preCompact':
      return { event, trigger: payload.trigger === 'manual' ? 'manual' : 'auto', instructions: string('custom_instructions') };
    case 'sessionStart':
      return { event, source: sources[string('source') ?? ''] ?? 'startup' };
    case 'sessionEnd':
      return { event, reason: payload.reason === 'clear' ? 'new_chat' : 'exit' };
  }
}

function cutBy(status: string | undefined): Pick<Extract<Told, { event: 'stop' }>, 'cut'> {
  return status === 'aborted' ? { cut: 'user_requested' } : status === 'error' ? { cut: 'error' } : {};
}

/** What policies judge our tools by: where it is there, it is text. */
const judgedBy: ReadonlyMap<string, string> = new Map([
  ['bash', 'command'],
  ['webfetch', 'url'],
  ['read', 'file_path'],
  ['write', 'file_path'],
  ['edit', 'file_path'],
  ['multiedit', 'file_path'],
  ['delete', 'file_path'],
  ['notebookedit', 'notebook_path'],
  ['glob', 'path'],
  ['grep', 'path'],
  ['ls', 'path'],
]);

/** A call that nobody could judge: its agent may know what it means all the same. */
function whyNotJudged({ toolName, input }: TheirCall): string | undefined {
  const field = judgedBy.get(toolName.toLowerCase());
  const given = field === undefined ? undefined : input[field];
  if (given === undefined || given === null) return field === 'command' ? 'it has no command' : undefined;
  return typeof given === 'string' ? undefined : `${field} is no text`;
}

export const whyNot = (error: z.ZodError): string => issuesText(error.issues, 'it');

/** Answers in `hookSpecificOutput`, as Claude Code reads them. */
export const specific = (hookEventName: string, fields: EventAnswer): TheirAnswer =>
  Object.values(fields).every((value) => value === undefined) ? {} : { hookSpecificOutput: { hookEventName, ...fields } };

export const contextOf = ({ context }: { context?: string[] }): string | undefined =>
  context && context.length > 0 ? context.join('\n\n') : undefined;

export const isPayload = (value: unknown): value is JsonObject => isObject(value);
