/** Handlers of other extensions: they run in the parent, with the context that a hook of a file has. */
import type { ContextFields, RunFacts } from '../../../shared/hooks/dispatch';
import type { RemoteCalls, RemoteHook } from '../../chain/calling/addedHook';
import { sessionStore } from '../../chain/calling/states';
import type { HookDescription, StateStore } from '../../chain/words/registered';
import type { RemoteAnswer } from '../../hostProtocol';

export class RemoteHooks {
  private readonly hooks = new Map<string, RemoteHook>();
  /** What stops each agent of a run: by its task, where it is a subagent. */
  private readonly signals = new Map<string, Map<string | undefined, AbortSignal>>();

  constructor(
    private readonly state: (store: string) => StateStore,
    private readonly complete: RemoteCalls['complete'],
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

  stopsBy({ runId, taskId }: Pick<RunFacts, 'runId' | 'taskId'>, signal: AbortSignal): void {
    if (this.hooks.size === 0) return;
    const ofRun = this.signals.get(runId) ?? new Map();
    this.signals.set(runId, ofRun.set(taskId, signal));
  }

  endRun(runId: string): void {
    this.signals.delete(runId);
  }

  /** Rejects with what the handler throws. One that is gone has no opinion. */
  async call(id: string, fields: ContextFields, runId: string): Promise<RemoteAnswer> {
    const logs: string[] = [];
    const returned = await this.hooks.get(id)?.handler(fields, {
      log: (text) => logs.push(text),
      complete: this.complete,
      signal: this.signals.get(runId)?.get(fields.taskId as string | undefined) ?? new AbortController().signal,
      state: this.state(runId),
      session: this.state(sessionStore(String(fields.sessionId))),
    });
    return { returned, logs };
  }
}
