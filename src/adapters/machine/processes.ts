/** Shell commands whose whole process tree ends with them. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessExit, Processes, RunningProcess, ShellOptions } from '../../agent/ports/machine';
import { TimeLimit } from '../../shared/basics/timeLimit';
import { modelKeys } from '../../shared/runs/modelKeys';

const graceMs = 2000;
/** How long output may still come after the shell itself ended, from children that kept its pipes. */
const drainMs = 500;

export function systemProcesses(): Processes {
  const shell = findShell();
  return {
    ...(shell
      ? {}
      : { unavailable: 'Bash needs Git Bash on Windows (install Git for Windows, or set HOOKSMITH_BASH to bash.exe)' }),
    shell: (command, options) => startShell(command, options, shell),
  };
}

/**
 * `sandboxed`: the first process is the sandbox's own, which would take all in it down at once: only what runs inside is asked politely.
 */
export function startShell(
  command: string,
  { cwd, timeoutMs, onOutput, sandboxed = false }: ShellOptions & { sandboxed?: boolean },
  shell = findShell(),
): RunningProcess {
  const [program, ...args] = lineFor(command, shell);
  const child = spawn(program, args, {
    cwd,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  let timedOut = false;
  let force: NodeJS.Timeout | undefined;
  /** The shell's own group, and groups that its children made for themselves (`setsid`). */
  let groups: number[] = [];
  let ended = false;
  const kill = () => {
    if (force || ended) return;
    groups = groupsOf(child.pid);
    const inside = sandboxed ? insideSandbox(child.pid) : [];
    if (inside.length > 0) for (const pid of inside) signal(pid, 'SIGTERM');
    else endGroups(groups, 'SIGTERM');
    force = setTimeout(() => endGroups(groups, 'SIGKILL'), graceMs);
  };
  const late = () => {
    timedOut = true;
    kill();
  };
  const limit = timeoutMs === undefined ? undefined : new TimeLimit(timeoutMs, late);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      if (!ended) onOutput(chunk);
    });
  }
  const done = new Promise<ProcessExit>((resolve) => {
    const end = (code: number | null, signal: string | null) => {
      limit?.end();
      if (force) {
        clearTimeout(force);
        endGroups(groups, 'SIGKILL');
      }
      // What was sent to the background on purpose lives on: its pipes are drained, but hold nobody up.
      ended = true;
      for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref?(): void }).unref?.();
      resolve({ code, signal, timedOut });
    };
    child.on('error', (error) => {
      onOutput(`${error.message}\n`);
      end(127, null);
    });
    child.on('exit', (code, signal) => {
      const drained = setTimeout(() => end(code, signal), drainMs);
      child.on('close', () => {
        clearTimeout(drained);
        end(code, signal);
      });
    });
  });
  const wait = () => {
    limit?.pause();
    return () => limit?.resume();
  };
  return { pid: child.pid, done, kill, wait };
}

/** Ends what runs beneath a process, and not the process itself: asked politely, then by force. */
export async function endDescendants(pid: number): Promise<void> {
  const groups = groupsOf(pid).filter((group) => group !== pid);
  endGroups(groups, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < graceMs && groups.some(isAlive); waitedMs += 50)
    await new Promise((resolve) => setTimeout(resolve, 50));
  endGroups(groups, 'SIGKILL');
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

function endGroups(groups: readonly number[], how: 'SIGTERM' | 'SIGKILL'): void {
  for (const group of groups) {
    if (process.platform !== 'win32') signal(-group, how);
    else
      try {
        execFileSync('taskkill', ['/pid', String(group), '/T', '/F'], { stdio: 'ignore' });
      } catch {
        // It is gone already.
      }
  }
}

function signal(pid: number, how: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, how);
  } catch {
    // It is gone already.
  }
}

/** The process groups of a process and of all that descend from it, while their parents live. */
function groupsOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  if (process.platform === 'win32') return [pid];
  const table = processTable();
  const tree = treeOf(pid, table);
  return [
    pid,
    ...new Set(table.filter((one) => tree.has(one.pid) && one.group !== pid && tree.has(one.group)).map(({ group }) => group)),
  ];
}

function treeOf(pid: number, table: ReturnType<typeof processTable>): Set<number> {
  const tree = new Set([pid]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const one of table) if (tree.has(one.parent)) tree.add(one.pid);
  }
  return tree;
}

/**
 * What a sandbox holds, without the processes that hold it: those hand a signal on to the command, which would get it several times, or take everything
 * down at once.
 */
function insideSandbox(pid: number | undefined): number[] {
  if (pid === undefined || process.platform !== 'linux') return [];
  const table = processTable();
  const holders = [...treeOf(pid, table)].filter((one) => /^(bwrap|apply-seccomp)$/.test(nameOf(one)));
  const last = holders.map((holder) => treeOf(holder, table)).sort((a, b) => a.size - b.size)[0];
  return [...(last ?? [])].filter((one) => !holders.includes(one));
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

function processTable(): { pid: number; parent: number; group: number }[] {
  try {
    const rows =
      process.platform === 'linux'
        ? readdirSync('/proc')
            .filter((name) => /^\d+$/.test(name))
            .map(statRow)
        : execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8' }).split('\n');
    return rows
      .map((row) => row.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0, group = 0]) => ({ pid, parent, group }));
  } catch {
    return [];
  }
}

/** `pid ppid pgid`; the name before them may hold blanks and brackets. */
function statRow(pid: string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${pid} ${parent} ${group}`;
  } catch {
    return '';
  }
}

/** How a shell is handed a line. Bash would read `~/.bashrc` first where its input is a socket, as a pipe of Node's is, or where it was reached by SSH: whatever that does is no part of the line. */
export const lineFor = (command: string, shell = findShell()): [program: string, ...args: string[]] => {
  const program = shell ?? 'bash';
  return /bash(\.exe)?$/.test(program) ? [program, '--norc', '-c', command] : [program, '-c', command];
};

export function findShell(): string | undefined {
  if (process.platform !== 'win32') return existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  const roots = [
    process.env.ProgramFiles,
    process.env['ProgramFiles(x86)'],
    process.env.LOCALAPPDATA && join(process.env.LOCALAPPDATA, 'Programs'),
  ];
  return [process.env.HOOKSMITH_BASH, ...roots.map((root) => root && join(root, 'Git', 'bin', 'bash.exe'))].find(
    (path) => path && existsSync(path),
  );
}

/** The user's environment without what belongs to the editor's own process. */
function childEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of Object.keys(env))
    if (/^(ELECTRON_|VSCODE_|NODE_OPTIONS$)/.test(name) || modelKeys.includes(name)) delete env[name];
  return { ...env, GIT_PAGER: 'cat', PAGER: 'cat' };
}
