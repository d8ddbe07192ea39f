/** What TaskOutput and TaskStop share: how a background command or agent is named and found. */
import * as z from 'zod';
import type { BackgroundTask, ToolContext } from '../agent/ports/tool';

/** The id under the names that older tools used for it. */
export const withOldNames = (given: unknown) => {
  if (typeof given !== 'object' || given === null || 'task_id' in given) return given;
  const { bash_id, shell_id, ...rest } = given as Record<string, unknown>;
  return { ...rest, task_id: bash_id ?? shell_id };
};
export const taskId = z.object({ task_id: z.string().min(1) });

export function findTask(id: string, { tasks }: ToolContext): BackgroundTask {
  const task = tasks.get(id);
  if (task) return task;
  const known = tasks.all().map((one) => one.id);
  throw new Error(
    `there is no background task ${id}${known.length > 0 ? `; there are ${known.join(', ')}` : '; none was started'}`,
  );
}
