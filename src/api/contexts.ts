/** What a handler is given: the fields of its event and the decisions that event accepts, no others. */
import type { Confinement } from '../shared/confinement';
import type { Command, Purpose, ToolStatus, Uncertainty } from '../shared/dispatch';
import type { DecidedBy, ErrorFacts, HookEvent, RunStatus, StopReasonName, StopSignal, ToolOutcome } from '../shared/events';
import type { JsonObject } from '../shared/json';
import type { ContentBlock, Message, ModelRequest, ModelResponse, ToolDeclaration, Usage } from '../shared/messages';
import type { DecisionAction, EventName, hookPoints } from '../shared/points';

/** Per run; shared with its subagents; outlives reloads and restarts of the hook host. Values must be cloneable: 64 KB each, 1 MB in all. */
export interface State {
  get<T = unknown>(key: string): T | undefined;
  set(key: string, value: unknown): void;
  delete(key: string): boolean;
  has(key: string): boolean;
}

export interface CommonContext {
  readonly agentName: string;
  /** `main/researcher/scraper`. */
  readonly branch: string;
  readonly depth: number;
  readonly taskId?: string;
  readonly sessionId: string;
  readonly runId: string;
  /** 0-based. */
  readonly step: number;
  readonly purpose: Purpose;
  /** Of the run so far, in tokens. */
  readonly usage: Readonly<Usage>;
  readonly costUsd: number;
  /** Errors of the run so far. */
  readonly errors: readonly ErrorFacts[];
  readonly metadata: Readonly<JsonObject>;
  /** Milliseconds that the run has waited for the human. */
  readonly waitedMs: number;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly signal: AbortSignal;
  /** True while past events are replayed: nothing acts. */
  readonly replaying: boolean;
  readonly state: State;
  /** Shown with this hook's row in the timeline. */
  log(...values: unknown[]): void;
  /** A small model call for judging; not hooked, its time does not count. */
  complete(prompt: string, options?: { model?: string; maxTokens?: number }): Promise<string>;
}

export interface ToolFields<I> {
  readonly toolCallId: string;
  readonly toolName: string;
  /** What will run, or ran. */
  readonly input: Readonly<I>;
  /** What the model asked for. */
  readonly requestedInput: Readonly<JsonObject>;
  readonly status: ToolStatus;
  readonly declaration?: ToolDeclaration;
  /** The tool's group: built-in, a tool file, an MCP server. */
  readonly scope?: string;
  /** The line, where the call is one for a shell. */
  readonly commandLine?: string;
  /** The parsed command line; undefined if there is none, it cannot be parsed, or it runs something that is not in this list. */
  readonly commands?: readonly Command[];
  /** What could be read of a line that could not be read whole: enough to deny, never to allow. */
  readonly seenCommands?: readonly Command[];
  /**
   * What of the line is only known when it runs, in words; undefined where everything is known. Behind a `match` on the command: what keeps it from being
   * certain that the pattern matches.
   */
  readonly uncertain?: string;
  /** The same, one by one, where it could run anything. */
  readonly uncertainties?: readonly Uncertainty[];
  /** What keeps an `allow` from covering the line, in words. */
  readonly allowBars?: readonly string[];
  /** The workspace folder, where relative paths start. */
  readonly cwd: string;
  readonly home: string;
  /** Real paths of the input's path fields, by field. */
  readonly fieldPaths: Readonly<Record<string, string>>;
  /** Real paths that the call names. */
  readonly paths: readonly string[];
  /** The same as they are written, links not followed; absent where no link is in the way. Enough to deny, never to allow. */
  readonly namedPaths?: readonly string[];
  /** False where the command line could not be read to the end, so that `paths` may lack some. */
  readonly pathsComplete: boolean;
}

interface Ending {
  readonly response?: string;
  readonly reason?: string;
  readonly error?: ErrorFacts;
  readonly signals: readonly StopSignal[];
}

/** The fields of each event beside the common ones. */
export interface EventFields<I = JsonObject> {
  sessionStart: { readonly source: 'startup' | 'resume' | 'fork' };
  beforeRun: { readonly input?: string };
  /** `text` is the message's. */
  userMessage: { readonly message: Message; readonly text: string };
  beforeAgent: {
    readonly input?: string;
    readonly system: string;
    readonly tools: readonly ToolDeclaration[];
    /** JSON schema of the answer, where an earlier hook set one. */
    readonly responseFormat?: JsonObject;
  };
  beforeStep: { readonly messages: readonly Message[]; readonly system: string };
  preModelCall: { readonly request: Readonly<ModelRequest>; readonly attempt: number };
  modelDelta: { readonly delta: { readonly type: 'text' | 'thinking'; readonly text: string } };
  modelError: { readonly request: Readonly<ModelRequest>; readonly error: ErrorFacts; readonly attempt: number };
  postModelCall: {
    readonly request: Readonly<ModelRequest>;
    readonly response: Readonly<ModelResponse>;
    readonly error?: ErrorFacts;
    readonly durationMs: number;
    readonly origin: 'provider' | 'hook';
  };
  preToolUse: ToolFields<I>;
  permissionRequest: ToolFields<I> & { readonly reason: string; readonly suggestions: readonly string[] };
  toolError: ToolFields<I> & {
    readonly error: ErrorFacts;
    readonly original: ErrorFacts;
    readonly output?: unknown;
    readonly durationMs: number;
  };
  postToolUse: ToolFields<I> & {
    readonly output: unknown;
    readonly isError: boolean;
    readonly recovered: boolean;
    readonly error?: ErrorFacts;
    readonly origin: 'tool' | 'hook';
    readonly durationMs: number;
  };
  toolResultMessages: ToolFields<I> & {
    readonly defaultMessages: readonly Message[];
    /** What an earlier hook made of them. */
    readonly messages?: readonly Message[];
  };
  toolSettled: ToolFields<I> & {
    readonly outcome: ToolOutcome;
    readonly decidedBy: DecidedBy;
    readonly output?: unknown;
    readonly isError?: boolean;
    readonly reason?: string;
  };
  message: { readonly message: Message; readonly index: number };
  afterStep: { readonly messages: readonly Message[]; readonly finishReason: string };
  preCompact: { readonly messages: readonly Message[]; readonly trigger: 'auto' | 'manual' };
  stop: {
    readonly reason: StopReasonName;
    readonly signals: readonly StopSignal[];
    readonly turns: number;
    readonly response?: ModelResponse;
  };
  afterAgent: {
    readonly input?: string;
    readonly response?: ModelResponse;
    readonly origin: 'provider' | 'hook';
    readonly error?: ErrorFacts;
  };
  runDone: Ending;
  runAbort: Ending;
  runError: Ending;
  afterRun: Ending & { readonly input?: string; readonly status: RunStatus; readonly durationMs: number };
  subagentStart: { readonly task: string };
  subagentStop: { readonly task: string; readonly result?: string; readonly error?: ErrorFacts; readonly durationMs: number };
  scopeRegister: { readonly scope: { readonly name: string; readonly tools: readonly string[] } };
  scopeUnregister: { readonly scope: { readonly name: string; readonly tools: readonly string[] } };
  /** Named `hookEvent` where the field is read: `event` is the event's own name. */
  event: { readonly hookEvent: HookEvent };
  beforeTranslate: { readonly hookEvent: HookEvent };
  afterTranslate: { readonly aguiEvent: JsonObject };
}

/** What `modify` may patch. Objects merge one level, `undefined` removes; arrays and strings replace. */
interface PatchFields<I> {
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
}
type FieldsOf<E extends EventName, I> = E extends keyof PatchFields<I> ? PatchFields<I>[E] : Record<never, never>;
/** `Pick` does not distribute: of several events only the fields that all of them take remain. */
type InAll<F> = Partial<Pick<F, keyof F>>;
/** What `modify` may patch at an event, or at every one of several. */
export type Patch<E extends EventName, I> = InAll<FieldsOf<E, I>> & { metadata?: JsonObject };

declare const made: unique symbol;
/** What the decision methods of a context return; a plain object of the same form is as good. */
export interface Decision {
  readonly [made]: true;
  readonly action: DecisionAction;
}

type ResponseAnswer = string | ContentBlock[] | Partial<ModelResponse>;
/** The answer that `respond` takes at each event. */
type Answer<E extends EventName> = E extends 'beforeAgent' | 'preModelCall' | 'modelError' ? ResponseAnswer : unknown;

interface Methods<E extends EventName, I> {
  modify(patch: Patch<E, I>): Decision;
  /** Answers for the step, which is then skipped. `final: false` lets later hooks run: they do not see the answer, and may still deny or stop. */
  respond(value: Answer<E>, options?: { final?: boolean }): Decision;
  /** The step counts as failed with this error. */
  fail(error: string | { name?: string; message: string }): Decision;
  redirect(toolName: string, input: JsonObject): Decision;
  /** `final` ends the chain; policies still judge. */
  allow(reason?: string, options?: { final?: boolean }): Decision;
  ask(reason?: string): Decision;
  deny(reason: string): Decision;
  /** Ends the run in order. */
  /** `context` rides on the stop signal. */
  stop(reason: string, context?: JsonObject): Decision;
  retry(options?: { afterMs?: number }): Decision;
  drop(): Decision;
  continueWith(message: string): Decision;
  /** Has the call run in the operating system's sandbox; what all policies say counts together. */
  confine(words?: Confine): Decision;
}

/**
 * What a call is held to. In the sandbox a program writes only in the workspace and in the temporary folder, protected paths cannot be changed, key files and
 * `.env*` cannot be read, and no host is reached; this is what holds besides.
 */
export interface Confine extends Pick<Confinement, 'denyRead' | 'denyWrite' | 'denyPrograms' | 'hosts'> {
  reason?: string;
}

type Accepted<E extends EventName> = (typeof hookPoints)[E]['decisions'][number];
/** Decisions that every one of the events accepts. */
type AcceptedByAll<E extends EventName> = {
  [A in DecisionAction]: E extends unknown ? (A extends Accepted<E> ? never : 'no') : never;
} extends infer Table
  ? { [A in keyof Table]: [Table[A]] extends [never] ? A : never }[keyof Table]
  : never;

/** Decisions as plain objects. */
interface Plain<E extends EventName, I> {
  modify: { action: 'modify' } & Patch<E, I>;
  respond: { action: 'respond'; value: Answer<E>; final?: boolean };
  fail: { action: 'fail'; error: string | { name?: string; message: string } };
  redirect: { action: 'redirect'; toolName: string; input: JsonObject };
  allow: { action: 'allow'; reason?: string; final?: boolean };
  ask: { action: 'ask'; reason?: string };
  deny: { action: 'deny'; reason?: string };
  stop: { action: 'stop'; reason?: string; context?: JsonObject };
  retry: { action: 'retry'; afterMs?: number };
  drop: { action: 'drop' };
  continueWith: { action: 'continueWith'; message: string };
  confine: { action: 'confine' } & Confine;
}
type PlainOf<E extends EventName, I, A> = Plain<E, I>[A & keyof Plain<E, I>];

/** What a handler may return. Nothing returned means: continue, unchanged. */
export type Returned<E extends EventName, I = JsonObject> =
  | Decision
  | { action: 'continue' }
  | PlainOf<E, I, AcceptedByAll<E>>
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing returns void
  | void;
export type PolicyReturned =
  | Decision
  | { action: 'continue' }
  | PlainOf<'preToolUse', JsonObject, 'deny' | 'ask' | 'confine'>
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing returns void
  | void;

type FieldsByEvent<E extends EventName, I> = { [N in E]: { readonly event: N } & EventFields<I>[N] }[E];

/** Of several events: told apart by `event`, with the decisions that all of them accept. */
export type HookContext<E extends EventName = EventName, I = JsonObject> = CommonContext &
  FieldsByEvent<E, I> &
  Pick<Methods<E, I>, AcceptedByAll<E> & keyof Methods<E, I>>;

/** What a policy sees: a tool call as it would run. It can only deny, ask, or stay silent. */
export type PolicyContext<I = JsonObject> = CommonContext &
  FieldsByEvent<'preToolUse', I> &
  Pick<Methods<'preToolUse', I>, 'deny' | 'ask' | 'confine'>;
