/**
 * The chain: one driver for every hook point. It walks the hooks in order, folds their decisions, then lets the policies judge; what it needs
 * to know of an event stands in the table of hook points.
 */

import type { JsonObject } from '../../../shared/basics/json';
import { withoutReadings } from '../../../shared/calls/toolFacts';
import type { DispatchRequest, DispatchResult, JudgeResult } from '../../../shared/hooks/dispatch';
import { cleans } from '../../../shared/hooks/hookDescription';
import { type DecisionAction, hookPoints } from '../../../shared/hooks/points';
import type { Judgement } from '../../../shared/verdicts/chainEnd';
import { type HookRecord, noSkips } from '../../../shared/verdicts/hookRecord';
import type { Called } from '../calling/callHook';
import {
  allOf,
  type Candidates,
  candidatesFor,
  cleaningFrom,
  isSameTool,
  listening,
  type NamedTool,
} from '../choosing/candidates';
import { skipReason } from '../choosing/matching';
import { isRedactedLater } from '../choosing/redactedLater';
import { type Carried, carriedOf, type Dispatch } from '../folding/carried';
import { abandon, cutShort, leftUnclean } from '../folding/fold';
import { fail, openRecord, takeDecision } from '../folding/hookOutcome';
import { dropsChanges, tellDropped } from '../folding/noEffect';
import { policyWord } from '../folding/policyWord';
import { withholdForLater } from '../folding/withhold';
import { groupOf } from '../registering/group';
import type { ChainEnv, ChainProgress, RegisteredHook, ResumeChain } from '../words/registered';
import { Calls, nothingDone } from './calls';
import { runGroup } from './runGroup';

const slowMs = 5;
/** With one of these a `redacts` hook leaves the value as it came. */
const endings: ReadonlySet<string> = new Set<DecisionAction>(['respond', 'fail', 'deny', 'stop', 'retry']);

/** Never rejects: every failure of a hook is in the result. `hooks` are sorted. */
export async function runChain(
  request: DispatchRequest,
  hooks: readonly RegisteredHook[],
  env: ChainEnv,
  resume: ResumeChain = {},
): Promise<DispatchResult> {
  const carried = carriedOf(request, resume);
  const chain = new Chain(request, env, carried, resume);
  await chain.walk(hooks);
  await env.elsewhere?.walked();
  const ended = carried.ended?.action === 'continue' ? undefined : carried.ended;
  const end = ended ?? carried.recovered ?? carried.answered ?? { action: 'continue' };
  let judgement: Judgement | undefined;
  if (request.event === 'preToolUse' && (end.action === 'continue' || end.action === 'respond' || end.action === 'fail'))
    judgement = await (env.elsewhere?.judge() ?? chain.judge(hooks));
  const isRun = end.action === 'continue' && judgement?.action !== 'deny';
  const isDropped = dropsChanges(request.event, end);
  tellDropped(request.event, carried, end, judgement);
  return {
    end,
    // What was to be redacted is never brought back.
    payload: isDropped && !carried.cleanedBy ? request.payload : (outerOf(chain) as DispatchResult['payload']),
    vote: firstOr(carried.votes, 'ask'),
    judgement,
    ...(isRun && carried.confined.length > 0 ? { confined: carried.confined } : {}),
    context: isDropped ? [] : carried.context,
    metadata: isDropped ? undefined : carried.metadata,
    hooks: carried.hooks,
    skipped: carried.skipped,
    hookSet: env.hookSet,
    ...(carried.cleanedBy ? { redacted: true as const } : {}),
  };
}

/** Policies are still shown what was read out of an input that no hook has cleaned; nobody after them is. */
const outerOf = ({ carried: { payload, cleanedBy }, point: { patches } }: Dispatch) =>
  patches.input && cleanedBy?.length === 0 ? withoutReadings(payload) : payload;

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
  /** The hook that had the last turn in a process that is no more. */
  private readonly last: string | undefined;
  private readonly calls: Calls;
  private readonly quiet: Set<string>;
  /** Those that redact, and that the walk has not reached. */
  private toClean: () => readonly RegisteredHook[] = () => [];
  /** A hook of a later event redacts what comes again there. */
  private isRedactedLater: () => boolean = () => false;

  constructor(
    readonly request: DispatchRequest,
    readonly env: ChainEnv,
    readonly carried: Carried,
    { progress, died, began }: ResumeChain,
  ) {
    this.point = hookPoints[request.event];
    this.ran = new Set(progress?.ranIds);
    this.last = progress?.ranIds.at(-1);
    const isToClean = (hook: RegisteredHook) => !this.ran.has(hook.id) && !skipReason(hook, request, carried.payload);
    this.calls = new Calls(
      this,
      died,
      () => carried.unclean === true || this.toClean().some(isToClean) || this.isRedactedLater(),
    );
    this.quiet = new Set(began);
  }

  async walk(set: readonly RegisteredHook[]): Promise<void> {
    const { carried, ran, request } = this;
    const { event, except } = request;
    const all = listening(set, event);
    const listed = except ? all.filter((hook) => !except.includes(hook.id)) : all;
    const asked = carried.payload;
    let later: boolean | undefined;
    this.isRedactedLater = () => (later ??= isRedactedLater(request, asked, set));
    // Who has run already is counted no more, whatever the tool is now.
    let turn = except || this.last ? allOf(listed) : candidatesFor(set, event, asked as Partial<NamedTool>);
    let i = this.turnIn(turn, set);
    this.toClean = () => cleaningFrom(turn, i + 1);
    for (; i <= turn.hooks.length; i++) {
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
        openRecord(this, hook, nothingDone(this.env));
        continue;
      }
      const running = this.run(hook);
      const record = isRecord(running) ? running : await running;
      if (cleans(hook) && !record.error && endings.has(record.decision)) carried.unclean = true;
      const anew = beginsAnew(record);
      // Before it is told: whoever goes on with it begins anew, too.
      if (anew) carried.skipped = { ...noSkips };
      this.report(record);
      if (anew) {
        turn = allOf(listed);
        i = -1;
      } else if (carried.payload !== asked && !isSameTool(carried.payload as Partial<NamedTool>, asked as Partial<NamedTool>)) {
        i = turn.places[i]!;
        turn = allOf(listed);
      }
    }
    // `allow` with `final` ends the chain because its author wants the call as it is.
    const isWanted = event === 'preToolUse' && carried.ended?.action === 'continue';
    const isWithheld = carried.hooks.length > 0 && this.isRedactedLater();
    if (carried.unclean || isWithheld) this.env.carries?.();
    if (carried.unclean && !isWanted) leftUnclean(this);
    if (isWithheld) withholdForLater(this);
  }

  /** Whose turn it is now. Those before have had theirs: who was passed over then is not asked of what others made of the call since. */
  private turnIn({ hooks }: Candidates<RegisteredHook>, set: readonly RegisteredHook[]): number {
    const { last, carried } = this;
    const told = carried.hooks.at(-1);
    if (last === undefined || (told?.id === last && beginsAnew(told))) return 0;
    const at = hooks.findIndex(({ id }) => id === last);
    if (at < 0 && set.some(({ id, kind }) => id === last && kind === 'policy')) return hooks.length;
    return at + 1;
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
    const turn = candidatesFor(hooks, 'policy', payload as Partial<NamedTool>);
    const first = turn.hooks.findIndex(({ id }) => id === this.last) + 1;
    if (first === 0) {
      skipped.disabled += turn.leftOut.at(-1)!.disabled;
      skipped.tool += turn.leftOut.at(-1)!.tool;
    }
    for (const hook of turn.hooks.slice(first)) {
      if (this.ran.has(hook.id)) continue;
      const skip = skipReason(hook, this.request, payload);
      if (skip) {
        skipped[skip]++;
        continue;
      }
      this.ran.add(hook.id);
      if (this.quiet.has(hook.id)) {
        openRecord(this, hook, nothingDone(this.env));
        continue;
      }
      const calling = this.calls.call(hook);
      const called = isCalled(calling) ? calling : await calling;
      const record = openRecord(this, hook, called);
      const { reason, mightMatch, judgement, confined: held } = policyWord(hook, called, payload);
      if (held) record.words = held.words;
      if (reason !== undefined) record.reason = reason;
      if (mightMatch) record.mightMatch = true;
      if (held && !hook.options.shadow) confined.push(held);
      if (judgement && !hook.options.shadow) words.push(judgement);
      this.report(record);
    }
    return firstOr(words, 'deny');
  }

  /** Tells the outside how far the chain is, where that would be lost with the process. */
  private report(record: HookRecord): void {
    if (record.decision === 'continue' && !record.logs && record.duration <= slowMs) return this.env.ended?.();
    this.env.carries?.();
    this.env.progressed({ ranIds: [...this.ran], carried: this.carried as unknown as JsonObject } satisfies ChainProgress);
    this.env.ended?.();
  }

  /** Runs one hook and folds its outcome into the chain. */
  private run(hook: RegisteredHook): HookRecord | Promise<HookRecord> {
    const group = groupOf(hook);
    if (group && !this.calls.killed(hook)) return runGroup(this, this.calls, hook, group);
    const called = this.calls.call(hook);
    return isCalled(called) ? this.take(hook, called) : called.then((late) => this.take(hook, late));
  }

  private take(hook: RegisteredHook, called: Called): HookRecord | Promise<HookRecord> {
    const record = openRecord(this, hook, called);
    if (called.aborted) cutShort(this, hook);
    else if (called.error) fail(this, hook, record, called.error);
    else if (called.decision!.action !== 'continue' || called.decision!.reason !== undefined)
      return takeDecision(this, hook, called.decision!, record, hook.options.shadow, called).then(() => record);
    return record;
  }
}

/** A redirect that counts: hooks that were passed over may match what the call is now. */
const beginsAnew = ({ decision, shadow, noEffect }: HookRecord): boolean =>
  decision === 'redirect' && !shadow && noEffect === undefined;
const isCalled = (called: Called | Promise<Called>): called is Called => 'logs' in called;
const isRecord = (record: HookRecord | Promise<HookRecord>): record is HookRecord => 'decision' in record;
