import * as z from 'zod';
import { type Agents, handoffsOf } from '../agent/ports/agents';
import { tool } from './builtInTool';

/** Those that an agent may hand its work to are in its definition. */
export const handoff = (agents: Agents) =>
  tool({
    name: 'Handoff',
    description: (from) =>
      [
        'Hands the conversation to another agent, which goes on in your place with all that was said, its own instructions and its own tools.',
        ...(from ? ['The agents:', ...handoffsOf(agents, from).map((name) => described(name, agents))] : []),
      ].join('\n'),
    givenTo: (agent) => agent !== undefined && handoffsOf(agents, agent).length > 0,
    // It does nothing itself: each call of the agent that goes on is judged on its own.
    readOnly: true,
    harmless: true,
    lock: 'none',
    risk: 'Another agent goes on; each of its calls is decided by itself.',
    input,
    async run(given, context) {
      context.handOver(given);
      return { content: `${given.agent} goes on from here: ${given.message}` };
    },
  });

const input = z.object({
  agent: z.string().min(1).describe('Name of the agent that goes on'),
  message: z.string().min(1).describe('What it is to know and do'),
});

function described(name: string, agents: Agents): string {
  const { description, tools } = agents.get(name) ?? {};
  return `- ${name}${description ? `: ${description}` : ''}${tools ? ` (Tools: ${tools.join(', ')})` : ''}`;
}
