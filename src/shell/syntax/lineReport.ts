/** What has been found out about a line so far, and what it has cost. */

import { brief } from '../../shared/basics/brief';
import type { Command, Uncertainty } from '../../shared/calls/toolFacts';

/** Thrown where reading on would cost more than anyone should wait for. */
export class TooMuch extends Error {}

/** Each is some hundredths of a millisecond, the first time that a process reads anything. */
const mostSteps = 5000;

/** Nobody reads what costs more than anyone should wait for. */
export const tooLong = 'it is too long to be read';

export class LineReport {
  readonly commands: Command[] = [];
  readonly paths = new Set<string>();
  readonly likelyPaths = new Set<string>();
  /** False where `paths` may lack some. */
  complete = true;
  /** It runs something that is not among the commands. */
  hides = false;
  protected readonly uncertain = new Map<string, Uncertainty>();
  private readonly bars = new Set<string>();
  private steps = 0;

  get uncertainties(): Uncertainty[] {
    return [...this.uncertain.values()];
  }
  get allowBars(): string[] {
    return [...this.bars];
  }

  /** What runs is not among the commands. */
  protected hidden(reason: string): void {
    this.hides = true;
    this.unknowable(reason);
  }

  protected unknowable(reason: string, kind: Uncertainty['kind'] = 'line'): void {
    if (!this.uncertain.has(reason)) this.uncertain.set(reason, { kind, reason });
  }

  /** Code that nobody reads here: it may run anything, and read any file. */
  protected unread(reason: string): void {
    this.unknowable(reason, 'code');
    this.complete = false;
  }

  protected bar(reason: string): void {
    this.bars.add(reason);
  }

  protected spend(steps: number): void {
    this.steps += steps;
    if (this.steps > mostSteps) throw new TooMuch();
  }

  /** What is read meanwhile may run, and nothing says that it does: of it, the paths count, and with `isWhole` whether there may be more of them. */
  protected perhaps(isWhole: boolean, read: () => void): void {
    const { hides, complete } = this;
    const [uncertain, bars] = [[...this.uncertain], [...this.bars]];
    read();
    const isRead = this.complete && !this.hides;
    Object.assign(this, { hides, complete: complete && (isRead || !isWhole) });
    this.uncertain.clear();
    for (const [reason, one] of uncertain) this.uncertain.set(reason, one);
    this.bars.clear();
    for (const reason of bars) this.bars.add(reason);
  }

  giveUp(reason: string): void {
    this.hidden(reason);
    this.complete = false;
  }
}

/** A word as it is shown to people. */
export const shown = (text: string): string => `\`${brief(text, 60)}\``;
