/**
 * What each event carries through the chain, and what a hook may patch of it: the one map that the loop, the chain, the contexts of hooks and the records are
 * typed by. A new event is a row here; what does not compile then is what it still lacks.
 */
import type { ToolFacts } from './dispatch';
import type {
  DecidedBy,
  ErrorFacts,
  HookEvent,
  LiveEvent,
  RunStatus,
  SessionEndReason,
  StopReasonName,
  StopSignal,
  ToolOutcome,
} from './events';
import type { JsonObject } from './json';
import type { Message, ModelRequest, ModelResponse, ToolDeclaration, Usage } from './messages';

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

/** The fields of each event beside the common ones. */
export type Payloads = {
  sessionStart: { source: 'startup' | 'resume' | 'fork' };
  sessionEnd: { reason: SessionEndReason };
  beforeRun: { input?: string };
  userMessage: { message: Message };
  beforeAgent: {
    input?: string;
    system: string;
    tools: ToolDeclaration[];
    /** JSON schema of the answer, where an earlier hook set one. */
    responseFormat?: JsonObject;
  };
  beforeStep: { messages: Message[]; system: string };
  preModelCall: { request: ModelRequest; attempt: number };
  modelDelta: { delta: { type: 'text' | 'thinking'; text: string } };
  modelError: {
    request: ModelRequest;
    error: ErrorFacts;
    attempt: number;
    /** An earlier hook answered, with `response`. */
    recovered?: boolean;
    response?: unknown;
  };
  postModelCall: {
    request: ModelRequest;
    /** Absent where the call failed, which `error` says. */
    response: ModelResponse;
    error?: ErrorFacts;
    durationMs: number;
    origin: 'provider' | 'hook';
  };
  preToolUse: ToolFields;
  permissionRequest: ToolFields & { reason: string; suggestions: string[] };
  toolError: ToolFields & {
    error: ErrorFacts;
    original: ErrorFacts;
    output?: unknown;
    durationMs: number;
    /** An earlier hook answered, with `output`. */
    recovered?: boolean;
  };
  postToolUse: ToolFields & {
    output: unknown;
    isError: boolean;
    recovered: boolean;
    error?: ErrorFacts;
    origin: 'tool' | 'hook';
    durationMs: number;
  };
  toolResultMessages: ToolFields & {
    defaultMessages: Message[];
    /** What an earlier hook made of them. */
    messages?: Message[];
  };
  toolSettled: ToolFields & {
    outcome: ToolOutcome;
    decidedBy: DecidedBy;
    output?: unknown;
    isError?: boolean;
    reason?: string;
  };
  message: { message: Message; index: number };
  afterStep: { messages: Message[]; finishReason: string };
  preCompact: {
    messages: Message[];
    trigger: 'auto' | 'manual';
    /** What an earlier hook asks of the summary. */
    instructions?: string;
  };
  stop: {
    reason: StopReasonName;
    /** Strongest first. */
    signals: StopSignal[];
    turns: number;
    costUsd: number;
    response?: ModelResponse;
  };
  afterAgent: { input?: string; response?: ModelResponse; origin: 'provider' | 'hook'; error?: ErrorFacts };
  runDone: Ending & { status: RunStatus };
  runAbort: Ending & { status: RunStatus };
  runError: Ending;
  afterRun: Ending & {
    input?: string;
    status: RunStatus;
    durationMs: number;
    /** How much of it the human was waited for. */
    waitedMs: number;
    usage: Usage;
    costUsd: number;
  };
  subagentStart: { task: string };
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
  scopeRegister: { scope: { name: string; tools: string[] } };
  scopeUnregister: { scope: { name: string; tools: string[] } };
  beforeTranslate: {
    /** Named `hookEvent` where the field is read: `event` is the event's own name. */
    hookEvent: HookEvent | LiveEvent;
  };
  afterTranslate: { aguiEvent: JsonObject };
  event: {
    /** Named `hookEvent` where the field is read: `event` is the event's own name. */
    hookEvent: HookEvent;
  };
};
export type EventName = keyof Payloads;

/** What `modify` may patch, for a tool input of type `I`. Objects merge one level, `undefined` removes; arrays and strings replace. */
export type Patches<I = JsonObject> = {
  sessionStart: { context: string };
  /** `text` leaves pictures where they are; an empty one leaves the old. */
  userMessage: { message: Message | string; text: string; context: string };
  beforeAgent: { system: string; responseFormat: JsonObject };
  beforeStep: { messages: Message[]; system: string };
  preModelCall: { request: Partial<ModelRequest> };
  modelDelta: { text: string };
  modelError: { error: Partial<ErrorFacts> | Error | string };
  postModelCall: { response: Partial<ModelResponse> | string };
  preToolUse: { input: { [K in keyof I]?: I[K] | undefined } };
  toolError: { error: Partial<ErrorFacts> | Error | string };
  postToolUse: { output: unknown; isError: boolean; context: string };
  toolResultMessages: { messages: Message[] };
  afterStep: { messages: Message[] };
  preCompact: { instructions: string };
  /** `signal` is one more; `reason` is `stop_requested` and `source` the hook, unless it says otherwise. */
  stop: { response: Partial<ModelResponse> | string; signal: string | (Pick<StopSignal, 'message'> & Partial<StopSignal>) };
  afterAgent: { response: Partial<ModelResponse> | string };
  beforeTranslate: { event: JsonObject };
  afterTranslate: { event: JsonObject };
};
/** The names of all fields that some event lets hooks patch. */
export type PatchName<E extends keyof Patches = keyof Patches> = { [N in E]: keyof Patches[N] }[E];
