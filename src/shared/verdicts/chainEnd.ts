/** What hooks and policies came to: how a chain ended, and each word that was said on the way. */

import type { JsonObject } from '../basics/json';
import type { ErrorFacts } from '../runs/errorFacts';
import type { StopReasonName } from '../runs/stopReasons';
import type { Confinement } from './confinement';
import type { DecidedBy } from './hookRecord';

export interface Attribution {
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
  | ({ action: 'deny' } & Abandoned & Attribution)
  | ({ action: 'respond'; value: unknown } & Attribution)
  | ({ action: 'fail'; error: ErrorFacts } & Attribution)
  | ({ action: 'stop'; context?: JsonObject; as?: StopReasonName } & Attribution)
  | ({ action: 'retry'; afterMs: number } & Attribution)
  | ({ action: 'drop' } & Abandoned & Attribution)
  | ({ action: 'continueWith'; message: string } & Attribution)
  /** A hook with `onError: 'stop'` failed: the run ends in runError. */
  | ({ action: 'error'; error: ErrorFacts } & Attribution);

export interface Vote extends Attribution {
  action: 'ask' | 'allow';
  uncertain?: string;
}
/** The strictest word of all matching policies. */
export interface Judgement extends Attribution {
  action: 'deny' | 'ask';
  /** Why the pattern of who asks only might match. Of a denial that counts as an ask, its reason says so. */
  uncertain?: string;
}

/** A policy has the call run in the system's sandbox; an ask where that cannot be. */
export interface Confined extends Attribution {
  words: Confinement;
}
