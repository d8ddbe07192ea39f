/** What a replay tells: how many recorded decisions today's hooks would make otherwise, and which. */

import { addCoverage, type FileCoverage } from '../../shared/hooks/fileCoverage';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';

/** One side of a change. */
export interface Side {
  /** The strictest word, policies included; `modify` where only a value was changed, `continue` where nothing was. */
  decision: string;
  reason?: string;
  by?: DecidedBy;
  /** The input, task or message as the hooks left it. */
  input?: unknown;
  /** The output as they left it, or what stood in its place. */
  output?: unknown;
}

export interface ReplayedChange {
  session: string;
  runId: string;
  eventId: string;
  event: string;
  toolName?: string;
  toolCallId?: string;
  before: Side;
  after: Side;
}

/** A hook that reached for what a replay does not have. */
export interface ReplayedFailure {
  session: string;
  eventId: string;
  event: string;
  hook: string;
  file: string;
  line: number;
  message: string;
}

/** Each decision is one of: changed, unknown, failed, or as it was. */
export interface ReplayReport {
  /** Recorded dispatches of events that hooks can decide. */
  decisions: number;
  changed: number;
  /** They follow a change in their run, or what they need was not recorded. */
  unknown: number;
  /** A hook was stopped in them. */
  failed: number;
  changes: ReplayedChange[];
  failures: ReplayedFailure[];
  /** The lines that hooks reached, where they are counted. */
  coverage?: FileCoverage[];
}

export const emptyReport = (): ReplayReport => ({
  decisions: 0,
  changed: 0,
  unknown: 0,
  failed: 0,
  changes: [],
  failures: [],
});

/** Adds to the first. */
export function addReport(sum: ReplayReport, more: ReplayReport): void {
  for (const name of ['decisions', 'changed', 'unknown', 'failed'] as const) sum[name] += more[name];
  sum.changes.push(...more.changes);
  sum.failures.push(...more.failures);
  if (more.coverage) sum.coverage = addCoverage(sum.coverage ?? [], more.coverage);
}

export const summaryOf = ({ changed, decisions, unknown }: ReplayReport): string =>
  `${changed} of ${decisions} decisions would change, ${unknown} unknown`;
