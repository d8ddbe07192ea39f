/** The `ctx` of one call: the event's fields, frozen deep, and the decisions it accepts as methods. */

import { isObject, type JsonObject } from '../../../shared/basics/json';
import type { CompleteOptions, ContextFields, DispatchRequest } from '../../../shared/hooks/dispatch';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import { contentOf, textOf } from '../../../shared/messages/messages';
import { type Accepted, readOnlyContext } from '../words/acceptedDecisions';
import { decisionMethods, isDecision } from '../words/decisions';
import type { ChainEnv, StateStore } from '../words/registered';
import { remembered } from '../words/remembered';
import { deepFreeze, outOfBounds } from '../words/values';
import { sessionStore, triedOn } from './states';

type Maker = (calls: CallHooks, own: JsonObject | undefined) => object;

/** What the hooks of a dispatch share of their contexts. */
export interface SharedContext {
  /** Frozen deep. */
  readonly fields: ContextFields;
  readonly signal: AbortSignal;
  readonly bound?: ChainEnv['bound'];
  readonly state: StateStore;
  readonly session: StateStore;
  /** Fields that are not known for certain: who reads one is told to `missed`. */
  readonly gaps?: ReadonlyMap<string, unknown>;
  missed?(field: string): void;
  /** By what its hook may decide. */
  readonly makers: Map<Accepted, Maker>;
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

  constructor(shared: SharedContext, calls: CallHooks) {
    this.#shared = shared;
    this.#calls = calls;
  }

  /** Of this call alone: an abort that a hook dispatches itself ends nobody else's work, a gate's least of all. */
  get signal(): AbortSignal {
    this.#signal ??= ownSignal(this.#shared);
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

  /** What the debugger shows of it, in place of its slots and of what every object inherits. */
  [Symbol.for('debug.properties')](): object {
    return { ...this };
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

/** One class for all hooks that may decide the same: its contexts have those decisions. */
interface Kind {
  made: typeof Context;
  /** One for each list of fields that the event came with, the latest first. */
  shapes: { names: readonly string[]; fill: Fill }[];
}
type Fill = (context: object, fields: ContextFields) => void;
// biome-ignore lint/plugin: it remembers the class that follows from the key alone
const kinds = new Map<Accepted, Kind>();
const mostShapes = 16;

function kindFor(accepted: Accepted): Kind {
  const known = kinds.get(accepted);
  if (known) return known;
  const made = class extends Context {};
  Object.assign(made.prototype, decisionMethods(accepted));
  const added: Kind = { made, shapes: [] };
  kinds.set(accepted, added);
  for (const { prototype } of [made, Context]) {
    if (!Object.isFrozen(prototype)) Object.defineProperty(prototype, 'constructor', { value: Object });
    Object.freeze(prototype);
  }
  return added;
}

// Taken before any hook file is loaded.
// biome-ignore lint/style/noRestrictedGlobals: it makes code of names alone, and reaches for nothing.
const Compiled = Function;
/**
 * Gives a context its fields, one assignment for each. The same forty fields are copied for each hook of a dispatch: code that knows their names does it in a
 * tenth of the time of a loop over them, which would be the larger part of what a hook costs.
 */
function fillerOf(names: readonly string[]): Fill {
  const quoted = names.map((name) => JSON.stringify(name));
  return Compiled('context', 'fields', quoted.map((name) => `context[${name}] = fields[${name}];`).join('\n')) as Fill;
}
const copied: Fill = (context, fields) => void Object.assign(context, fields);

function fillFor({ shapes }: Kind, fields: ContextFields): Fill {
  const [latest] = shapes;
  if (latest && hasNames(fields, latest.names)) return latest.fill;
  const at = shapes.findIndex(({ names }) => hasNames(fields, names));
  const names = Object.keys(fields);
  if (at < 0 && (shapes.length >= mostShapes || names.includes('__proto__'))) return copied;
  const shape = at < 0 ? { names, fill: fillerOf(names) } : shapes.splice(at, 1)[0]!;
  shapes.unshift(shape);
  return shape.fill;
}

function hasNames(fields: ContextFields, names: readonly string[]): boolean {
  let at = 0;
  for (const name in fields) if (names[at++] !== name) return false;
  return at === names.length;
}

/** Makes the contexts of one dispatch. */
function makerOf(shared: SharedContext, accepted: Accepted): Maker {
  const kind = kindFor(accepted);
  const fill = fillFor(kind, shared.fields);
  const { made: Made } = kind;
  return (calls, own) => {
    const context = new Made(shared, calls);
    fill(context, shared.fields);
    if (own) Object.assign(context, own);
    if (shared.gaps) leaveGaps(context, shared);
    return Object.freeze(context);
  };
}

/** Who listens to it is called as the hook that asks for it here, whoever aborts. */
function ownSignal({ signal, bound }: SharedContext): AbortSignal {
  // Of each its own: many that listen to one would be warned of as a leak, and stay there as long as it.
  const heard = AbortSignal.any([signal]);
  if (!bound || heard.aborted) return heard;
  const own = new AbortController();
  heard.addEventListener(
    'abort',
    bound(() => own.abort(heard.reason)),
  );
  return own.signal;
}

/** Of a hook in shadow: it changes nothing, what others keep included. */
export function inShadow(shared: SharedContext, hookId: string): SharedContext {
  return Object.create(shared, {
    state: { get: () => triedOn('', shared.state, hookId) },
    session: { get: () => triedOn(sessionStore(''), shared.session, hookId) },
    // What makes contexts hands on what it was made with.
    makers: { value: new Map() },
  }) as SharedContext;
}

/** `own` are fields of this one hook. */
export function contextFor(shared: SharedContext, accepted: Accepted, calls: CallHooks, own?: JsonObject): object {
  return remembered(shared.makers, accepted, () => makerOf(shared, accepted))(calls, own);
}

/** Built once for each payload and shared by the hooks that see it. */
export function sharedContext(
  { event, run }: DispatchRequest,
  payload: PayloadFields,
  env: ChainEnv,
  metadata: JsonObject,
  errors = run.errors,
): SharedContext {
  const message: PayloadFields = event === 'userMessage' ? { text: textOf({ content: contentOf(payload.message) }) } : {};
  return baseContext(
    // In V8 a literal that spreads several objects takes twenty times as long.
    Object.assign({}, run, { metadata } satisfies ContextFields, { errors } satisfies ContextFields, payload, message, {
      event,
    } satisfies ContextFields),
    {
      get signal() {
        return env.signal;
      },
      ...(env.bound ? { bound: env.bound } : {}),
      get state() {
        return env.state(run.runId);
      },
      get session() {
        return env.state(sessionStore(run.sessionId));
      },
      ...(env.gaps?.size ? { gaps: env.gaps, missed: env.missed } : {}),
    },
  );
}

export function baseContext(fields: ContextFields, rest: Omit<SharedContext, 'fields' | 'makers'>): SharedContext {
  for (const name in fields) deepFreeze(fields[name as keyof ContextFields]);
  // What only few hooks read is made when it is read.
  return Object.assign(rest, { fields, makers: new Map() });
}

/** The engine's own words for an assignment to a frozen object, completed with what to do instead. */
export function explainError(error: Pick<Error, 'name' | 'message'>, accepted: Accepted): string {
  const { by, decisions } = accepted;
  if (
    error.name === 'TypeError' &&
    !error.message.includes("'[object global]'") &&
    /Cannot (assign to read only|add|delete|set) property|which has only a getter|object is not extensible/.test(error.message)
  ) {
    return `${error.message}. ${readOnlyContext(accepted, /property '?(\w+)'?/.exec(error.message)?.[1])}`;
  }
  const missing = error.name === 'TypeError' ? /(?:^|\.)(\w+) is not a function$/.exec(error.message)?.[1] : undefined;
  if (missing === undefined || !isDecision(missing)) return error.message;
  if (decisions.some((action) => action === missing)) return error.message;
  return `${error.message}: ${by} accepts ${decisions.join(', ') || 'no decision, it only observes'}`;
}

/** Throws a TypeError that names what is wrong. */
export function readCompleteOptions(prompt: unknown, options: unknown): CompleteOptions {
  const wrong = (what: string): never => {
    throw new TypeError(`ctx.complete: ${what}`);
  };
  if (typeof prompt !== 'string' || prompt === '') wrong('the prompt must be a text');
  const excess = outOfBounds({ prompt, options }, 'a question to a model');
  if (excess !== undefined) wrong(excess);
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
