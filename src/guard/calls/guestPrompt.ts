/** A guarded agent's call that a hook wants a human for, put to a prompt of ours: for as long as the agent waits. */

import type { AgentContext } from '../../agent/context/agentContext';
import { changedByHooks } from '../../agent/judging/approvalRequest';
import { judgedNow } from '../../agent/judging/judgedAt';
import { putToHuman } from '../../agent/judging/putToHuman';
import { titleOf } from '../../protocols';
import type { Occurrence } from '../../protocols/protocol';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';
import { type JudgedCall, restored } from './guestCall';
import { contextAt } from './guestTools';

/** Does work until there is no time left for it, which the signal says. */
export type InTime = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

const human: DecidedBy = { kind: 'human' };

/** What the calls come to once a human, or a hook in a human's place, has spoken; undefined where nobody did in time. */
export async function prompted(
  ctx: AgentContext,
  occurrence: Occurrence,
  all: readonly JudgedCall[],
  within: AbortSignal,
): Promise<JudgedCall[] | undefined> {
  const { agent } = ctx;
  const there = ({ place }: JudgedCall): AgentContext => ({
    ...contextAt(ctx, place),
    agent: { ...agent, guest: titleOf(occurrence.agent), signal: AbortSignal.any([agent.signal, within]) },
  });
  const answered: JudgedCall[] = [];
  for (const judged of all) {
    const one = judged.action === 'ask' ? await promptFor(there(judged), judged) : judged;
    if (!one) return undefined;
    answered.push(one);
    // The agent is told of one denial; what else it would have asked is void with it.
    if (one.action === 'deny') return [...answered, ...all.slice(answered.length)];
  }
  return answered;
}

async function promptFor(ctx: AgentContext, judged: JudgedCall): Promise<JudgedCall | undefined> {
  const { payload, hooks, hookSet } = judged.result;
  const reason = judged.reason ?? '';
  const facts = ctx.deps.tools.facts(payload.toolName, payload.input);
  const call = { ...judged.call, facts };
  const by = judged.by ?? human;
  const decided = (action: JudgedCall['action'], said: { by: DecidedBy; reason: string }): JudgedCall => ({
    ...judged,
    ...{ action, ...said },
    verdict: { ...judged.verdict, action, reason: said.reason },
  });
  const asking = { action: 'ask' as const, by, reason, forced: true, suggestions: [] };
  const { prepared } = await putToHuman(ctx, call, asking, changedByHooks(hooks), judgedNow(ctx, hookSet));
  if (prepared.kind === 'refused') {
    const { outcome, text } = prepared;
    if (outcome === 'cancelled') return undefined;
    return decided('deny', { by: prepared.call.decidedBy, reason: outcome === 'rejected' ? text : prepared.reason });
  }
  const { input } = prepared.call.facts;
  const allowed = decided('allow', { by: human, reason: 'a human allowed it in Hooksmith' });
  const isChanged = JSON.stringify(input) !== JSON.stringify(judged.call.facts.input);
  return {
    ...allowed,
    verdict: { ...allowed.verdict, inputs: isChanged ? [restored(input, judged.call)] : undefined },
    ...(prepared.call.told ? { told: prepared.call.told } : {}),
  };
}
