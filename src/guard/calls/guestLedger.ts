/** What the moments of another agent's run leave behind: what one says about the next, the word on each, and what is settled once it was answered. */
import { answer } from '../../protocols';
import type { Answer, Occurrence, Verdict } from '../../protocols/protocol';
import type { JsonObject } from '../../shared/basics/json';
import type { ChainEnd } from '../../shared/verdicts/chainEnd';

/** What goes back to the agent. */
export type Reply = JsonObject;
/** A human is asked first. */
export type Later = () => Promise<Reply>;
/** What one moment of a run says about the next. */
export interface GuestRun {
  readonly id: string;
  /** Why every call is refused until the human speaks again. */
  halted: string | undefined;
  /** How often in a row hooks kept an agent going, by its id: a subagent's, or none. */
  readonly continued: Map<string, number>;
  /** Calls that a hook or policy wants a human to decide: no hook answers the agent's prompt for them. */
  readonly asked: Set<string>;
}

export class GuestLedger {
  private readonly verdicts = new WeakMap<Occurrence, Verdict>();
  /** What no answer waits for. */
  private readonly after: (() => Promise<unknown>)[] = [];

  constructor(public run: GuestRun) {}

  answer(occurrence: Occurrence, verdict: Verdict): Answer {
    this.verdicts.set(occurrence, verdict);
    return answer(occurrence, verdict);
  }

  /** What it came to, of a moment that was heard; for who tells of the same in other words. */
  verdictOn(occurrence: Occurrence): Verdict {
    return this.verdicts.get(occurrence) ?? {};
  }

  /** A hook may have ended the run with it. */
  heed(end: ChainEnd): void {
    if (end.action === 'stop' || end.action === 'error') this.run.halted ??= `a hook ended the run: ${end.reason}`;
  }

  settleLater(work: () => Promise<unknown>): void {
    this.after.push(work);
  }

  async settleAll(): Promise<void> {
    // What cannot be recorded of it is refused with the next call, which is recorded before it is answered.
    for (const work of this.after.splice(0)) await work().catch(() => undefined);
  }
}
