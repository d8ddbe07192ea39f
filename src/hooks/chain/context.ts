/** The `ctx` of one call: the event's fields, frozen deep, and the decisions it accepts as methods. */
import type { DispatchRequest } from '../../shared/dispatch';
import { isObject, type JsonObject } from '../../shared/json';
import { contentOf, textOf } from '../../shared/messages';
import { type EventName, hookPoints } from '../../shared/points';
import { decisionMethods } from './decisions';
import type { ChainEnv, StateStore } from './registered';
import { sessionStore } from './states';
import { deepFreeze } from './values';

const methodsOf = new Map<string, Record<string, unknown>>();
function methods(event: EventName, kind: 'hook' | 'policy'): Record<string, unknown> {
  const key = `${kind} ${event}`;
  const known = methodsOf.get(key) ?? Object.freeze(Object.defineProperties(decisionMethods(event, kind), printing));
  methodsOf.set(key, known);
  return known;
}

/** A context is printed by its fields: `JSON.stringify(ctx)`, `ctx.log(ctx)`. */
const printing: PropertyDescriptorMap = {
  toJSON: { value: fieldsOf },
  [Symbol.for('nodejs.util.inspect.custom')]: {
    value(this: object, _depth: number, options: object, inspect: (value: unknown, options: object) => string) {
      return inspect(fieldsOf.call(this), options);
    },
  },
};
function fieldsOf(this: object): JsonObject {
  const fields: JsonObject = {};
  // They lie on the prototype, which all hooks of a dispatch share.
  for (const name in this) {
    const value = (this as JsonObject)[name];
    if (typeof value !== 'function') fields[name] = value;
  }
  return fields;
}

/** Built once for each payload and shared by the hooks that see it. Its fields freeze when first read, so that a long history costs nothing to who ignores it. */
export function sharedContext(
  request: DispatchRequest,
  payload: JsonObject,
  env: ChainEnv,
  metadata: JsonObject,
  kind: 'hook' | 'policy',
): object {
  const { event, run } = request;
  const message = event === 'userMessage' ? { text: textOf({ content: contentOf(payload.message) }) } : {};
  return baseContext(
    event,
    kind,
    { ...run, metadata, ...payload, ...message, event },
    { signal: env.signal, state: env.state(run.runId), session: env.state(sessionStore(run.sessionId)) },
  );
}

export function baseContext(
  event: EventName,
  kind: 'hook' | 'policy',
  fields: JsonObject,
  { signal, state, session }: { signal: AbortSignal; state: StateStore; session: StateStore },
): object {
  const base = Object.create(methods(event, kind)) as object;
  for (const [name, value] of Object.entries(fields)) {
    if (!isObject(value) && !Array.isArray(value)) {
      Object.defineProperty(base, name, { value, enumerable: true });
      continue;
    }
    Object.defineProperty(base, name, {
      enumerable: true,
      get: () => {
        deepFreeze(value);
        return value;
      },
    });
  }
  Object.defineProperties(base, { signal: { value: signal }, state: { value: state }, session: { value: session } });
  return Object.freeze(base);
}

export interface CallHooks {
  log(values: unknown[]): void;
  complete(prompt: string, options?: { model?: string; maxTokens?: number }): Promise<string>;
}

/** `own` are fields of this one hook. All fields are the context's own, so that `{...ctx}` has them. */
export function contextFor(shared: object, calls: CallHooks, own: object = {}): object {
  const { signal } = shared as { signal: AbortSignal };
  let given: AbortSignal | undefined;
  return Object.freeze(
    Object.create(Object.getPrototypeOf(shared), {
      ...Object.getOwnPropertyDescriptors(shared),
      ...Object.getOwnPropertyDescriptors(own),
      // Of this call alone: an abort that a hook dispatches itself ends nobody else's work, a gate's least of all.
      signal: {
        get: () => {
          given ??= AbortSignal.any([signal]);
          return given;
        },
      },
      log: { value: (...values: unknown[]) => calls.log(values) },
      complete: { value: calls.complete },
    }),
  );
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
