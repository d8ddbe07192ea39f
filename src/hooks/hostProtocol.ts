/** What the hook host and its client say to each other, and the marker that outlives the host. */
import type { FileTool } from '../agent/ports/foreignTools';
import type { JsonObject } from '../shared/basics/json';
import type { Said as EventSaid, HookEvent } from '../shared/events/events';
import type { DispatchRequest, DispatchResult, JudgeResult } from '../shared/hooks/dispatch';
import type { ToolDeclaration } from '../shared/messages/messages';
import type { StateOp } from './chain/calling/states';
import type { QuietResult } from './chain/folding/quietResult';
import type { HookDescription, HookProblem, ResumeChain } from './chain/words/registered';
import type { ProgressNews } from './progress';
import type { Changes } from './references';
import type { ReplayReport } from './replay/replayChanges';
import type { RecordedItem } from './replay/sessionReplay';

export interface Bundle {
  code: string;
  version: string;
  lines: [name: string, line: number][];
  /** Why it is not tried again: it took the process down while it loaded. */
  refused?: string;
}

/** One hook file as the host gets it: the bundles to try in turn, newest first. */
export interface FileToLoad {
  file: string;
  layer: number;
  agent?: string;
  folder?: string;
  bundles: Bundle[];
  /** With no bundle that loads, tool calls are denied: the file was there at start, or has been live; what it would have said is not known. */
  required: boolean;
  /** Why there is no newer bundle. */
  problem?: string;
}

/** A file as it crosses; a bundle without its code is one of the set before. */
export interface GivenFile extends Omit<FileToLoad, 'bundles'> {
  bundles: (Omit<Bundle, 'code'> & Partial<Pick<Bundle, 'code'>>)[];
}

/** `n` numbers a piece of work: each is answered once, and a new host is given again what the last one left unanswered. */
export type ToHost =
  | {
      type: 'set';
      n: number;
      id: string;
      files: GivenFile[];
      /** Ids of hooks, or paths of whole files, that are switched off. */
      disabled: string[];
      remote: HookDescription[];
      /** Evaluates all files anew; otherwise one whose version is known keeps its module. */
      fresh: boolean;
    }
  /** All that the store of a run, or of a session, holds. */
  | { type: 'state'; store: string; entries: [string, unknown][] }
  | { type: 'timeouts'; counts: [versionKey: string, inARow: number][] }
  /**
   * Lists are coded by `References`; with `forget` both ends begin their tables anew, before it is read. What is `following` is run in turn, each as
   * work of its own, as long as nothing but `passed` is said of what came before it.
   */
  | ({ type: 'dispatch'; judge: boolean; forget?: true; following?: GivenDispatch[] } & GivenDispatch)
  | { type: 'cancel'; n: number }
  | { type: 'answer'; k: number; value?: unknown; error?: string }
  | { type: 'observe'; n: number; events: HookEvent[]; from?: ObserveFrom }
  | { type: 'endRun'; n: number; runId: string }
  /** The host goes: files are unloaded. */
  | { type: 'end'; n: number }
  /** More of a recorded session, in a host that replays; with `tools` a session begins. */
  | {
      type: 'replay';
      n: number;
      session: string;
      tools?: readonly ToolDeclaration[];
      items: readonly RecordedItem[];
      ends: boolean;
      /** Who kills the host is to be known, which takes longer. */
      careful: boolean;
    }
  /** Opens the inspector, which is told by `inspector`, or closes it. */
  | { type: 'debug'; on: boolean };

export interface GivenDispatch {
  n: number;
  request: DispatchRequest;
  resume?: ResumeChain;
}

/** Where the first event of a batch goes on, after the last host died in it: at the hook, or after the one that is to blame. */
export interface ObserveFrom {
  hookId: string;
  again: boolean;
}

/** What a handler of another extension returned, and what it logged. */
export interface RemoteAnswer {
  returned: unknown;
  logs: string[];
}

export interface LoadedSet {
  id: string;
  hooks: HookDescription[];
  problems: HookProblem[];
  /** Files whose newest bundle did not load. */
  failed: string[];
}

/** A failure that no dispatch waits for; `file` is empty where no hook file can be named. */
export interface StrayFailure {
  hook: string;
  file: string;
  line: number;
  message: string;
  event?: string;
}

/** What its event tells. */
export const factsOfStray = (failure: StrayFailure): EventSaid<'hook_error'> => ({
  reason: `${failure.hook} failed: ${failure.message}`,
  error: { name: 'HookError', message: failure.message },
  data: { ...failure },
});

/** What its event tells, of a file that does not load or an option that there is not. */
export const factsOfProblem = ({ file, line, message, hook }: HookProblem): EventSaid<'hook_error'> => ({
  reason: message,
  error: { name: 'HookError', message },
  data: { hook, file, line, message },
});

/** What each child says beside the answers to its work. */
export type FromChild =
  | { type: 'ready' }
  /** Resident memory in bytes, and the pieces of work under way. `upTo` is the ping's. */
  | { type: 'pong'; resident: number; open: number[]; upTo: number }
  | { type: 'log'; text: string }
  /** It goes on. */
  | { type: 'stray'; failure: StrayFailure }
  /** It ends: something that a file of the workspace left behind has thrown. */
  | { type: 'crashed'; failure: StrayFailure };

/** With what is left of that for the parent's own reader. */
export type HeardByParent<From> = From | Extract<FromChild, { type: 'log' | 'stray' }>;

/** To each child, beside its work: it answers by a pong. */
export interface Ping {
  type: 'ping';
  /** The number of the last piece of work that it was given. */
  upTo: number;
}

export type FromHost =
  | ({ type: 'loaded'; n: number } & LoadedSet)
  /** `changes` of the request's payload stand for the result's. */
  | { type: 'result'; n: number; result: Omit<DispatchResult, 'payload'> | JudgeResult; changes?: Changes }
  /** `last`: nothing of what was to follow is run. */
  | ({ type: 'passed'; n: number; last?: true } & QuietResult)
  | { type: 'broken'; n: number; message: string }
  | ({ type: 'progress'; n: number; changes: Changes } & ProgressNews)
  /** To its `ctx.log`, in this piece of work. */
  | { type: 'logged'; n: number; hookId: string; text: string }
  | { type: 'ask'; k: number; runId: string; what: 'toolFacts' | 'complete' | 'remote'; args: unknown[] }
  | ({ type: 'stateOp' } & StateOp)
  | { type: 'timeouts'; key: string; inARow: number }
  | { type: 'inspector'; url?: string }
  | { type: 'done'; n: number }
  | { type: 'replayed'; n: number; report: ReplayReport };

/** What a host is told that replays: no clock but that of the record, and none of the doors to the outside. */
export const replayingFlag = '--replaying';
/** Beside that: which lines of hook files were reached is counted, and told at the end of each session. */
export const coveringFlag = '--covering';

/** To the process of workspace tools, and what it answers; `n` as above. */
export type ToToolProcess =
  | { type: 'set'; n: number; files: FileToLoad[]; fresh: boolean }
  | { type: 'call'; n: number; id: string; input: JsonObject; cwd: string }
  /** To the question `k` of a call; `error` where there is no answer. */
  | { type: 'confirmed'; n: number; k: number; confirmed?: boolean; error?: string }
  | { type: 'cancel'; n: number }
  /** As above; `called` answers it. */
  | { type: 'end'; n: number };
export type FromToolProcess =
  | { type: 'loaded'; n: number; tools: FileTool[]; problems: HookProblem[]; failed: string[] }
  /** What the tool's `ctx.log` and `console` wrote. */
  | { type: 'output'; n: number; chunk: string }
  /** The tool asks the human whether to go on; until the answer its time does not count. */
  | { type: 'confirm'; n: number; k: number; reason: string }
  | { type: 'called'; n: number; value?: unknown; error?: { name: string; message: string } };

/** One piece of work in which a hook file's code runs, or waits. */
export interface Marker {
  /** 0 for what belongs to no work, such as code that a hook has left running. */
  n: number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  timeoutMs: number;
  /** What it waits for does not count. */
  paused: boolean;
  /** Which event of a batch. */
  step: number;
  /** The set that it runs on, and the places in it of the hooks that have begun; empty where no chain runs. */
  set: string;
  begun: readonly number[];
  /** The hook has ended, and had nothing to tell. */
  isOver: boolean;
  /** No code of this process's loop: a thread or process that the hook has started, and that lives. */
  isApart: boolean;
  /** The host's own work on what was said there, and the telling of it, go on: no hook's time. */
  isCarried: boolean;
  /** The hook's id; while a file loads, `VERSION FILE`; or `nobody`. */
  hookId: string;
}
/** The loop waits. No hook has such an id. */
export const nobody = 'nobody';
/** Its own code works on one: no hook's either. */
export const longMessage = 'a long message of the hook host';
/** What most markers fit into, in bytes. */
export const markerSize = 8192;
/** How long the top level of a hook file may take. */
export const loadTimeoutMs = 5000;

/** The marker file's text: a line for each piece of work, the latest first, and an empty line, since what was longer before is not cut off. */
export function writeMarkerText(markers: Iterable<Marker>): string {
  let text = '';
  for (const { n, startedAt, timeoutMs, paused, step, set, begun, isOver, isApart, isCarried, hookId } of markers) {
    const flags = (paused ? 1 : 0) + (isOver ? 2 : 0) + (isApart ? 4 : 0) + (isCarried ? 8 : 0);
    // Who names a hook may write anything, a line of another one's too.
    text = `${n} ${startedAt} ${timeoutMs} ${flags} ${step} ${set || '-'} ${inRanges(begun) || '-'} ${JSON.stringify(hookId)}\n${text}`;
  }
  return `${text}\n`;
}

export function readMarkerText(text: string): Marker[] {
  const markers: Marker[] = [];
  for (const line of text.split('\n')) {
    const found = /^(\d+) (\d+) ([\d.e+]+) (\d|1[0-5]) (\d+) (\S+) ([\d.-]+) (".*")$/.exec(line);
    if (!found) break;
    const [, n, startedAt, timeoutMs, flags, step, set, begun, hookId] = found;
    markers.push({
      n: Number(n),
      startedAt: Number(startedAt),
      timeoutMs: Number(timeoutMs),
      paused: (Number(flags) & 1) > 0,
      step: Number(step),
      set: set === '-' ? '' : set!,
      begun: begun === '-' ? [] : fromRanges(begun!),
      isOver: (Number(flags) & 2) > 0,
      isApart: (Number(flags) & 4) > 0,
      isCarried: (Number(flags) & 8) > 0,
      hookId: JSON.parse(hookId!) as string,
    });
  }
  return markers;
}

/** Most hooks begin one after the other: `0-3.5`. It is written at the start of each. */
function inRanges(places: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < places.length; ) {
    const first = at++;
    while (at < places.length && places[at] === places[at - 1]! + 1) at++;
    ranges.push(at - first > 1 ? `${places[first]}-${places[at - 1]}` : `${places[first]}`);
  }
  return ranges.join('.');
}

function fromRanges(text: string): number[] {
  return text.split('.').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index);
  });
}
