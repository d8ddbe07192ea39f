/** How far rules would have reached among the calls that sessions recorded. */

import type { JsonObject } from '../../shared/basics/json';
import type { RuleReach } from '../../shared/calls/approvals';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import { reachOf } from '../../shell/rules/ruleOffers';
import { toolOf } from '../../shell/rules/rules';
import type { PastCalls } from '../ports/human';

export const mostPastCalls = 40;

/** Of rules that name one tool; those of several tools, and of tools that were never called, are left out. */
export async function ruleReach(
  rules: readonly string[],
  pastCalls: PastCalls,
  factsOf: (toolName: string, input: JsonObject) => ToolFacts,
): Promise<RuleReach[]> {
  const read = new Map<string, ToolFacts[]>();
  const found: RuleReach[] = [];
  for (const rule of new Set(rules)) {
    const tool = toolOf(rule);
    if (tool === undefined) continue;
    // As it is registered, whatever case the rule is in.
    const { toolName } = factsOf(tool, {});
    if (!read.has(toolName))
      read.set(
        toolName,
        (await pastCalls(toolName, mostPastCalls)).map(({ input }) => factsOf(toolName, input as JsonObject)),
      );
    const [reach] = reachOf([rule], read.get(toolName)!);
    if (reach && reach.of > 0) found.push(reach);
  }
  return found;
}
