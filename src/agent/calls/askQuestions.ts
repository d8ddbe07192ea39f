/** Questions of a tool to the human: on the stream while they stand, and not on the run's clock. */
import type { Question } from '../../shared/calls/questions';
import { type AgentContext, note } from '../context/agentContext';
import type { Call } from '../judging/call';
import type { ToolContext } from '../ports/tool';

/** Undefined where no human is there to ask. */
export function asking(ctx: AgentContext, call: Call): ToolContext['ask'] {
  const { questions: port } = ctx.deps;
  if (!port) return undefined;
  return async (questions: Question[]) => {
    const { agent, run } = ctx;
    const at = { toolCallId: call.id, toolName: call.facts.toolName };
    const request = { toolCallId: call.id, agentName: agent.name, branch: agent.branch, questions };
    note(ctx, 'question_asked', { ...at, data: request });
    try {
      const { answers } = await run.waiting.for(port.ask(request, agent.signal));
      note(ctx, 'question_answered', { ...at, data: answers ? { answers } : { skipped: true } });
      return answers;
    } catch (error) {
      note(ctx, 'question_answered', { ...at, data: { cancelled: true } });
      throw error;
    }
  };
}
