/** Questions of a tool to the human: on the stream while they stand, and not on the run's clock. */
import type { Question } from '../shared/questions';
import type { Call } from './call';
import type { ToolContext } from './ports';
import { note, type Scope } from './scope';

/** Undefined where no human is there to ask. */
export function asking(scope: Scope, call: Call): ToolContext['ask'] {
  const { questions: port } = scope.deps;
  if (!port) return undefined;
  return async (questions: Question[]) => {
    const { agent, run } = scope;
    const at = { toolCallId: call.id, toolName: call.facts.toolName };
    const request = { toolCallId: call.id, agentName: agent.name, branch: agent.branch, questions };
    note(scope, 'question_asked', { ...at, data: { ...request } });
    try {
      const { answers } = await run.waiting.for(port.ask(request, agent.signal));
      note(scope, 'question_answered', { ...at, data: answers ? { answers } : { skipped: true } });
      return answers;
    } catch (error) {
      note(scope, 'question_answered', { ...at, data: { cancelled: true } });
      throw error;
    }
  };
}
