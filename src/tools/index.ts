/** The built-in tools, on one screen. */
import type { AnyTool } from '../agent/toolRegistry';
import { askUserQuestion } from './askUserQuestion';
import { bash } from './bash';
import { diagnostics } from './diagnostics';
import { edit, multiEdit, write } from './edit';
import { read } from './read';
import { glob, grep, ls } from './search';
import { taskOutput, taskStop } from './tasks';
import { todoWrite } from './todoWrite';

export const builtInTools: AnyTool[] = [
  read,
  write,
  edit,
  multiEdit,
  bash,
  taskOutput,
  taskStop,
  glob,
  grep,
  ls,
  diagnostics,
  todoWrite,
  askUserQuestion,
];
