import * as z from 'zod';
import type { AsksHost, ProcessExit, RunningProcess, ShellOptions } from '../agent/ports/machine';
import type { BackgroundTask, ToolContext, ToolOutput } from '../agent/ports/tool';
import { whenAborted } from '../shared/basics/whenAborted';
import { bounded, tool } from './builtInTool';

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
    command: z
      .string()
      .min(1)
      .refine((line) => !line.includes('\0'), 'must have no NUL character: no program can be given one'),
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
    context.signal.throwIfAborted();
    if (run_in_background) return { content: startInBackground(command, context) };
    const first = await runToEnd(command, timeout, context);
    const refused = first.exit.refused ?? [];
    if (refused.length === 0 || first.exit.code === 0) return result(first, timeout);
    // What it did until then stands; whether it runs again, with all that you may do, is a question of its own.
    const asked = `The sandbox refused: ${refused.join('; ')}. Run it again, without the sandbox?`;
    if (!(await context.confirm(asked, undefined, true))) return result(first, timeout);
    context.onOutput('\n(again, without the sandbox)\n');
    const second = await runToEnd(command, timeout, { ...context, confinement: undefined });
    return result(
      { ...second, output: `(The sandbox had refused it, and the user let it run without.)\n${second.output}` },
      timeout,
    );
  },
});

interface Ran {
  output: string;
  exit: ProcessExit;
}

async function runToEnd(command: string, timeoutMs: number, context: ToolContext): Promise<Ran> {
  let output = '';
  const running = startShell(command, context, {
    cwd: context.cwd,
    timeoutMs,
    visible: true,
    asksHost: async (host) => {
      const goOn = running.wait?.();
      try {
        return await context.confirm(
          `The command wants to reach ${host}. Let it, until it ends? (The setting hooksmith.sandboxHosts lets all commands.)`,
        );
      } finally {
        goOn?.();
      }
    },
    onOutput: (chunk) => {
      output = keep(output, chunk);
      context.onOutput(chunk);
    },
  });
  const notStopped = whenAborted(context.signal, () => running.kill());
  const exit = await running.done;
  notStopped();
  context.signal.throwIfAborted();
  return { output, exit };
}

/** In the sandbox, where the call is held to anything. */
function startShell(
  command: string,
  { processes, sandbox, confinement }: Pick<ToolContext, 'processes' | 'sandbox' | 'confinement'>,
  { asksHost, ...options }: ShellOptions & { asksHost?: AsksHost },
): RunningProcess {
  if (!confinement) return processes.shell(command, options);
  if (!sandbox) throw new Error('the command is to be confined, and there is no sandbox here');
  return sandbox.shell(command, { ...options, words: confinement, asksHost });
}

function result({ output, exit }: Ran, timeout: number): ToolOutput {
  const text = bounded(
    output.replace(/\n$/, ''),
    'Narrow the command (head, tail, grep) or write its output to a file to see the rest.',
  );
  const told = toldRefusals(exit);
  if (exit.timedOut) {
    const error = new Error(
      `${text}\nThe command was stopped after ${timeout} ms. Give a longer timeout (at most ${longestTimeoutMs}) or run it in the background.${told}`.trim(),
    );
    error.name = 'TimeoutError';
    throw error;
  }
  if (exit.code === 0) return { content: `${text}${told}`.trim() || '(no output)' };
  const how = exit.signal ? `Ended by ${exit.signal}` : `Exit code ${exit.code}`;
  return { content: `${text}\n${how}${told}`.trim(), isError: true };
}

const toldRefusals = ({ refused = [] }: ProcessExit): string =>
  refused.length === 0
    ? ''
    : `\nA policy had this run in the sandbox, which refused:\n${refused.map((one) => `- ${one}`).join('\n')}\nThis is no fault of the command: do not try to get around it.`;

function keep(output: string, chunk: string): string {
  const all = output + chunk;
  return all.length > mostKept ? `${all.slice(0, mostKept / 4)}\n…\n${all.slice(-mostKept / 2)}` : all;
}

function startInBackground(command: string, context: ToolContext): string {
  const { tasks, cwd, onOutput } = context;
  const id = tasks.nextId('command');
  const running = startShell(command, context, {
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
      task.output = keep(task.output, toldRefusals(exit));
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
