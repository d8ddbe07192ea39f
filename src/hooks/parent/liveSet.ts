/** The hooks in force, as the host told them when it had loaded them: what the loop asks of them without asking the host. */

import type { DispatchRequest } from '../../shared/dispatch';
import { noSkips, type SkipCounts } from '../../shared/events';
import type { EventName } from '../../shared/points';
import { skipReason } from '../chain/matching';
import type { HookDescription, PathLimits } from '../chain/registered';
import type { LoadedSet } from '../hostProtocol';

/** Events are recorded a little after their dispatch. */
const setsKept = 16;

export class LiveSet {
  loaded: LoadedSet = { id: 'empty', hooks: [], problems: [], failed: [] };
  private events = new Set<EventName>();
  private redacted = new Set<EventName>();
  /** Those with hooks of their own. */
  private agents = new Set<string>();
  private lastMatch: HookDescription | undefined;
  /** The last sets in force, by id. */
  private readonly sets = new Map<string, readonly HookDescription[]>();

  /** Returns whether it is another set than before. */
  take(loaded: LoadedSet): boolean {
    const { id, hooks } = loaded;
    const isNew = this.loaded.id !== id;
    this.loaded = loaded;
    this.lastMatch = undefined;
    this.sets.set(id, hooks);
    for (const old of this.sets.keys()) if (this.sets.size > setsKept) this.sets.delete(old);
    const enabled = hooks.filter((hook) => hook.options.enabled);
    this.events = new Set(enabled.filter((hook) => hook.kind === 'hook').flatMap((hook) => hook.events));
    this.redacted = new Set(enabled.filter((hook) => hook.options.redacts).flatMap((hook) => hook.events));
    this.agents = new Set(enabled.flatMap(({ agent }) => agent ?? []));
    return isNew;
  }

  wants(event: EventName): boolean {
    return this.events.has(event);
  }

  /** How often each reason leaves out a hook that listens, where all of them are left out and no policy would judge: then nothing needs to cross. */
  leavesOut(request: DispatchRequest): SkipCounts | undefined {
    return this.allSkipped(request, (hook) =>
      hook.kind === 'policy'
        ? request.event === 'preToolUse'
        : hook.events.includes(request.event) && !request.except?.includes(hook.id),
    );
  }

  /** Whether no policy would judge the call. */
  judgesNot(request: DispatchRequest): boolean {
    return this.allSkipped(request, (hook) => hook.kind === 'policy') !== undefined;
  }

  private allSkipped(request: DispatchRequest, concerns: (hook: HookDescription) => boolean): SkipCounts | undefined {
    const skips = (hook: HookDescription) => skipReason(hook, request, request.payload);
    // Most likely the one that matched last does again.
    const last = this.lastMatch;
    if (last && concerns(last) && !skips(last)) return undefined;
    const counts = { ...noSkips };
    for (const hook of this.loaded.hooks) {
      if (!concerns(hook)) continue;
      const reason = skips(hook);
      if (!reason) {
        this.lastMatch = hook;
        return undefined;
      }
      counts[reason]++;
    }
    return counts;
  }

  redacts(event: EventName): boolean {
    return this.redacted.has(event);
  }

  hasOwn(agentName: string): boolean {
    return this.agents.has(agentName);
  }

  /** Of the policies that would judge the request, those of a shadow left out. */
  pathLimits(request: DispatchRequest): PathLimits[] {
    return this.loaded.hooks.flatMap((hook) => {
      const { limits, kind, options } = hook;
      if (!limits || kind !== 'policy' || options.shadow) return [];
      return skipReason(hook, request, request.payload) === undefined ? [limits] : [];
    });
  }

  describe(id: string): readonly HookDescription[] | undefined {
    return this.sets.get(id);
  }

  find(hookId: string): HookDescription | undefined {
    return this.loaded.hooks.find(({ id }) => id === hookId);
  }
}
