/** What each moment of another agent comes to: our chain is asked, its word is put into what that agent can be told, and both are recorded. */
import { type AgentContext, ask, barring, dispatch, leave } from '../../agent/context/agentContext';
import { whyNotAgain } from '../../agent/context/ending';
import { toolFields } from '../../agent/judging/call';
import { whyHidden } from '../../agent/judging/mayRead';
import type { Answer, Lost, Occurrence, Told, Verdict } from '../../protocols/protocol';
import type { DispatchResult } from '../../shared/hooks/dispatch';
import type { EventName } from '../../shared/hooks/payloads';
import { noUsage, textOf } from '../../shared/messages/messages';
import type { StopReasonName, StopSignal } from '../../shared/runs/stopReasons';
import type { Attribution } from '../../shared/verdicts/chainEnd';
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import { callOf, settle, whyTold } from './guestCall';
import { GuestCallGate } from './guestCallGate';
import { textIn, toolFailed, verdictAfter } from './guestFailure';
import type { GuestLedger, Later, Reply } from './guestLedger';
import type { InTime } from './guestPrompt';
import { contextAt, placeOf } from './guestTools';
import { annotate, type LostWord, notHere } from './lostWords';

type Of<E extends Told['event']> = Extract<Told, { event: E }>;

export class GuestMoments {
  private readonly gate: GuestCallGate;

  constructor(private readonly ledger: GuestLedger) {
    this.gate = new GuestCallGate(ledger);
  }

  async judge(ctx: AgentContext, occurrence: Occurrence, inTime: InTime | undefined): Promise<Reply | Later> {
    const { told } = occurrence;
    switch (told.event) {
      case undefined:
        return {};
      case 'preToolUse':
        return this.gate.preToolUse(ctx, occurrence, told, inTime);
      case 'permissionRequest':
        return this.gate.permissionRequest(ctx, occurrence, told);
      case 'postToolUse':
      case 'toolError':
        return this.afterTool(ctx, occurrence, told);
      case 'userMessage':
        return told.notice ? {} : this.userMessage(ctx, occurrence, told);
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
      if (failure) this.ledger.heed(failure.end);
      const { output = text, recovered = false, error } = failure ?? {};
      const isError = failure !== undefined && !recovered;
      const fields = { output, isError, recovered, error, origin: 'tool' as const, durationMs };
      const began = ctx.deps.clock.now();
      const payload = { ...toolFields(call), ...fields };
      const result = await ask(ctx, 'postToolUse', payload);
      text = textIn(result.payload.output);
      context.push(...result.context);
      this.ledger.heed(result.end);
      if (result.payload.isError !== isError)
        annotate(result.hooks.filter(changesErrors), [{ word: 'output', became: notHere(occurrence, 'isError') }]);
      annotate(result.hooks, this.ledger.answer(occurrence, verdictAfter(text, before, context)).lost);
      leave(ctx, 'postToolUse', payload, result, began, undefined);
      const said = text;
      this.ledger.settleLater(() => settle(ctx, call, result.payload.isError ? 'error' : 'ok', call.decidedBy, undefined, said));
    }
    return this.ledger.answer(occurrence, verdictAfter(text, before, context)).json;
  }

  private async userMessage(ctx: AgentContext, occurrence: Occurrence, { text, files = [] }: Of<'userMessage'>): Promise<Reply> {
    const message = { role: 'user' as const, content: text };
    const changed = ({ payload }: DispatchResult<'userMessage'>) => {
      const after = textOf(payload.message);
      return after === text ? {} : { text: after };
    };
    const barred = await whyNotGiven(ctx, occurrence, files);
    return (await this.simple(ctx, occurrence, 'userMessage', { message }, changed, barred)).json;
  }

  /** An agent's end, a subagent's too. */
  private async stop(
    ctx: AgentContext,
    occurrence: Occurrence,
    { text: message = '', again, cut }: Pick<Of<'stop'>, 'text' | 'again' | 'cut'>,
  ) {
    const id = ctx.agent.taskId ?? '';
    if (again === false) this.ledger.run.continued.delete(id);
    const times = this.ledger.run.continued.get(id) ?? 0;
    const why =
      this.ledger.run.halted !== undefined
        ? `the run was stopped: ${this.ledger.run.halted}`
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
    if (goesOn) this.ledger.run.continued.set(id, times + 1);
    // Who does not say whether it is kept going comes to another end with the next.
    else if (again === undefined) this.ledger.run.continued.delete(id);
    return { json, goesOn };
  }

  /** An event whose answer is a denial, context, or what `more` makes of it. `barred`: why it is denied whatever hooks say. */
  private async simple<E extends 'userMessage' | 'stop' | 'preCompact' | 'sessionStart'>(
    ctx: AgentContext,
    occurrence: Occurrence,
    event: E,
    payload: DispatchResult<E>['payload'],
    more: (result: DispatchResult<E>) => Verdict & { lost?: LostWord } = () => ({}),
    barred?: Attribution,
  ): Promise<Answer & { verdict: Verdict }> {
    const began = ctx.deps.clock.now();
    const asked = await ask<EventName & E>(ctx, event, payload);
    const result = barred && asked.end.action === 'continue' ? { ...asked, end: { action: 'deny' as const, ...barred } } : asked;
    const { end } = result;
    const refuses = end.action === 'deny' || end.action === 'error' || end.action === 'stop';
    const { lost, ...own } = more(result);
    const verdict: Verdict = {
      ...(refuses ? { action: 'deny', reason: whyTold(result.hooks, end) } : {}),
      ...own,
      context: result.context,
    };
    const told = this.ledger.answer(occurrence, verdict);
    this.ledger.heed(end);
    if (told.unheard !== undefined) this.ledger.run.halted = `it was denied: ${told.unheard}`;
    const dropped: Lost[] = lost === undefined ? [] : [{ word: 'input', became: notHere(occurrence, lost) }];
    annotate(result.hooks, [...dropped, ...told.lost]);
    leave(ctx, event, payload, result as never, began, undefined as never);
    return { ...told, verdict };
  }
}

/** A file that goes to a model without a call is read all the same. What would ask for a human has one's word: who attached it. Of a name that is no file's nothing goes. */
async function whyNotGiven(
  main: AgentContext,
  occurrence: Occurrence,
  files: readonly string[],
): Promise<Attribution | undefined> {
  const ctx = contextAt(main, occurrence.cwd);
  const { files: disk } = ctx.deps.environment;
  for (const name of files) {
    const path = placeOf(occurrence, { cwd: name })!;
    const found = await Promise.all((ctx.deps.tools.reading(path)?.paths ?? []).map((one) => disk.stat(one)));
    const hidden = found.some((one) => one !== undefined) ? await whyHidden(ctx, path) : undefined;
    if (hidden?.kind === 'denied') return { by: hidden.by, reason: `${name} is attached to it: ${hidden.reason}` };
  }
  return undefined;
}

const callerOf = ({ agent }: AgentContext) => ({ toolCallId: agent.taskId ?? '', description: undefined, background: false });

const changesErrors = ({ changed }: HookRecord): boolean => changed?.some(({ field }) => field === 'isError') ?? false;
