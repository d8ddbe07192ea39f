/** A call that is about to run, a while after it was let run: it begins where the word on it still holds at that very moment, and is judged anew where it does not. */
import type { Said } from '../../shared/events/events';
import { type AgentContext, note } from '../context/agentContext';
import { cancelled, denied, factsFor, judgeAgain, notRunnable, type Prepared } from '../judging/call';
import { hasOtherRules, isOutdated, type JudgedAt, judgedNow, saysElse } from '../judging/judgedAt';
import { leadsElsewhere, samePaths } from '../judging/leadsElsewhere';
import { putToHuman } from '../judging/putToHuman';
import { decide } from '../tools/approval';
import { runTool } from './runTool';

type Ready = Extract<Prepared, { kind: 'ready' }>;
type Unready = Exclude<Prepared, Ready>;
type Ran = Awaited<ReturnType<typeof runTool>> & { began: number };

/** What came of the tool, or what became of the call instead. With `anew` the word is asked for again whatever it rests on. */
export async function runJudged(ctx: AgentContext, ready: Ready, anew: boolean): Promise<Ran | Unready> {
  const { deps, run, agent } = ctx;
  const { call } = ready;
  let { judgedAt } = ready;
  const tell = (facts: Said<'files_changed'>) => note(ctx, 'files_changed', facts);
  let isStale = anew || judgedAt.callsRun !== run.callsRun || isOutdated(ctx, call.facts, judgedAt);
  for (;;) {
    if (agent.signal.aborted) return cancelled(call, agent.signal);
    if (isStale) {
      const judged = await judgeAnew(ctx, ready, judgedAt);
      if (agent.signal.aborted) return cancelled(call, agent.signal);
      if (judged.kind !== 'ready') return judged;
      judgedAt = judged.judgedAt;
    }
    const began = deps.clock.now();
    const begin = async () => (agent.signal.aborted || isOutdated(ctx, call.facts, judgedAt) ? undefined : runTool(ctx, call));
    const ran = await (deps.tracker?.around(tell, deps.tools, call, begin) ?? begin());
    if (ran) return { ...ran, began };
    isStale = true;
  }
}

/** The disk, the rules or the tool may have changed since the word was given: paths are read anew, the policies and the protected paths judge anew. */
async function judgeAnew(ctx: AgentContext, { call }: Ready, before: JudgedAt): Promise<Prepared> {
  const { deps } = ctx;
  const { facts, decidedBy } = call;
  const judgedAt = judgedNow(ctx);
  call.facts = factsFor(ctx, facts.toolName, facts.input);
  const broken = notRunnable(call.facts);
  if (broken) return { kind: 'failed', call, error: broken, origin: 'tool' };
  const { judgement } = await judgeAgain(ctx, call);
  const verdict = decide(call.facts, deps.tools.circumstances(call.facts), deps.permissions(), undefined, judgement);
  if (verdict.action === 'deny') return denied({ ...call, decidedBy: verdict.by }, verdict.reason);
  const stillReady: Ready = { kind: 'ready', call, judgedAt };
  if (verdict.action === 'run') return stillReady;
  const isOther = saysElse(facts, call.facts);
  // Whoever let it run spoke of the places that they were shown; only the human overrules who insists on being asked.
  const isHuman = decidedBy.kind === 'human' || decidedBy.kind === 'flag';
  if (isHuman && !isOther && samePaths(facts, call.facts)) return stillReady;
  // A rule or mode that let it run does so no more.
  const isGone = (decidedBy.kind === 'rule' || decidedBy.kind === 'mode') && hasOtherRules(ctx, before);
  if (!verdict.forced && !isOther && !isGone && !leadsElsewhere(ctx, facts, call.facts)) return stillReady;
  const { prepared } = await putToHuman(ctx, call, verdict, [], judgedAt);
  // Where a hook's failure ends the run with it, that is found out once the call is settled.
  return prepared;
}
