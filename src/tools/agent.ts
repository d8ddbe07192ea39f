import * as z from 'zod';
import type { Agents } from '../agent/ports/agents';
import { tool } from './builtInTool';

const noAgents = 'no agents are defined; .hooksmith/agents/NAME.md defines one';

/** The agents that it offers are those there are when it is asked. */
export const agent = (agents: Agents) =>
  tool({
    name: 'Agent',
    aliases: ['Task'],
    description: () =>
      [
        'Has another agent do a task: it starts with nothing but the prompt, works with its own tools, and its last answer is the result. Several calls in one message work at the same time.',
        'The agents:',
        ...agents
          .all()
          .map(({ name, description, tools }) => `- ${name}: ${description}${tools ? ` (Tools: ${tools.join(', ')})` : ''}`),
      ].join('\n'),
    // It does nothing itself: each call of the agent is judged on its own.
    readOnly: true,
    harmless: true,
    lock: 'agents',
    risk: 'Starts an agent; each of its own calls is decided by itself.',
    disabled: () => (agents.all().length === 0 ? noAgents : undefined),
    input,
    run: (task, context) => context.startAgent(task),
  });

const input = z.object({
  subagent_type: z.string().min(1).describe('Name of the agent'),
  prompt: z.string().min(1).describe('The task, with all that the agent needs to know'),
  description: z.string().optional().describe('The task in a few words'),
  run_in_background: z.boolean().optional().describe('Gives an id at once; TaskOutput shows the answer, TaskStop ends the agent'),
});
