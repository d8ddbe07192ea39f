/**
 * Which fields of which event may be recorded, and whose `redacts` hooks must have seen them before. What stands in neither table is withheld: a field that
 * nobody declared is told by its length alone.
 */
import type { EventFacts, EventType } from '../../shared/events/events';
import { hookPoints, type RecordedEvent, type RedactedEvent, type TypeOf } from '../../shared/hooks/points';
import type { Patches } from '../../shared/verdicts/patches';

/** The events whose hooks must have seen the value; none where nobody holds it back. */
export type SeenBy = readonly RedactedEvent[];
/** `call`: the input of a tool call, once its gate has spoken. `message`: a message, of which each part has a rule of its own. */
export type Rule = SeenBy | 'call' | 'message';

type KeysOf<U> = U extends unknown ? keyof U : never;
type Own<F> = { readonly [K in Exclude<keyof F, 'data'>]-?: Rule };
type Data<F> = F extends { data?: infer D } ? { readonly [K in Exclude<KeysOf<NonNullable<D>>, keyof OfChain>]-?: Rule } : object;
type Recordable<F> = { readonly own: Own<F> & { readonly reason?: SeenBy }; readonly data: Data<F> };

const open: SeenBy = [];
/** What every hook point says of its chain. A fingerprint tells of what was left, so that it is held back as long as that is. */
export interface OfChain {
  decision: unknown;
  fingerprint: unknown;
  bars: unknown;
  sawMetadata: unknown;
}
/** What an agent said: which answer it ends with is known at its end only, until then all of it is held back. */
export const said: SeenBy = ['stop', 'afterAgent'];
/** As it streams; thinking is signed, so that whoever would change it can only keep it from being seen. */
export const streamed = {
  text: ['postModelCall', ...said],
  thinking: ['postModelCall', 'modelDelta', ...said],
} as const satisfies Record<string, SeenBy>;
/** Thinking speaks of what it leads to, and nobody can change it: no record has it. */
export const thought: SeenBy = streamed.thinking;
export const fromHuman: SeenBy = ['userMessage'];
export const called: SeenBy = ['preToolUse'];
/** What a tool wrote, while it runs and in what is made of it. */
export const output: SeenBy = ['toolError', 'postToolUse', 'toolResultMessages'];
const result: SeenBy = ['postToolUse', 'toolResultMessages'];

/** A hook may put whatever it sees into a prompt, and into the run's metadata. */
const anything = (Object.keys(hookPoints) as (keyof typeof hookPoints)[]).filter(
  (event): event is RedactedEvent => hookPoints[event].redacts === true,
);

const ofCall = { toolCallId: open, toolName: open } as const;
const ofTool = { ...ofCall, input: 'call', requestedInput: 'call' } as const;
const toolData = { status: open, scope: open } as const;
const gateData = { ...toolData, vote: open, verdict: open } as const;
const ofTask = { toolCallId: open, input: open } as const;
const taskData = { description: open, background: open } as const;
const ran = { error: open, duration: open, usage: open, costUsd: open } as const;
const endData = { signals: open, response: open } as const;
const lateEnd = { ...endData, status: open, interrupted: open } as const;
const reloaded = {
  own: { duration: open, isError: open },
  data: { files: open, held: open, hooks: open, problems: open, durationMs: open, saved: open },
} as const;

export const recordable: { readonly [T in EventType]: Recordable<EventFacts[T]> } = {
  session_start: { own: {}, data: { source: open } },
  session_end: { own: {}, data: { reason: open } },
  before_run: { own: { input: fromHuman }, data: {} },
  user_message: { own: { input: open }, data: {} },
  before_agent: { own: { input: open }, data: { system: open } },
  before_step: { own: {}, data: { system: open, messages: open } },
  pre_model_call: { own: {}, data: { attempt: open, request: open } },
  model_delta: { own: {}, data: { deltas: open, characters: open, passed: open, changed: open } },
  model_error: { own: { error: open }, data: { attempt: open, request: open, response: said, recovered: open } },
  post_model_call: {
    own: { error: open, duration: open, usage: open, costUsd: open },
    data: { origin: open, request: open, response: open },
  },
  pre_tool_use: {
    own: ofTool,
    data: { ...gateData, confinement: open, refusal: open, secondHand: open, facts: 'call', requestedFacts: 'call' },
  },
  permission_request: { own: ofTool, data: { ...gateData, suggestions: open } },
  tool_error: { own: { ...ofTool, error: result, output, duration: open }, data: { ...toolData, recovered: open } },
  post_tool_use: {
    own: { ...ofTool, output: ['toolResultMessages'], isError: open, error: result, duration: open },
    data: { ...toolData, recovered: open, origin: open },
  },
  tool_result_messages: { own: ofTool, data: { ...toolData, messages: open } },
  tool_settled: { own: { ...ofTool, output: open, isError: open }, data: { ...toolData, outcome: open } },
  message: { own: { ...ofCall, input: 'message', usage: open }, data: { index: open } },
  after_step: { own: {}, data: { messages: open, finishReason: open } },
  pre_compact: { own: {}, data: { messages: open, trigger: open } },
  stop: { own: { costUsd: open }, data: { signals: open, turns: open, response: open, message: open } },
  after_agent: { own: { input: open, error: open }, data: { origin: open, response: open } },
  run_done: { own: { error: open }, data: { ...endData, status: open } },
  run_abort: { own: { error: open }, data: lateEnd },
  run_error: { own: { error: open }, data: endData },
  after_run: { own: { ...ran, input: open }, data: { ...lateEnd, waitedMs: open } },
  subagent_start: { own: ofTask, data: taskData },
  subagent_stop: { own: { ...ofTask, ...ran, output: open, isError: open }, data: taskData },
  scope_register: { own: {}, data: { scope: open } },
  scope_unregister: { own: {}, data: { scope: open } },
  hook_error: { own: { error: open }, data: { hook: open, file: open, line: open, message: open, event: open } },
  hooks_reloaded: reloaded,
  tools_reloaded: reloaded,
  approval_requested: {
    own: { ...ofCall, input: 'call' },
    data: {
      ...ofTool,
      id: open,
      inputHash: open,
      agentName: open,
      branch: open,
      reason: open,
      uncertain: 'call',
      askedBy: open,
      guest: open,
      changedBy: open,
      risk: open,
      diff: 'call',
      suggestions: 'call',
      reach: 'call',
      confirms: open,
      confinement: open,
      unconfined: open,
    },
  },
  approval_resolved: { own: ofCall, data: { id: open, reason: open, scope: open, rule: open } },
  question_asked: { own: ofCall, data: { toolCallId: open, agentName: open, branch: open, questions: 'call' } },
  question_answered: { own: ofCall, data: { answers: open, skipped: open, cancelled: open } },
  tool_start: { own: { ...ofCall, input: 'call' }, data: { confinement: open } },
  tool_retry: { own: ofCall, data: { attempt: open, waitMs: open } },
  model_retry: {
    own: { reason: ['modelError'] },
    data: { attempt: open, waitMs: open, status: open, message: ['modelError'], hook: open },
  },
  compacted: {
    own: { output: open, isError: open, error: open, usage: open, costUsd: open },
    data: { trigger: open, messages: open, tokens: open, kept: open },
  },
  completion: {
    own: { input: anything, output: anything, error: anything, duration: open, usage: open, costUsd: open },
    data: { model: open, hook: open, file: open, line: open, event: open },
  },
  handoff: { own: {}, data: { from: open, to: open } },
  continue_declined: { own: {}, data: {} },
  files_changed: { own: { ...ofCall, error: open }, data: { files: open, leftOut: open } },
  files_restored: { own: {}, data: { files: open, to: open, redo: open } },
  files_kept: { own: {}, data: { paths: open } },
  conversation_restored: { own: {}, data: { to: open, redo: open } },
  session_renamed: { own: {}, data: { title: open } },
  instructions_loaded: { own: { toolCallId: open }, data: { files: open, problems: open } },
};

/** A part of a field may have a rule of its own. */
type ChangedBy<E extends keyof Patches & RecordedEvent> = { readonly [F in keyof Patches[E]]-?: SeenBy } & {
  readonly [part: `${string}.${string}`]: SeenBy;
};
/** The same of what a hook changed: the change stands in its record beside the value. */
export const changeable: { readonly [E in keyof Patches & RecordedEvent as TypeOf<E>]: ChangedBy<E> } = {
  session_start: { context: open },
  user_message: { message: open, text: open, context: open },
  before_agent: { system: open, responseFormat: open },
  before_step: { messages: said, system: open },
  pre_model_call: { request: open, 'request.messages': said },
  model_delta: { text: streamed.text },
  model_error: { error: open },
  post_model_call: { response: [...called, ...said] },
  pre_tool_use: { input: open },
  tool_error: { error: result },
  post_tool_use: { output: ['toolResultMessages'], isError: open, context: ['toolResultMessages'] },
  tool_result_messages: { messages: open },
  after_step: { messages: said },
  pre_compact: { instructions: open },
  stop: { response: ['afterAgent'], signal: open },
  after_agent: { response: open },
};

const byChain: Readonly<Record<keyof OfChain, SeenBy>> = {
  decision: open,
  fingerprint: open,
  bars: open,
  sawMetadata: anything,
};
/** A hook that fails may end whatever it stands at, so that each has one; where hooks leave no value, it tells of that alone. */
const printsOf: { readonly [E in RecordedEvent as TypeOf<E>]: SeenBy } = {
  session_start: open,
  user_message: open,
  before_agent: said,
  before_step: open,
  pre_model_call: said,
  model_delta: open,
  model_error: said,
  post_model_call: [...called, ...said],
  pre_tool_use: output,
  permission_request: open,
  tool_error: result,
  post_tool_use: ['toolResultMessages'],
  tool_result_messages: open,
  after_step: open,
  pre_compact: open,
  stop: ['afterAgent'],
  after_agent: open,
  ...{ session_end: open, before_run: open, tool_settled: open, message: open, subagent_start: open, subagent_stop: open },
  ...{ run_done: open, run_abort: open, run_error: open, after_run: open, scope_register: open, scope_unregister: open },
};
const rulesOfPrints: ReadonlyMap<string, SeenBy> = new Map(Object.entries<SeenBy>(printsOf));

/** Decisions with which a call has its output before any tool wrote one. */
const answers: ReadonlySet<unknown> = new Set(['respond', 'fail']);

/** The rule of a field that every hook point may have; undefined where it is none, or the event is of no hook point. `data` has them all. */
export function chainRule(type: string, field: string, data: object): SeenBy | undefined {
  if (field === 'fingerprint') {
    const { decision } = data as Partial<OfChain>;
    // What says nothing of an output need not wait for who cleans outputs.
    return type === 'pre_tool_use' && !answers.has(decision) ? open : rulesOfPrints.get(type);
  }
  return Object.hasOwn(byChain, field) ? byChain[field as keyof OfChain] : undefined;
}
