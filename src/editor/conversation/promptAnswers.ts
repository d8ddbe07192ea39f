/** What the human answers to prompts: allowed, denied, changed, chosen. */

import { unreachable } from '../../shared/basics/unreachable';
import type { ApprovalScope } from '../../shared/calls/approvals';
import type { FromView } from '../../shared/views/viewProtocol';
import type { ApprovalBroker } from './approvalBroker';
import type { QuestionBroker } from './questionBroker';

interface Parts {
  approvals: ApprovalBroker;
  questions: QuestionBroker;
  /** True where the human changed the proposed file without saving it: that is the input now, and asked about anew. */
  takeProposal(approvalId: string): Promise<boolean>;
  /** Keeps a rule that the human chose to. Rejects with what is wrong. */
  keepRule(rule: string, scope: Exclude<ApprovalScope, 'once'>, sessionId: string): Promise<void>;
}
type Answer = Extract<FromView, { type: 'approve' | 'deny' | 'editInput' | 'answer' }>;

export class PromptAnswers {
  constructor(private readonly parts: Parts) {}

  /** False where that prompt has changed or is gone: then nothing is decided. */
  async give(message: Answer): Promise<boolean> {
    const { approvals, questions } = this.parts;
    switch (message.type) {
      case 'approve':
        return this.approve(message);
      case 'deny':
        return approvals.answer({ id: message.id, inputHash: message.inputHash, decision: 'deny', reason: message.reason });
      case 'editInput':
        return approvals.answer({ id: message.id, inputHash: message.inputHash, decision: 'edit', input: message.input });
      case 'answer':
        return questions.answer({ toolCallId: message.toolCallId, answers: message.answers });
      default:
        return unreachable(message);
    }
  }

  private async approve({ id, inputHash, scope, rule, message }: Extract<Answer, { type: 'approve' }>): Promise<boolean> {
    const { approvals, takeProposal, keepRule } = this.parts;
    const sessionId = approvals.sessionOf(id);
    if (await takeProposal(id)) return true;
    const told = { ...(rule === undefined ? {} : { rule }), ...(message ? { message } : {}) };
    const answer = { id, inputHash, decision: 'allow' as const, scope, ...told };
    // Kept before the answer, so that the call after this one finds it; and never by an answer that decides nothing.
    if (approvals.takes(answer) && scope !== 'once' && rule !== undefined && sessionId !== undefined)
      await keepRule(rule, scope, sessionId);
    return approvals.answer(answer);
  }
}
