/** Whether a hook runs for a dispatch, and if not, why: the one rule behind the chain and "why was it skipped". */
import picomatch from 'picomatch';
import { matchesAny } from '../../../shared/basics/wildcards';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import { nameInAnyCase } from '../../../shared/calls/toolNames';
import type { DispatchRequest } from '../../../shared/hooks/dispatch';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import { hookPoints } from '../../../shared/hooks/points';
import type { SkipCounts } from '../../../shared/verdicts/hookRecord';
import { coversPath, patternBases } from '../../../shell/paths/pathPatterns';
import { matchesAddress, plainAddress, plainAddressPattern } from '../../../shell/paths/webAddress';
import { allowCovers, isCommandLine, judgeLine, uncertaintyOf } from '../../../shell/rules/commandMatch';
import type { HookDescription } from '../words/registered';
import { remembered } from '../words/remembered';

export type SkipReason = keyof SkipCounts;

// biome-ignore lint/plugin: what it remembers follows from the key alone
const globs = new Map<string, (branch: string) => boolean>();
/** Whether a pattern of `agents` takes this branch. */
export const globMatches = (glob: string, branch: string): boolean => remembered(globs, glob, () => picomatch(glob))(branch);

const named = new WeakMap<readonly string[], Map<string, boolean>>();
/** Names of tools that are not there are made up by the model: so many are kept. */
const mostNames = 1000;
/** Whether a tool has one of these names. Remembered: a thousand hooks ask it of each call, and a tool is asked for again and again. */
function isNamed(name: string, tools: readonly string[]): boolean {
  const known = remembered(named, tools, () => new Map<string, boolean>());
  if (known.size > mostNames) known.clear();
  return remembered(known, name, () => matchesAny(name, tools, true));
}

/** Whether an agent has hooks of its own among these. */
export const hasOwnAmong =
  (hooks: readonly HookDescription[]) =>
  (agentName: string): boolean =>
    hooks.some((hook) => hook.agent === agentName && hook.options.enabled);

export function skipReason(
  hook: HookDescription,
  { event, run, agentHooks }: DispatchRequest,
  payload: PayloadFields,
): SkipReason | undefined {
  const { options } = hook;
  if (!options.enabled) return 'disabled';
  if (hook.agent !== undefined && !agentHooks?.includes(hook.agent)) return 'agent';
  const isInherited = run.depth > 0 && hook.agent !== run.agentName;
  // Policies hold everywhere beneath: they have no other `inherit`.
  if (isInherited) {
    if (options.inherit === 'never') return 'agent';
    if (options.inherit === 'if-none' && agentHooks?.includes(run.agentName)) return 'agent';
  }
  if (options.agents.length > 0 && !options.agents.some((glob) => glob === run.agentName || globMatches(glob, run.branch)))
    return 'agent';
  if (!('tool' in hookPoints[event])) return undefined;
  const facts = payload as unknown as ToolFacts;
  if (!isForTool(hook, facts)) return 'tool';
  for (const [field, patterns] of Object.entries(options.match)) if (!fieldMatches(hook, field, patterns, facts)) return 'match';
  return undefined;
}

export const isForTool = (
  { options: { tools } }: HookDescription,
  { toolName, aliases }: { toolName: string; aliases?: readonly string[] },
): boolean => tools.length === 0 || isNamed(toolName, tools) || (aliases?.some((name) => isNamed(name, tools)) ?? false);

/**
 * A missing or non-string field matches; a command line does where one of its commands does, or might. A policy, which only ever restricts, may name a link as
 * well as what it leads to.
 */
function fieldMatches({ kind, folder }: HookDescription, field: string, patterns: string[], facts: ToolFacts): boolean {
  const value = facts.input?.[field];
  if (typeof value !== 'string') return true;
  if (field === 'command' && isCommandLine(facts)) return judgeLine(facts, patterns).answer !== 'no';
  const path = facts.fieldPaths?.[field];
  if (path !== undefined) {
    const paths = kind === 'policy' ? [path, ...(facts.namedPaths ?? [])] : [path];
    return patternBases(facts, folder).some((base) =>
      patterns.some((pattern) => paths.some((one) => coversPath(pattern, one, base))),
    );
  }
  // As it is written, too: a gate may be meant for what no server is told, such as a password.
  return coversAddress(value, patterns) || matchesAny(value, patterns, nameInAnyCase.get(facts.toolName) === field);
}

/** Undefined of what is no address. */
function coversAddress(value: string, patterns: readonly string[]): boolean | undefined {
  const address = plainAddress(value);
  return address === undefined ? undefined : patterns.some((pattern) => matchesAddress(address, plainAddressPattern(pattern)));
}

/** What is not known of the line that a hook is called for: behind a pattern on the command, why it only might match. */
export function uncertainFor({ options }: HookDescription, payload: PayloadFields): string | undefined {
  const facts = payload as unknown as ToolFacts;
  const patterns = options.match.command;
  if (patterns && isCommandLine(facts)) return judgeLine(facts, patterns).reason;
  // Asked for each hook of a dispatch.
  return remembered(uncertain, payload, () => uncertaintyOf(facts));
}
const uncertain = new WeakMap<object, string | undefined>();

/** Why a hook's pattern on the command only might match, if it has one and so it is. */
export const onlyMight = (hook: HookDescription, payload: PayloadFields): string | undefined =>
  hook.options.match.command ? uncertainFor(hook, payload) : undefined;

/**
 * Why an `allow` does not count, if it does not: of a command line all must be known, and every command match where there is a pattern; of an address the server
 * that is asked must, not only a spelling that looks like another.
 */
export function allowsLess({ options: { match } }: HookDescription, payload: PayloadFields): string | undefined {
  const facts = payload as unknown as ToolFacts;
  if (isCommandLine(facts)) return allowCovers(facts, match.command) ? undefined : 'it does not cover every command of the line';
  const isOther = Object.entries(match).some(([field, patterns]) => {
    const value = facts.input?.[field];
    return typeof value === 'string' && facts.fieldPaths?.[field] === undefined && coversAddress(value, patterns) === false;
  });
  return isOther ? 'its pattern covers what the address looks like, not the address' : undefined;
}
