/** What searches leave out: what no call could name, by a policy or a rule in force, and files that may hold secrets. */
import { aliasesOf } from '../../shell/paths/linkedPatterns';
import { coversPath, patternBases } from '../../shell/paths/pathPatterns';
import { isSecretFile } from '../../shell/paths/paths';
import { deniedPaths } from '../../shell/rules/rules';
import { type AgentContext, agentHooksOf, factsOf } from '../context/agentContext';
import type { ToolContext } from '../ports/tool';
import { type Call, toolFields } from './call';

/** Most tools ask of no path: what is in force is looked at with the first. */
export function leavingOut(ctx: AgentContext, call: Call): ToolContext['leavesOut'] {
  let leaves: ToolContext['leavesOut'] | undefined;
  return (path) => {
    leaves ??= inForce(ctx, call);
    return leaves(path);
  };
}

function inForce(ctx: AgentContext, call: Call): ToolContext['leavesOut'] {
  const { hooks, permissions, tools } = ctx.deps;
  const bases = patternBases(call.facts);
  const limits = hooks.pathLimits({
    event: 'preToolUse',
    run: factsOf(ctx),
    payload: toolFields(call),
    agentHooks: agentHooksOf(ctx),
  });
  // A search shows what reading it would.
  const reader = tools.reader();
  const rules = deniedPaths(permissions().deny, [call.facts, ...(reader ? [reader] : [])]);
  const covers = (patterns: readonly string[], path: string, anyDepth?: boolean) =>
    bases.some((base) => patterns.some((pattern) => coversPath(pattern, path, { ...base, anyDepth })));
  const links = tools.linksIn([...rules, ...limits.flatMap(({ denied = [] }) => denied)]);
  const isOut = (path: string) => covers(rules, path) || limits.some(({ denied = [] }) => covers(denied, path, true));
  return (path) => {
    const isDenied =
      isOut(path) || aliasesOf(path, links).some(isOut) || limits.some(({ allowed }) => allowed && !covers(allowed, path));
    return isDenied ? 'denied' : isSecretFile(path) ? 'secret' : undefined;
  };
}
