/** The calls of another agent at the gate: before one runs, and where that agent asks its human. */
import { type AgentContext, dispatch, factsOf, leave } from '../../agent/context/agentContext';
import { type Call, toolFields } from '../../agent/judging/call';
import { heldTo } from '../../agent/judging/confining';
import { answer } from '../../protocols';
import type { Answer, Occurrence, Told, Verdict } from '../../protocols/protocol';
import type { TheirCall } from '../../protocols/toolWords';
import type { PayloadFields } from '../../shared/hooks/payloads';
import { callOf, type JudgedCall, judgeCall, keysOf, protectedPath, settle, verdictOf, whyTold } from './guestCall';
import type { GuestLedger, Later, Reply } from './guestLedger';
import { type InTime, prompted } from './guestPrompt';
import { contextAt, placeOf } from './guestTools';
import { annotate } from './lostWords';

type Of<E extends Told['event']> = Extract<Told, { event: E }>;

export class GuestCallGate {
  constructor(private readonly ledger: GuestLedger) {}

  async preToolUse(
    ctx: AgentContext,
    occurrence: Occurrence,
    { calls, toolCallId }: Of<'preToolUse'>,
    inTime: InTime | undefined,
  ): Promise<Reply | Later> {
    const began = ctx.deps.clock.now();
    if (this.ledger.run.halted !== undefined) return this.refuseAll(ctx, occurrence, calls, toolCallId);
    const judged: JudgedCall[] = [];
    for (const [n, call] of calls.entries()) {
      const place = placeOf(occurrence, call);
      const there = contextAt(ctx, place);
      judged.push(await judgeCall(there, occurrence, callOf(there, call, place, toolCallId, n), place));
    }
    const first = verdictOf(judged);
    const asks = first.action === 'ask' && inTime !== undefined;
    const told = this.ledger.answer(occurrence, first);
    // What is recorded of the hooks is recorded before the human answers.
    const allowed = asks ? answer(occurrence, { ...first, action: 'allow' }) : undefined;
    for (const { call, result, by, reason, action, lost, halts, verdict } of judged) {
      this.ledger.run.halted ??= halts;
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
      if (verdict.action !== 'deny' && this.ledger.run.halted !== undefined)
        return this.refuseAll(ctx, occurrence, calls, toolCallId);
      if (verdict.action !== 'deny' && ctx.run.id !== this.ledger.run.id) {
        [after, verdict] = [judged, first];
        for (const { call, action, verdict } of judged) if (action === 'ask') this.note(call, verdict.inputs);
      }
      const said = this.ledger.answer(occurrence, verdict);
      this.settleDenied(ctx, after, verdict, said);
      return said.json;
    };
  }

  async permissionRequest(main: AgentContext, occurrence: Occurrence, { calls, toolCallId }: Of<'permissionRequest'>) {
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
        (keysOf(call).some((key) => this.ledger.run.asked.has(key)) ? 'a hook asks for a human' : protectedPath(ctx, call));
      const bars = forced === undefined ? undefined : { allow: `no hook can answer that: ${forced}` };
      const payload = { ...toolFields(call), reason: 'the agent asks', suggestions: [] };
      const result = await dispatch({ ...ctx, bars }, 'permissionRequest', payload);
      if (judgement?.action === 'deny') verdicts.push({ action: 'deny', reason: whyTold(judged.hooks, judgement) });
      else if (result.end.action === 'deny') verdicts.push({ action: 'deny', reason: whyTold(result.hooks, result.end) });
      else verdicts.push(result.vote?.action === 'allow' && forced === undefined ? { action: 'allow' } : {});
    }
    const strictest = verdicts.find(({ action }) => action === 'deny') ?? verdicts.find(({ action }) => action === undefined);
    return this.ledger.answer(occurrence, strictest ?? verdicts[0]!).json;
  }

  /** A human is to decide it, also as hooks have changed it. */
  private note(call: Call, changed: Verdict['inputs']): void {
    for (const key of keysOf(call, changed?.[0])) this.ledger.run.asked.add(key);
  }

  private callOf(ctx: AgentContext, occurrence: Occurrence, call: TheirCall, id: string | undefined, n: number): Call {
    const place = placeOf(occurrence, call);
    return callOf(contextAt(ctx, place), call, place, id, n);
  }

  private settleDenied(ctx: AgentContext, judged: readonly JudgedCall[], verdict: Verdict, { lost }: Answer): void {
    if (verdict.action !== 'deny' && !lost.some(({ denies }) => denies)) return;
    for (const { call, by, reason } of judged)
      this.ledger.settleLater(() =>
        settle(ctx, call, by?.kind === 'human' ? 'rejected' : 'denied', by ?? call.decidedBy, verdict.reason ?? reason),
      );
  }

  /** A hook has stopped the run, or denied a message that the agent took all the same. */
  private async refuseAll(ctx: AgentContext, occurrence: Occurrence, calls: readonly TheirCall[], id: string | undefined) {
    for (const [n, call] of calls.entries())
      this.ledger.settleLater(() =>
        settle(ctx, this.callOf(ctx, occurrence, call, id, n), 'skipped', { kind: 'hook' }, this.ledger.run.halted),
      );
    return this.ledger.answer(occurrence, { action: 'deny', reason: this.ledger.run.halted }).json;
  }
}
