/** The one way to a prompt, of which there may be several for one call: what it leads to may become another thing while one stands. */
import type { ApprovalRequest } from '../../shared/calls/approvals';
import type { AgentContext } from '../context/agentContext';
import type { Asking } from './approvalRequest';
import { askHuman } from './askHuman';
import type { Call, Gate } from './call';
import type { JudgedAt } from './judgedAt';

/** What becomes of a call that the human is asked about. */
export async function putToHuman(
  ctx: AgentContext,
  call: Call,
  asking: Asking,
  changedBy: ApprovalRequest['changedBy'],
  judgedAt: JudgedAt,
): Promise<Gate> {
  for (let question = { asking, changedBy, judgedAt }; ; ) {
    const answered = await askHuman(ctx, call, question.asking, question.changedBy, question.judgedAt);
    if ('prepared' in answered) return answered;
    question = answered;
  }
}
