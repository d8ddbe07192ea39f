/** The `ctx` of one call: the event's fields, frozen deep, and the decisions it accepts as methods. */
import type { CompleteOptions, DispatchRequest } from '../../shared/dispatch';
import { isObject, type JsonObject } from '../../shared/json';
import { contentOf, textOf } from '../../shared/messages';
import { type EventName, hookPoints } from '../../shared/points';
import { decisionMethods } from './decisions';
import type { ChainEnv, StateStore } from './registered';
import { sessionStore } from './states';
import { deepFreeze } from './values';

/** What the hooks of a dispatch share of their contexts. */
export interface SharedContext {
  readonly event: EventName;
  readonly kind: 'hook' | 'policy';
  /** Frozen deep. */
  readonly fields: JsonObject;
  readonly signal: AbortSignal;
  readonly state: StateStore;
  readonly session: StateStore;
  /** Fields that are not known for certain: who reads one is told to `missed`. */
  readonly gaps?: ReadonlyMap<string, unknown>;
  missed?(field: string): void;
}

export interface CallHooks {
  log(values: unknown[]): void;
  complete(prompt: string, options?: CompleteOptions): Promise<string>;
}

/**
 * The fields are its own, so that `{...ctx}` has them. What else can be called lies on the prototype and in slots: a dispatch makes a context for each of
 * its hooks, and to define so many properties one by one, or on a prototype of each context's own, takes longer than most handlers.
 */
class Context {
  readonly #shared: SharedContext;
  readonly #calls: CallHooks;
  #signal: AbortSignal | undefined;

  /** `own` are fields of this one hook. */
  constructor(shared: SharedContext, calls: CallHooks, own: JsonObject) {
    this.#shared = shared;
    this.#calls = calls;
    Object.assign(this, shared.fields, own);
    if (shared.gaps) leaveGaps(this, shared);
    Object.freeze(this);
  }

  /** Of this call alone: an abort that a hook dispatches itself ends nobody else's work, a gate's least of all. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.#shared.signal]);
    return this.#signal;
  }

  get state(): StateStore {
    return this.#shared.state;
  }

  get session(): StateStore {
    return this.#shared.session;
  }

  get log(): (...values: unknown[]) => void {
    const calls = this.#calls;
    return (...values) => calls.log(values);
  }

  get complete(): CallHooks['complete'] {
    return this.#calls.complete;
  }

  /** A context is printed by its fields: `JSON.stringify(ctx)`, `ctx.log(ctx)`. */
  toJSON(): JsonObject {
    return { ...(this as unknown as JsonObject) };
  }

  [Symbol.for('nodejs.util.inspect.custom')](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    return inspect({ ...this }, options);
  }
}

function leaveGaps(context: object, { gaps = new Map(), missed }: SharedContext): void {
  for (const [name, value] of gaps)
    Object.defineProperty(context, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        missed?.(name);
        return value;
      },
    });
}

/** One class for each event and kind: its contexts have the decisions that are accepted there, and one shape. */
const classes = { hook: new Map<EventName, typeof Context>(), policy: new Map<EventName, typeof Context>() };
function classFor({ event, kind }: SharedContext): typeof Context {
  const known = classes[kind].get(event);
  if (known) return known;
  const made = class extends Context {};
  Object.assign(made.prototype, decisionMethods(event, kind));
  classes[kind].set(event, made);
  for (const { prototype } of [made, Context]) {
    if (!Object.isFrozen(prototype)) Object.defineProperty(prototype, 'constructor', { value: Object });
    Object.freeze(prototype);
  }
  return made;
}

export function contextFor(shared: SharedContext, calls: CallHooks, own: JsonObject = {}): object {
  return new (classFor(shared))(shared, calls, own);
}

/** Built once for each payload and shared by the hooks that see it. */
export function sharedContext(
  { event, run }: DispatchRequest,
  payload: JsonObject,
  env: ChainEnv,
  metadata: JsonObject,
  kind: 'hook' | 'policy',
): SharedContext {
  const message = event === 'userMessage' ? { text: textOf({ content: contentOf(payload.message) }) } : {};
  return baseContext(
    event,
    kind,
    { ...run, metadata, ...payload, ...message, event },
    {
      ...{ signal: env.signal, state: env.state(run.runId), session: env.state(sessionStore(run.sessionId)) },
      ...(env.gaps?.size ? { gaps: env.gaps, missed: env.missed } : {}),
    },
  );
}

export function baseContext(
  event: EventName,
  kind: 'hook' | 'policy',
  fields: JsonObject,
  rest: Pick<SharedContext, 'signal' | 'state' | 'session' | 'gaps' | 'missed'>,
): SharedContext {
  for (const name in fields) deepFreeze(fields[name]);
  return { event, kind, fields, ...rest };
}

/** The engine's own words for an assignment to a frozen object, completed with what to do instead. */
export function explainError(error: Error, event: EventName): string {
  if (
    error instanceof TypeError &&
    /Cannot (assign to read only|add|delete|set) property|which has only a getter|object is not extensible/.test(error.message)
  ) {
    const field = hookPoints[event].modifies[0];
    return `${error.message}. ctx is read-only: ${field ? `return ctx.modify({ ${field}: … }) instead` : `${event} only observes`}`;
  }
  return error.message;
}

/** Throws a TypeError that names what is wrong. */
export function readCompleteOptions(prompt: unknown, options: unknown): CompleteOptions {
  const wrong = (what: string): never => {
    throw new TypeError(`ctx.complete: ${what}`);
  };
  if (typeof prompt !== 'string' || prompt === '') wrong('the prompt must be a text');
  if (!isObject(options)) return wrong('the options must be an object of model and maxTokens');
  const { model, maxTokens, ...rest } = options;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) wrong(`${unknown} is no option of it; there are model and maxTokens`);
  if (model !== undefined && (typeof model !== 'string' || model === '')) wrong('model must be the name of a model');
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && (maxTokens as number) > 0))
    wrong('maxTokens must be a number of tokens');
  return {
    ...(model === undefined ? {} : { model: model as string }),
    ...(maxTokens === undefined ? {} : { maxTokens: maxTokens as number }),
  };
}
