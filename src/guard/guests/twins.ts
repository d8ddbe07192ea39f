/**
 * Moments that one agent tells of more than once: it runs the hooks that were configured for others too, so that where both are guarded each call comes through
 * both gates. It is judged once, and both are told the same.
 */
import { lookAlikesOf } from '../../protocols';
import type { AgentName, Occurrence } from '../../protocols/protocol';
import { digest } from '../place/digest';

interface Moment<T> {
  /** Through which it came. */
  gates: Set<AgentName>;
  keys: readonly string[];
  at: number;
  judged: Promise<T>;
}

/** An agent runs its hooks one after the other, and some of them wait for a human. */
const forgottenMs = 120_000;
const mostKept = 200;

export class Twins<T> {
  private moments: Moment<T>[] = [];

  /** What it came to. It is judged where no other gate has told of it; through the same gate it is always another moment. */
  tell(occurrence: Occurrence, gate: AgentName, judge: () => Promise<T>): { judged: Promise<T>; isTwin: boolean } {
    const at = Date.now();
    const keys = keysOf(occurrence);
    const isSame = (one: Moment<T>) => one.keys.some((key) => keys.includes(key));
    const twin = this.moments.findLast((one) => !one.gates.has(gate) && at - one.at < forgottenMs && isSame(one));
    if (twin) {
      twin.gates.add(gate);
      return { judged: twin.judged, isTwin: true };
    }
    const judged = judge();
    const kept = this.moments.filter((one) => at - one.at < forgottenMs).slice(1 - mostKept);
    this.moments = [...kept, { gates: new Set([gate]), keys, at, judged }];
    return { judged, isTwin: false };
  }
}

/**
 * By what it says of one session; or by the very words, where those say the moment too: of a prompt nobody can tell which agent it is. Not so a call: what one
 * agent's words come to says nothing of another's.
 */
const keysOf = ({ agent, sessionId, subagent, told, payload }: Occurrence): string[] => [
  digest([lookAlikesOf(agent), sessionId, subagent?.id, told]),
  ...(payload.timestamp === undefined || 'calls' in told ? [] : [digest(payload)]),
];
