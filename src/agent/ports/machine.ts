/** What tools use of the machine and the net: time, processes, the sandbox, searches, pages. */
import type { Confinement } from '../../shared/verdicts/confinement';

/** Time and identity, so that golden transcripts are stable. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, after so many milliseconds. The function that is returned takes it back. */
  after(ms: number, told: () => void): () => void;
  /** A fresh id that starts with `prefix`. */
  id(prefix: string): string;
}

export interface ProcessExit {
  code: number | null;
  signal: string | null;
  timedOut: boolean;
  /** What the sandbox kept it from, in words; only where it ran in one. */
  refused?: string[];
}

export interface RunningProcess {
  /** Undefined until it has one. */
  readonly pid: number | undefined;
  done: Promise<ProcessExit>;
  /** Ends the whole process tree: asked politely, then by force. */
  kill(): void;
  /** Its time limit stands still until what this returns is called. */
  wait?(): () => void;
}

export interface ShellOptions {
  cwd: string;
  timeoutMs?: number;
  /** The human may watch it in a terminal of theirs, where they want to. */
  visible?: boolean;
  /** Gets stdout and stderr as they come. */
  onOutput(chunk: string): void;
}

export interface Processes {
  /** A fresh shell in `cwd`. `unavailable` says why there is no shell. */
  shell(command: string, options: ShellOptions): RunningProcess;
  unavailable?: string;
}

/** Whether the command may reach this host from now on. The connection waits for it; without one, or where it rejects, it may not. */
export type AsksHost = (host: string) => Promise<boolean>;

/** The operating system's sandbox. */
export interface Sandbox {
  /** Why nothing can be confined here, in words. Never rejects. */
  unavailable(): Promise<string | undefined>;
  /** Which of these words cannot be held here, in words; empty where all can. Never rejects. */
  gaps(words: Confinement): Promise<string[]>;
  /** As `Processes.shell`. A command for which the sandbox cannot be set up does not run. */
  shell(command: string, options: ShellOptions & { words: Confinement; asksHost?: AsksHost }): RunningProcess;
  /**
   * What to start in place of a program, so that it runs held to these words: its owner starts it, and calls `end` when it has ended. `kill` is called when
   * it is to be ended at once. Rejects where the sandbox cannot be set up.
   */
  program(
    argv: readonly string[],
    options: { cwd: string; words: Confinement; kill(): void },
  ): Promise<{ argv: [string, ...string[]]; end(): Promise<void> }>;
  /** Ends what it keeps running; resolves when that is gone. */
  dispose(): Promise<void>;
}

export interface Search {
  /** Runs ripgrep with these arguments in `cwd`, on `input` where there is one; resolves with at most `maxBytes` of output. */
  run(
    args: string[],
    options: { cwd: string; input?: Uint8Array; signal: AbortSignal; maxBytes: number },
  ): Promise<{ code: number; stdout: string; stderr: string; truncated: boolean }>;
}

export type WebPage = {
  kind: 'page';
  /** Where it was found in the end. */
  url: string;
  status: number;
  /** As its server names it. */
  type: string;
  title?: string;
  text: string;
  /** There is more of it than was read. */
  cut: boolean;
};

export interface Web {
  /** Rejects with the signal's reason, or with what is wrong, in words for the model. A redirect to another host is not followed. */
  get(url: string, signal: AbortSignal): Promise<WebPage | { kind: 'elsewhere'; url: string; to: string }>;
}

export interface EditorDiagnostics {
  get(
    path?: string,
  ): Promise<{ path: string; line: number; column: number; severity: string; message: string; source?: string }[]>;
}
