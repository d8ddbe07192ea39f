/** Handlers of other extensions: they run in the parent, with the context that a hook of a file has. */
import type { JsonObject } from '../../shared/json';
import type { RemoteCalls, RemoteHook } from '../chain/addedHook';
import type { HookDescription } from '../chain/registered';
import { RunStates } from '../chain/runState';
import type { RemoteAnswer, ToHost } from '../hostProtocol';
import type { Survivors } from './survivors';

export class RemoteHooks {
  private readonly hooks = new Map<string, RemoteHook>();
  /** What stops each run. */
  private readonly signals = new Map<string, AbortSignal>();

  constructor(
    private readonly survivors: Survivors,
    private readonly complete: RemoteCalls['complete'],
    private readonly tellHost: (message: ToHost) => void,
  ) {}

  get descriptions(): HookDescription[] {
    return [...this.hooks.values()].map(({ handler: _, ...facts }) => facts);
  }

  add(hook: RemoteHook): void {
    this.hooks.set(hook.id, hook);
  }

  /** False where another has its place, or none. */
  remove(hook: RemoteHook): boolean {
    return this.hooks.get(hook.id) === hook && this.hooks.delete(hook.id);
  }

  stopsBy(runId: string, signal: AbortSignal): void {
    if (this.hooks.size > 0) this.signals.set(runId, signal);
  }

  endRun(runId: string): void {
    this.signals.delete(runId);
  }

  /** Rejects with what the handler throws. One that is gone has no opinion. */
  async call(id: string, fields: JsonObject, runId: string): Promise<RemoteAnswer> {
    const logs: string[] = [];
    const states = new RunStates((op) => {
      this.survivors.keepState({ type: 'stateOp', ...op });
      // The hooks that come after it see what it has set.
      this.tellHost({ type: 'state', runId, entries: this.survivors.stateOf(runId) });
    });
    states.restore(runId, this.survivors.stateOf(runId));
    const returned = await this.hooks.get(id)?.handler(fields, {
      log: (text) => logs.push(text),
      complete: this.complete,
      signal: this.signals.get(runId) ?? new AbortController().signal,
      state: states.of(runId),
    });
    return { returned, logs };
  }
}
