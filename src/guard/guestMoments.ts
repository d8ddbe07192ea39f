/** What each moment of another agent comes to: our chain is asked, its word is put into what that agent can be told, and both are recorded. */
import { type AgentContext, ask, barring, dispatch, factsOf, leave } from '../agent/agentContext';
import { type Call, toolFields } from '../agent/call';
import { heldTo } from '../agent/confining';
import { whyNotAgain } from '../agent/ending';
import { answer } from '../protocols';
import type { Answer, Lost, Occurrence, Told, Verdict } from '../protocols/protocol';
import type { TheirCall } from '../protocols/toolWords';
import type { ChainEnd } from '../shared/chainEnd';
import type { DispatchResult } from '../shared/dispatch';
import type { HookRecord } from '../shared/hookRecord';
import type { JsonObject } from '../shared/json';
import { noUsage, textOf } from '../shared/messages';
import type { EventName, PayloadFields } from '../shared/payloads';
import type { StopReasonName, StopSignal } from '../shared/stopReasons';
import { callOf, type JudgedCall, judgeCall, keysOf, protectedPath, settle, verdictOf, whyTold } from './guestCall';
import { textIn, toolFailed, verdictAfter } from './guestFailure';
import { type InTime, prompted } from './guestPrompt';
import { contextAt, placeOf } from './guestTools';
import { annotate, notHere } from './lostWords';

/** What goes back to the agent. */
export type Reply = JsonObject;
/** A human is asked first. */
export type Later = () => Promise<Reply>;
type Of<E extends Told['event']> = Extract<Told, { event: E }>;

/** What one moment of a run says about the next. */
export interface GuestRun {
  readonly id: string;
  /** Why every call is refused until the human speaks again. */
  halted: string | undefined;
  /** How often in a row hooks kept an agent going, by its id: a subagent's, or none. */
  readonly continued: Map<string, number>;
  /** Calls that a hook or policy wants a human to decide: no hook answers the agent's prompt for them. */
  readonly asked: Set<string>;
}

export class GuestMoments {
  private readonly verdicts = new WeakMap<Occurrence, Verdict>();
  /** What no answer waits for. */
  private readonly after: (() => Promise<unknown>)[] = [];

  constructor(public run: GuestRun) {}

  async judge(ctx: AgentContext, occurrence: Occurrence, inTime: InTime | undefined): Promise<Reply | Later> {
    const { told } = occurrence;
    switch (told.event) {
      case undefined:
        return {};
      case 'preToolUse':
        return this.preToolUse(ctx, occurrence, told, inTime);
      case 'permissionRequest':
        return this.permissionRequest(ctx, occurrence, told);
      case 'postToolUse':
      case 'toolError':
        return this.afterTool(ctx, occurrence, told);
      case 'userMessage':
        return this.userMessage(ctx, occurrence, told.text);
      case 'stop':
        return (await this.stop(ctx, occurrence, told)).json;
      case 'subagentStart':
        await dispatch(ctx, 'subagentStart', { task: told.task }, undefined, callerOf(ctx));
        return {};
      case 'subagentStop': {
        // Not of those of whom it is not told which of them has come to its end.
        const { json, goesOn } = occurrence.subagent
          ? await this.stop(ctx, occurrence, { text: told.result, again: told.again, cut: told.cut })
          : { json: {}, goesOn: false };
        if (goesOn) return json;
        const own = { task: told.task, result: told.result, durationMs: 0, usage: noUsage, costUsd: 0 };
        await dispatch(ctx, 'subagentStop', own, undefined, { ...callerOf(ctx), isError: false });
        return json;
      }
      case 'preCompact': {
        const payload = { messages: [], trigger: told.trigger, instructions: told.instructions };
        const answered = await this.simple(ctx, occurrence, 'preCompact', payload, ({ payload: after }) =>
          after.instructions === told.instructions ? {} : { lost: 'modify' },
        );
        return answered.json;
      }
      case 'sessionStart':
        return (await this.simple(ctx, occurrence, 'sessionStart', { source: told.source })).json;
      case 'sessionEnd': {
        await dispatch(ctx, 'sessionEnd', { reason: told.reason });
        return {};
      }
    }
  }

  async settleAll(): Promise<void> {
    // What cannot be recorded of it is refused with the next call, which is recorded before it is answered.
    for (const work of this.after.splice(0)) await work().catch(() => undefined);
  }

  private async preToolUse(
    ctx: AgentContext,
    occurrence: Occurrence,
    { calls, toolCallId }: Of<'preToolUse'>,
    inTime: InTime | undefined,
  ): Promise<Reply | Later> {
    const began = ctx.deps.clock.now();
    if (this.run.halted !== undefined) return this.refuseAll(ctx, occurrence, calls, toolCallId);
    const judged: JudgedCall[] = [];
    for (const [n, call] of calls.entries()) {
      const place = placeOf(occurrence, call);
      const there = contextAt(ctx, place);
      judged.push(await judgeCall(there, occurrence, callOf(there, call, place, toolCallId, n), place));
    }
    const first = verdictOf(judged);
    const asks = first.action === 'ask' && inTime !== undefined;
    const told = this.answer(occurrence, first);
    // What is recorded of the hooks is recorded before the human answers.
    const allowed = asks ? answer(occurrence, { ...first, action: 'allow' }) : undefined;
    for (const { call, result, by, reason, action, lost, halts, verdict } of judged) {
      this.run.halted ??= halts;
      annotate(result.hooks, [...lost, ...(allowed ?? told).lost]);
      if (result.end.action === 'continue' && by)
        Object.assign(result.payload, { decidedBy: by, reason } satisfies PayloadFields);
      leave(ctx, 'preToolUse', toolFields(call), result, began, undefined);
      if (action === 'ask') this.note(call, verdict.inputs);
    }
    if (!asks) {
      this.settleDenied(ctx, judged, first, told);
      return told.json;
    }
    return async () => {
      let after = (await inTime((signal) => prompted(ctx, occurrence, judged, signal))) ?? judged;
      let verdict = after === judged ? first : verdictOf(after);
      // Other calls of the session did not wait for the human, nor did who spoke to the agent.
      if (verdict.action !== 'deny' && this.run.halted !== undefined) return this.refuseAll(ctx, occurrence, calls, toolCallId);
      if (verdict.action !== 'deny' && ctx.run.id !== this.run.id) {
        [after, verdict] = [judged, first];
        for (const { call, action, verdict } of judged) if (action === 'ask') this.note(call, verdict.inputs);
      }
      const said = this.answer(occurrence, verdict);
      this.settleDenied(ctx, after, verdict, said);
      return said.json;
    };
  }

  /** A human is to decide it, also as hooks have changed it. */
  private note(call: Call, changed: Verdict['inputs']): void {
    for (const key of keysOf(call, changed?.[0])) this.run.asked.add(key);
  }

  /** What it came to, of a moment that was heard; for who tells of the same in other words. */
  verdictOn(occurrence: Occurrence): Verdict {
    return this.verdicts.get(occurrence) ?? {};
  }

  private callOf(ctx: AgentContext, occurrence: Occurrence, call: TheirCall, id: string | undefined, n: number): Call {
    const place = placeOf(occurrence, call);
    return callOf(contextAt(ctx, place), call, place, id, n);
  }

  private answer(occurrence: Occurrence, verdict: Verdict): Answer {
    this.verdicts.set(occurrence, verdict);
    return answer(occurrence, verdict);
  }

  private settleDenied(ctx: AgentContext, judged: readonly JudgedCall[], verdict: Verdict, { lost }: Answer): void {
    if (verdict.action !== 'deny' && !lost.some(({ denies }) => denies)) return;
    for (const { call, by, reason } of judged)
      this.after.push(() =>
        settle(ctx, call, by?.kind === 'human' ? 'rejected' : 'denied', by ?? call.decidedBy, verdict.reason ?? reason),
      );
  }

  /** A hook has stopped the run, or denied a message that the agent took all the same. */
  private async refuseAll(ctx: AgentContext, occurrence: Occurrence, calls: readonly TheirCall[], id: string | undefined) {
    for (const [n, call] of calls.entries())
      this.after.push(() => settle(ctx, this.callOf(ctx, occurrence, call, id, n), 'skipped', { kind: 'hook' }, this.run.halted));
    return this.answer(occurrence, { action: 'deny', reason: this.run.halted }).json;
  }

  private async permissionRequest(main: AgentContext, occurrence: Occurrence, { calls, toolCallId }: Of<'permissionRequest'>) {
    const verdicts: Verdict[] = [];
    for (const [n, one] of calls.entries()) {
      const place = placeOf(occurrence, one);
      const ctx = contextAt(main, place);
      const call = callOf(ctx, one, place, toolCallId, n);
      const judged = await ctx.deps.hooks.judge({
        event: 'preToolUse',
        run: factsOf(ctx),
        payload: toolFields(call),
      });
      // What a policy confines cannot be confined elsewhere: a human decides.
      const { judgement } = await heldTo(ctx, call.facts, judged.judgement, judged.confined);
      const forced =
        judgement?.reason ??
        (keysOf(call).some((key) => this.run.asked.has(key)) ? 'a hook asks for a human' : protectedPath(ctx, call));
      const bars = forced === undefined ? undefined : { allow: `no hook can answer that: ${forced}` };
      const payload = { ...toolFields(call), reason: 'the agent asks', suggestions: [] };
      const result = await dispatch({ ...ctx, bars }, 'permissionRequest', payload);
      if (judgement?.action === 'deny') verdicts.push({ action: 'deny', reason: whyTold(judged.hooks, judgement) });
      else if (result.end.action === 'deny') verdicts.push({ action: 'deny', reason: whyTold(result.hooks, result.end) });
      else verdicts.push(result.vote?.action === 'allow' && forced === undefined ? { action: 'allow' } : {});
    }
    const strictest = verdicts.find(({ action }) => action === 'deny') ?? verdicts.find(({ action }) => action === undefined);
    return this.answer(occurrence, strictest ?? verdicts[0]!).json;
  }

  private async afterTool(main: AgentContext, occurrence: Occurrence, told: Of<'postToolUse'> | Of<'toolError'>): Promise<Reply> {
    const { calls, toolCallId, durationMs = 0 } = told;
    const before = told.event === 'toolError' ? told.error : told.output;
    let text = before;
    const context: string[] = [];
    for (const [n, one] of calls.entries()) {
      const place = placeOf(occurrence, one);
      const ctx = contextAt(main, place);
      const call = callOf(ctx, one, place, toolCallId, n);
      const failure = told.event === 'toolError' ? await toolFailed(ctx, occurrence, call, text, durationMs) : undefined;
      if (failure) this.heed(failure.end);
      const { output = text, recovered = false, error } = failure ?? {};
      const isError = failure !== undefined && !recovered;
      const fields = { output, isError, recovered, error, origin: 'tool' as const, durationMs };
      const began = ctx.deps.clock.now();
      const payload = { ...toolFields(call), ...fields };
      const result = await ask(ctx, 'postToolUse', payload);
      text = textIn(result.payload.output);
      context.push(...result.context);
      this.heed(result.end);
      if (result.payload.isError !== isError)
        annotate(result.hooks.filter(changesErrors), [{ word: 'output', became: notHere(occurrence, 'isError') }]);
      annotate(result.hooks, this.answer(occurrence, verdictAfter(text, before, context)).lost);
      leave(ctx, 'postToolUse', payload, result, began, undefined);
      const said = text;
      this.after.push(() => settle(ctx, call, result.payload.isError ? 'error' : 'ok', call.decidedBy, undefined, said));
    }
    return this.answer(occurrence, verdictAfter(text, before, context)).json;
  }

  /** A hook may have ended the run with it. */
  private heed(end: ChainEnd): void {
    if (end.action === 'stop' || end.action === 'error') this.run.halted ??= `a hook ended the run: ${end.reason}`;
  }

  private async userMessage(ctx: AgentContext, occurrence: Occurrence, text: string): Promise<Reply> {
    const message = { role: 'user' as const, content: text };
    const { json } = await this.simple(ctx, occurrence, 'userMessage', { message }, ({ payload }) => {
      const after = textOf(payload.message);
      return after === text ? {} : { text: after };
    });
    return json;
  }

  /** An agent's end, a subagent's too. */
  private async stop(
    ctx: AgentContext,
    occurrence: Occurrence,
    { text: message = '', again, cut }: Pick<Of<'stop'>, 'text' | 'again' | 'cut'>,
  ) {
    const id = ctx.agent.taskId ?? '';
    if (!again) this.run.continued.delete(id);
    const times = this.run.continued.get(id) ?? 0;
    const why =
      this.run.halted !== undefined
        ? `the run was stopped: ${this.run.halted}`
        : cut !== undefined
          ? 'the agent did not end by itself'
          : whyNotAgain(times);
    const ended = barring(ctx, { continueWith: why });
    const response = {
      role: 'assistant' as const,
      content: [{ type: 'text' as const, text: message }],
      stop_reason: 'end_turn',
      usage: noUsage,
    };
    const reason: StopReasonName = cut ?? 'completed';
    const signals: StopSignal[] = [{ reason, message, source: occurrence.agent }];
    const payload = { reason, signals, turns: times + 1, costUsd: 0, response };
    const { json, lost, verdict } = await this.simple(ended, occurrence, 'stop', payload, ({ end, payload: after }) => ({
      ...(end.action === 'continueWith' ? { continueWith: end.message } : {}),
      ...(after.response && textOf(after.response) !== message ? { lost: 'response' } : {}),
    }));
    const goesOn = verdict.continueWith !== undefined && !lost.some(({ word }) => word === 'continueWith');
    if (goesOn) this.run.continued.set(id, times + 1);
    return { json, goesOn };
  }

  /** An event whose answer is a denial, context, or what `more` makes of it. */
  private async simple<E extends 'userMessage' | 'stop' | 'preCompact' | 'sessionStart'>(
    ctx: AgentContext,
    occurrence: Occurrence,
    event: E,
    payload: DispatchResult<E>['payload'],
    more: (result: DispatchResult<E>) => Verdict & { lost?: string } = () => ({}),
  ): Promise<Answer & { verdict: Verdict }> {
    const began = ctx.deps.clock.now();
    const result = await ask<EventName & E>(ctx, event, payload);
    const { end } = result;
    const refuses = end.action === 'deny' || end.action === 'error' || end.action === 'stop';
    const { lost, ...own } = more(result);
    const verdict: Verdict = {
      ...(refuses ? { action: 'deny', reason: whyTold(result.hooks, end) } : {}),
      ...own,
      context: result.context,
    };
    const told = this.answer(occurrence, verdict);
    this.heed(end);
    if (told.unheard !== undefined) this.run.halted = `it was denied: ${told.unheard}`;
    const dropped: Lost[] = lost === undefined ? [] : [{ word: 'input', became: notHere(occurrence, lost) }];
    annotate(result.hooks, [...dropped, ...told.lost]);
    leave(ctx, event, payload, result as never, began, undefined as never);
    return { ...told, verdict };
  }
}

const callerOf = ({ agent }: AgentContext) => ({ toolCallId: agent.taskId ?? '', description: undefined, background: false });

const changesErrors = ({ changed }: HookRecord): boolean => changed?.some(({ field }) => field === 'isError') ?? false;
