/** `event` hooks see events after the fact, one after the other; what fails there is told, but not to the hook that failed. */

import { agentsWithHooks, type DispatchRequest, factsOfEvent } from '../../shared/dispatch';
import type { HookEvent } from '../../shared/events';
import { calledAs } from '../../shared/hookDescription';
import { listening } from '../chain/candidates';
import { runChain } from '../chain/chain';
import { hasOwnAmong } from '../chain/matching';
import type { ChainEnv, RegisteredHook } from '../chain/registered';
import type { FromHost, HeardByParent, ObserveFrom } from '../hostProtocol';

interface Parts {
  /** Those that are loaded. */
  hooks(): readonly RegisteredHook[];
  /** `n` is the work in which they see it, and `step` its place among the events of that. */
  environment(n: number, runId: string, step: number): ChainEnv;
  send(message: HeardByParent<FromHost>): void;
}

export class Observers {
  /**
   * Those that have failed at the failure of another, since hooks were loaded, or late: at what, is not known then. Two that fail at each other's would else go on
   * for ever.
   */
  private readonly failed = new Set<string>();

  constructor(private readonly parts: Parts) {}

  /** Hooks were loaded anew. */
  forgive(): void {
    this.failed.clear();
  }

  async see(n: number, events: readonly HookEvent[], from?: ObserveFrom): Promise<void> {
    const { send } = this.parts;
    for (const [step, hookEvent] of events.entries()) {
      const hooks = this.parts.hooks();
      const env = this.parts.environment(n, hookEvent.runId, step);
      // Their events make no record that could hold what they log.
      env.logged = env.loggedLate;
      const observers = this.of(hookEvent, hooks, env, step === 0 ? from : undefined);
      if (observers.length === 0) continue;
      const agentHooks = agentsWithHooks(hookEvent, hasOwnAmong(hooks));
      const request: DispatchRequest = { event: 'event', run: factsOfEvent(hookEvent), payload: { hookEvent }, agentHooks };
      const result = await runChain(request, observers, env);
      for (const { name, file, line, error } of result.hooks) {
        if (!error) continue;
        if (hookEvent.type === 'hook_error') this.failed.add(keyOf(file, name));
        const failure = { hook: name, file, line: error.line ?? line, message: error.message, event: 'event' as const };
        send({ type: 'stray', failure });
      }
    }
  }

  private of(
    hookEvent: HookEvent,
    hooks: readonly RegisteredHook[],
    { isSuspended }: ChainEnv,
    from: ObserveFrom | undefined,
  ): RegisteredHook[] {
    const failure = hookEvent.type === 'hook_error' ? hookEvent.data : undefined;
    const guilty = failure && keyOf(failure.file, failure.hook);
    const all = listening(hooks, 'event');
    const isLate = guilty !== undefined && failure?.event === undefined && all.some((hook) => keyOfHook(hook) === guilty);
    if (isLate) this.failed.add(guilty);
    const isOfObserver = isLate || failure?.event === 'event';
    const isBlamed = (key: string) => key === guilty || (isOfObserver && this.failed.has(key));
    const observers = all.filter((hook) => !isBlamed(keyOfHook(hook)) && !isSuspended(hook));
    const at = from ? observers.findIndex((hook) => hook.id === from.hookId) : -1;
    return at < 0 ? observers : observers.slice(from?.again ? at : at + 1);
  }
}

const keyOf = (file: string | undefined, name: string | undefined): string => `${file} ${name}`;
const keyOfHook = (hook: RegisteredHook) => keyOf(hook.file, calledAs(hook));
