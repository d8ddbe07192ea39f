/** What the word on a call rests on. Between that word and the call anything of it may become another: prompts stand, files are looked at, others run. */
import type { ToolFacts } from '../../shared/calls/toolFacts';
import { builtIn } from '../../shared/calls/toolNames';
import type { AgentContext } from '../context/agentContext';
import type { Permissions } from '../tools/approval';

export interface JudgedAt {
  hookSet: string;
  /** The mode and the rules. */
  permissions: Permissions;
  callsRun: number;
}

/** To be taken before anybody is asked for the word. */
export const judgedNow = ({ deps, run }: AgentContext, hookSet = deps.hooks.hookSet): JudgedAt => ({
  hookSet,
  permissions: deps.permissions(),
  callsRun: run.callsRun,
});

/** Policies, rules, mode or tool are not those that the word was on. */
export const isOutdated = (ctx: AgentContext, facts: ToolFacts, at: JudgedAt): boolean =>
  at.hookSet !== ctx.deps.hooks.hookSet || hasOtherRules(ctx, at) || ctx.deps.tools.isRedefined(facts);

/** The human has switched the mode, or made or taken back a rule. */
export const hasOtherRules = ({ deps }: AgentContext, { permissions }: JudgedAt): boolean =>
  JSON.stringify(permissions) !== JSON.stringify(deps.permissions());

/** What others bring says another thing of itself than when the word was given. */
export const saysElse = (before: ToolFacts, now: ToolFacts): boolean =>
  before.scope !== builtIn && JSON.stringify(before.declaration) !== JSON.stringify(now.declaration);
