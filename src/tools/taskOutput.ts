import * as z from 'zod';
import type { BackgroundTask, ToolContext } from '../agent/ports/tool';
import { whenAborted } from '../shared/basics/whenAborted';
import { findTask, taskId, withOldNames } from './background';
import { bounded, tool } from './builtInTool';

const longestWaitMs = 600_000;
const usualWaitMs = 30_000;

/** Resolves when the task has ended, the time is over or the run was stopped. */
async function ended(task: BackgroundTask, ms: number, { clock, signal }: Pick<ToolContext, 'clock' | 'signal'>): Promise<void> {
  let stop = () => {};
  const waited = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const cancel = clock.after(ms, stop);
  const notStopped = whenAborted(signal, stop);
  await Promise.race([task.done, waited]);
  cancel();
  notStopped();
}

export const taskOutput = tool({
  name: 'TaskOutput',
  aliases: ['BashOutput'],
  description: 'Shows what a background command or agent has put out so far, and whether it still runs.',
  readOnly: true,
  harmless: true,
  lock: 'none',
  input: z.preprocess(
    withOldNames,
    taskId.extend({
      block: z.boolean().optional().describe('Waits until it has ended, or until the timeout'),
      timeout: z.number().int().min(1).max(longestWaitMs).optional().describe(`Milliseconds to wait; ${usualWaitMs} by default`),
    }),
  ),
  async run({ task_id, block, timeout = usualWaitMs }, context) {
    const task = findTask(task_id, context);
    if (block) await ended(task, timeout, context);
    context.signal.throwIfAborted();
    const status =
      task.exit && task.exit.code !== 0 && task.exit.code !== null ? `${task.status}, exit code ${task.exit.code}` : task.status;
    return {
      content:
        `${task.id} (${task.label}): ${status}\n${bounded(task.output, 'Write the output to a file to see the rest.')}`.trim(),
    };
  },
});
