/** How Node is started for code of the workspace: with how much it may take, who may look into it, what it is given of the environment, and confined where that is asked. */
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { shellWord } from '../../../shared/basics/shellWord';
import { childEnvironment, hideEnvironment } from './environment';
import { markOf } from './leftProcesses';

/** What to start in a program's place so that it runs confined, and what to do when it has ended. Rejects where it cannot be: then nothing is started. */
export type ConfineProcess = (
  argv: readonly string[],
  kill: () => void,
) => Promise<{ argv: readonly string[]; end(): Promise<void> } | undefined>;

export interface StartOptions {
  heapMb: number;
  /** Where its relative paths start; where this one does where that is left out, or gone. */
  cwd?: string;
  /** Names of variables that it is given beside those that every program needs. */
  environment(): readonly string[];
  /** It runs as it is where that is left out. */
  confine?: ConfineProcess;
}

/** Reads what to become, and has no input then. */
const awaitsLine: [string, ...string[]] = ['/bin/sh', '-c', 'IFS= read -r line || exit 1; eval "exec $line" </dev/null'];
/** Where the engine has a switch for it, no signal opens an inspector, before the child's own code has run either. */
const withoutSignal = () => ['--disable-sigusr1'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));
/** Of what is new on the heap, half of what the engine would take: what grows there under many small messages and reloads is never given back. */
const nurseryMb = 8;
/** Where an inspector is opened, its address is a secret: it is not listed over HTTP. */
const unlistedInspector = '--inspect-publish-uid=stderr';

/** `words` are the script and what it is told, and `id` is what all that it starts is known by; `kill` ends it, and `failed` is told why it could not be confined. */
export function startChild(
  words: readonly string[],
  id: string,
  { heapMb, cwd, environment, confine }: StartOptions,
  { kill, failed }: { kill(): void; failed(error: Error): void },
): ChildProcess {
  hideEnvironment(environment());
  const engine = [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${nurseryMb}`, ...withoutSignal(), unlistedInspector];
  const argv: [string, ...string[]] = [process.execPath, ...engine, ...words];
  const [program, ...rest] = confine ? awaitsLine : argv;
  const child = spawn(program, rest, {
    cwd: cwd !== undefined && isFolder(cwd) ? cwd : undefined,
    env: { ...childEnvironment(environment()), ...markOf(id) },
    // The last two are the channel: a pipe each way, of which nothing is left on `process` for the child's files to find.
    stdio: [confine ? 'pipe' : 'ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A process group of its own, so that what hooks start can be ended with it.
    detached: process.platform !== 'win32',
  });
  if (confine)
    void startConfined(child, argv, () => confine(argv, kill)).catch((error: Error) => {
      failed(error);
      kill();
    });
  return child;
}

/** The shell that waits becomes what it is told to; what is sent meanwhile waits in the pipes. */
async function startConfined(
  child: ChildProcess,
  argv: readonly string[],
  confine: () => ReturnType<ConfineProcess>,
): Promise<void> {
  const { stdin } = child;
  stdin?.on('error', () => undefined);
  const confined = await confine();
  stdin?.end(`${(confined?.argv ?? argv).map(shellWord).join(' ')}\n`);
  if (!confined) return;
  const isOver = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  if (isOver) await confined.end();
  else child.once('exit', () => void confined.end());
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
