/** The built-in tools, on one screen. */
import type { AgentDefinition, Agents, Skills } from '../agent/ports/agents';
import type { AnyTool } from '../agent/ports/tool';
import { agent } from './agent';
import { askUserQuestion } from './askUserQuestion';
import { bash } from './bash';
import { diagnostics } from './diagnostics';
import { edit } from './edit';
import { glob } from './glob';
import { grep } from './grep';
import { handoff } from './handoff';
import { ls } from './ls';
import { multiEdit } from './multiEdit';
import { notebookEdit } from './notebookEdit';
import { read } from './read';
import { skill } from './skill';
import { taskOutput } from './taskOutput';
import { taskStop } from './taskStop';
import { todoWrite } from './todoWrite';
import { webFetch } from './webFetch';
import { webSearch } from './webSearch';
import { write } from './write';

const none: Skills = { look: async () => undefined, of: () => [], load: async () => undefined };

/** `searches` tells whether an agent's model searches the web by itself. */
export const builtInTools = (
  agents: Agents,
  searches: (agent: AgentDefinition | undefined) => boolean = () => false,
  skills: Skills = none,
) =>
  [
    read,
    write,
    edit,
    multiEdit,
    notebookEdit,
    bash,
    taskOutput,
    taskStop,
    glob,
    grep,
    ls,
    diagnostics,
    todoWrite,
    askUserQuestion,
    webFetch,
    webSearch(searches),
    skill(skills),
    agent(agents),
    handoff(agents),
  ] as const satisfies AnyTool[];
