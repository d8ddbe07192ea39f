/** The agent's list of tasks, as its last TodoWrite left it. */
import type { EventOf } from './events';
import { isObject } from './json';

export interface Todo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
  /** The task while it is worked on: `Running the tests`. */
  activeForm?: string;
}

/** The list that a settled TodoWrite left, after its hooks; undefined for any other call. */
export function todosIn({ toolName, data, input }: EventOf<'tool_settled'>): Todo[] | undefined {
  return toolName === 'TodoWrite' && data.outcome === 'ok' ? todosOf(input) : undefined;
}

/** The list in a TodoWrite's input. */
export function todosOf(input: unknown): Todo[] | undefined {
  return isObject(input) && Array.isArray(input.todos)
    ? input.todos.filter((todo): todo is Todo => isObject(todo) && typeof todo.content === 'string')
    : undefined;
}

export const isDone = ({ status }: Todo): boolean => status === 'completed';

/** What is worked on, in words. */
export const currentTask = (todos: readonly Todo[]): string | undefined => {
  const current = todos.find(({ status }) => status === 'in_progress');
  return current && (current.activeForm || current.content);
};
