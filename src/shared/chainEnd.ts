/** What hooks and policies came to: how a chain ended, and each word that was said on the way. */
import type { Confinement } from './confinement';
import type { ErrorFacts } from './errorFacts';
import type { DecidedBy } from './hookRecord';
import type { JsonObject } from './json';
import type { StopReasonName } from './stopReasons';

export interface Decided {
  by: DecidedBy;
  reason: string;
}

/** The run was stopped before the chain was through: which of it is missing, in words. */
interface Abandoned {
  abandoned?: string;
}

/** How the chain ended, strongest first; `payload` holds the fields after the chain. */
export type ChainEnd =
  | { action: 'continue' }
  | ({ action: 'deny' } & Abandoned & Decided)
  | ({ action: 'respond'; value: unknown } & Decided)
  | ({ action: 'fail'; error: ErrorFacts } & Decided)
  | ({ action: 'stop'; context?: JsonObject; as?: StopReasonName } & Decided)
  | ({ action: 'retry'; afterMs: number } & Decided)
  | ({ action: 'drop' } & Abandoned & Decided)
  | ({ action: 'continueWith'; message: string } & Decided)
  /** A hook with `onError: 'stop'` failed: the run ends in runError. */
  | ({ action: 'error'; error: ErrorFacts } & Decided);

export interface Vote extends Decided {
  action: 'ask' | 'allow';
  uncertain?: string;
}
/** The strictest word of all matching policies. */
export interface Judgement extends Decided {
  action: 'deny' | 'ask';
  /** Why the pattern of who asks only might match. Of a denial that counts as an ask, its reason says so. */
  uncertain?: string;
}

/** A policy has the call run in the system's sandbox; an ask where that cannot be. */
export interface Confined extends Decided {
  words: Confinement;
}
