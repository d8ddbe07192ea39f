/** The one way to a prompt: hooks of permissionRequest come before each, and may answer in the human's place. */
import type { ApprovalRequest } from '../shared/approvals';
import type { DecidedBy } from '../shared/hookRecord';
import { type AgentContext, barring, dispatch } from './agentContext';
import { type Asking, askHuman } from './askHuman';
import { type Call, cancelled, denied, type Gate, skipped, toolFields } from './call';
import { settleEnd } from './ending';
import type { JudgedAt } from './judgedAt';

/** What becomes of a call that the human is asked about. */
export async function putToHuman(
  ctx: AgentContext,
  call: Call,
  asking: Asking,
  changedBy: ApprovalRequest['changedBy'],
  judgedAt: JudgedAt,
): Promise<Gate> {
  const { signal } = ctx.agent;
  for (let question = { asking, changedBy, judgedAt }; ; ) {
    const { by, forced, reason, suggestions } = question.asking;
    const bars = { allow: forced ? `${askerOf(by)} asks: no hook can answer that` : undefined };
    const payload = { ...toolFields(call), reason, suggestions };
    const { end, vote } = await dispatch(barring(ctx, bars), 'permissionRequest', payload, signal);
    if (end.action === 'deny') return { prepared: denied({ ...call, decidedBy: end.by }, end.reason) };
    if (end.action === 'error')
      return { prepared: skipped({ ...call, decidedBy: end.by }, end.reason), ended: settleEnd({ end }) };
    if (signal.aborted) return { prepared: cancelled(call, signal) };
    if (vote?.action === 'allow' && !forced) {
      call.decidedBy = vote.by;
      return { prepared: { kind: 'ready', call, judgedAt: question.judgedAt } };
    }
    const answered = await askHuman(ctx, call, question.asking, question.changedBy, question.judgedAt);
    if (answered.kind !== 'another') return { prepared: answered };
    question = answered;
  }
}

const askerOf = ({ kind, name }: DecidedBy): string =>
  kind === 'default' && name ? name : name ? `the ${kind} ${name}` : `a ${kind}`;
