/**
 * What each event carries through the chain: the one map that the loop, the chain, the contexts of hooks and the records are
 * typed by. A new event is a row here; what does not compile then is what it still lacks.
 */

import type { JsonObject } from '../basics/json';
import type { ToolFacts } from '../calls/toolFacts';
import type { HookEvent, ToolOutcome } from '../events/events';
import type { LiveEvent } from '../events/liveEvents';
import type { Message, ModelRequest, ModelResponse, ToolDeclaration, Usage } from '../messages/messages';
import type { ErrorFacts } from '../runs/errorFacts';
import type { RunStatus, SessionEndReason, StopReasonName, StopSignal } from '../runs/stopReasons';
import type { DecidedBy } from '../verdicts/hookRecord';
import type { PatchName } from '../verdicts/patches';

/** Of every tool event. */
export type ToolFields = ToolFacts & {
  toolCallId: string;
  /** What the model asked for. */
  requestedInput: JsonObject;
};

type Ending = {
  /** What the agent said at the end. */
  response?: string;
  reason?: string;
  error?: ErrorFacts;
  /** Strongest first. */
  signals: StopSignal[];
};
type LateEnding = Ending & {
  /** Its process died before it had told so: hooks are told when the session goes on. */
  interrupted?: true;
};

/** The fields of each event beside the common ones. */
export type Payloads = {
  /** Once, before the first run of a session, and again when it is resumed or forked. What is added as `context` stands before the first message. */
  sessionStart: { source: 'startup' | 'resume' | 'fork' };
  /** When a session ends: a new chat took its place, its window closed, or the program ends. */
  sessionEnd: { reason: SessionEndReason };
  /** First of a run, before its message is looked at. A run that is gone on with has one too. */
  beforeRun: { input?: string };
  /** A message of the human, before anything of the run sees it. Not fired where a run is gone on with. */
  userMessage: { message: Message };
  /** Before an agent begins: its system prompt and its tools are known. Subagents have one each, on their own branch. */
  beforeAgent: {
    input?: string;
    system: string;
    tools: ToolDeclaration[];
    /** JSON schema of the answer, where an earlier hook set one. */
    responseFormat?: JsonObject;
  };
  /** Before each step, which is one model call and the tool calls that it asks for. What is changed here is changed for good. */
  beforeStep: { messages: Message[]; system: string };
  /** Before each request to the model, a retried one too. What is changed here holds for this request alone. */
  preModelCall: { request: ModelRequest; attempt: number };
  /** A piece of a streamed answer, at most one in 16 ms. Fired only where a hook listens. */
  modelDelta: { delta: { type: 'text' | 'thinking'; text: string } };
  /** A model call failed for good: what the API itself has retried in vain. */
  modelError: {
    request: ModelRequest;
    error: ErrorFacts;
    attempt: number;
    /** An earlier hook answered, with `response`. */
    recovered?: boolean;
    response?: unknown;
  };
  /** After each model call, a failed one too, which `error` tells. */
  postModelCall: {
    request: ModelRequest;
    /** Absent where the call failed, which `error` says. */
    response: ModelResponse;
    error?: ErrorFacts;
    durationMs: number;
    origin: 'provider' | 'hook';
  };
  /** Before a tool call is decided, and so before policies, rules and the human. The only event that policies see. */
  preToolUse: ToolFields;
  /** Before a call is put to the human, and only then. */
  permissionRequest: ToolFields & { reason: string; suggestions: string[] };
  /** A call failed: thrown, `isError`, unknown, disabled, invalid, or failed by a hook. Not for calls that were denied. */
  toolError: ToolFields & {
    error: ErrorFacts;
    original: ErrorFacts;
    output?: unknown;
    durationMs: number;
    /** An earlier hook answered, with `output`. */
    recovered?: boolean;
  };
  /** After a tool ran, or a hook answered in its place, and before the model sees the result. */
  postToolUse: ToolFields & {
    output: unknown;
    isError: boolean;
    recovered: boolean;
    error?: ErrorFacts;
    origin: 'tool' | 'hook';
    durationMs: number;
  };
  /** The result of a call as messages, which a hook may write otherwise. Exactly one result for the call must remain. */
  toolResultMessages: ToolFields & {
    defaultMessages: Message[];
    /** What an earlier hook made of them. */
    messages?: Message[];
  };
  /** Last of each call, exactly once, whatever became of it: run, denied, rejected, skipped or cancelled. */
  toolSettled: ToolFields & {
    outcome: ToolOutcome;
    decidedBy: DecidedBy;
    output?: unknown;
    isError?: boolean;
    reason?: string;
  };
  /** A message has joined the conversation: the human’s, the model’s, a tool’s result. Once each. */
  message: { message: Message; index: number };
  /** After each step, when the results of its calls are there. */
  afterStep: { messages: Message[]; finishReason: string };
  /** Before the conversation is summed up to make room. */
  preCompact: {
    messages: Message[];
    trigger: 'auto' | 'manual';
    /** What an earlier hook asks of the summary. */
    instructions?: string;
  };
  /** An agent’s loop ends, naturally or not. `continueWith` sends it on, after a natural end, at most 8 times in a row. */
  stop: {
    reason: StopReasonName;
    /** Strongest first. */
    signals: StopSignal[];
    turns: number;
    costUsd: number;
    response?: ModelResponse;
  };
  /** Last of an agent, with its answer, or with what it failed of. */
  afterAgent: { input?: string; response?: ModelResponse; origin: 'provider' | 'hook'; error?: ErrorFacts };
  /** The run ended in order, by itself or stopped. Exactly one of `runDone`, `runAbort` and `runError` is fired. */
  runDone: Ending & { status: RunStatus };
  /** The run was aborted, or its message or agent denied. */
  runAbort: LateEnding & { status: RunStatus };
  /** The run ended in an error. */
  runError: Ending;
  /** Last of each run that began, exactly once, whatever happened. */
  afterRun: LateEnding & {
    input?: string;
    status: RunStatus;
    durationMs: number;
    /** How much of it the human was waited for. */
    waitedMs: number;
    usage: Usage;
    costUsd: number;
  };
  /** An agent is handed a task, in the background too. */
  subagentStart: { task: string };
  /** An agent has ended its task, in whatever way. */
  subagentStop: {
    task: string;
    result?: string;
    error?: ErrorFacts;
    durationMs: number;
    /** Its own. */
    usage: Usage;
    /** Its own. */
    costUsd: number;
  };
  /** A group of tools has come: the built-in ones, a tool file, an MCP server. */
  scopeRegister: { scope: { name: string; tools: string[] } };
  /** A group of tools has gone. */
  scopeUnregister: { scope: { name: string; tools: string[] } };
  /** Before one of our events is translated for AG-UI. Shapes that export only. */
  beforeTranslate: {
    /** Named `hookEvent` where the field is read: `event` is the event's own name. */
    hookEvent: HookEvent | LiveEvent;
  };
  /** After one was translated, once for each AG-UI event. Shapes that export only. */
  afterTranslate: { aguiEvent: JsonObject };
  /** Each HookEvent, after the fact; batched, in order, and drained at the run’s end. */
  event: {
    /** Named `hookEvent` where the field is read: `event` is the event's own name. */
    hookEvent: HookEvent;
  };
};
export type EventName = keyof Payloads;

type KeysOf<U> = U extends unknown ? keyof U : never;
/** Fields of whatever event, and what hooks patch of them, where they are looked up by name: one that no event has does not compile. What stands in them hooks may have made. */
export type PayloadFields = { [N in KeysOf<Payloads[EventName]> | PatchName]?: unknown };
