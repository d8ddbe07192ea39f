/** `ctx.state`: one store per run. The copy here answers at once; every change is told to the client, whose copy survives this process. */
import { serialize } from 'node:v8';
import type { StateStore } from './registered';

const mostPerValue = 64 * 1024;
const mostInAll = 1024 * 1024;

export class RunStates {
  private readonly runs = new Map<string, Map<string, { value: unknown; size: number }>>();

  constructor(private readonly tell: (op: { runId: string; op: 'set' | 'delete'; key: string; value?: unknown }) => void) {}

  restore(runId: string, entries: [string, unknown][]): void {
    const values = this.runs.get(runId) ?? new Map<string, { value: unknown; size: number }>();
    // Who holds the store already sees it change.
    values.clear();
    for (const [key, value] of entries) values.set(key, { value, size: serialize(value).byteLength });
    this.runs.set(runId, values);
  }

  drop(runId: string): void {
    this.runs.delete(runId);
  }

  of(runId: string): StateStore {
    const { runs, tell } = this;
    return {
      get: (key) => {
        const entry = runs.get(runId)?.get(key);
        // A copy: what a hook does to it stays its own until it is set.
        return entry === undefined ? undefined : structuredClone(entry.value);
      },
      has: (key) => runs.get(runId)?.has(key) ?? false,
      set: (key, value) => {
        if (typeof key !== 'string') throw new TypeError(`ctx.state.set: the key must be text, not ${typeof key}`);
        let size: number;
        try {
          size = serialize(value).byteLength;
        } catch (error) {
          throw new TypeError(`ctx.state.set('${key}', …): the value cannot be cloned: ${(error as Error).message}`);
        }
        if (size > mostPerValue)
          throw new RangeError(`ctx.state.set('${key}', …): the value takes ${size} bytes, at most ${mostPerValue} fit`);
        const values = runs.get(runId) ?? new Map<string, { value: unknown; size: number }>();
        const all = [...values].reduce((sum, [other, entry]) => sum + (other === key ? 0 : entry.size), size);
        if (all > mostInAll)
          throw new RangeError(`ctx.state.set('${key}', …): the run's state would take ${all} bytes, at most ${mostInAll} fit`);
        runs.set(runId, values);
        values.set(key, { value: structuredClone(value), size });
        tell({ runId, op: 'set', key, value });
      },
      delete: (key) => {
        const had = runs.get(runId)?.delete(key) ?? false;
        if (had) tell({ runId, op: 'delete', key });
        return had;
      },
    };
  }
}
