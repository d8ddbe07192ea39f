/** Whether a call means other places by now than those that were judged: the disk changes, and what is allowed are the places that somebody saw. */
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { AgentContext } from '../context/agentContext';

export const samePaths = (before: ToolFacts, now: ToolFacts): boolean =>
  JSON.stringify(before.paths) === JSON.stringify(now.paths);

/** A path field names another place by now; or a command line, whose words may find more files than before, one that is none of the workspace's. */
export function leadsElsewhere({ deps }: AgentContext, before: ToolFacts, now: ToolFacts): boolean {
  if (JSON.stringify(before.fieldPaths) !== JSON.stringify(now.fieldPaths)) return true;
  const known = new Set(before.paths);
  const paths = now.paths.filter((path) => !known.has(path));
  const { inside, secret } = deps.tools.circumstances({
    ...now,
    paths,
    pathsComplete: now.pathsComplete || !before.pathsComplete,
  });
  return !inside || secret;
}
