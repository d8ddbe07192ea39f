/** Which hooks the events met that were looked at, and why others were skipped: asked of the host once for each. */

import type { HookEvent } from '../../shared/events/events';
import type { ChainStep } from '../../shared/verdicts/chainStep';
import { post } from '../host';

export class ExplainedChains {
  /** By event id; undefined while the answer is on its way, or where there is none. */
  private readonly known = new Map<string, ChainStep[] | undefined>();

  ask({ id, hookSet }: HookEvent): void {
    if (hookSet === undefined || this.known.has(id)) return;
    this.known.set(id, undefined);
    post({ type: 'explain', eventId: id });
  }

  answered(eventId: string, steps: ChainStep[] | undefined): void {
    this.known.set(eventId, steps);
  }

  of({ id }: HookEvent): ChainStep[] | undefined {
    return this.known.get(id);
  }

  clear(): void {
    this.known.clear();
  }
}
