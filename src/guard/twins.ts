/**
 * Moments that one agent tells of more than once: it runs the hooks that were configured for others too, so that where both are guarded each call comes through
 * both gates. It is judged once, and both are told the same.
 */
import type { AgentName, Occurrence } from '../protocols/protocol';

interface Moment<T> {
  /** Through which it came. */
  gates: Set<AgentName>;
  key: string;
  at: number;
  judged: Promise<T>;
}

/** An agent runs its hooks one after the other, and some of them wait for a human. */
const forgottenMs = 120_000;
const mostKept = 200;

export class Twins<T> {
  private moments: Moment<T>[] = [];

  /** The moment of which this gate has not told yet, where it came through another; through the same gate it is always another moment. */
  of(occurrence: Occurrence, gate: AgentName): Moment<T> | undefined {
    const key = keyOf(occurrence);
    const found = this.moments.findLast((one) => one.key === key && !one.gates.has(gate) && Date.now() - one.at < forgottenMs);
    found?.gates.add(gate);
    return found;
  }

  add(occurrence: Occurrence, gate: AgentName, judged: Promise<T>): void {
    const at = Date.now();
    const kept = this.moments.filter((one) => at - one.at < forgottenMs).slice(1 - mostKept);
    this.moments = [...kept, { gates: new Set([gate]), key: keyOf(occurrence), at, judged }];
  }
}

const keyOf = ({ agent, sessionId, subagent, told }: Occurrence): string =>
  JSON.stringify([agent, sessionId, subagent?.id, told]);
