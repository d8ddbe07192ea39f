/** The hooks in force, as the host told them when it had loaded them: what the loop asks of them without asking the host. */

import type { DispatchRequest } from '../../../shared/hooks/dispatch';
import { cleans } from '../../../shared/hooks/hookDescription';
import type { EventName } from '../../../shared/hooks/points';
import { noSkips, type SkipCounts } from '../../../shared/verdicts/hookRecord';
import { allOf, candidatesFor, type Listening, listening, type NamedTool } from '../../chain/choosing/candidates';
import { skipReason } from '../../chain/choosing/matching';
import { limitsOf, restrictedPaths } from '../../chain/registering/placedPatterns';
import type { HookDescription, PathLimits } from '../../chain/words/registered';
import type { LoadedSet } from '../../hostProtocol';

/** Events are recorded a little after their dispatch. */
const setsKept = 16;

export class LiveSet {
  loaded: LoadedSet = { id: 'empty', hooks: [], problems: [], failed: [] };
  private events = new Set<EventName>();
  private redacted = new Set<EventName>();
  /** Those with hooks of their own. */
  private agents = new Set<string>();
  /** Patterns that policies may compare with paths, whichever calls they judge. */
  restrictedPaths: readonly string[] = [];
  private limiting: (HookDescription & { limits: PathLimits })[] = [];
  /** The last sets in force, by id. */
  private readonly sets = new Map<string, readonly HookDescription[]>();

  /** While work is open, its answer may name any set that was in force since it began. */
  remember(id: string, hooks: readonly HookDescription[], keepsAll: boolean): void {
    this.sets.delete(id);
    this.sets.set(id, hooks);
    if (!keepsAll) for (const old of this.sets.keys()) if (this.sets.size > setsKept) this.sets.delete(old);
  }

  /** Returns whether it is another set than before. */
  take(loaded: LoadedSet, keepsAll = false): boolean {
    const { id, hooks } = loaded;
    const isNew = this.loaded.id !== id;
    this.loaded = loaded;
    this.remember(id, hooks, keepsAll);
    const enabled = hooks.filter((hook) => hook.options.enabled);
    this.events = new Set(enabled.filter((hook) => hook.kind === 'hook').flatMap((hook) => hook.events));
    this.redacted = new Set(hooks.filter(cleans).flatMap((hook) => hook.events));
    this.limiting = hooks.filter(
      (hook): hook is HookDescription & { limits: PathLimits } =>
        hook.kind === 'policy' && hook.limits !== undefined && !hook.options.shadow,
    );
    this.restrictedPaths = [...new Set(enabled.flatMap(restrictedPaths))];
    this.agents = new Set(enabled.flatMap(({ agent }) => agent ?? []));
    return isNew;
  }

  wants(event: EventName): boolean {
    return this.events.has(event);
  }

  /** How often each reason leaves out a hook that listens, where all of them are left out and no policy would judge: then nothing needs to cross. */
  leavesOut(request: DispatchRequest): SkipCounts | undefined {
    const counts = { ...noSkips };
    const isGate = request.event === 'preToolUse';
    const { except } = request;
    const isOut = this.skipsAll(request, request.event, counts, except) && (!isGate || this.skipsAll(request, 'policy', counts));
    return isOut ? counts : undefined;
  }

  /** Whether no policy would judge the call. */
  judgesNot(request: DispatchRequest): boolean {
    return this.skipsAll(request, 'policy', { ...noSkips });
  }

  private skipsAll(request: DispatchRequest, to: Listening, counts: SkipCounts, except?: readonly string[]): boolean {
    const { hooks } = this.loaded;
    const { hooks: asked, leftOut } = except
      ? allOf(listening(hooks, to).filter(({ id }) => !except.includes(id)))
      : candidatesFor(hooks, to, request.payload as Partial<NamedTool>);
    for (const hook of asked) {
      const reason = skipReason(hook, request, request.payload);
      if (!reason) return false;
      counts[reason]++;
    }
    counts.disabled += leftOut.at(-1)!.disabled;
    counts.tool += leftOut.at(-1)!.tool;
    return true;
  }

  get isRedacting(): boolean {
    return this.redacted.size > 0;
  }

  redacts(event: EventName): boolean {
    return this.redacted.has(event);
  }

  hasOwn(agentName: string): boolean {
    return this.agents.has(agentName);
  }

  /** Of the policies that would judge the request, those of a shadow left out. */
  pathLimits(request: DispatchRequest): PathLimits[] {
    return this.limiting.flatMap((hook) => (skipReason(hook, request, request.payload) === undefined ? [limitsOf(hook)] : []));
  }

  describe(id: string): readonly HookDescription[] | undefined {
    return this.sets.get(id);
  }

  find(hookId: string): HookDescription | undefined {
    return this.loaded.hooks.find(({ id }) => id === hookId);
  }
}
