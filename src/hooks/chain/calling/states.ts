/**
 * `ctx.state`, one store for each run, and `ctx.session`, one for each session. The copies here answer at once; every change is told to the client, whose
 * copies survive this process.
 */
import { serialize } from 'node:v8';
import { isTooDeep, nestedTooDeep } from '../../../shared/basics/depth';
import type { StateStore } from '../words/registered';
import { remembered } from '../words/remembered';
import { readThrown } from '../words/thrown';
import { outOfBounds, withArticle } from '../words/values';

const mostPerValue = 64 * 1024;
const mostInAll = 1024 * 1024;

export interface StateOp {
  /** The run's id, or `sessionStore` of the session's. */
  store: string;
  op: 'set' | 'delete';
  key: string;
  value?: unknown;
}

/** A name is free; a text that is used as one is not. */
const longestName = 256;
const sizeOf = (key: string, bytes: number): number => bytes + Math.max(0, key.length - longestName);

const ofSession = 'session ';
/** The store of a session; no run has its name. */
export const sessionStore = (sessionId: string): string => `${ofSession}${sessionId}`;

export class States {
  private readonly stores = new Map<string, Map<string, { value: unknown; size: number }>>();
  /** What hooks hold of them. */
  private readonly given = new Map<string, StateStore>();

  constructor(private readonly tell: (op: StateOp) => void) {}

  restore(store: string, entries: [string, unknown][]): void {
    const values = this.stores.get(store) ?? new Map<string, { value: unknown; size: number }>();
    // Who holds the store already sees it change.
    values.clear();
    for (const [key, value] of entries) values.set(key, { value, size: sizeOf(key, serialize(value).byteLength) });
    this.stores.set(store, values);
  }

  drop(store: string): void {
    this.stores.delete(store);
    this.given.delete(store);
  }

  of(store: string): StateStore {
    let given = this.given.get(store);
    if (!given) {
      given = this.open(store);
      this.given.set(store, given);
    }
    return given;
  }

  private open(store: string): StateStore {
    const { stores, tell } = this;
    const [name, whose] = store.startsWith(ofSession) ? ['ctx.session', 'session'] : ['ctx.state', 'run'];
    // All hooks of a dispatch hold it: none changes what another one reads.
    return Object.freeze({
      get: (key: string) => {
        const entry = stores.get(store)?.get(key);
        // A copy: what a hook does to it stays its own until it is set.
        return entry === undefined ? undefined : structuredClone(entry.value);
      },
      has: (key: string) => stores.get(store)?.has(key) ?? false,
      set: (key: string, value: unknown) => {
        if (typeof key !== 'string') throw new TypeError(`ctx.state.set: the key must be text, not ${typeof key}`);
        let own: unknown;
        let byteLength: number;
        try {
          // Read once: a getter may say another thing each time.
          own = structuredClone(value);
          const excess = outOfBounds(own, 'a value', 'value');
          if (excess !== undefined) throw new TypeError(excess);
          if (isTooDeep(own)) throw new RangeError(nestedTooDeep);
          byteLength = serialize(own).byteLength;
        } catch (error) {
          throw new TypeError(`${name}.set('${key}', …): the value cannot be cloned: ${whyNot(error)}`);
        }
        if (byteLength > mostPerValue)
          throw new RangeError(`${name}.set('${key}', …): the value takes ${byteLength} bytes, at most ${mostPerValue} fit`);
        const size = sizeOf(key, byteLength);
        const values = stores.get(store) ?? new Map<string, { value: unknown; size: number }>();
        const all = [...values].reduce((sum, [other, entry]) => sum + (other === key ? 0 : entry.size), size);
        if (all > mostInAll)
          throw new RangeError(
            `${name}.set('${key}', …): the ${whose}'s state would take ${all} bytes, at most ${mostInAll} fit`,
          );
        stores.set(store, values);
        values.set(key, { value: own, size });
        tell({ store, op: 'set', key, value: own });
      },
      delete: (key: string) => {
        const had = stores.get(store)?.delete(key) ?? false;
        if (had) tell({ store, op: 'delete', key });
        return had;
      },
    });
  }
}

const tried = new WeakMap<StateStore, Map<string, StateStore>>();

/** The store of that name as a hook in shadow has it: what it sets it alone reads, as long as this process holds the store. */
export function triedOn(name: string, store: StateStore, hookId: string): StateStore {
  const all = remembered(tried, store, () => new Map<string, StateStore>());
  return remembered(all, hookId, () => overlaid(name, store));
}

function overlaid(name: string, below: StateStore): StateStore {
  const own = new States(() => undefined).of(name);
  const gone = new Set<string>();
  const has = (key: string) => own.has(key) || (!gone.has(key) && below.has(key));
  return Object.freeze({
    has,
    get: (key: string) => (own.has(key) ? own.get(key) : gone.has(key) ? undefined : below.get(key)),
    set: (key: string, value: unknown) => own.set(key, value),
    delete: (key: string) => {
      const had = has(key);
      own.delete(key);
      gone.add(key);
      return had;
    },
  });
}

/** The engine names what it cannot clone by its source text or by its tag. */
function whyNot(error: unknown): string {
  if (error instanceof RangeError) return `it ${nestedTooDeep}`;
  const { name, message } = readThrown(error);
  const what = name === 'DataCloneError' ? /^([\s\S]*) could not be cloned\.?$/.exec(message)?.[1] : undefined;
  if (what === undefined) return message;
  const tag = /^#?(?:\[object (\w+)\]|<(\w+)>)$/.exec(what);
  const named = tag ? withArticle(tag[1] ?? tag[2]!) : what.startsWith('Symbol(') ? what : 'a function';
  return `${named} could not be cloned`;
}
