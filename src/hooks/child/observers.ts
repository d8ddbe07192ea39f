/**
 * `event` hooks see events after the fact, each event one hook after the other; what fails there is told, but not to the hook that failed. One that takes its
 * time is left behind: it sees the rest in its own time, in order, and holds up no other.
 */

import type { HookEvent } from '../../shared/events/events';
import { agentsWithHooks, type DispatchRequest, factsOfEvent } from '../../shared/hooks/dispatch';
import { calledAs } from '../../shared/hooks/hookDescription';
import { listening } from '../chain/choosing/candidates';
import { hasOwnAmong } from '../chain/choosing/matching';
import { runChain } from '../chain/running/chain';
import type { ChainEnv, RegisteredHook } from '../chain/words/registered';
import type { FromHost, HeardByParent, ObserveFrom } from '../hostProtocol';

/** So long others wait for one that comes before them. */
const patienceMs = 500;

interface Parts {
  /** Those that are loaded. */
  hooks(): readonly RegisteredHook[];
  /** `n` is the work in which they see it, none (0) of those left behind, and `step` its place among the events of that. */
  environment(n: number, runId: string, step: number): ChainEnv;
  isSuspended(hook: RegisteredHook): boolean;
  send(message: HeardByParent<FromHost>): void;
  /** Code of this hook begins that nobody waits for. */
  late(hook: RegisteredHook, set: string): void;
  /** What nobody hears else. */
  broke(error: unknown): void;
}

export class Observers {
  /**
   * Those that have failed at the failure of another, since hooks were loaded, or late: at what, is not known then. Two that fail at each other's would else go on
   * for ever.
   */
  private readonly failed = new Set<string>();
  /** What each one that was left behind has yet to see, by its id. */
  private readonly behind = new Map<string, Promise<void>>();

  constructor(private readonly parts: Parts) {}

  /** Hooks were loaded anew. */
  forgive(): void {
    this.failed.clear();
  }

  /** Those that were left behind have seen all that came so far. */
  async caughtUp(): Promise<void> {
    await Promise.all(this.behind.values());
  }

  async see(n: number, events: readonly HookEvent[], from?: ObserveFrom): Promise<void> {
    for (const [step, hookEvent] of events.entries())
      for (const hook of this.of(hookEvent, step === 0 ? from : undefined)) {
        const rest = this.behind.get(hook.id);
        if (rest !== undefined)
          this.leave(
            hook.id,
            rest.then(() => this.later(hook.id, hookEvent)),
          );
        else {
          const env = this.parts.environment(n, hookEvent.runId, step);
          const shown = this.show(hook, hookEvent, env);
          if (await takesLong(shown)) {
            this.withoutWork(env);
            this.leave(hook.id, shown);
          }
        }
      }
  }

  private leave(id: string, shown: Promise<void>): void {
    const rest = shown.catch(this.parts.broke).finally(() => this.behind.get(id) === rest && this.behind.delete(id));
    this.behind.set(id, rest);
  }

  /** The version that is loaded by then. */
  private async later(id: string, hookEvent: HookEvent): Promise<void> {
    const hook = this.of(hookEvent).find((one) => one.id === id);
    if (hook) await this.show(hook, hookEvent, this.withoutWork(this.parts.environment(0, hookEvent.runId, 0)));
  }

  /** The work that it began in is others' from now on. */
  private withoutWork(env: ChainEnv): ChainEnv {
    const noted = () => undefined;
    return Object.assign(env, {
      began: (hook: RegisteredHook) => this.parts.late(hook, env.hookSet),
      paused: noted,
      carries: noted,
      ended: noted,
    } satisfies Partial<ChainEnv>);
  }

  private async show(hook: RegisteredHook, hookEvent: HookEvent, env: ChainEnv): Promise<void> {
    // Their events make no record that could hold what they log.
    env.logged = env.loggedLate;
    const agentHooks = agentsWithHooks(hookEvent, hasOwnAmong(this.parts.hooks()));
    const request: DispatchRequest = { event: 'event', run: factsOfEvent(hookEvent), payload: { hookEvent }, agentHooks };
    const result = await runChain(request, [hook], env);
    for (const { name, file, line, error } of result.hooks) {
      if (!error) continue;
      if (hookEvent.type === 'hook_error') this.failed.add(keyOf(file, name));
      const failure = { hook: name, file, line: error.line ?? line, message: error.message, event: 'event' as const };
      this.parts.send({ type: 'stray', failure });
    }
  }

  private of(hookEvent: HookEvent, from?: ObserveFrom): RegisteredHook[] {
    const failure = hookEvent.type === 'hook_error' ? hookEvent.data : undefined;
    const guilty = failure && keyOf(failure.file, failure.hook);
    const all = listening(this.parts.hooks(), 'event');
    const isLate = guilty !== undefined && failure?.event === undefined && all.some((hook) => keyOfHook(hook) === guilty);
    if (isLate) this.failed.add(guilty);
    const isOfObserver = isLate || failure?.event === 'event';
    const isBlamed = (key: string) => key === guilty || (isOfObserver && this.failed.has(key));
    const observers = all.filter((hook) => !isBlamed(keyOfHook(hook)) && !this.parts.isSuspended(hook));
    const at = from ? observers.findIndex((hook) => hook.id === from.hookId) : -1;
    return at < 0 ? observers : observers.slice(from?.again ? at : at + 1);
  }
}

/** True where it goes on. */
const takesLong = (shown: Promise<void>): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(true), patienceMs);
    shown.then(() => resolve(false), reject).finally(() => clearTimeout(timer));
  });

const keyOf = (file: string | undefined, name: string | undefined): string => `${file} ${name}`;
const keyOfHook = (hook: RegisteredHook) => keyOf(hook.file, calledAs(hook));
