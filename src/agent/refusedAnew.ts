/** A call that is about to run, a while after it was let run: whether it still may. */
import type { AgentContext } from './agentContext';
import { decide } from './approval';
import { askHuman } from './askHuman';
import { type Call, denied, factsFor, judgeAgain, type Prepared } from './call';
import { leadsElsewhere, samePaths } from './leadsElsewhere';

/** The disk or the rules may have changed since the word was given: paths are read anew, the policies and the protected paths judge anew. */
export async function refusedAnew(ctx: AgentContext, call: Call): Promise<Prepared | undefined> {
  const { deps } = ctx;
  const before = call.facts;
  call.facts = factsFor(ctx, before.toolName, before.input);
  const { hookSet } = deps.hooks;
  const { judgement } = await judgeAgain(ctx, call);
  const verdict = decide(call.facts, deps.tools.circumstances(call.facts), deps.permissions(), undefined, judgement);
  if (verdict.action === 'deny') return denied({ ...call, decidedBy: verdict.by }, verdict.reason);
  if (verdict.action !== 'ask') return undefined;
  // Whoever let it run spoke of the places that they were shown; only the human overrules who insists on being asked.
  if ((call.decidedBy.kind === 'human' || call.decidedBy.kind === 'flag') && samePaths(before, call.facts)) return undefined;
  if (!verdict.forced && !leadsElsewhere(ctx, before, call.facts)) return undefined;
  const again = await askHuman(ctx, call, verdict, [], hookSet);
  return again.kind === 'ready' ? undefined : again;
}
