/** What is said of a run: its result on standard output, exactly once, and on standard error what hooks say and what goes wrong, as it happens. */

import { exitCodes } from '../agent/context/signals';
import type { RunResult } from '../agent/loop/run';
import type { HookProblem } from '../hooks/chain/words/registered';
import type { HookEvent } from '../shared/events/events';
import { noUsage } from '../shared/messages/messages';
import type { ErrorFacts } from '../shared/runs/errorFacts';
import type { WayOut } from '../shared/runs/waysOut';
import { hintOf } from './subcommand';
import { runUsage, UsageError } from './usage';

export type PrintedResult = Pick<RunResult, 'status' | 'text' | 'signals' | 'usage' | 'costUsd' | 'error' | 'pending'>;
const nothing: Omit<PrintedResult, 'status'> = { text: '', signals: [], usage: noUsage, costUsd: 0 };

/** What of the editor's ways out there is here. */
const waysHere: Partial<Record<WayOut, string>> = {
  'hooksmith.anthropic.baseUrl': '--base-url names another server',
  'hooksmith.openai.baseUrl': '--base-url names another server',
  'hooksmith.setApiKey': 'the key is ANTHROPIC_API_KEY of the environment',
  'hooksmith.chooseModel': '--model names another model',
};

/** The words of an error are the editor's as well: what helps is called otherwise there. */
function saidHere(error: ErrorFacts): ErrorFacts {
  const way = error.waysOut?.find((one) => waysHere[one] !== undefined);
  return way === undefined ? error : { ...error, message: `${error.message} (here: ${waysHere[way]})` };
}

export class RunReport {
  private isTold = false;
  private readonly suspended = new Set<string>();
  /** What is wrong with files, said at its place. */
  private readonly said = new Set<string>();

  constructor(
    private readonly json: boolean,
    /** Events are on standard output; the answer is among them. */
    private readonly eventsOnStdout: boolean,
  ) {}

  error(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** The exit code. */
  result({ status, text, signals, usage: tokens, costUsd, error: thrown, pending }: PrintedResult): number {
    const error = thrown && saidHere(thrown);
    if (!this.isTold && this.json)
      process.stdout.write(
        `${JSON.stringify({ status, text, signals, usage: tokens, costUsd, ...(error ? { error } : {}), ...(pending ? { pending } : {}) } satisfies PrintedResult)}\n`,
      );
    else if (!this.isTold) {
      if (text && !this.eventsOnStdout) process.stdout.write(`${text}\n`);
      if (status !== 'done') this.error(`${status}: ${error?.message ?? signals[0]?.message ?? ''}`);
    }
    this.isTold = true;
    return exitCodes[status];
  }

  /** A signal came before there was a run, or a second one while it ended. */
  aborted(): number {
    return this.result({ ...nothing, status: 'aborted', error: { name: 'AbortError', message: 'stopped by a signal' } });
  }

  /** What kept the run from beginning, or broke it. */
  failed(thrown: unknown): number {
    const { name, message } = thrown instanceof Error ? thrown : { name: 'Error', message: String(thrown) };
    const isUsage = thrown instanceof UsageError;
    this.error(`hooksmith: ${message}${isUsage && !this.json ? `\n\n${hintOf({ run: { usage: runUsage } }, 'run')}` : ''}`);
    const error: ErrorFacts = { name, message };
    if (this.json) this.result({ ...nothing, status: 'error', error });
    return isUsage ? 2 : 1;
  }

  problems(problems: readonly HookProblem[]): void {
    for (const { file, line, column, severity, message } of problems) {
      this.said.add(`${file}#${message}`);
      this.error(`${file}:${line}:${column}: ${severity}: ${message}`);
    }
  }

  /** Something failed in a hook or a tool of a file. */
  failure({
    hook,
    file,
    line,
    message,
    event,
  }: {
    hook?: string;
    file?: string;
    line?: number;
    message: string;
    event?: string;
  }) {
    this.error(`${file ? `${file}:${line ?? 1}: ` : ''}${hook ?? 'hook'} failed${event ? ` at ${event}` : ''}: ${message}`);
  }

  event(event: HookEvent, isSuspended: (hook: string, file: string) => boolean): void {
    if (event.type === 'instructions_loaded') {
      const { files, problems } = event.data;
      if (files.length > 0)
        this.error(`instructions: ${files.map(({ name, cut }) => (cut ? `${name} (cut)` : name)).join(', ')}`);
      for (const { name, importedBy, reason } of problems)
        this.error(`instructions: not ${name}${importedBy === undefined ? '' : `, imported by ${importedBy}`}: ${reason}`);
    }
    if (event.type !== 'hook_error') return;
    const { hook = '', file = '' } = event.data;
    if (this.said.has(`${file}#${event.error.message}`)) return;
    const id = `${file}#${hook}`;
    // Once it is suspended each of its turns fails: that was said.
    if (this.suspended.has(id)) return;
    this.failure({ ...event.data, message: event.error.message });
    if (!isSuspended(hook, file)) return;
    this.suspended.add(id);
    this.error(
      `${file}:${event.data.line ?? 1}: ${hook} is suspended: it is not called again in this run, and its onError decides`,
    );
  }
}
