/** What outlives a host and is told to the next one: the states of runs and sessions, timeouts in a row, and which bundles not to try again. */

import type { StateOp } from '../../chain/calling/states';
import { type Versioned, versionKey } from '../../chain/words/registered';
import type { FileToLoad, ToHost } from '../../hostProtocol';

/** Three timeouts in a row. */
const suspendedAfter = 3;
/** Deaths that lie further apart are not in a row, but where a hook died in its own call. */
export const inARowMs = 60_000;

/** The files with the reason at each bundle that is not tried again; `refused` has it by version and file. */
export const withRefused = (files: readonly FileToLoad[], refused: ReadonlyMap<string, string>): FileToLoad[] =>
  files.map((file) => ({
    ...file,
    bundles: file.bundles.map((bundle) => ({ ...bundle, refused: refused.get(`${bundle.version} ${file.file}`) })),
  }));

export class Survivors {
  private readonly states = new Map<string, Map<string, unknown>>();
  /** By `versionKey`. */
  private readonly timeouts = new Map<string, number>();
  /** Deaths by what a hook had left behind, and when the last was, by `versionKey`. The hook's own answers come before them, and end no row. */
  private readonly lateDeaths = new Map<string, { count: number; at: number }>();
  /** Bundles that took a host down while they loaded, and why, by `VERSION FILE`. */
  private readonly refused = new Map<string, string>();
  /** How often what their top levels left behind took a host down, by `VERSION FILE`. */
  private readonly leftBehind = new Map<string, number>();

  setState(store: string, entries: Iterable<[string, unknown]>): void {
    this.states.set(store, new Map(entries));
  }

  keepState({ store, op, key, value }: StateOp): void {
    const state = this.states.get(store) ?? new Map<string, unknown>();
    this.states.set(store, state);
    if (op === 'set') state.set(key, value);
    else state.delete(key);
  }

  stateOf(store: string): [string, unknown][] {
    return [...(this.states.get(store) ?? [])];
  }

  hasState(store: string): boolean {
    return this.states.has(store);
  }

  dropState(store: string): void {
    this.states.delete(store);
  }

  setTimeouts(key: string, inARow: number): void {
    this.timeouts.set(key, inARow);
  }

  countTimeout(hook: Versioned): void {
    const key = versionKey(hook);
    this.timeouts.set(key, (this.timeouts.get(key) ?? 0) + 1);
  }

  /** What it left behind took the host down after it had answered. */
  countLateDeath(hook: Versioned): void {
    const key = versionKey(hook);
    const at = Date.now();
    const before = this.lateDeaths.get(key);
    const count = before && at - before.at <= inARowMs ? before.count + 1 : 1;
    this.lateDeaths.set(key, { count, at });
    this.timeouts.set(key, Math.max(count, (this.timeouts.get(key) ?? 0) + 1));
  }

  isSuspended(hook: Versioned): boolean {
    return (this.timeouts.get(versionKey(hook)) ?? 0) >= suspendedAfter;
  }

  /** What the top level of a file has left behind took a host down: in the end the file is not tried again. */
  countLeft(loading: string, why: string): void {
    const count = (this.leftBehind.get(loading) ?? 0) + 1;
    this.leftBehind.set(loading, count);
    if (count >= suspendedAfter) this.refuse(loading, why);
  }

  /** `loading` is the marker's `VERSION FILE`. */
  refuse(loading: string, why: string): void {
    this.refused.set(loading, why);
  }

  forgetRefused(): void {
    this.refused.clear();
    this.leftBehind.clear();
    this.lateDeaths.clear();
  }

  withRefused(files: readonly FileToLoad[]): FileToLoad[] {
    return withRefused(files, this.refused);
  }

  timeoutsMessage(): ToHost {
    return { type: 'timeouts', counts: [...this.timeouts] };
  }

  stateMessages(): ToHost[] {
    return [...this.states.keys()].map((store) => this.stateMessage(store));
  }

  stateMessage(store: string): ToHost {
    return { type: 'state', store, entries: this.stateOf(store) };
  }
}
