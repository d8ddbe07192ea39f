/** What the chain knows of a registered hook, and what it needs from the process it runs in. */
import type { FileTool } from '../../../agent/ports/foreignTools';
import type { ToolRunContext } from '../../../api/define';
import type { JsonObject } from '../../../shared/basics/json';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { CompleteOptions, Completer } from '../../../shared/hooks/dispatch';
import type { HookDescription } from '../../../shared/hooks/hookDescription';
import type { Judgement } from '../../../shared/verdicts/chainEnd';

/** Words of a hook as they may be told: what quotes what another is to redact is withheld. */
export type Telling = (words: string) => string;

export type { HookDescription, HookOptions, PathLimits } from '../../../shared/hooks/hookDescription';

export interface RegisteredHook extends HookDescription {
  /** `self` is its identity, that of a group's member included: counters are kept under it. */
  handler: (ctx: unknown, self?: string) => unknown;
}

/** A tool that a file of the workspace defines. */
export interface RegisteredTool extends FileTool {
  /** Checks an input and runs the tool with what the check made of it. Throws an `InvalidInput` where it does not fit. */
  run(input: JsonObject, ctx: ToolRunContext): Promise<unknown>;
}

/** Something wrong with a hook file, at a place in its source (1-based). */
export interface HookProblem {
  file: string;
  line: number;
  column: number;
  endColumn?: number;
  message: string;
  severity: 'error' | 'warning';
  hook?: string;
}

/** The store behind `ctx.state` or `ctx.session`. */
export interface StateStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): boolean;
  has(key: string): boolean;
}

/** Where the chain stands; enough to go on in another process after a hook killed this one. */
export interface ChainProgress {
  /** Ids of hooks that have run (or were skipped) so far, in order. */
  ranIds: string[];
  /** Opaque to all but the chain: payload, votes, records … Cloneable. */
  carried: JsonObject;
}

/** A hook that is changed is another one: what its version before did is not held against it. */
export type Versioned = Pick<HookDescription, 'id' | 'version'>;
export const versionKey = ({ id, version }: Versioned): string => `${version} ${id}`;

/** What the process around the chain provides. */
export interface ChainEnv {
  /** Asks the core about a tool call again, after a hook changed the input or the tool. */
  toolFacts(toolName: string, input: JsonObject): Promise<ToolFacts>;
  complete(prompt: string, options: CompleteOptions, by: Omit<Completer, 'runId'>): Promise<string>;
  /** By the run's id, or by `sessionStore` of the session's. */
  state(store: string): StateStore;
  /** Called just before a hook starts, synchronously: the watchdog knows whom to blame. `paused` while the time does not count (`complete`). */
  began(hook: RegisteredHook, timeoutMs: number): void;
  paused(isPaused: boolean): void;
  /** Runs the handler so that what it sets going, however late, is known for its own; what it prints until it returns is for `log`, and of what is heard later `said` is told. */
  within?<T>(hook: RegisteredHook, log: (values: unknown[]) => void, run: () => T, said: Telling): T;
  /** What is to run later as the code of the hook that runs now. */
  bound?(act: () => void): () => unknown;
  /** What a hook says to its `ctx.log`, as it says it: its row, which comes when the hooks of its event have ended, holds it too. */
  logged?(hook: RegisteredHook, text: string): void;
  /** What a hook says to its `ctx.log` once it has ended, or is not waited for any more: its row is written. */
  loggedLate?(hook: RegisteredHook, text: string): void;
  /** The handler that began last has returned, or is not waited for any more. */
  returned?(): void;
  /** The hook that began last has ended, and what it had to tell is told. */
  ended?(): void;
  /** What hooks have said is worked on from now on, until another begins: no hook's time. */
  carries?(): void;
  /** Called after a hook that decided, logged or was slow. */
  progressed(progress: ChainProgress): void;
  /** Three timeouts in a row: the hook is not called until it is saved. */
  isSuspended(hook: Versioned): boolean;
  timedOut(hook: Versioned, didTimeOut: boolean): void;
  /** No time limit holds. */
  noTimeLimit?: boolean;
  /** How long a debugger has held this process so far, in ms: no hook's time. */
  pausedMs?(): number;
  /** Made when it is first read, where `isAborted` tells what it would. */
  readonly signal: AbortSignal;
  isAborted?(): boolean;
  /** No hook can be called any more. */
  isLost?: true;
  now(): number;
  /** Id of the set in force when the dispatch began. */
  hookSet: string;
  /** The rest of the event's set runs in another process. */
  elsewhere?: {
    /** The hooks here have run: what their outcome calls for there. */
    walked(): Promise<void>;
    /** What the policies there say of the input that would run. */
    judge(): Promise<Judgement | undefined>;
  };
  /** Fields of the event that are not known for certain, while past events are replayed: who reads one is told to `missed`. */
  gaps?: ReadonlyMap<string, unknown>;
  missed?(field: string): void;
}

export interface ResumeChain {
  progress?: ChainProgress;
  /** Those that had begun besides, and ended with nothing to tell: they do not run again. */
  began?: string[];
  /** The hook that the last process died in; decided by its `onError`. `startedAt` is in milliseconds since the epoch. */
  died?: { id: string; startedAt: number; durationMs: number; error: { name: string; message: string }; logs?: string[] };
}
