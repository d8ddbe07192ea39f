/** The agent's list of tasks, as its last TodoWrite left it. */

import { isObject } from '../basics/json';
import { taskList } from '../calls/toolNames';
import type { EventOf } from './events';

const statuses = ['pending', 'in_progress', 'completed'] as const;

export interface Todo {
  content: string;
  status: (typeof statuses)[number];
  /** The task while it is worked on: `Running the tests`. */
  activeForm?: string;
}

/** The list that a settled TodoWrite left, after its hooks; undefined for any other call. */
export function todosIn({ data, ...call }: EventOf<'tool_settled'>): Todo[] | undefined {
  return data.outcome === 'ok' ? todosOf(call) : undefined;
}

/** The list that a TodoWrite is called with; undefined for any other call. */
export function todosOf({ toolName, input }: { toolName: string; input: unknown }): Todo[] | undefined {
  return toolName === taskList && isObject(input) && Array.isArray(input.todos)
    ? input.todos.filter(isNamed).map((todo) => ({ ...todo, status: statuses.find((one) => one === todo.status) ?? 'pending' }))
    : undefined;
}

/** Of a call that our tool refused, or of another agent's, more is not known. */
const isNamed = (todo: unknown): todo is Omit<Todo, 'status'> & { status?: unknown } =>
  isObject(todo) && typeof todo.content === 'string';

export const isDone = ({ status }: Todo): boolean => status === 'completed';

/** What is worked on, in words. */
export const currentTask = (todos: readonly Todo[]): string | undefined => {
  const current = todos.find(({ status }) => status === 'in_progress');
  return current && (current.activeForm || current.content);
};
