/** What the hook host and its client say to each other over IPC. */
import type { DispatchRequest, DispatchResult, JudgeResult } from '../shared/dispatch';
import type { HookEvent } from '../shared/events';
import type { ChainProgress, HookDescription, HookProblem, ResumeChain } from './registered';

export interface Bundle {
  code: string;
  version: string;
  lines: [name: string, line: number][];
}

/** One hook file as the host gets it: the bundles to try in turn, newest first. */
export interface FileToLoad {
  file: string;
  layer: number;
  agent?: string;
  bundles: Bundle[];
  /** With no bundle that loads, tool calls are denied: the file was there at start, and what it would have said is not known. */
  required: boolean;
  /** Why there is no newer bundle. */
  problem?: string;
}

export type ToHost =
  | { type: 'set'; id: string; files: FileToLoad[]; disabled: string[]; remote: HookDescription[] }
  | { type: 'state'; runId: string; entries: [string, unknown][] }
  | { type: 'dispatch'; n: number; request: DispatchRequest; judge: boolean; resume?: ResumeChain }
  | { type: 'cancel'; n: number }
  | { type: 'answer'; k: number; value?: unknown; error?: string }
  | { type: 'observe'; events: HookEvent[] }
  | { type: 'endRun'; runId: string; k: number };

export interface LoadedSet {
  id: string;
  hooks: HookDescription[];
  problems: HookProblem[] /** Files whose newest bundle did not load. */;
  failed: string[];
}

export type FromHost =
  | { type: 'ready' }
  | ({ type: 'loaded' } & LoadedSet)
  | { type: 'result'; n: number; result: DispatchResult | JudgeResult }
  | { type: 'broken'; n: number; message: string }
  | { type: 'progress'; n: number; progress: ChainProgress }
  | { type: 'ask'; k: number; runId: string; what: 'toolFacts' | 'complete' | 'remote'; args: unknown[] }
  | { type: 'stateOp'; runId: string; op: 'set' | 'delete'; key: string; value?: unknown }
  | { type: 'log'; text: string }
  | { type: 'observed'; failures: { hook: string; file: string; line: number; message: string; event: string }[] }
  | { type: 'ended'; k: number };

/** The line that says which hook runs now, rewritten in place before each: it outlives the process. */
export interface Marker {
  n: number;
  startedAt: number;
  timeoutMs: number;
  paused: boolean;
  hookId: string;
}
export const markerSize = 2048;
export const writeMarkerText = ({ n, startedAt, timeoutMs, paused, hookId }: Marker): string =>
  `${n} ${startedAt} ${timeoutMs} ${paused ? 1 : 0} ${hookId}\n`;
export function readMarkerText(text: string): Marker | undefined {
  const found = /^(\d+) (\d+) ([\d.]+) ([01]) (.*)$/m.exec(text);
  return found
    ? {
        n: Number(found[1]),
        startedAt: Number(found[2]),
        timeoutMs: Number(found[3]),
        paused: found[4] === '1',
        hookId: found[5]!,
      }
    : undefined;
}
