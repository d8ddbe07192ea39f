/** What a tool asks while it runs: whether to go on. It stands in the chat as an approval does, and is answered as one. */
import type { ApprovalRequest } from '../../shared/calls/approvals';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';
import { type AgentContext, barring, dispatch, note } from '../context/agentContext';
import { hashOfShown } from '../judging/approvalRequest';
import { deciderOf } from '../judging/askHuman';
import { type Call, judgeAgain, toolFields } from '../judging/call';
import { isOutdated, judgedNow } from '../judging/judgedAt';
import type { ToolContext } from '../ports/tool';
import { decide } from '../tools/approval';

/** One question of a call stands at a time. */
export function confirming(ctx: AgentContext, call: Call): ToolContext['confirm'] {
  let last: Promise<unknown> = Promise.resolve();
  return (reason, signal, unconfined) => {
    const until = signal ? AbortSignal.any([ctx.agent.signal, signal]) : ctx.agent.signal;
    const ask = () => (unconfined ? unconfine(ctx, call, reason, until) : confirm(ctx, call, reason, until));
    const asked = last.then(ask, ask);
    last = asked;
    return asked;
  };
}

/** To run without the sandbox is a new question: the policies judge anew, hooks of the prompt may deny it, and a human answers. */
async function unconfine(ctx: AgentContext, call: Call, reason: string, signal: AbortSignal): Promise<boolean> {
  const { tools, permissions } = ctx.deps;
  const isDenied = async () => {
    const { judgement } = await judgeAgain(ctx, call);
    return decide(call.facts, tools.circumstances(call.facts), permissions(), undefined, judgement).action === 'deny';
  };
  const at = judgedNow(ctx);
  if (await isDenied()) return false;
  const payload = { ...toolFields(call), reason, suggestions: [] };
  const bars = { allow: 'only a human lets it run without the sandbox' };
  const asked = await dispatch(barring(ctx, bars), 'permissionRequest', payload, signal);
  if (asked.end.action !== 'continue') return false;
  if (!(await confirm(ctx, call, reason, signal, { unconfined: true }))) return false;
  // A policy, rule or mode that came while the question stood has its word.
  return !isOutdated(ctx, call.facts, at) || !(await isDenied());
}

async function confirm(
  ctx: AgentContext,
  call: Call,
  reason: string,
  signal: AbortSignal,
  more: { unconfined?: true } = {},
): Promise<boolean> {
  signal.throwIfAborted();
  const { deps, run, agent } = ctx;
  const { toolName, input } = call.facts;
  const id = deps.clock.id('approval');
  const at = { toolCallId: call.id, toolName };
  const request: ApprovalRequest = {
    id,
    ...at,
    input,
    inputHash: hashOfShown(toolName, { input, reason }),
    agentName: agent.name,
    branch: agent.branch,
    reason,
    askedBy: { kind: 'default', name: toolName },
    changedBy: [],
    risk: more.unconfined
      ? 'Runs the command again, as you and without the sandbox.'
      : 'The tool runs and asks whether to go on.',
    suggestions: [],
    confirms: true,
    ...more,
  };
  note(ctx, 'approval_requested', { ...at, input, reason, data: request });
  const settle = (decision: 'allow' | 'deny' | 'cancelled', decidedBy?: DecidedBy) =>
    note(ctx, 'approval_resolved', { ...at, ...(decidedBy ? { decidedBy } : {}), data: { id, decision } });
  try {
    for (;;) {
      const answer = await run.waiting.for(deps.approvals.ask(request, signal));
      // What runs cannot be given another input, and an answer to something else is none.
      if (answer.decision === 'edit' || answer.id !== id || answer.inputHash !== request.inputHash) continue;
      settle(answer.decision, deciderOf(ctx));
      return answer.decision === 'allow';
    }
  } catch (error) {
    settle('cancelled');
    throw error;
  }
}
