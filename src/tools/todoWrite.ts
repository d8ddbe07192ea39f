import * as z from 'zod';
import { taskList } from '../shared/calls/toolNames';
import { tool } from './builtInTool';

export const todoWrite = tool({
  name: taskList,
  description:
    'Replaces the list of tasks that the user sees beside the conversation. Use it for work of three or more steps: write all tasks first, keep exactly one in_progress while you work on it, and mark it completed as soon as it is done.',
  readOnly: true,
  harmless: true,
  input: z.object({
    todos: z.array(
      z.object({
        content: z.string().min(1).describe('The task as an instruction: "Run the tests"'),
        status: z.enum(['pending', 'in_progress', 'completed']),
        activeForm: z.string().min(1).optional().describe('The task while it is worked on: "Running the tests"'),
      }),
    ),
  }),
  async run({ todos }) {
    const left = todos.filter(({ status }) => status !== 'completed');
    if (todos.length === 0) return { content: 'The list is empty now.' };
    if (left.length === 0) return { content: `The list is kept: all ${todos.length} tasks are completed.` };
    const current = left.find(({ status }) => status === 'in_progress');
    return {
      content: `The list is kept: ${todos.length - left.length} of ${todos.length} completed. ${
        current ? `In progress: ${current.content}` : 'None is in progress: mark the one that you work on.'
      }`,
    };
  },
});
