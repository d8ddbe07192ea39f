/** What becomes of a tool call once its chain has ended: one rule for the calls that run here, and for those of agents that run elsewhere. */

import { unreachable } from '../../shared/basics/unreachable';
import type { DispatchResult } from '../../shared/hooks/dispatch';
import type { ChainEnd, Judgement } from '../../shared/verdicts/chainEnd';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';

export type AfterChain =
  /** Policies, rules, mode and the human have the word. */
  | { kind: 'goesOn' }
  | { kind: 'denied'; by: DecidedBy; reason: string }
  /** The run ends with it. */
  | { kind: 'halted'; by: DecidedBy; reason: string }
  /** A hook answered, or failed, in the tool's place. `refused`: a policy denies the call even so. */
  | { kind: 'replaced'; end: Extract<ChainEnd, { action: 'respond' | 'fail' }>; refused?: Judgement };

export function afterChain({ end, judgement }: Pick<DispatchResult<'preToolUse'>, 'end' | 'judgement'>): AfterChain {
  switch (end.action) {
    case 'continue':
      return { kind: 'goesOn' };
    case 'deny':
      return { kind: 'denied', by: end.by, reason: end.reason };
    case 'stop':
    case 'error':
      return { kind: 'halted', by: end.by, reason: end.reason };
    case 'respond':
    case 'fail':
      return { kind: 'replaced', end, ...(judgement?.action === 'deny' ? { refused: judgement } : {}) };
    // No chain of this event ends so; if one did, nobody would have let the tool run.
    case 'retry':
    case 'drop':
    case 'continueWith':
      return { kind: 'denied', by: end.by, reason: `${end.action} says nothing of a call that has not run` };
    default:
      return unreachable(end);
  }
}
