import { z } from 'zod';
import type { BackgroundTask, ToolContext } from '../agent/ports';
import { bounded, tool } from './define';

const defaultTimeoutMs = 120_000;
const longestTimeoutMs = 600_000;
const mostKept = 1_000_000;

export const bash = tool({
  name: 'Bash',
  description:
    'Runs a command in a fresh shell in the workspace folder. Set run_in_background for servers and watchers, then use TaskOutput and TaskStop.',
  readOnly: false,
  commandLine: ({ command }) => command,
  input: z.object({
    command: z.string().min(1),
    timeout: z
      .number()
      .int()
      .min(1)
      .max(longestTimeoutMs)
      .optional()
      .describe(`Milliseconds; ${defaultTimeoutMs} by default, at most ${longestTimeoutMs}`),
    description: z.string().optional().describe('What it does, in a few words'),
    run_in_background: z.boolean().optional(),
  }),
  async run({ command, timeout = defaultTimeoutMs, run_in_background }, context) {
    if (context.processes.unavailable) throw new Error(context.processes.unavailable);
    context.signal.throwIfAborted();
    if (run_in_background) return { content: startInBackground(command, context) };
    let output = '';
    const running = context.processes.shell(command, {
      cwd: context.cwd,
      timeoutMs: timeout,
      onOutput: (chunk) => {
        output = keep(output, chunk);
        context.onOutput(chunk);
      },
    });
    context.signal.addEventListener('abort', running.kill, { once: true });
    const exit = await running.done;
    context.signal.removeEventListener('abort', running.kill);
    context.signal.throwIfAborted();
    const text = bounded(
      output.replace(/\n$/, ''),
      'Narrow the command (head, tail, grep) or write its output to a file to see the rest.',
    );
    if (exit.timedOut) {
      const error = new Error(
        `${text}\nThe command was stopped after ${timeout} ms. Give a longer timeout (at most ${longestTimeoutMs}) or run it in the background.`.trim(),
      );
      error.name = 'TimeoutError';
      throw error;
    }
    if (exit.code === 0) return { content: text || '(no output)' };
    return { content: `${text}\n${exit.signal ? `Ended by ${exit.signal}` : `Exit code ${exit.code}`}`.trim(), isError: true };
  },
});

function keep(output: string, chunk: string): string {
  const all = output + chunk;
  return all.length > mostKept ? `${all.slice(0, mostKept / 4)}\n…\n${all.slice(-mostKept / 2)}` : all;
}

function startInBackground(command: string, { tasks, processes, cwd, onOutput }: ToolContext): string {
  const id = tasks.nextId('command');
  const running = processes.shell(command, {
    cwd,
    onOutput: (chunk) => {
      task.output = keep(task.output, chunk);
      onOutput(chunk);
    },
  });
  const task: BackgroundTask = {
    id,
    kind: 'command',
    label: command,
    output: '',
    status: 'running',
    done: running.done.then((exit) => {
      task.exit = exit;
      if (task.status === 'running') task.status = exit.code === 0 ? 'done' : 'failed';
    }),
    stop: () => {
      task.status = 'stopped';
      running.kill();
    },
  };
  tasks.add(task);
  return `Runs in the background as ${id}. See its output with TaskOutput, end it with TaskStop.`;
}
