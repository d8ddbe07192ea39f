/** TaskOutput and TaskStop: background commands and agents. */
import { z } from 'zod';
import type { BackgroundTask, ToolContext } from '../agent/ports';
import { bounded, tool } from './define';

/** The id under the names that older tools used for it. */
const withOldNames = (given: unknown) => {
  if (typeof given !== 'object' || given === null || 'task_id' in given) return given;
  const { bash_id, shell_id, ...rest } = given as Record<string, unknown>;
  return { ...rest, task_id: bash_id ?? shell_id };
};
const taskId = z.object({ task_id: z.string().min(1) });

const longestWaitMs = 600_000;
const usualWaitMs = 30_000;

function find(id: string, { tasks }: ToolContext): BackgroundTask {
  const task = tasks.get(id);
  if (task) return task;
  const known = tasks.all().map((one) => one.id);
  throw new Error(
    `there is no background task ${id}${known.length > 0 ? `; there are ${known.join(', ')}` : '; none was started'}`,
  );
}

/** Resolves when the task has ended, the time is over or the run was stopped. */
async function ended(task: BackgroundTask, ms: number, signal: AbortSignal): Promise<void> {
  let stop = () => {};
  const waited = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const timer = setTimeout(stop, ms);
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([task.done, waited]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}

export const taskOutput = tool({
  name: 'TaskOutput',
  aliases: ['BashOutput'],
  description: 'Shows what a background command or agent has put out so far, and whether it still runs.',
  readOnly: true,
  input: z.preprocess(
    withOldNames,
    taskId.extend({
      block: z.boolean().optional().describe('Waits until it has ended, or until the timeout'),
      timeout: z.number().int().min(1).max(longestWaitMs).optional().describe(`Milliseconds to wait; ${usualWaitMs} by default`),
    }),
  ),
  async run({ task_id, block, timeout = usualWaitMs }, context) {
    const task = find(task_id, context);
    if (block) await ended(task, timeout, context.signal);
    context.signal.throwIfAborted();
    const status =
      task.exit && task.exit.code !== 0 && task.exit.code !== null ? `${task.status}, exit code ${task.exit.code}` : task.status;
    return {
      content:
        `${task.id} (${task.label}): ${status}\n${bounded(task.output, 'Write the output to a file to see the rest.')}`.trim(),
    };
  },
});

export const taskStop = tool({
  name: 'TaskStop',
  aliases: ['KillShell'],
  description: 'Ends a background command or agent.',
  readOnly: false,
  input: z.preprocess(withOldNames, taskId),
  async run({ task_id }, context) {
    const task = find(task_id, context);
    if (task.status !== 'running') return { content: `${task.id} had ended already: ${task.status}.` };
    task.stop();
    await task.done;
    return { content: `Stopped ${task.id}.` };
  },
});
