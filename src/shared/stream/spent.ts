/** What the runs of a session came to, event by event: for the session at work, and for a replay of it, whose hooks are to see the same. */

import type { HookEvent } from '../events/events';
import { type Earlier, nothingEarlier } from '../hooks/dispatch';
import { addUsage, noUsage } from '../messages/messages';

/** Of two kinds: what runs told at their end, or had come to when they broke, and what the run of this id has come to so far. */
export interface Sums {
  closed: Earlier;
  open: Earlier;
  openRun: string;
  /** When the last event of that run was, in milliseconds since the epoch. */
  openAt: number;
}

export const nothingSpent: Sums = { closed: nothingEarlier, open: nothingEarlier, openRun: '', openAt: 0 };

const plus = (a: Earlier, b: Partial<Earlier>): Earlier => ({
  usage: addUsage(a.usage, b.usage ?? noUsage),
  costUsd: a.costUsd + (b.costUsd ?? 0),
  activeMs: a.activeMs + (b.activeMs ?? 0),
});

export const inAll = ({ closed, open }: Sums): Earlier => plus(closed, open);

/** Tokens, cost and time, of all agents: call by call while a run is on, then by what the run says it was in all. */
export function spentAfter(before: Sums, event: HookEvent): Sums {
  let { closed, open, openRun, openAt } = before;
  const isCall = event.type === 'completion' || (event.type === 'post_model_call' && event.data.origin === 'provider');
  const at = Date.parse(event.timestamp);
  // Hooks may have asked before the run has told of its beginning. Of one that broke nobody tells the sum any more.
  if (event.runId !== openRun && (isCall || event.type === 'before_run')) {
    [closed, open] = [plus(closed, open), nothingEarlier];
    [openRun, openAt] = [event.runId, at];
  }
  if (isCall) open = plus(open, { usage: event.usage, costUsd: event.costUsd });
  if (event.runId === openRun) {
    const isWaited = event.type === 'approval_resolved' || event.type === 'question_answered';
    if (!isWaited) open = plus(open, { activeMs: Math.max(0, at - openAt) });
    openAt = at;
  }
  const isManual = event.type === 'compacted' && event.data.trigger === 'manual';
  if (event.type === 'after_run' || isManual) {
    const { usage, costUsd } = event;
    const activeMs = event.type === 'after_run' ? event.duration - (event.data.waitedMs ?? 0) : 0;
    const others = event.runId === openRun ? nothingEarlier : open;
    [closed, open] = [plus(plus(closed, others), { usage, costUsd, activeMs }), nothingEarlier];
  }
  return { closed, open, openRun, openAt };
}
