/** The agents that there are, and what one hands to another. */
import type { ExpandedCommand } from './human';

export interface Skill {
  name: string;
  /** For the model: what it is good for, and when. */
  description: string;
}

/** What files teach agents to do; the text of one is loaded when an agent asks for it. */
export interface Skills {
  /** Reads which there are for that agent. `hides` says why a file may not be shown. Never rejects. */
  look(agentName: string, hides: (path: string) => Promise<string | undefined>): Promise<void>;
  /** Those that were there when it was last looked. */
  of(agentName: string): readonly Skill[];
  /** Undefined where none of that name was found for that agent, or its file is gone. */
  load(agentName: string, name: string, args: string): Promise<ExpandedCommand | undefined>;
}

/** The conversation's own agent: its first segment of every branch. It has a definition only where a file of its name gives it one. */
export const mainAgent = 'main';

/** An agent as its file defines it. */
export interface AgentDefinition {
  /** One segment of a branch. */
  name: string;
  file: string;
  /** For the model that chooses among agents. */
  description: string;
  /** Its system prompt. */
  system: string;
  /** Names or name patterns of the tools it is offered; all where absent. */
  tools?: readonly string[];
  disallowedTools?: readonly string[];
  /** As the file names it; absent where it takes the model of the conversation. */
  model?: string;
  /** Agents that it may hand its work to. */
  handoffs?: readonly string[];
}

/** Agents that one may hand its work to, of those there are. */
export const handoffsOf = (agents: Pick<Agents, 'get'>, { name, handoffs = [] }: AgentDefinition): string[] =>
  handoffs.filter((one) => one !== name && (one === mainAgent || agents.get(one) !== undefined));

/** What an agent says to the one that goes on in its place. */
export interface Handoff {
  agent: string;
  message: string;
}

export interface Agents {
  /** Those that can be given a task. */
  all(): readonly AgentDefinition[];
  get(name: string): AgentDefinition | undefined;
}

/** What an agent hands to another. */
export interface AgentTask {
  subagent_type: string;
  prompt: string;
  description?: string;
  run_in_background?: boolean;
}
