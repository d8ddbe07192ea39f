/** What of this process's environment a child that runs code of the workspace is given, and that it cannot read the rest here either. */
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** What a program needs to find its way. No keys, no NODE_*, LD_* or DYLD_*. */
const always: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'PATHEXT',
  'COMSPEC',
];

/** These say which code a process loads before its own. */
const loadsCode = /^(NODE_OPTIONS|NODE_PATH|NODE_CHANNEL_|NODE_REPL_|LD_|DYLD_|ELECTRON_)/i;

/** Why a variable of this name is not given to hooks, even where it is listed. */
export function environmentNameProblem(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `'${name}' is no name of a variable`;
  return loadsCode.test(name) ? `${name} says which code a process loads: hooks do not get it` : undefined;
}

/** The environment of a child; `names` are those that its hooks or tools need beside what every program does. */
export function childEnvironment(names: readonly string[]): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const name of [...always, ...names.filter((one) => !environmentNameProblem(one))])
    if (process.env[name] !== undefined) env[name] = process.env[name];
  // A program is not looked for in the workspace folder, where these processes stand, before PATH.
  if (process.platform === 'win32') env.NoDefaultCurrentDirectoryInExePath = '1';
  // In the desktop editor the running binary is Electron; this makes it a plain Node.
  if (process.versions.electron) env.ELECTRON_RUN_AS_NODE = '1';
  return env;
}

/**
 * On Linux every process of the same user can read the environment that this one was started with, in /proc/PID/environ, and a variable that is deleted stays
 * there. So what a child is not given is moved elsewhere in memory: `process.env` keeps it, what was there is overwritten. Where that fails nothing changes.
 *
 * Its limit: the processes that started this one (a shell, npm) have an environment of their own, and other systems have other ways to read one (`ps eww` on
 * macOS, the process environment block on Windows) against which Node has no means. A key that is not in the environment (SecretStorage) is in none of them.
 */
export function hideEnvironment(names: readonly string[]): void {
  if (process.platform !== 'linux') return;
  const shown = new Set([...always, ...names]);
  let memory: number | undefined;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Fields 50 and 51; the second one, the program's name, may hold blanks.
    const [start, end] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(47, 49)
      .map(Number) as [number, number];
    memory = openSync('/proc/self/mem', 'r+');
    const before = Buffer.alloc(end - start);
    if (readSync(memory, before, 0, before.length, start) !== before.length) return;
    if (!before.equals(readFileSync('/proc/self/environ'))) return;
    for (let at = 0; at < before.length; ) {
      const to = before.indexOf(0, at);
      const stop = to < 0 ? before.length : to;
      const entry = before.toString('utf8', at, stop);
      const name = entry.slice(0, entry.indexOf('='));
      if (stop > at && !shown.has(name)) {
        const value = process.env[name];
        // What is no text cannot be set anew as it was.
        const isText = before.subarray(at, stop).equals(Buffer.from(entry));
        // Setting it anew gives it a place of its own.
        if (value !== undefined && isText) process.env[name] = value;
        if (value === undefined || isText) writeSync(memory, Buffer.alloc(stop - at), 0, stop - at, start + at);
      }
      at = stop + 1;
    }
  } catch {
    // A system without /proc, or one that does not let a process write to itself.
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}
