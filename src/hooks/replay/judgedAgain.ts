/** When the policies of a recorded call spoke once more after its gate: what they remember of that counts for what they say later. */

import type { UnreadBy } from '../../shared/events/eventReaders';
import type { HookEvent } from '../../shared/events/events';
import type { DispatchRequest } from '../../shared/hooks/dispatch';

export interface PastGate {
  request: DispatchRequest;
  /** Calls of the run that had run by then. */
  calls: number;
  /** A policy denied it at once. */
  denied: boolean;
  /** It was put to the human. */
  asked?: true;
}

/** `untold`: on an input that the record does not tell, such as one that the human edited. `calls` of the run had run when that event came. */
export function spokeAgain(event: HookEvent, judged: PastGate, calls: number): 'on the same' | 'untold' | undefined {
  const isStale = judged.calls !== calls;
  switch (event.type) {
    case 'tool_start':
      return isStale ? 'on the same' : undefined;
    case 'approval_requested':
      return judged.asked || isStale ? 'untold' : undefined;
    case 'approval_resolved':
      if (event.decidedBy?.kind === 'policy') return 'untold';
      return event.data.decision === 'allow' && event.decidedBy?.kind !== 'hook' ? 'on the same' : undefined;
    case 'tool_settled':
      return event.decidedBy?.kind === 'policy' && !judged.denied ? 'untold' : undefined;
    default:
      event.type satisfies UnreadBy<'judgedAgain'>;
      return undefined;
  }
}
