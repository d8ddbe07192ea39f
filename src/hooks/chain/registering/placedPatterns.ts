/** Path patterns of policies, as whoever knows nothing of the policy is told them: in the folder of whoever wrote them. Pure. */

import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { Confinement } from '../../../shared/verdicts/confinement';
import { startingIn } from '../../../shell/paths/pathPatterns';
import type { HookDescription, PathLimits } from '../words/registered';

/** What begins in no folder of its own is left to those who ask. */
const placed = ({ folder }: HookDescription, patterns: readonly string[], anyDepth = false): readonly string[] =>
  folder === undefined ? patterns : startingIn([folder], patterns, anyDepth);

export const limitsOf = (hook: HookDescription & { limits: PathLimits }): PathLimits => ({
  ...(hook.limits.denied ? { denied: placed(hook, hook.limits.denied, true) } : {}),
  ...(hook.limits.allowed ? { allowed: placed(hook, hook.limits.allowed) } : {}),
});

/** What a policy may compare with paths, whichever calls it judges. */
export function restrictedPaths(hook: HookDescription): readonly string[] {
  if (hook.kind !== 'policy') return [];
  const matched = Object.entries(hook.options.match).flatMap(([name, patterns]) => (name === 'command' ? [] : patterns));
  return placed(hook, [...(hook.limits?.denied ?? []), ...matched]);
}

/** What a policy has a call confined to. */
export function meantBy(words: Confinement, { folder }: HookDescription, { folders }: Pick<ToolFacts, 'folders'>): Confinement {
  if (!folders) return words;
  const own = folder === undefined ? folders : [folder];
  const { denyRead, denyWrite, onlyPaths } = words;
  return {
    ...words,
    ...(denyRead ? { denyRead: startingIn(own, denyRead, true) } : {}),
    ...(denyWrite ? { denyWrite: startingIn(own, denyWrite, true) } : {}),
    ...(onlyPaths ? { onlyPaths: onlyPaths.map((list) => startingIn(own, list)) } : {}),
  };
}
