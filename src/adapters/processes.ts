/** Shell commands whose whole process tree ends with them. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessExit, Processes } from '../agent/ports';

const graceMs = 2000;
/** How long output may still come after the shell itself ended, from children that kept its pipes. */
const drainMs = 500;

export function systemProcesses(): Processes {
  const shell = findShell();
  return {
    ...(shell
      ? {}
      : { unavailable: 'Bash needs Git Bash on Windows (install Git for Windows, or set HOOKSMITH_BASH to bash.exe)' }),
    shell(command, { cwd, timeoutMs, onOutput }) {
      const child = spawn(shell ?? 'bash', ['-c', command], {
        cwd,
        env: childEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      let timedOut = false;
      let force: NodeJS.Timeout | undefined;
      const kill = () => {
        if (force) return;
        endTree(child.pid, 'SIGTERM');
        force = setTimeout(() => endTree(child.pid, 'SIGKILL'), graceMs);
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              timedOut = true;
              kill();
            }, timeoutMs);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8');
        stream.on('data', onOutput);
      }
      const done = new Promise<ProcessExit>((resolve) => {
        const end = (code: number | null, signal: string | null) => {
          clearTimeout(timer);
          // What the shell started in its group goes with it, unless it was sent to the background on purpose and let go of the pipes.
          if (force) {
            clearTimeout(force);
            endTree(child.pid, 'SIGKILL');
          }
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
      return { pid: child.pid, done, kill };
    },
  };
}

function endTree(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}

function findShell(): string | undefined {
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
  for (const name of Object.keys(env)) if (/^(ELECTRON_|VSCODE_|NODE_OPTIONS$|ANTHROPIC_API_KEY$)/.test(name)) delete env[name];
  return { ...env, GIT_PAGER: 'cat', PAGER: 'cat' };
}
