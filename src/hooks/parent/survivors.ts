/** What outlives a host and is told to the next one: the states of runs, timeouts in a row, and which bundles not to try again. */
import type { FileToLoad, FromHost, ToHost } from '../hostProtocol';

/** Three timeouts in a row. */
const suspendedAfter = 3;

export class Survivors {
  private readonly states = new Map<string, Map<string, unknown>>();
  private readonly timeouts = new Map<string, number>();
  /** Bundles that took a host down while they loaded, and why, by `VERSION FILE`. */
  private readonly refused = new Map<string, string>();

  keepState({ runId, op, key, value }: Extract<FromHost, { type: 'stateOp' }>): void {
    const state = this.states.get(runId) ?? new Map<string, unknown>();
    this.states.set(runId, state);
    if (op === 'set') state.set(key, value);
    else state.delete(key);
  }

  stateOf(runId: string): [string, unknown][] {
    return [...(this.states.get(runId) ?? [])];
  }

  hasState(runId: string): boolean {
    return this.states.has(runId);
  }

  dropState(runId: string): void {
    this.states.delete(runId);
  }

  setTimeouts(hookId: string, inARow: number): void {
    this.timeouts.set(hookId, inARow);
  }

  countTimeout(hookId: string): void {
    this.timeouts.set(hookId, (this.timeouts.get(hookId) ?? 0) + 1);
  }

  isSuspended(hookId: string): boolean {
    return (this.timeouts.get(hookId) ?? 0) >= suspendedAfter;
  }

  /** `loading` is the marker's `VERSION FILE`. */
  refuse(loading: string, why: string): void {
    this.refused.set(loading, why);
  }

  forgetRefused(): void {
    this.refused.clear();
  }

  /** The files with the reason at each bundle that is not tried again. */
  withRefused(files: readonly FileToLoad[]): FileToLoad[] {
    return files.map((file) => ({
      ...file,
      bundles: file.bundles.map((bundle) => ({ ...bundle, refused: this.refused.get(`${bundle.version} ${file.file}`) })),
    }));
  }

  timeoutsMessage(): ToHost {
    return { type: 'timeouts', counts: [...this.timeouts] };
  }

  stateMessages(): ToHost[] {
    return [...this.states].map(([runId, entries]) => ({ type: 'state', runId, entries: [...entries] }));
  }
}
