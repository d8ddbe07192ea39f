/** Whether a hook runs for a dispatch, and if not, why: the one rule behind the chain and "why was it skipped". */
import picomatch from 'picomatch';
import { type DispatchRequest, namesOf, type ToolFacts } from '../../shared/dispatch';
import type { SkipCounts } from '../../shared/events';
import type { JsonObject } from '../../shared/json';
import { hookPoints } from '../../shared/points';
import { matchesAny } from '../../shared/wildcards';
import { coversPath } from '../../shell/pathPatterns';
import type { HookDescription } from './registered';

export type SkipReason = keyof SkipCounts;

const globs = new Map<string, (branch: string) => boolean>();
function globMatches(glob: string, branch: string): boolean {
  let matcher = globs.get(glob);
  if (!matcher) {
    matcher = picomatch(glob);
    globs.set(glob, matcher);
  }
  return matcher(branch);
}

/** Whether an agent has hooks of its own among these. */
export const hasOwnAmong =
  (hooks: readonly HookDescription[]) =>
  (agentName: string): boolean =>
    hooks.some((hook) => hook.agent === agentName && hook.options.enabled);

export function skipReason(
  hook: HookDescription,
  { event, run, agentHooks }: DispatchRequest,
  payload: JsonObject,
): SkipReason | undefined {
  const { options } = hook;
  if (!options.enabled) return 'disabled';
  if (hook.agent !== undefined && !agentHooks?.includes(hook.agent)) return 'agent';
  const isInherited = run.depth > 0 && hook.agent !== run.agentName;
  // Policies are not handed down, they hold everywhere beneath.
  if (isInherited && hook.kind === 'hook') {
    if (options.inherit === 'never') return 'agent';
    if (options.inherit === 'if-none' && agentHooks?.includes(run.agentName)) return 'agent';
  }
  if (options.agents.length > 0 && !options.agents.some((glob) => glob === run.agentName || globMatches(glob, run.branch)))
    return 'agent';
  if (!('tool' in hookPoints[event])) return undefined;
  const facts = payload as unknown as ToolFacts;
  if (options.tools.length > 0 && !namesOf(facts).some((name) => matchesAny(name, options.tools, true))) return 'tool';
  for (const [field, patterns] of Object.entries(options.match)) if (!fieldMatches(field, patterns, facts)) return 'match';
  return undefined;
}

/** A missing or non-string field matches; a command line matches if one of its commands does, or if it cannot be parsed. */
function fieldMatches(field: string, patterns: string[], facts: ToolFacts): boolean {
  const value = facts.input?.[field];
  if (typeof value !== 'string') return true;
  if (field === 'command') return !facts.commands || facts.commands.some(({ text }) => matchesAny(text, patterns, false));
  const path = facts.fieldPaths?.[field];
  if (path !== undefined) return patterns.some((pattern) => coversPath(pattern, path, { folder: facts.cwd, home: facts.home }));
  return matchesAny(value, patterns, false);
}

/** An `allow` behind `match.command` counts only if the line was fully parsed and every command in it matches. */
export function allowCounts(hook: HookDescription, payload: JsonObject): boolean {
  const patterns = hook.options.match.command;
  const facts = payload as unknown as ToolFacts;
  if (!patterns || typeof facts.input?.command !== 'string') return true;
  return facts.commands?.every((command) => !command.dynamic && matchesAny(command.text, patterns, false)) === true;
}
