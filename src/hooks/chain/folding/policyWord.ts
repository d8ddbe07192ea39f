/** What a policy that has been called says of a tool call. Pure. */

import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import type { Confined, Judgement } from '../../../shared/verdicts/chainEnd';
import type { Called } from '../calling/callHook';
import { onlyMight } from '../choosing/matching';
import { meantBy } from '../registering/placedPatterns';
import { confinementOf } from '../words/decisions';
import type { RegisteredHook } from '../words/registered';
import { byOf, reasonOf } from './fold';

export interface PolicyWord {
  /** As its record has it. */
  reason?: string;
  mightMatch?: true;
  judgement?: Judgement;
  confined?: Confined;
}

const nothing: PolicyWord = {};

/** One that failed, or had not spoken when the run was stopped, denies. */
export function policyWord(hook: RegisteredHook, { error, aborted, decision }: Called, payload: PayloadFields): PolicyWord {
  const action = error || aborted ? 'deny' : decision!.action;
  if (action !== 'deny' && action !== 'ask' && action !== 'confine') return nothing;
  const by = byOf(hook);
  const { name } = by;
  if (action === 'confine') {
    const { ask, words: said } = confinementOf(decision!);
    const words = meantBy(said, hook, payload as unknown as ToolFacts);
    const reason = reasonOf(decision!, `confined by policy ${name}`);
    return {
      ...(words.hideOnly ? {} : { reason }),
      ...(ask ? { judgement: { action: 'ask', reason, by } } : {}),
      confined: { by, reason, words },
    };
  }
  const fallback = `${action === 'deny' ? 'denied' : 'asked'} by policy ${name}`;
  const said = error
    ? `policy ${name} failed: ${error.message}`
    : aborted
      ? `the run was stopped before policy ${name} had spoken`
      : reasonOf(decision!, fallback);
  const unsure = decision ? onlyMight(hook, payload) : undefined;
  if (unsure === undefined) return { reason: said, judgement: { action, reason: said, by } };
  if (action === 'ask') return { reason: said, judgement: { action, reason: said, by, uncertain: unsure } };
  // Who denies what only might be meant leaves the word to the human.
  const reason = `${said} (it only might match: ${unsure})`;
  return { reason, mightMatch: true, judgement: { action: 'ask', reason, by } };
}
