/** What the client waits for, in a form that can be given to another host when the one at work has died. */

import type { JsonObject } from '../../../shared/basics/json';
import { unreachable } from '../../../shared/basics/unreachable';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { HookEvent } from '../../../shared/events/events';
import type { Caller, DispatchRequest, DispatchResult, JudgeResult } from '../../../shared/hooks/dispatch';
import { failClosed, notJudged, type Unanswered } from '../../chain/running/withoutHost';
import type { ResumeChain } from '../../chain/words/registered';
import type { FileToLoad, GivenDispatch, LoadedSet, ObserveFrom, ToHost } from '../../hostProtocol';
import type { References } from '../../references';
import type { ReplayReport } from '../../replay/replayChanges';
import type { LiveSet } from './liveSet';
import type { Survivors } from './survivors';

export interface Dispatching {
  request: DispatchRequest;
  /** The number of the set that it is given to the host with. */
  set?: number;
  /** How far its chain is, and who died in it. */
  resume?: ResumeChain;
  /** What hooks have logged since. */
  logged?: { hookId: string; text: string }[];
}
/** Dispatches that are given to the host together, and run there in turn as long as there is nothing to tell of them. */
interface Following {
  /** What comes after this one, in turn. */
  following?: readonly number[];
  /** Of one that follows: what comes right before it, and what is told where it is not run. */
  follows?: { n: number; dropped(): void };
}
export interface Observing {
  kind: 'observe';
  events: HookEvent[];
  /** Where the first of them goes on. */
  from?: ObserveFrom;
}
export type Work =
  | (Dispatching & { kind: 'dispatch'; resolve(result: DispatchResult): void } & Following)
  | (Dispatching & { kind: 'judge'; resolve(result: JudgeResult): void })
  | { kind: 'set'; n: number; files: readonly FileToLoad[]; waiting: ((set: LoadedSet) => void)[] }
  | Observing
  | { kind: 'endRun'; runId: string; resolve(): void }
  | { kind: 'replay'; piece: ReplayPiece; resolve(came: ReplayReport | ReplayBroken): void };

/** What a replaying host is given at once. */
export type ReplayPiece = Omit<Extract<ToHost, { type: 'replay' }>, 'type' | 'n'>;
/** The host died over it, or could not go on; what its session has come to is lost. */
export interface ReplayBroken {
  broken: string;
  hookId?: string;
}

/** The batch goes on at one of its events, after its host died there. */
export function goOn(batch: Observing, step: number, from: ObserveFrom): void {
  batch.events = batch.events.slice(step);
  batch.from = from;
}

interface Parts {
  live: LiveSet;
  survivors: Survivors;
  toolFacts(toolName: string, input: JsonObject, caller: Caller): ToolFacts;
}

/** What the host owes an answer, by number; a new host is given it again. */
export class OpenWork {
  private readonly open = new Map<number, Work>();
  /** What is not waited for any more, though its hooks may still run in the host at work. */
  private readonly abandoned = new Set<number>();

  constructor(private readonly parts: Parts) {}

  get size(): number {
    return this.open.size;
  }

  get isObserving(): boolean {
    return [...this.open.values()].some(({ kind }) => kind === 'observe');
  }

  get isDispatching(): boolean {
    return [...this.open.values()].some(({ kind }) => kind === 'dispatch');
  }

  /** Of the calls whose hooks or policies are at work. */
  get toolCallIds(): string[] {
    return [...this.open.values()].flatMap((work) => {
      const payload: JsonObject = work.kind === 'dispatch' || work.kind === 'judge' ? work.request.payload : {};
      return typeof payload.toolCallId === 'string' ? [payload.toolCallId] : [];
    });
  }

  has(n: number): boolean {
    return this.open.has(n);
  }

  /** Its hooks may run in the host at work, whether or not they are waited for. */
  isUnderWay(n: number): boolean {
    return this.open.has(n) || this.abandoned.has(n);
  }

  get(n: number): Work | undefined {
    return this.open.get(n);
  }

  put(n: number, work: Work): void {
    this.open.set(n, work);
  }

  /** It is answered. What follows it is not run, but where `goesOn`. */
  take(n: number, goesOn = false): Work | undefined {
    const work = this.open.get(n);
    this.open.delete(n);
    this.abandoned.delete(n);
    if (work?.kind === 'dispatch' && work.following && !goesOn) for (const one of work.following) this.drop(one);
    return work;
  }

  /** Nobody waits for its answer any more. */
  abandon(n: number): void {
    this.take(n);
    this.abandoned.add(n);
  }

  /** The host that they were given to is no more. */
  forgetAbandoned(): void {
    this.abandoned.clear();
  }

  /** Something that is open was given with this set. */
  isOn(set: number): boolean {
    return [...this.open.values()].some((work) => 'request' in work && work.set === set);
  }

  /** The sets on which dispatches have begun. */
  get setsBegun(): Set<number | undefined> {
    return new Set([...this.open.values()].filter(hasBegun).map(({ set }) => set));
  }

  /** It came to the host with what is open before it. */
  isBehind(work: Work): boolean {
    return work.kind === 'dispatch' && work.follows !== undefined && this.open.has(work.follows.n);
  }

  entries(): IterableIterator<[number, Work]> {
    return this.open.entries();
  }

  /** The message that gives it to the host with these references; the set in force is the client's own. */
  messageOf(n: number, work: Exclude<Work, { kind: 'set' }>, references: References): ToHost {
    switch (work.kind) {
      case 'dispatch':
      case 'judge': {
        const forget = this.beginsAnew(n, work, references);
        if (forget) references.clear();
        const first = coded(n, work, references);
        const following = followersOf(work).flatMap((one) => {
          const behind = this.open.get(one);
          return behind?.kind === 'dispatch' ? [coded(one, behind, references)] : [];
        });
        return {
          ...{ type: 'dispatch', judge: work.kind === 'judge', ...first },
          ...(following.length > 0 ? { following } : {}),
          ...(forget ? { forget: true as const } : {}),
        };
      }
      case 'observe':
        return { type: 'observe', n, events: work.events, ...(work.from ? { from: work.from } : {}) };
      case 'endRun':
        return { type: 'endRun', n, runId: work.runId };
      case 'replay':
        return { type: 'replay', n, ...work.piece };
    }
  }

  /** Answers for the host, which will not: every gate closes. */
  settle(work: Work, why: string): void {
    const { live, survivors } = this.parts;
    switch (work.kind) {
      case 'dispatch':
        return void failClosed(this.unanswered(work.request, work), why).then(work.resolve);
      case 'judge':
        return work.resolve(notJudged(why, live.loaded.id));
      case 'set':
        // Nothing of it is in force, so nothing of it is a good version.
        for (const done of work.waiting) done({ ...live.loaded, failed: work.files.map(({ file }) => file) });
        return;
      case 'endRun':
        survivors.dropState(work.runId);
        return work.resolve();
      case 'observe':
        return;
      case 'replay':
        return work.resolve({ broken: why });
      default:
        unreachable(work);
    }
  }

  settleAll(why: string): void {
    const all = [...this.open.values()];
    this.open.clear();
    for (const work of all) this.settle(work, why);
  }

  unanswered(request: DispatchRequest, work?: Dispatching): Unanswered {
    const { live, toolFacts } = this.parts;
    const { hooks, id } = live.loaded;
    const { run, place } = request;
    return {
      ...{ request, hooks, hookSet: id, resume: work?.resume },
      toolFacts: (toolName, input) => toolFacts(toolName, input, { runId: run.runId, place }),
      now: () => Date.now(),
    };
  }

  private drop(n: number): void {
    const work = this.open.get(n);
    this.open.delete(n);
    if (work?.kind === 'dispatch') work.follows?.dropped();
  }

  /** Another session has other lists; those of one that still waits for an answer are kept. */
  private beginsAnew(n: number, work: Dispatching & Following, references: References): boolean {
    const { sessionId } = work.request.run;
    if (references.session === sessionId) return false;
    const own = [n, ...followersOf(work)];
    for (const [other, { kind }] of this.open)
      if ((kind === 'dispatch' || kind === 'judge') && !own.includes(other)) return false;
    references.session = sessionId;
    return references.size > 0;
  }
}

/** Hooks have run for it, in a host that is no more. */
export const hasBegun = (work: Work): work is Extract<Work, Dispatching> =>
  (work.kind === 'dispatch' || work.kind === 'judge') && work.resume !== undefined;

const followersOf = ({ following = [] }: Dispatching & Following): readonly number[] => following;

/** As it crosses to who has the same references. */
function coded(n: number, { request, resume }: Dispatching, references: References): GivenDispatch {
  const given = { n, request: { ...request, payload: references.encode(request.payload) } };
  if (!resume) return given;
  const { progress } = resume;
  if (!progress) return { ...given, resume };
  const carried = { ...progress.carried, payload: references.encode(progress.carried.payload as JsonObject) };
  return { ...given, resume: { ...resume, progress: { ...progress, carried } } };
}
