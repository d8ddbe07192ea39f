/** The built-in tools, on one screen. */
import type { Agents, AnyTool } from '../agent/ports';
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
import { taskOutput } from './taskOutput';
import { taskStop } from './taskStop';
import { todoWrite } from './todoWrite';
import { webFetch } from './webFetch';
import { write } from './write';

export const builtInTools = (agents: Agents) =>
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
    agent(agents),
    handoff(agents),
  ] as const satisfies AnyTool[];
