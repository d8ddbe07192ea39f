/** What an approval shows the human, and what names it. */
import { createHash } from 'node:crypto';
import type { ApprovalRequest } from '../../shared/calls/approvals';
import { canonical } from '../../shared/hooks/outcome';
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import { reachOf } from '../../shell/rules/ruleOffers';
import type { AgentContext } from '../context/agentContext';
import { type CallVerdict, riskOf } from '../tools/approval';
import { mostPastCalls } from '../tools/ruleReach';
import { type Call, factsFor } from './call';
import { changePatch } from './changePatch';

export type Asking = Extract<CallVerdict, { action: 'ask' }>;

/** What hooks made of the input, for the prompt. */
export const changedByHooks = (hooks: readonly HookRecord[]): ApprovalRequest['changedBy'] =>
  hooks
    .filter(
      (hook) => !hook.shadow && hook.noEffect === undefined && hook.changed?.some((change) => change.field.startsWith('input')),
    )
    .map(({ name, file, line, changed }) => ({
      name,
      file,
      line,
      fields: changed!.map((change) => change.field.replace(/^input\./, '')),
    }));

export async function approvalRequest(
  ctx: AgentContext,
  id: string,
  call: Call,
  verdict: Asking,
  changedBy: ApprovalRequest['changedBy'],
  problem?: string,
): Promise<ApprovalRequest> {
  const { deps, agent } = ctx;
  const { facts } = call;
  const changed = canonical(facts.input) !== canonical(call.requestedInput);
  const preview = await deps.tools.preview(facts, deps.environment).catch(() => undefined);
  return {
    id,
    toolCallId: call.id,
    toolName: facts.toolName,
    input: facts.input,
    ...(changed ? { requestedInput: call.requestedInput } : {}),
    inputHash: hashOfShown(facts.toolName, facts.input),
    agentName: agent.name,
    ...(agent.guest ? { guest: agent.guest } : {}),
    branch: agent.branch,
    reason: problem ?? verdict.reason,
    ...(verdict.uncertain === undefined ? {} : { uncertain: verdict.uncertain }),
    askedBy: verdict.by,
    changedBy,
    risk: riskOf(facts, deps.tools.circumstances(facts), preview?.isNew),
    diff: preview && changePatch(preview.path, preview.before, preview.after),
    suggestions: verdict.suggestions,
    ...(await reachFor(ctx, call, verdict.suggestions)),
    ...(call.confinement ? { confinement: call.confinement } : {}),
  };
}

async function reachFor(
  ctx: AgentContext,
  { id, facts }: Call,
  rules: readonly string[],
): Promise<Pick<ApprovalRequest, 'reach'>> {
  const { pastCalls } = ctx.deps;
  if (rules.length === 0 || !pastCalls) return {};
  const past = await pastCalls(facts.toolName, mostPastCalls + 1);
  const others = past.filter(({ toolCallId }) => toolCallId !== id).slice(0, mostPastCalls);
  if (others.length === 0) return {};
  return {
    reach: reachOf(
      rules,
      others.map(({ input }) => factsFor(ctx, facts.toolName, input)),
    ),
  };
}

/** Names what the human was shown: an answer to anything else is void. */
export const hashOfShown = (toolName: string, shown: unknown): string =>
  createHash('sha256')
    .update(`${toolName}\n${canonical(shown)}`)
    .digest('hex');
