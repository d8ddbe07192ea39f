/** Whether a file may be shown to an agent that did not ask for it: the word of policies and rules on reading it, as if it were a call of the tool that reads. */

import type { DecidedBy } from '../../shared/verdicts/hookRecord';
import { isSecretFile } from '../../shell/paths/paths';
import type { AgentContext } from '../context/agentContext';
import { decide } from '../tools/approval';
import { type Call, judgeAgain } from './call';

export interface Hidden {
  /** `asks`: the human may show it nevertheless. */
  kind: 'denied' | 'asks';
  reason: string;
  by: DecidedBy;
}

/** Undefined where nothing stands against it; where the path lies is no matter of this. A host that is down denies. */
export async function whyHidden(ctx: AgentContext, path: string): Promise<Hidden | undefined> {
  const facts = ctx.deps.tools.reading(path);
  if (!facts) return { kind: 'denied', reason: 'there is no tool that reads files', by: { kind: 'default' } };
  const call: Call = { id: '', requestedInput: facts.input, facts, decidedBy: { kind: 'default' } };
  const { judgement } = await judgeAgain(ctx, call);
  const secret = isSecretFile(path);
  const around = { tool: { harmless: true }, inside: true, secret, sensitive: false };
  const verdict = decide(facts, around, { ...ctx.deps.permissions(), mode: 'ask', allow: [] }, undefined, judgement);
  if (verdict.action === 'run') return undefined;
  return { kind: verdict.action === 'deny' ? 'denied' : 'asks', reason: verdict.reason, by: verdict.by };
}
