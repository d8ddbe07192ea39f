import * as z from 'zod';
import { findTask, taskId, withOldNames } from './background';
import { tool } from './builtInTool';

export const taskStop = tool({
  name: 'TaskStop',
  aliases: ['KillShell'],
  description: 'Ends a background command or agent.',
  readOnly: false,
  // Who holds the lock may be what it is to end.
  lock: 'none',
  input: z.preprocess(withOldNames, taskId),
  async run({ task_id }, context) {
    const task = findTask(task_id, context);
    if (task.status !== 'running') return { content: `${task.id} had ended already: ${task.status}.` };
    task.stop(`${context.agentName} stopped the task`, context.agentName);
    await task.done;
    return { content: `Stopped ${task.id}.` };
  },
});
