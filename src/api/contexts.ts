/** What a handler is given: the fields of its event and the decisions that event accepts, no others. */

import type { JsonObject } from '../shared/basics/json';
import type { RunFacts } from '../shared/hooks/dispatch';
import type { EventName, Payloads, ToolFields as ToolPayload } from '../shared/hooks/payloads';
import type { DecisionAction, hookPoints } from '../shared/hooks/points';
import type { ContentBlock, ModelRequest, ModelResponse, OpenRequest } from '../shared/messages/messages';
import type { ErrorFacts, OpenError } from '../shared/runs/errorFacts';
import type { StopReasonName } from '../shared/runs/stopReasons';
import type { Confinement } from '../shared/verdicts/confinement';
import type { Patches } from '../shared/verdicts/patches';

/** Per run; shared with its subagents; outlives reloads and restarts of the hook host. Values must be cloneable: 64 KB each, 1 MB in all. */
export interface State {
  get<T = unknown>(key: string): T | undefined;
  set(key: string, value: unknown): void;
  delete(key: string): boolean;
  has(key: string): boolean;
}

export type CommonContext = Fields<RunFacts, never> & {
  /** Aborted when the run is, or the hook's time is up. */
  readonly signal: AbortSignal;
  /** A store for the run, shared with its subagents; outlives reloads. */
  readonly state: State;
  /** The same for the whole session: kept in its file, there again after a resume. */
  readonly session: State;
  /** Shown with this hook's row in the timeline; once the handler has ended, in the log. */
  log(...values: unknown[]): void;
  /** A small model call for judging, of the agent at whose event the hook runs: its model, unless another is named. Not hooked; its time does not count. */
  complete(prompt: string, options?: { model?: string; maxTokens?: number }): Promise<string>;
};

/** Read-only as hooks see it: lists and objects too, one level deep. */
type Shown<T> = T extends readonly (infer U)[]
  ? readonly U[]
  : T extends ModelRequest
    ? Readonly<OpenRequest>
    : T extends ErrorFacts
      ? Readonly<OpenError>
      : T extends object
        ? Readonly<T>
        : T;
/** The fields of an event, or those of tool events with the input of the tools that were named. */
type Fields<P, I> = {
  readonly [K in keyof P]: P extends ToolPayload ? (K extends 'input' ? Readonly<I> : Shown<P[K]>) : Shown<P[K]>;
};

/** The fields of each event beside the common ones. */
export type EventFields<I = JsonObject> = {
  [E in EventName]: Fields<Payloads[E], I> &
    (Payloads[E] extends ToolPayload ? OfMatch : E extends 'userMessage' ? OfMessage : unknown);
};
/** Made for the hook that reads it, of what the event carries. */
interface OfMessage {
  /** The message's. */
  readonly text: string;
}
interface OfMatch {
  /**
   * What of the line is only known when it runs, in words; undefined where everything is known. Behind a `match` on the command: what keeps it from being
   * certain that the pattern matches.
   */
  readonly uncertain?: string;
}

type FieldsOf<E extends EventName, I> = E extends keyof Patches<I> ? Patches<I>[E] : Record<never, never>;
/** `Pick` does not distribute: of several events only the fields that all of them take remain. */
type InAll<F> = Partial<Pick<F, keyof F>>;
/** Of every tool event. */
export type ToolFields<I = JsonObject> = EventFields<I>['preToolUse'];

/** What `modify` may patch at an event, or at every one of several. */
export type Patch<E extends EventName, I> = InAll<FieldsOf<E, I>> & { metadata?: JsonObject };

declare const made: unique symbol;
/** What the decision methods of a context return; a plain object of the same form is as good. */
export interface Decision {
  readonly [made]: true;
  readonly action: DecisionAction;
}

type ResponseAnswer = string | ContentBlock[] | Partial<ModelResponse>;
/** The answer that `respond` takes at an event, or at every one of several. */
type Answer<E extends EventName> = [Extract<E, 'beforeAgent' | 'preModelCall' | 'modelError'>] extends [never]
  ? unknown
  : ResponseAnswer;

interface Methods<E extends EventName, I> {
  /** Changes what the event carries; later hooks see what was made. Objects merge one level, `undefined` removes a field, lists and texts replace. */
  modify(patch: Patch<E, I>): Decision;
  /** Answers for the step, which is then skipped. `final: false` lets later hooks run: they do not see the answer, and may still deny or stop. */
  respond(value: Answer<E>, options?: { final?: boolean }): Decision;
  /** The step counts as failed with this error. */
  fail(error: string | { name?: string; message: string }): Decision;
  /** Calls another tool in this one's place, from the start of the chain; hooks that ran are skipped. At most 4 in a row. */
  redirect(toolName: string, input: JsonObject): Decision;
  /** A vote: the call runs without asking, unless a later hook or a policy is stricter. It counts for the input that it saw. `final` ends the chain; policies still judge. */
  allow(reason?: string, options?: { final?: boolean }): Decision;
  /** A vote: the human decides. */
  ask(reason?: string): Decision;
  /** Ends the chain at once; the reason is what the model, or the human, is told. */
  deny(reason: string): Decision;
  /** Ends the run in order. `context` rides on the stop signal, whose reason is `as`, `stop_requested` by default: a limit is one that can be gone on past. */
  stop(reason: string, context?: JsonObject, as?: StopReasonName): Decision;
  /** Tries once more, of the approved input, at most 3 times. */
  retry(options?: { afterMs?: number }): Decision;
  /** Leaves it out. */
  drop(): Decision;
  /** The agent goes on, with this as the next message. */
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
  stop: { action: 'stop'; reason?: string; context?: JsonObject; as?: StopReasonName };
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

type KeysOf<U> = U extends unknown ? keyof U : never;
type IsAny<T> = 0 extends 1 & T ? true : false;
/** Of a patched object that has its own list of fields: those that it lacks. */
type StrayIn<V, Shape> = V extends readonly unknown[]
  ? never
  : V extends object
    ? string extends KeysOf<Extract<Shape, object>>
      ? never
      : Exclude<keyof V, KeysOf<Extract<Shape, object>>>
    : never;
type StrayOf<V, D> =
  // Of several objects that a function returns, each has the others' keys, as undefined.
  | { [K in Exclude<keyof V, KeysOf<D>>]: V[K] extends undefined ? never : K }[Exclude<keyof V, KeysOf<D>>]
  | {
      [K in keyof V & KeysOf<D>]: D extends { [N in K]?: infer Shape } ? `${K & string}.${StrayIn<V[K], Shape> & string}` : never;
    }[keyof V & KeysOf<D>];
/** Keys of what a handler returns that no decision of the event takes. */
type Stray<R, D> =
  IsAny<R> extends true
    ? never
    : R extends Decision
      ? never
      : R extends { action: infer A }
        ? StrayOf<R, Extract<D, { action: A }>>
        : never;
/** What is asked of a handler's return beside its type: a misspelt key would be a hook error when it runs. */
export type NoStray<R, D> = [Stray<R, D>] extends [never] ? unknown : { [K in Stray<R, D> & PropertyKey]: never };

/** What a hook's failure may mean where it stands: `deny` and `ask` only where its events accept them. */
export type OnErrorOf<E extends EventName> =
  | 'continue'
  | 'stop'
  | ('deny' & AcceptedByAll<E>)
  | ([E] extends ['preToolUse' | 'permissionRequest'] ? 'ask' : never);

type FieldsByEvent<E extends EventName, I> = { [N in E]: { readonly event: N } & EventFields<I>[N] }[E];

/** Of several events: told apart by `event`, with the decisions that all of them accept. */
export type HookContext<E extends EventName = EventName, I = JsonObject> = CommonContext &
  FieldsByEvent<E, I> &
  Pick<Methods<E, I>, AcceptedByAll<E> & keyof Methods<E, I>>;

/** What a policy sees: a tool call as it would run. It can only deny, ask, or stay silent. */
export type PolicyContext<I = JsonObject> = CommonContext &
  FieldsByEvent<'preToolUse', I> &
  Pick<Methods<'preToolUse', I>, 'deny' | 'ask' | 'confine'>;
