/** The operating system's sandbox (bubblewrap, Seatbelt), kept by a process that starts with the first command to be confined. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { AsksHost, ProcessExit, RunningProcess, Sandbox } from '../../agent/ports/machine';
import { shellWord } from '../../shared/basics/shellWord';
import { modelKeys } from '../../shared/runs/modelKeys';
import type { Confinement } from '../../shared/verdicts/confinement';
import { lineFor, startShell } from '../machine/processes';
import { ripgrepBinary } from '../machine/ripgrep';
import { answerSchema, type Request, type SandboxAnswer } from './processMessages';
import { refusals } from './refusals';

export interface SandboxOptions {
  /** Where the product is installed. */
  root: string;
  /** The workspace. */
  folders(): readonly string[];
  /** Data folders of the editor that runs this. */
  appFolders?: readonly string[];
  log(text: string): void;
}

/** How much of the output is looked through for what was refused. */
const mostRead = 100_000;
const endMs = 3000;

export function osSandbox({ root, folders, appFolders = [], log }: SandboxOptions): Sandbox {
  const keeper = new Keeper(root, log);
  const places = (cwd: string) => ({ cwd, folders: [...folders()], appFolders: [...appFolders] });
  return {
    async unavailable() {
      if (process.platform === 'win32') return 'there is no sandbox on Windows';
      try {
        return (await keeper.ask('available', { type: 'available' })).why;
      } catch (error) {
        return `the sandbox does not work here: ${(error as Error).message}`;
      }
    },
    async gaps(words) {
      try {
        const [cwd = process.cwd()] = folders();
        return [...(await keeper.ask('gaps', { type: 'gaps', words: plain(words), ...places(cwd) })).gaps];
      } catch (error) {
        return [`the sandbox does not work here: ${(error as Error).message}`];
      }
    },
    shell(command, { words, onOutput, asksHost, ...options }) {
      let running: RunningProcess | undefined;
      let isEnded = false;
      const kill = () => {
        isEnded = true;
        running?.kill();
      };
      const run = async (): Promise<ProcessExit> => {
        const asked = { ...plain(words), asksHosts: words.asksHosts && asksHost !== undefined };
        const request = { type: 'wrap' as const, command, words: asked, ...places(options.cwd) };
        const wrapped = await keeper.ask('wrapped', request, { kill, asksHost });
        let output = '';
        let exit: ProcessExit = { code: null, signal: 'SIGTERM', timedOut: false };
        if (!isEnded) {
          running = startShell(wrapped.command, {
            ...options,
            sandboxed: true,
            onOutput: (chunk) => {
              output = (output + chunk).slice(-mostRead);
              onOutput(chunk);
            },
          });
          exit = await running.done;
        }
        const { putAside, hosts } = await keeper.ask('ended', { type: 'ended', of: wrapped.id });
        const heldTo = {
          hidden: wrapped.hidden,
          writesHeld: !words.hideOnly,
          networkHeld: !words.hideOnly && !words.hosts?.includes('*'),
          hosts,
        };
        return {
          ...exit,
          refused: [
            ...putAside.map(({ path, to }) => `${path} is protected: what the command made there was put aside in ${to}`),
            ...refusals(output, heldTo),
          ],
        };
      };
      const done = run().catch((error: Error): ProcessExit => {
        onOutput(`The command did not run, for its sandbox could not be set up: ${error.message}\n`);
        return { code: 126, signal: null, timedOut: false, refused: [] };
      });
      return {
        get pid() {
          return running?.pid;
        },
        done,
        kill,
        wait: () => running?.wait?.() ?? (() => undefined),
      };
    },
    async program(argv, { cwd, words, kill }) {
      const request = {
        type: 'wrap' as const,
        command: `exec ${argv.map(shellWord).join(' ')}`,
        words: plain(words),
        ...places(cwd),
      };
      const { id, command } = await keeper.ask('wrapped', request, { kill });
      return {
        // Within there is a shell again, which reads no `~/.bashrc` either where it takes itself for one of others.
        argv: lineFor(`export SHLVL=2; ${command}`),
        end: async () => void (await keeper.ask('ended', { type: 'ended', of: id }).catch(() => undefined)),
      };
    },
    dispose: () => keeper.end(),
  };
}

const plain = ({ denyRead, denyWrite, denyPrograms, hosts, asksHosts, onlyPaths, hideOnly }: Confinement): Confinement => ({
  denyRead,
  denyWrite,
  denyPrograms,
  hosts,
  asksHosts,
  onlyPaths,
  hideOnly,
});

type Body<R> = R extends unknown ? Omit<R, 'id'> : never;
interface Waiting {
  resolve(answer: SandboxAnswer): void;
  reject(error: Error): void;
}

interface Owner {
  kill(): void;
  asksHost?: AsksHost;
}

/** The other end of the process that keeps the sandbox; started anew should it die. */
class Keeper {
  private child: ChildProcess | undefined;
  private readonly waiting = new Map<number, Waiting>();
  /** What the command of a request asks of its owner while it runs. */
  private readonly owners = new Map<number, Owner>();
  private lastId = 0;

  constructor(
    private readonly root: string,
    private readonly log: (text: string) => void,
  ) {}

  async ask<T extends SandboxAnswer['type']>(
    expected: T,
    body: Body<Request>,
    owner?: Owner,
  ): Promise<Extract<SandboxAnswer, { type: T }>> {
    const child = this.started();
    const id = ++this.lastId;
    if (owner) this.owners.set(id, owner);
    if (body.type === 'ended') this.owners.delete(body.of);
    const answer = await new Promise<SandboxAnswer>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      child.ref();
      child.send({ ...body, id }, (error) => error && this.settle(id, ({ reject }) => reject(error)));
    });
    if (answer.type === 'failed') throw new Error(answer.message);
    if (answer.type !== expected) throw new Error('its process gave another answer');
    return answer as Extract<SandboxAnswer, { type: T }>;
  }

  async end(): Promise<void> {
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.disconnect();
    const force = setTimeout(() => child.kill('SIGKILL'), endMs);
    await gone;
    clearTimeout(force);
  }

  private started(): ChildProcess {
    if (this.child) return this.child;
    const child = fork(join(this.root, 'dist', 'sandbox.js'), [ripgrepBinary(this.root)], {
      execArgv: [],
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // The terminal's Ctrl+C is not for it: it ends after what it keeps.
      detached: true,
    });
    this.child = child;
    child.stderr?.on('data', (chunk: Buffer) => this.log(`sandbox: ${chunk.toString().trimEnd()}`));
    (child.stderr as unknown as { unref?(): void } | null)?.unref?.();
    child.on('message', (message) => this.take(message));
    child.on('error', (error) => this.lost(child, error.message));
    child.on('exit', (code, signal) => this.lost(child, `its process ended (${signal ?? code})`));
    this.rest();
    return child;
  }

  private take(message: unknown): void {
    const { data: answer } = answerSchema.safeParse(message);
    if (!answer) return this.log('sandbox: a message that makes no sense');
    if (answer.type === 'end') return this.owners.get(answer.id)?.kill();
    if (answer.type === 'askHost') return void this.host(answer);
    this.settle(answer.id, ({ resolve }) => resolve(answer));
  }

  private async host({ id, ask, host }: Extract<SandboxAnswer, { type: 'askHost' }>): Promise<void> {
    const asksHost = this.owners.get(id)?.asksHost;
    const allowed = (await asksHost?.(host).catch(() => false)) === true;
    await this.ask('heard', { type: 'host', ask, allowed }).catch((error: Error) => this.log(`sandbox: ${error.message}`));
  }

  private settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) how(waiting);
    this.rest();
  }

  /** While nobody waits for it, it keeps no process from ending. */
  private rest(): void {
    if (this.waiting.size > 0) return;
    this.child?.unref();
    (this.child?.channel as unknown as { unref?(): void } | undefined)?.unref?.();
  }

  private lost(child: ChildProcess, why: string): void {
    if (this.child === child) this.child = undefined;
    for (const [id] of this.waiting) this.settle(id, ({ reject }) => reject(new Error(why)));
  }
}

function environment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(ELECTRON_|VSCODE_|NODE_)/.test(name) || modelKeys.includes(name)) delete env[name];
  // In the desktop editor the running binary is Electron; this makes it a plain Node.
  if (process.versions.electron) env.ELECTRON_RUN_AS_NODE = '1';
  return env;
}
