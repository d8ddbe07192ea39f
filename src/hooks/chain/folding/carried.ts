/** What a chain knows half-way: plain data, so that another process can go on with it after a hook killed this one. */

import type { JsonObject } from '../../../shared/basics/json';
import type { DispatchRequest } from '../../../shared/hooks/dispatch';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import type { HookPoint } from '../../../shared/hooks/points';
import type { ChainEnd, Confined, Judgement, Vote } from '../../../shared/verdicts/chainEnd';
import { type HookRecord, noSkips, type SkipCounts } from '../../../shared/verdicts/hookRecord';
import type { ChainEnv, ResumeChain } from '../words/registered';

export interface CastVote extends Vote {
  /** Who cast it: a change by anyone else voids an `allow`. */
  voter: string;
  /** Its place among the records. */
  record: number;
}

export interface Carried {
  payload: PayloadFields;
  metadata?: JsonObject;
  votes: CastVote[];
  context: string[];
  hooks: HookRecord[];
  skipped: SkipCounts;
  redirects: number;
  /** Given where a `redacts` hook changed the fields, or failed: they must not be shown as they came. Ids of those hooks whose change stands. */
  cleanedBy?: string[];
  /** A `redacts` hook left them as they came, or had no turn. */
  unclean?: true;
  /** The first answer at a recovery point. */
  recovered?: ChainEnd & { action: 'respond' };
  /** The first answer that later hooks are not to see: it stands unless one of them denies or stops. */
  answered?: ChainEnd & { action: 'respond' };
  ended?: ChainEnd;
  /** What the policies said so far. */
  words: Judgement[];
  /** What they have the call held to. */
  confined: Confined[];
}

/** Records that were told are told again where they are others: whoever changes a part of one puts another in its place. */
export function rewrite({ hooks }: Pick<Carried, 'hooks'>, place: number, parts: Partial<HookRecord>): void {
  hooks[place] = { ...hooks[place]!, ...parts };
}

export const carriedOf = (request: DispatchRequest, resume: ResumeChain): Carried =>
  (resume.progress?.carried as unknown as Carried | undefined) ?? {
    payload: request.payload,
    votes: [],
    context: [],
    hooks: [],
    skipped: { ...noSkips },
    redirects: 0,
    words: [],
    confined: [],
  };

/** One dispatch under way. */
export interface Dispatch {
  readonly request: DispatchRequest;
  readonly point: HookPoint;
  readonly env: ChainEnv;
  readonly carried: Carried;
}
