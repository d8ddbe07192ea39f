/**
 * One agent goes on in the place of another: its name, prompt, tools, model and own hooks hold from the next step on; the branch, the history and what the
 * run has used up stay.
 */
import { nearest } from '../../shared/basics/nearest';
import { type AgentContext, type AgentDeps, note } from '../context/agentContext';
import { type Handoff, handoffsOf, mainAgent } from '../ports/agents';
import { instruct } from './instruct';

/** Takes note of what a call asks for; `switchAgent` does it once the step is done. Throws where the agent may not hand its work there. */
export function handOver({ deps, agent }: AgentContext, handoff: Handoff): void {
  const definition = deps.agents.get(agent.name);
  const names = definition ? handoffsOf(deps.agents, definition) : [];
  if (!names.includes(handoff.agent)) {
    const near = nearest(handoff.agent, names);
    throw new Error(
      names.length === 0
        ? `${agent.name} hands its work to nobody: no handoffs are in its file`
        : `${agent.name} cannot hand its work to ${handoff.agent}${near.length > 0 ? `. Did you mean ${near.join(', ')}?` : `, only to ${names.join(', ')}`}`,
    );
  }
  if (agent.handedTo) throw new Error(`the work is handed to ${agent.handedTo.agent} already`);
  agent.handedTo = handoff;
}

/** The step is done: who was named goes on. */
export async function switchAgent(ctx: AgentContext): Promise<void> {
  const { agent, deps } = ctx;
  const to = agent.handedTo;
  if (!to) return;
  agent.handedTo = undefined;
  const from = agent.name;
  agent.name = to.agent;
  agent.system = promptOf(deps, to.agent);
  await instruct(ctx);
  note(ctx, 'handoff', { reason: `${from} handed its work to ${to.agent}`, data: { from, to: to.agent } });
}

export const promptOf = (deps: AgentDeps, name: string): string => deps.system(deps.agents.get(name));

/** Who has the conversation: the one that it was handed to last, as long as there is that agent. */
export const holderOf = ({ agents }: AgentDeps, name = mainAgent): string =>
  name === mainAgent || agents.get(name) ? name : mainAgent;
