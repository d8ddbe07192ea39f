/** Replays of recorded sessions, one after the other, in a process of their own: the clock is the record's, and what lies outside is out of reach. */
import { basename } from 'node:path';
import * as api from '../../api';
import type { Caller } from '../../shared/hooks/dispatch';
import type { ChainEnv, RegisteredHook } from '../chain/words/registered';
import { coveringFlag, type FromHost, type HeardByParent, type ToHost } from '../hostProtocol';
import { type ReachedFor, SessionReplay } from '../replay/sessionReplay';
import { Covered } from './covered';
import { Frozen } from './frozen';
import { type Abort, LateAbort } from './lateAbort';

interface Parts {
  /** Those that are loaded, and the id of their set. */
  hooks(): { id: string; hooks: RegisteredHook[]; files: string[] };
  environment(n: number, caller: Caller, abort: Abort, hookSet: string): ChainEnv;
  send(message: HeardByParent<FromHost>): void;
  unmark(n: number): void;
}
type Slice = Extract<ToHost, { type: 'replay' }>;

/** The watchdog must hear that this process lives. */
const breathMs = 20;
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Replayer {
  private readonly frozen: Frozen;
  private readonly covered = process.argv.includes(coveringFlag) ? new Covered() : undefined;
  private queue: Promise<void> = Promise.resolve();
  private session: SessionReplay | undefined;
  /** The hook that began last; its code is under way while `isRunning`. */
  private hook: RegisteredHook | undefined;
  private isRunning = false;
  private reached: ReachedFor | undefined;
  /** Files that reached outside as they loaded. */
  private unloaded = new Set<string>();

  constructor(private readonly parts: Parts) {
    // A replay shuts the files in which these wait to be touched, and hook files must find them.
    Object.freeze([api.commandHook, api.z.locales.en()]);
    this.frozen = new Frozen((message) => {
      this.reached ??= { hook: this.hook, message };
    });
  }

  /** A set is loaded. */
  begin(): void {
    this.unloaded = new Set();
    this.hook = undefined;
  }

  loaded(file: string): void {
    const reached = this.takeReached();
    if (!reached) return;
    this.unloaded.add(file);
    const failure = { hook: basename(file), file, line: 1, message: `${reached.message}, as it loaded` };
    this.parts.send({ type: 'stray', failure });
  }

  add(slice: Slice): void {
    this.queue = this.queue.then(() => this.replay(slice));
  }

  private takeReached(): ReachedFor | undefined {
    const { reached } = this;
    this.reached = undefined;
    return reached;
  }

  private async replay({ n, session, tools, items, ends, careful }: Slice): Promise<void> {
    const { send, unmark, hooks: loaded } = this.parts;
    try {
      const { id, hooks, files } = loaded();
      if (tools)
        this.session = new SessionReplay(session, {
          hooks,
          tools,
          unloaded: this.unloaded,
          isRunning: () => this.isRunning,
          at: (timestamp, runId) => this.environment(careful ? n : undefined, id, timestamp, runId),
          reached: () => this.takeReached(),
        });
      const open = this.session;
      if (!open) throw new Error('no session was begun');
      let since = performance.now();
      for (const item of items) {
        await open.take(item);
        if (performance.now() - since < breathMs) continue;
        await breathe();
        since = performance.now();
      }
      if (ends) await open.end();
      const coverage = ends ? this.covered?.take(new Set(files)) : undefined;
      send({ type: 'replayed', n, report: { ...open.tell(), ...(coverage ? { coverage } : {}) } });
    } catch (error) {
      send({ type: 'broken', n, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    } finally {
      unmark(n);
    }
  }

  /** With a number it leaves markers, so that who kills the process is known. */
  private environment(n: number | undefined, hookSet: string, timestamp: number, runId: string): ChainEnv {
    this.frozen.time = timestamp;
    const env = this.parts.environment(n ?? 0, { runId }, new LateAbort(), hookSet);
    const { began } = env;
    env.logged = undefined;
    env.began = (hook, timeoutMs) => {
      this.hook = hook;
      this.isRunning = true;
      if (n !== undefined) began(hook, timeoutMs);
    };
    env.returned = () => {
      this.isRunning = false;
    };
    if (n === undefined) {
      env.paused = () => undefined;
      env.ended = () => undefined;
    }
    env.now = () => timestamp;
    return env;
  }
}
