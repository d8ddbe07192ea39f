/** What becomes of the policies that confine a call: what it is held to when it runs, and what cannot be held is asked. */

import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { Confined, Judgement } from '../../shared/verdicts/chainEnd';
import { type Confinement, unite } from '../../shared/verdicts/confinement';
import { isCommandLine } from '../../shell/rules/commandMatch';
import type { AgentContext } from '../context/agentContext';

export interface Held {
  /** The strictest word of all policies, where some of it could not be held too. */
  judgement?: Judgement;
  confinement?: Confinement;
}

export async function heldTo(
  ctx: AgentContext,
  facts: ToolFacts,
  judgement: Judgement | undefined,
  confined: readonly Confined[] = [],
): Promise<Held> {
  if (judgement?.action === 'deny') return { judgement };
  const all = everyCommand(ctx, facts);
  if (confined.length === 0 && !all) return { judgement };
  if (!isCommandLine(facts)) return byReading(ctx, facts, judgement, confined);
  const missing = await unavailable(ctx);
  const asks = judgement ? [judgement] : [];
  const kept: Confinement[] = [];
  for (const one of all ? [...confined, all] : confined) {
    // What only hides is held where that is possible; the policy has judged the line by reading.
    const gaps = one.words.hideOnly ? [] : missing === undefined ? await gapsOf(ctx, one.words) : [missing];
    if (gaps.length > 0)
      asks.push({ action: 'ask', by: one.by, reason: `${one.reason} (it cannot be confined: ${gaps.join('; ')})` });
    if (missing === undefined) kept.push(one.words);
  }
  return { judgement: asks[0], ...(kept.length > 0 ? { confinement: unite(kept) } : {}) };
}

/** Where all commands are confined, whatever the policies say. */
function everyCommand({ deps }: AgentContext, facts: ToolFacts): Confined | undefined {
  const { sandbox, hosts = [] } = deps.permissions();
  if (sandbox !== 'always' || !isCommandLine(facts)) return undefined;
  return {
    by: { kind: 'mode', name: 'sandbox' },
    reason: 'all commands are to run in the sandbox',
    words: { hosts, asksHosts: true },
  };
}

async function unavailable({ deps }: AgentContext): Promise<string | undefined> {
  const { sandbox: mode, unheld } = deps.permissions();
  if (unheld !== undefined) return unheld;
  if (mode === 'off') return 'the sandbox is switched off';
  const { sandbox } = deps.environment;
  return sandbox ? sandbox.unavailable() : 'there is no sandbox here';
}

const gapsOf = async ({ deps }: AgentContext, words: Confinement): Promise<string[]> =>
  (await deps.environment.sandbox?.gaps(words)) ?? [];

/** Tools of this process act on the paths they name, so that their word is known without a sandbox; those of others run where no sandbox reaches. */
function byReading(
  { deps }: AgentContext,
  facts: ToolFacts,
  judgement: Judgement | undefined,
  confined: readonly Confined[],
): Held {
  const asks = judgement ? [judgement] : [];
  const words = unite(confined.map((one) => one.words));
  for (const { by, reason, words: own } of confined) {
    const gap = deps.tools.cannotHold(facts, own);
    if (gap !== undefined) {
      asks.push({ action: 'ask', by, reason: `${reason} (it cannot be confined: ${gap})` });
      continue;
    }
    const against = deps.tools.goesAgainst(facts, own);
    if (against !== undefined) return { judgement: { action: 'deny', by, reason: `${reason}: ${against}` } };
  }
  return { judgement: asks[0], confinement: words };
}
