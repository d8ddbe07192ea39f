/** What each type of HookEvent must have, as plain JSON is checked for it: keyed by the map of types, so that neither can lack what the other has. */
import * as z from 'zod';
import type { Overlooked, ShapeOf } from '../basics/overlooked';
import { messageShape } from '../messages/readMessage';
import { type EventFacts, type EventType, toolOutcomes } from './events';
import {
  chained,
  confinement,
  decidedBy,
  error,
  fileChanges,
  origin,
  question,
  request,
  response,
  scope,
  signals,
  status,
  trigger,
  usage,
  whyLeft,
} from './factShapes';
import type { LiveFacts } from './liveEvents';

const object = z.looseObject;
const text = z.string();
const number = z.number();
const json = z.record(z.string(), z.unknown());

const call = { toolCallId: text, toolName: text };
const toolCall = { ...call, input: json, requestedInput: json.optional() };
const ofTool = { ...chained, status: z.enum(['known', 'unknown', 'disabled', 'invalid']), scope: text.optional() };
const gate = { ...ofTool, vote: z.enum(['ask', 'allow']).optional(), verdict: z.enum(['deny', 'ask']).optional() };
const callFacts = json.optional();
const task = {
  toolCallId: text,
  input: text,
  data: object({ ...chained, description: text.optional(), background: z.boolean() }),
};
const ended = { ...chained, signals, response: text.optional() };
const late = { ...ended, status, interrupted: z.literal(true).optional() };
const ending = { error: error.optional(), data: object({ ...ended, status }) };
const group = { data: object({ ...chained, scope: object({ name: text, tools: z.array(text) }) }) };
const reloaded = {
  duration: number,
  isError: z.boolean(),
  data: object({
    files: z.array(text),
    held: z.array(text),
    hooks: number,
    problems: z.array(
      object({ file: text, line: number, column: number, message: text, severity: z.enum(['error', 'warning']) }),
    ),
    durationMs: number,
    saved: z.boolean().optional(),
  }),
};
export const facts = {
  session_start: object({ data: object({ ...chained, source: z.enum(['startup', 'resume', 'fork']) }) }),
  session_end: object({ data: object({ ...chained, reason: z.enum(['new_chat', 'closed', 'exit']) }) }),
  before_run: object({ input: text.optional(), data: object(chained).optional() }),
  user_message: object({ input: messageShape, data: object(chained).optional() }),
  before_agent: object({ input: text.optional(), data: object({ ...chained, system: text }) }),
  before_step: object({ data: object({ ...chained, system: text, messages: number }) }),
  pre_model_call: object({ data: object({ ...chained, attempt: number, request }) }),
  model_delta: object({
    data: object({ ...chained, deltas: number, characters: number, passed: number, changed: number }),
  }),
  model_error: object({
    error,
    data: object({
      ...chained,
      attempt: number,
      request,
      response: z.union([response, text]).optional(),
      recovered: z.boolean().optional(),
    }),
  }),
  post_model_call: object({
    error: error.optional(),
    duration: number,
    usage: usage.optional(),
    costUsd: number.optional(),
    data: object({ ...chained, origin, request, response: response.optional() }),
  }),
  pre_tool_use: object({
    ...toolCall,
    data: object({
      ...{ ...gate, confinement: confinement.optional(), facts: callFacts, requestedFacts: callFacts },
      refusal: object({ by: decidedBy, reason: text }).optional(),
      secondHand: z.literal(true).optional(),
    }),
  }),
  permission_request: object({ ...toolCall, data: object({ ...gate, suggestions: z.array(text) }) }),
  tool_error: object({
    ...toolCall,
    error,
    output: z.unknown().optional(),
    duration: number,
    data: object({ ...ofTool, recovered: z.boolean().optional() }),
  }),
  post_tool_use: object({
    ...toolCall,
    output: z.unknown(),
    isError: z.boolean(),
    error: error.optional(),
    duration: number,
    data: object({ ...ofTool, recovered: z.boolean(), origin: z.enum(['tool', 'hook']) }),
  }),
  tool_result_messages: object({ ...toolCall, data: object({ ...ofTool, messages: number.optional() }) }),
  tool_settled: object({
    ...toolCall,
    output: z.unknown().optional(),
    isError: z.boolean().optional(),
    data: object({ ...ofTool, outcome: z.enum(toolOutcomes) }),
  }),
  message: object({
    input: messageShape,
    toolCallId: text.optional(),
    toolName: text.optional(),
    usage: usage.optional(),
    data: object({ ...chained, index: number }),
  }),
  after_step: object({ data: object({ ...chained, messages: number, finishReason: text }) }),
  pre_compact: object({ data: object({ ...chained, messages: number, trigger }) }),
  stop: object({
    costUsd: number,
    data: object({ ...chained, signals, turns: number, response: response.optional(), message: text.optional() }),
  }),
  after_agent: object({
    input: text.optional(),
    error: error.optional(),
    data: object({ ...chained, origin, response: response.optional() }),
  }),
  run_done: object(ending),
  run_abort: object({ ...ending, data: object(late) }),
  run_error: object({ error: error.optional(), data: object(ended) }),
  after_run: object({
    ...ending,
    input: text.optional(),
    duration: number,
    usage,
    costUsd: number,
    data: object({ ...late, waitedMs: number.optional() }),
  }),
  subagent_start: object(task),
  subagent_stop: object({
    ...task,
    output: text.optional(),
    isError: z.boolean(),
    error: error.optional(),
    duration: number,
    usage,
    costUsd: number,
  }),
  scope_register: object(group),
  scope_unregister: object(group),
  hook_error: object({
    error,
    data: object({
      hook: text.optional(),
      file: text.optional(),
      line: number.optional(),
      message: text.optional(),
      event: text.optional(),
    }),
  }),
  hooks_reloaded: object(reloaded),
  tools_reloaded: object(reloaded),
  approval_requested: object({
    ...call,
    input: json,
    data: object({
      id: text,
      ...call,
      input: json,
      requestedInput: json.optional(),
      inputHash: text,
      agentName: text,
      guest: text.optional(),
      branch: text,
      reason: text,
      uncertain: text.optional(),
      askedBy: decidedBy,
      changedBy: z.array(object({ name: text, file: text, line: number, fields: z.array(text) })),
      risk: text,
      diff: text.optional(),
      suggestions: z.array(text),
      reach: z.array(object({ rule: text, matched: number, of: number })).optional(),
      confirms: z.literal(true).optional(),
      confinement: confinement.optional(),
      unconfined: z.literal(true).optional(),
    }),
  }),
  approval_resolved: object({
    ...call,
    data: object({
      id: text,
      decision: z.enum(['allow', 'deny', 'cancelled']),
      reason: text.optional(),
      scope: scope.optional(),
      rule: text.optional(),
    }),
  }),
  question_asked: object({
    ...call,
    data: object({ toolCallId: text, agentName: text, branch: text, questions: z.array(question) }),
  }),
  question_answered: object({
    ...call,
    data: z.union([
      object({ answers: z.array(z.array(text)) }),
      object({ skipped: z.literal(true) }),
      object({ cancelled: z.literal(true) }),
    ]),
  }),
  tool_start: object({ ...call, input: json, data: object({ confinement }).optional() }),
  tool_retry: object({ ...call, data: object({ attempt: number, waitMs: number.optional() }) }),
  model_retry: object({
    data: object({ attempt: number, waitMs: number, status: number.optional(), message: text, hook: text.optional() }),
  }),
  compacted: object({
    output: text.optional(),
    isError: z.boolean().optional(),
    error: error.optional(),
    usage: usage.optional(),
    costUsd: number.optional(),
    data: object({ trigger, messages: number, tokens: number, kept: number.optional() }),
  }),
  completion: object({
    input: text,
    output: text.optional(),
    error: error.optional(),
    duration: number,
    usage: usage.optional(),
    costUsd: number.optional(),
    data: object({ model: text, hook: text, file: text, line: number, event: text }),
  }),
  handoff: object({ data: object({ from: text, to: text }) }),
  continue_declined: object({ data: z.undefined().optional() }),
  files_changed: object({
    toolCallId: text.optional(),
    toolName: text.optional(),
    error: error.optional(),
    data: object({ files: fileChanges, leftOut: z.array(object({ why: whyLeft, count: number, paths: z.array(text) })) }),
  }),
  files_restored: object({
    data: object({ files: fileChanges, to: text.optional(), redo: z.literal(true).optional() }),
  }),
  files_kept: object({ data: object({ paths: z.array(text) }) }),
  conversation_restored: object({ data: object({ to: text, redo: z.literal(true).optional() }) }),
  session_renamed: object({ data: object({ title: text }) }),
  instructions_loaded: object({
    toolCallId: text.optional(),
    data: object({
      files: z.array(
        object({
          path: text,
          name: text,
          characters: z.number(),
          importedBy: text.optional(),
          cut: z.literal(true).optional(),
        }),
      ),
      problems: z.array(object({ name: text, importedBy: text.optional(), reason: text })),
    }),
  }),
} satisfies { [T in EventType]: z.ZodType<EventFacts[T]> };

/** As it comes in: its interfaces are plain objects, its lists are anybody's. */
type Plain<T> = T extends readonly (infer U)[]
  ? Plain<U>[]
  : T extends string
    ? T
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : T;
type Unread = { [T in EventType]: Plain<EventFacts[T]> extends z.input<(typeof facts)[T]> ? never : T }[EventType];
/** No schema may ask for more than its type has, or know fewer words. */
null satisfies [Unread] extends [never] ? null : Unread;

type Overlookings = {
  [T in EventType]: Overlooked<EventFacts[T], ShapeOf<(typeof facts)[T]>> extends infer K extends string ? `${T}: ${K}` : never;
}[EventType];
({}) satisfies Record<Overlookings, never>;

export const live: { [T in keyof LiveFacts]: z.ZodType<LiveFacts[T]> } = {
  text_delta: object({ output: text }),
  thinking_delta: object({ output: text }),
  delta_reset: object({}),
  tool_output: object({ toolCallId: text, output: text }),
  history_replaced: object({ output: z.array(messageShape), rewoundTo: z.string().optional(), redone: z.string().optional() }),
};
