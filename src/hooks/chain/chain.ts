/**
 * The chain: one driver for every hook point. It walks the hooks in order, folds their decisions, then lets the policies judge; what it needs
 * to know of an event stands in the table of hook points.
 */
import type { DispatchRequest, DispatchResult, Judgement, JudgeResult } from '../../shared/dispatch';
import type { ErrorFacts } from '../../shared/events';
import { type HookRecord, noSkips } from '../../shared/hookRecord';
import type { JsonObject } from '../../shared/json';
import { type DecisionAction, hookPoints } from '../../shared/points';
import { type Called, callHandler } from './callHook';
import { allOf, type Candidates, candidatesFor, isSameTool, listening, type Named } from './candidates';
import { type Carried, carriedOf, type Dispatch } from './carried';
import { type SharedContext, sharedContext } from './context';
import { confinementOf, type Decided } from './decisions';
import { abandon, byOf, failed, fold, leftUnclean, reasonOf } from './fold';
import { type Group, groupOf, isAnswer, isTerminal, tellGroup } from './group';
import { onlyMight, skipReason, uncertainFor } from './matching';
import { dropChanges } from './noEffect';
import { recordOf } from './quietResult';
import type { ChainEnv, ChainProgress, RegisteredHook, ResumeChain } from './registered';

const slowMs = 5;
/** With one of these a `redacts` hook leaves the value as it came. */
const endings: ReadonlySet<string> = new Set<DecisionAction>(['respond', 'fail', 'deny', 'stop', 'retry']);
const cleans = ({ options }: RegisteredHook): boolean => options.redacts && !options.shadow;

/** Rejects only where `env.toolFacts` does; every failure of a hook is in the result. `hooks` are sorted. */
export async function runChain(
  request: DispatchRequest,
  hooks: readonly RegisteredHook[],
  env: ChainEnv,
  resume: ResumeChain = {},
): Promise<DispatchResult> {
  const carried = carriedOf(request, resume);
  const chain = new Chain(request, env, carried, resume);
  await chain.walk(hooks);
  const ended = carried.ended?.action === 'continue' ? undefined : carried.ended;
  const end = ended ?? carried.recovered ?? carried.answered ?? { action: 'continue' };
  let judgement: Judgement | undefined;
  if (request.event === 'preToolUse' && (end.action === 'continue' || end.action === 'respond' || end.action === 'fail'))
    judgement = await chain.judge(hooks);
  const isRun = end.action === 'continue' && judgement?.action !== 'deny';
  const denied = end.action === 'deny';
  dropChanges(request.event, carried, end);
  return {
    end,
    // A denial drops all changes, but never brings back what was to be redacted.
    payload: denied && !carried.redacted ? request.payload : carried.payload,
    vote: firstOr(carried.votes, 'ask'),
    judgement,
    ...(isRun && carried.confined.length > 0 ? { confined: carried.confined } : {}),
    context: denied ? [] : carried.context,
    metadata: denied ? undefined : carried.metadata,
    hooks: carried.hooks,
    skipped: carried.skipped,
    hookSet: env.hookSet,
    ...(carried.redacted ? { redacted: true as const } : {}),
  };
}

/** The policies alone, on the input that would run. */
export async function runPolicies(
  request: DispatchRequest,
  hooks: readonly RegisteredHook[],
  env: ChainEnv,
  resume: ResumeChain = {},
): Promise<JudgeResult> {
  const carried = carriedOf(request, resume);
  const judgement = await new Chain(request, env, carried, resume).judge(hooks);
  const { confined } = carried;
  const isRun = judgement?.action !== 'deny' && confined.length > 0;
  return { judgement, ...(isRun ? { confined } : {}), hooks: carried.hooks, hookSet: env.hookSet };
}

/** The first of the strictest kind, else the first. */
const firstOr = <T extends { action: string }>(items: readonly T[], strictest: T['action']): T | undefined =>
  items.find(({ action }) => action === strictest) ?? items[0];

class Chain implements Dispatch {
  readonly point;
  private readonly ran: Set<string>;
  private readonly isResumed: boolean;
  private readonly died: ResumeChain['died'];
  private readonly quiet: Set<string>;
  /** Hooks of one dispatch often start within a millisecond. */
  private last = { at: Number.NaN, text: '' };
  /** What the hooks of each kind are shown, for the payload that it was made of. */
  private shared: { of: JsonObject; metadata: JsonObject | undefined; kind: string; base: SharedContext } | undefined;

  constructor(
    readonly request: DispatchRequest,
    readonly env: ChainEnv,
    readonly carried: Carried,
    { progress, died, began }: ResumeChain,
  ) {
    this.point = hookPoints[request.event];
    this.ran = new Set(progress?.ranIds);
    this.isResumed = this.ran.size > 0;
    this.died = died;
    this.quiet = new Set(began);
  }

  async walk(set: readonly RegisteredHook[]): Promise<void> {
    const { carried, ran, request } = this;
    const { event, except } = request;
    const all = listening(set, event);
    const listed = except ? all.filter((hook) => !except.includes(hook.id)) : all;
    const asked = carried.payload;
    // Who has run already is counted no more, whatever the tool is now.
    let turn = except || this.isResumed ? allOf(listed) : candidatesFor(set, event, asked as Partial<Named>);
    for (let i = 0; i <= turn.hooks.length; i++) {
      this.passOver(turn, i);
      const hook = turn.hooks[i];
      if (!hook) break;
      if (ran.has(hook.id)) continue;
      if (this.env.isAborted?.() ?? this.env.signal.aborted) abandon(this);
      if (carried.ended) {
        carried.skipped.ended++;
        if (cleans(hook) && !skipReason(hook, request, carried.payload)) carried.unclean = true;
        continue;
      }
      const skip = skipReason(hook, request, carried.payload);
      if (skip) {
        // A redirect may make it match later, so it has not had its turn.
        carried.skipped[skip]++;
        continue;
      }
      ran.add(hook.id);
      if (this.quiet.has(hook.id)) {
        this.open(hook, nothingDone(this.env));
        continue;
      }
      const running = this.run(hook);
      const record = isRecord(running) ? running : await running;
      if (cleans(hook) && !record.error && endings.has(record.decision)) carried.unclean = true;
      this.report(record);
      if (record.decision === 'redirect' && !record.shadow) {
        carried.skipped = { ...noSkips };
        turn = allOf(listed);
        i = -1;
      } else if (carried.payload !== asked && !isSameTool(carried.payload, asked)) {
        i = turn.places[i]!;
        turn = allOf(listed);
      }
    }
    // `allow` with `final` ends the chain because its author wants the call as it is.
    const isWanted = event === 'preToolUse' && carried.ended?.action === 'continue';
    if (carried.unclean && !isWanted) leftUnclean(this);
  }

  /** Counts those before the turn of one that nobody looks at. */
  private passOver({ leftOut }: Candidates<RegisteredHook>, turn: number): void {
    const { skipped } = this.carried;
    const { disabled, tool } = leftOut[turn]!;
    const before = leftOut[turn - 1] ?? noSkips;
    const passed = { disabled: disabled - before.disabled, tool: tool - before.tool };
    if (passed.disabled + passed.tool === 0) return;
    if (this.env.isAborted?.() ?? this.env.signal.aborted) abandon(this);
    if (this.carried.ended) skipped.ended += passed.disabled + passed.tool;
    else {
      skipped.disabled += passed.disabled;
      skipped.tool += passed.tool;
    }
  }

  /** All matching policies speak; the strictest word counts. */
  async judge(hooks: readonly RegisteredHook[]): Promise<Judgement | undefined> {
    const { words, confined, skipped, payload } = this.carried;
    const turn = this.isResumed ? allOf(listening(hooks, 'policy')) : candidatesFor(hooks, 'policy', payload as Partial<Named>);
    skipped.disabled += turn.leftOut.at(-1)!.disabled;
    skipped.tool += turn.leftOut.at(-1)!.tool;
    for (const hook of turn.hooks) {
      if (this.ran.has(hook.id)) continue;
      const skip = skipReason(hook, this.request, payload);
      if (skip) {
        skipped[skip]++;
        continue;
      }
      this.ran.add(hook.id);
      if (this.quiet.has(hook.id)) {
        this.open(hook, nothingDone(this.env));
        continue;
      }
      const calling = this.call(hook);
      const called = isCalled(calling) ? calling : await calling;
      const record = this.open(hook, called);
      const { error, decision } = called;
      const action = error || called.aborted ? 'deny' : decision!.action;
      if (action === 'deny' || action === 'ask') {
        const name = hook.options.name ?? hook.name;
        const fallback = `${action === 'deny' ? 'denied' : 'asked'} by policy ${name}`;
        const reason = error
          ? `policy ${name} failed: ${error.message}`
          : called.aborted
            ? `the run was stopped before policy ${name} had spoken`
            : reasonOf(decision!, fallback);
        // Who denies what only might be meant leaves the word to the human.
        const unsure = decision?.action === 'deny' ? onlyMight(hook, payload) : undefined;
        const word =
          unsure === undefined
            ? { action, reason }
            : { action: 'ask' as const, reason: `${reason} (it only might match: ${unsure})` };
        record.reason = word.reason;
        if (!hook.options.shadow) words.push({ ...word, by: byOf(hook) });
      } else if (action === 'confine') {
        const { ask, words: held } = confinementOf(decision!);
        const reason = reasonOf(decision!, `confined by policy ${hook.options.name ?? hook.name}`);
        record.words = held;
        if (!held.hideOnly) record.reason = reason;
        if (!hook.options.shadow) {
          confined.push({ by: byOf(hook), reason, words: held });
          if (ask) words.push({ action: 'ask', reason, by: byOf(hook) });
        }
      }
      this.report(record);
    }
    return firstOr(words, 'deny');
  }

  private call(hook: RegisteredHook): Called | Promise<Called> {
    if (this.died?.id === hook.id) return diedIn(this.died, this.env);
    const { payload, metadata } = this.carried;
    const { shared } = this;
    if (!shared || shared.of !== payload || shared.metadata !== metadata || shared.kind !== hook.kind) {
      const base = sharedContext(this.request, payload, this.env, metadata ?? this.request.run.metadata, hook.kind);
      this.shared = { of: payload, metadata, kind: hook.kind, base };
    }
    const uncertain = 'tool' in this.point ? uncertainFor(hook, payload) : undefined;
    return callHandler(
      hook,
      this.request,
      this.shared!.base,
      this.env,
      this.startedAt(),
      uncertain === undefined ? undefined : { uncertain },
    );
  }

  private startedAt(): string {
    const at = this.env.now();
    if (at !== this.last.at) this.last = { at, text: new Date(at).toISOString() };
    return this.last.text;
  }

  /** Tells the outside how far the chain is, where that would be lost with the process. */
  private report(record: HookRecord): void {
    if (record.decision === 'continue' && !record.logs && record.duration <= slowMs) return this.env.ended?.();
    this.env.progressed({ ranIds: [...this.ran], carried: this.carried as unknown as JsonObject } satisfies ChainProgress);
    this.env.ended?.();
  }

  private open(hook: RegisteredHook, called: Called): HookRecord {
    const record = recordOf(hook, called.startedAt, Math.round(called.duration * 1000) / 1000);
    record.decision = called.error ? 'error' : called.decision!.action;
    if (called.logs.length > 0) record.logs = called.logs;
    if (called.error) record.error = called.error;
    if (hook.options.shadow) record.shadow = true;
    this.carried.hooks.push(record);
    return record;
  }

  /** Runs one hook and folds its outcome into the chain. */
  private run(hook: RegisteredHook): HookRecord | Promise<HookRecord> {
    const group = groupOf(hook);
    if (group && this.died?.id !== hook.id) return this.runGroup(hook, group);
    const called = this.call(hook);
    return isCalled(called) ? this.take(hook, called) : called.then((late) => this.take(hook, late));
  }

  private take(hook: RegisteredHook, called: Called): HookRecord | Promise<HookRecord> {
    const record = this.open(hook, called);
    if (called.aborted) abandon(this);
    else if (called.error) this.fail(hook, record, called.error);
    else if (called.decision!.action !== 'continue' || called.decision!.reason !== undefined)
      return this.decide(hook, called.decision!, record, hook.options.shadow).then(() => record);
    return record;
  }

  private async decide(hook: RegisteredHook, decision: Decided, record: HookRecord, shadow: boolean): Promise<void> {
    record.decision = decision.action;
    if (typeof decision.reason === 'string') record.reason = decision.reason;
    const problem = await fold(this, hook, decision, record, shadow);
    if (!problem) return;
    this.fail(hook, record, { name: 'HookError', message: problem });
  }

  private fail(hook: RegisteredHook, record: HookRecord, error: ErrorFacts): void {
    record.decision = 'error';
    record.error = error;
    if (!hook.options.shadow) failed(this, hook, error);
  }

  /**
   * S1's rules: an error ends the group unless `continueOnError`, an answer unless `continueOnResponse`; later the last answer counts, and the first error
   * where there is no answer. A group that fails leaves no change behind.
   */
  private async runGroup(hook: RegisteredHook, { members, modes }: Group): Promise<HookRecord> {
    const { carried } = this;
    const before = {
      payload: carried.payload,
      metadata: carried.metadata,
      votes: [...carried.votes],
      context: [...carried.context],
    };
    let record: HookRecord | undefined;
    let answer: { member: RegisteredHook; decision: Decided } | undefined;
    let failure: { member: RegisteredHook; error: ErrorFacts } | undefined;
    for (const member of members) {
      if (!member.events.includes(this.request.event) || skipReason(member, this.request, carried.payload)) continue;
      const shadow = hook.options.shadow || member.options.shadow;
      const called = await this.call(member);
      record = this.add(hook, record, called);
      if (called.aborted) {
        abandon(this);
        return record;
      }
      let { error } = called;
      const { decision } = called;
      if (decision && isAnswer(decision)) {
        if (shadow) {
          tellGroup(record, decision, { ...record, changed: undefined, noEffect: undefined }, shadow);
          continue;
        }
        answer = { member, decision };
        if (!modes.continueOnResponse || isTerminal(decision)) break;
        continue;
      }
      if (decision) {
        const part: HookRecord = { ...record, changed: undefined, noEffect: undefined };
        const problem = await fold(this, member, decision, part, shadow);
        if (problem) error = { name: 'HookError', message: problem };
        tellGroup(record, decision, part, shadow);
      }
      if (!error || shadow) continue;
      failure ??= { member, error };
      if (modes.continueOnError) continue;
      answer = undefined;
      break;
    }
    record ??= this.open(hook, nothingDone(this.env));
    if (answer) {
      if (failure) record.error = failure.error;
      if (!hook.options.shadow) delete record.shadow;
      delete record.noEffect;
      delete record.reason;
      await this.decide(answer.member, answer.decision, record, false);
    } else if (failure) {
      Object.assign(carried, before);
      delete record.changed;
      delete record.noEffect;
      delete record.reason;
      if (!hook.options.shadow) delete record.shadow;
      this.fail({ ...failure.member, handler: hook.handler }, record, failure.error);
    }
    return record;
  }

  /** One record for a group, however many of its members ran. */
  private add(hook: RegisteredHook, record: HookRecord | undefined, called: Called): HookRecord {
    if (!record) return this.open(hook, { ...called, error: undefined, decision: { action: 'continue' } });
    record.duration = Math.round((record.duration + called.duration) * 1000) / 1000;
    if (called.logs.length > 0) record.logs = [...(record.logs ?? []), ...called.logs];
    return record;
  }
}

const isCalled = (called: Called | Promise<Called>): called is Called => 'logs' in called;
const isRecord = (record: HookRecord | Promise<HookRecord>): record is HookRecord => 'decision' in record;

const nothingDone = (env: ChainEnv): Called => ({
  decision: { action: 'continue' },
  timedOut: false,
  logs: [],
  duration: 0,
  startedAt: new Date(env.now()).toISOString(),
});

const diedIn = (died: NonNullable<ResumeChain['died']>, env: ChainEnv): Called => ({
  ...nothingDone(env),
  decision: undefined,
  error: died.error,
});
