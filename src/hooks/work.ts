/** What the client waits for, in a form that can be given to another host when the one at work has died. */
import type { DispatchRequest, DispatchResult, JudgeResult } from '../shared/dispatch';
import type { HookEvent } from '../shared/events';
import type { JsonObject } from '../shared/json';
import type { LoadedSet, ObserveFrom, ToHost } from './protocol';
import type { References } from './references';
import type { ResumeChain } from './registered';

export interface Dispatching {
  request: DispatchRequest;
  /** How far its chain is, and who died in it. */
  resume?: ResumeChain;
}
export interface Observing {
  kind: 'observe';
  events: HookEvent[];
  /** Where the first of them goes on. */
  from?: ObserveFrom;
}
export type Work =
  | (Dispatching & { kind: 'dispatch'; resolve(result: DispatchResult): void })
  | (Dispatching & { kind: 'judge'; resolve(result: JudgeResult): void })
  | { kind: 'set'; n: number; waiting: ((set: LoadedSet) => void)[] }
  | Observing
  | { kind: 'endRun'; runId: string; resolve(): void };

/** The message that gives it to the host with these references; the set in force is the client's own. */
export function messageOf(n: number, work: Exclude<Work, { kind: 'set' }>, references: References, forget: boolean): ToHost {
  switch (work.kind) {
    case 'dispatch':
    case 'judge': {
      const { request, resume, kind } = work;
      if (forget) references.clear();
      const coded = { ...request, payload: references.encode(request.payload) };
      const progress = resume?.progress;
      const carried = progress && { ...progress.carried, payload: references.encode(progress.carried.payload as JsonObject) };
      return {
        type: 'dispatch',
        n,
        request: coded,
        judge: kind === 'judge',
        ...(resume ? { resume: { ...resume, ...(progress ? { progress: { ...progress, carried: carried! } } : {}) } } : {}),
        ...(forget ? { forget: true as const } : {}),
      };
    }
    case 'observe':
      return { type: 'observe', n, events: work.events, ...(work.from ? { from: work.from } : {}) };
    case 'endRun':
      return { type: 'endRun', n, runId: work.runId };
  }
}

/** The batch goes on at one of its events, after its host died there. */
export function goOn(batch: Observing, step: number, from: ObserveFrom): void {
  batch.events = batch.events.slice(step);
  batch.from = from;
}
