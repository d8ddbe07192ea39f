/** What a tool asks while it runs: whether to go on. It stands in the chat as an approval does, and is answered as one. */
import type { ApprovalRequest } from '../shared/events';
import { hashOf } from './askHuman';
import type { Call } from './call';
import type { ToolContext } from './ports';
import { note, type Scope } from './scope';

/** One question of a call stands at a time. */
export function confirming(scope: Scope, call: Call): ToolContext['confirm'] {
  let last: Promise<unknown> = Promise.resolve();
  return (reason, signal) => {
    const ask = () => confirm(scope, call, reason, signal ? AbortSignal.any([scope.agent.signal, signal]) : scope.agent.signal);
    const asked = last.then(ask, ask);
    last = asked;
    return asked;
  };
}

async function confirm(scope: Scope, call: Call, reason: string, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const { deps, run, agent } = scope;
  const { toolName, input } = call.facts;
  const id = deps.clock.id('approval');
  const at = { toolCallId: call.id, toolName };
  const request: ApprovalRequest = {
    id,
    ...at,
    input,
    inputHash: hashOf(toolName, { input, reason }),
    agentName: agent.name,
    branch: agent.branch,
    reason,
    askedBy: { kind: 'default', name: toolName },
    changedBy: [],
    risk: 'The tool runs and asks whether to go on.',
    suggestions: [],
    confirms: true,
  };
  note(scope, 'approval_requested', { ...at, input, reason, data: { ...request } });
  const settle = (decision: string) => note(scope, 'approval_resolved', { ...at, data: { id, decision } });
  try {
    for (;;) {
      const answer = await run.waiting.for(deps.approvals.ask(request, signal));
      // What runs cannot be given another input, and an answer to something else is none.
      if (answer.decision === 'edit' || answer.id !== id || answer.inputHash !== request.inputHash) continue;
      settle(answer.decision);
      return answer.decision === 'allow';
    }
  } catch (error) {
    settle('cancelled');
    throw error;
  }
}
