/**
 * Commands of the agent in a terminal that the human sees and can type into, where the setting says so. Each runs in a shell of its own, started from the
 * terminal's: what one sets is gone with it, so that what was judged is what runs. What a policy confines runs in the sandbox, never here.
 */
import * as vscode from 'vscode';
import { endDescendants, findShell } from '../adapters/machine/processes';
import type { ProcessExit, Processes, RunningProcess, ShellOptions } from '../agent/ports/machine';
import { shellWord } from '../shared/basics/shellWord';
import { TimeLimit } from '../shared/basics/timeLimit';
import { modelKeys } from '../shared/runs/modelKeys';
import { TerminalOutput } from './terminalOutput';
import { themeIcon } from './window/themeIcon';

/** How long a terminal may take to say that its shell is ready; after that it has no shell integration. */
const readyMs = 30_000;
/** How long an end may take to be told, once all of it was ended by force. */
const tellMs = 5000;

export class TerminalShell implements Processes {
  private readonly idle = new Set<vscode.Terminal>();
  /** A shell that does not integrate is not waited for again. */
  private readonly without = new Set<string>();

  constructor(
    private readonly inner: Processes,
    private readonly isOn: () => boolean,
    private readonly say: (text: string) => void,
  ) {}

  get unavailable(): string | undefined {
    return this.inner.unavailable;
  }

  shell(command: string, options: ShellOptions): RunningProcess {
    const shell = findShell();
    if (!options.visible || !shell || !this.isOn() || !this.integrates(shell)) return this.inner.shell(command, options);
    return this.start(command, options, shell);
  }

  private integrates(shell: string): boolean {
    const wanted = vscode.workspace.getConfiguration('terminal.integrated.shellIntegration').get<boolean>('enabled');
    return wanted !== false && !this.without.has(shell);
  }

  private start(command: string, options: ShellOptions, shell: string): RunningProcess {
    const killing = new AbortController();
    const kill = () => killing.abort();
    let elsewhere: RunningProcess | undefined;
    let timedOut = false;
    const late = () => {
      timedOut = true;
      kill();
    };
    const limit = options.timeoutMs === undefined ? undefined : new TimeLimit(options.timeoutMs, late);
    const run = async (): Promise<ProcessExit> => {
      const terminal = await this.ready(options.cwd, shell, killing.signal);
      if (killing.signal.aborted) return { code: null, signal: 'SIGTERM', timedOut };
      if (terminal === 'closed') return { code: null, signal: 'SIGHUP', timedOut };
      if (terminal) return { ...(await this.execute(terminal, command, options, shell, killing.signal)), timedOut };
      this.say(vscode.l10n.t('Your terminal has no shell integration: commands of the agent run out of sight.'));
      elsewhere = this.inner.shell(command, { ...options, timeoutMs: undefined });
      killing.signal.addEventListener('abort', elsewhere.kill, { once: true });
      return { ...(await elsewhere.done), timedOut };
    };
    const wait = () => {
      limit?.pause();
      return () => limit?.resume();
    };
    return { pid: undefined, done: run().finally(() => limit?.end()), kill, wait };
  }

  /** A terminal in which nothing runs, its shell ready; undefined where it does not say so, 'closed' where the human did not want it. */
  private async ready(cwd: string, shell: string, signal: AbortSignal): Promise<vscode.Terminal | 'closed' | undefined> {
    for (const terminal of this.idle) {
      this.idle.delete(terminal);
      if (terminal.exitStatus === undefined && terminal.shellIntegration && !busy.has(terminal)) return terminal;
    }
    const removed = Object.fromEntries(['NODE_OPTIONS', ...modelKeys].map((name) => [name, null]));
    const terminal = vscode.window.createTerminal({
      name: 'Hooksmith',
      iconPath: themeIcon('hubot'),
      ...{ shellPath: shell, cwd, isTransient: true },
      env: { ...removed, HISTFILE: '/dev/null', GIT_PAGER: 'cat', PAGER: 'cat' },
    });
    terminal.show(true);
    const came = await happens<'integration' | 'closed' | 'ended'>(signal, readyMs, (is) => [
      vscode.window.onDidChangeTerminalShellIntegration((event) => event.terminal === terminal && is('integration')),
      vscode.window.onDidCloseTerminal((closed) => closed === terminal && is(whyGone(closed))),
    ]);
    if (came === 'closed') return came;
    if (came === 'integration' || terminal.shellIntegration) return terminal;
    terminal.dispose();
    if (!signal.aborted) this.without.add(shell);
    return undefined;
  }

  private async execute(
    terminal: vscode.Terminal,
    command: string,
    { cwd, onOutput }: ShellOptions,
    shell: string,
    signal: AbortSignal,
  ): Promise<Omit<ProcessExit, 'timedOut'>> {
    const integration = terminal.shellIntegration!;
    terminal.show(true);
    const output = new TerminalOutput();
    const gone = new AbortController();
    const ended = happens<number | undefined | 'closed'>(gone.signal, undefined, (is) => [
      vscode.window.onDidEndTerminalShellExecution((event) => event.execution === execution && is(event.exitCode)),
      vscode.window.onDidCloseTerminal((closed) => closed === terminal && is('closed')),
    ]);
    const there = integration.cwd?.fsPath === cwd ? '' : `cd ${shellWord(cwd)} && `;
    const execution = integration.executeCommand(`${there}${shell} -c ${shellWord(command)}`);
    const end = async () => {
      const pid = await terminal.processId;
      if (pid !== undefined) await endDescendants(pid);
      // The shell tells of it itself; where it does not, it goes too.
      await happens(gone.signal, tellMs, () => []);
      if (!gone.signal.aborted) terminal.dispose();
    };
    const stop = () => void end();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const reading = (async () => {
      for await (const chunk of execution.read()) onOutput(output.push(chunk));
      onOutput(output.end());
    })();
    const code = await ended;
    gone.abort();
    signal.removeEventListener('abort', stop);
    if (code === 'closed') return { code: null, signal: 'SIGHUP' };
    await reading;
    this.idle.add(terminal);
    // Above 128 the shell says by which signal it ended; an interrupted line has no code at all.
    return code === undefined ? { code: null, signal: 'SIGINT' } : { code, signal: null };
  }
}

/** A shell that ends by itself before it is ready is none to run anything in; a human who closes its terminal does not want the command. */
const whyGone = ({ exitStatus }: vscode.Terminal): 'closed' | 'ended' =>
  exitStatus?.reason === vscode.TerminalExitReason.Process ? 'ended' : 'closed';

/** Terminals in which somebody's command runs. */
const busy = new WeakSet<vscode.Terminal>();

/** Knows, from when it is registered, which terminals are at work. */
export const watchTerminals = (): vscode.Disposable =>
  vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal }) => busy.add(terminal)),
    vscode.window.onDidEndTerminalShellExecution(({ terminal }) => busy.delete(terminal)),
  );

/** The first word of what was subscribed to; undefined where the signal or the time is over first. */
function happens<T>(
  signal: AbortSignal,
  ms: number | undefined,
  subscribe: (is: (value: T) => void) => vscode.Disposable[],
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const over = () => settle(undefined);
    const settle = (value: T | undefined) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      for (const one of subscriptions) one.dispose();
      resolve(value);
    };
    const timer = ms === undefined ? undefined : setTimeout(over, ms);
    const subscriptions = subscribe(settle);
    if (signal.aborted) over();
    signal.addEventListener('abort', over, { once: true });
  });
}
