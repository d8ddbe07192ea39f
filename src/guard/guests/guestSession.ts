/**
 * A session of another agent, as we see it: each of its moments goes through the same chain as those of our own agent, is judged by the same policies and
 * leaves the same events. What the chain says is put into words that the agent can be told.
 */

import type { AgentContext } from '../../agent/context/agentContext';
import type { Session } from '../../agent/session/session';
import type { Occurrence, Verdict } from '../../protocols/protocol';
import { Outstanding } from '../../shared/basics/outstanding';
import { within } from '../../shared/basics/within';
import { GuestLedger, type GuestRun, type Later, type Reply } from '../calls/guestLedger';
import { GuestMoments } from '../calls/guestMoments';
import type { InTime } from '../calls/guestPrompt';
import type { KeptRun, RunLeft } from './keptRun';

/** What the process that judges can do beside judging. */
export interface GuestWays {
  /** Milliseconds that a human has to answer a prompt of ours, from the agent's question; undefined where the agent's own prompt is to ask. */
  promptMs?(): number | undefined;
}

export class GuestSession {
  private ctx: AgentContext;
  private queue: Promise<unknown> = Promise.resolve();
  private readonly ledger: GuestLedger;
  private readonly moments: GuestMoments;
  private readonly hurried = new AbortController();
  /** Of runs that are over: nothing that their observers say counts any more, so that no gate waits for them. */
  private readonly observing = new Outstanding();

  constructor(
    private readonly session: Session,
    private readonly kept: KeptRun,
    private readonly ways: GuestWays = {},
  ) {
    const left = kept.read();
    const known = left && 'id' in left ? left : undefined;
    this.ctx = session.outside(known?.id);
    this.ledger = new GuestLedger(known ? goneOn(known) : newRun(this.ctx.run.id));
    this.moments = new GuestMoments(this.ledger);
    if (known?.state) this.ctx.deps.hooks.takeRun?.(known.id, known.state);
    // Whether it was stopped is not known: only the human's next word begins another.
    if (left && 'lost' in left) this.ledger.run.halted = left.lost;
  }

  /** One at a time, in the order they came; no other waits for a human, and none once `gone` is aborted. Never rejects for what a hook does. */
  hear(occurrence: Occurrence, gone?: AbortSignal): Promise<Reply> {
    const { clock } = this.ctx.deps;
    const heard = clock.now();
    const promptMs = this.ways.promptMs?.();
    const left = () => Math.max(0, (promptMs ?? 0) - (clock.now() - heard));
    const ends = [this.hurried.signal, ...(gone ? [gone] : [])];
    const inTime: InTime | undefined =
      promptMs === undefined ? undefined : (work) => within(clock, left(), AbortSignal.any(ends), work);
    const turn = this.queue.then(async () => {
      const reply = await this.judge(occurrence, inTime);
      this.kept.keep(this.left);
      return reply;
    });
    this.queue = turn.catch(() => undefined).then(() => this.ledger.settleAll());
    return turn.then(async (reply) => {
      if (typeof reply !== 'function') return reply;
      try {
        return await reply();
      } finally {
        this.queue = this.queue.then(() => this.ledger.settleAll());
      }
    });
  }

  /** Nobody is waited for any more. */
  hurry(): void {
    this.hurried.abort();
  }

  /** Observers have seen all runs that are over. */
  observed(): Promise<void> {
    return this.observing.over();
  }

  /** All that was heard is judged, and observers have seen it. */
  async close(handsOver = false): Promise<void> {
    try {
      await this.queue;
      await this.observed();
      const { hooks } = this.ctx.deps;
      const { id } = this.ctx.run;
      const state = handsOver ? hooks.runState?.(id) : undefined;
      await hooks.endRun(id);
      if (state) this.kept.keep({ ...this.left, state });
    } finally {
      await this.session.dispose();
    }
  }

  /** What it came to, of a moment that was heard; for who tells of the same in other words. */
  verdictOn(occurrence: Occurrence): Verdict {
    return this.ledger.verdictOn(occurrence);
  }

  private get left(): RunLeft {
    const { run } = this.ledger;
    return { ...run, continued: [...run.continued], asked: [...run.asked] };
  }

  /** The same run, with the agent whose moment it is. */
  private at({ agent, subagent }: Occurrence): AgentContext {
    const main = { ...this.ctx.agent, name: agent };
    if (!subagent) return { ...this.ctx, agent: main };
    const name = subagent.type ?? 'agent';
    return { ...this.ctx, agent: { ...main, name, branch: `main/${name.replaceAll('/', '-')}`, depth: 1, taskId: subagent.id } };
  }

  private async judge(occurrence: Occurrence, inTime: InTime | undefined): Promise<Reply | Later> {
    const { told } = occurrence;
    const { event } = told;
    // A human's prompt begins a run; what is heard after the end of a session belongs to another.
    if (event === 'userMessage' && !told.notice) this.beginAnother();
    const reply = await this.moments.judge(this.at(occurrence), occurrence, inTime);
    if (event === 'sessionEnd') this.beginAnother();
    return reply;
  }

  private beginAnother(): void {
    this.observing.add(this.ctx.deps.hooks.endRun(this.ctx.run.id));
    this.ctx = this.session.outside();
    this.ledger.run = newRun(this.ctx.run.id);
  }
}

const newRun = (id: string): GuestRun => ({ id, halted: undefined, continued: new Map(), asked: new Set() });

/** Another process began it. */
const goneOn = ({ id, halted, continued, asked }: RunLeft): GuestRun => ({
  ...{ id, halted, continued: new Map(continued), asked: new Set(asked) },
});
