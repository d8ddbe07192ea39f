/** Built-ins on paths: resolved by the core, compared by segment. */
import type { Searched } from '../shared/calls/toolFacts';
import { pathPatternProblem } from '../shell/paths/pathPatternProblem';
import {
  absolutePath,
  coversAllOf,
  coversPath,
  isHidden,
  type PatternBase,
  patternBases,
  reachesBeneath,
  relativeTo,
} from '../shell/paths/pathPatterns';
import { isCommandLine, type MatchedLine } from '../shell/rules/commandMatch';
import { confined } from './confined';
import { type HookDefinition, hook, policy } from './define';
import { text, unless, wrongValue } from './given';

/** An input may hold more than is looked through, too. */
const unreadable = (ctx: MatchedLine) =>
  `the paths of this ${isCommandLine(ctx) ? 'command line' : 'input'} could not be read to the end`;

/** Denies calls that name a path none of the patterns covers. A command line whose paths cannot be read runs in the system's sandbox, which shows it no others. */
export function allowPaths(...patterns: string[]): HookDefinition {
  const judge = policy({ name: `allowPaths(${patterns.join(', ')})` }, (ctx) => {
    const bases = patternBases(ctx);
    const isAllowed = (path: string) => bases.some((base) => patterns.some((pattern) => coversAllOf(pattern, path, base)));
    const outside = ctx.paths.find((path) => !isAllowed(path));
    if (outside !== undefined) return ctx.deny(`path not in allowed list: ${outside}`);
    if (!ctx.pathsComplete) return confined(ctx, { onlyPaths: [patterns], reason: unreadable(ctx) });
    return undefined;
  });
  const problem = wrongIn('allowPaths', patterns);
  return { ...judge, limits: { allowed: patterns }, ...(problem ? { problem } : {}) };
}

/**
 * Denies calls that name a path a pattern covers, itself or what its links lead to; a pattern without a slash matches at any depth. A command that walks
 * through a folder with such a path beneath is put to the human. From all that a command line runs the system's sandbox hides these paths; one whose paths
 * cannot be read runs confined.
 */
export function denyPaths(...patterns: string[]): HookDefinition {
  const judge = policy({ name: `denyPaths(${patterns.join(', ')})` }, (ctx) => {
    const bases = patternBases(ctx).map((base) => ({ ...base, anyDepth: true }));
    const isDenied = (path: string) => isCovered(path, patterns, bases);
    const places = [...ctx.paths, ...(ctx.namedPaths ?? []), ...(ctx.likelyPaths ?? [])];
    const found = places.find(isDenied);
    if (found !== undefined) return ctx.deny(`path is in denied list: ${found}`);
    const denyRead = patterns;
    // A program that is given a folder of which all is denied has all of it.
    const named = isCommandLine(ctx) ? places : [];
    const whole = named.find((path) => isDenied(`${path}/\u{fffd}`));
    if (whole !== undefined) {
      const reason = `path is in denied list: all that lies in ${whole}`;
      return confined(ctx, { denyRead, hideOnly: true, ask: true, reason });
    }
    for (const searched of ctx.searches ?? []) {
      const reached = reachedBy(searched, patterns, bases);
      if (reached === undefined) continue;
      const reason = `path is in denied list: ${reached}, which a search of ${searched.folder} reaches`;
      return confined(ctx, { denyRead, hideOnly: true, ask: true, reason });
    }
    if (!ctx.pathsComplete) return confined(ctx, { denyRead, reason: unreadable(ctx) });
    return isCommandLine(ctx) ? confined(ctx, { denyRead, hideOnly: true }) : undefined;
  });
  const problem = patterns.length === 0 ? 'denyPaths() denies nothing: it needs a pattern' : wrongIn('denyPaths', patterns);
  return { ...judge, limits: { denied: patterns }, ...(problem ? { problem } : {}) };
}

function wrongIn(name: string, patterns: readonly unknown[]): string | undefined {
  for (const pattern of patterns) {
    if (typeof pattern !== 'string') return `${name} takes texts, not ${JSON.stringify(pattern)}`;
    const why = pathPatternProblem(pattern);
    if (why) return `${name}: the pattern ${JSON.stringify(pattern)} can never match: ${why}`;
  }
  return undefined;
}

/** What a walk through a folder finds of what the patterns cover: a path that is there, or a pattern where nobody knows what is. */
function reachedBy(
  { folder, dots, found }: DeepReadonly<Searched>,
  patterns: readonly string[],
  bases: readonly PatternBase[],
): string | undefined {
  if (!found) return patterns.find((pattern) => bases.some((base) => reachesBeneath(pattern, folder, base, dots !== false)));
  const paths = found
    .filter((path) => dots !== false || !isHidden(path))
    .map((path) => (absolutePath(path, { folder }) === path ? path : `${folder}/${path}`));
  return paths.find((path) => isCovered(path, patterns, bases));
}

const isCovered = (path: string, patterns: readonly string[], bases: readonly PatternBase[]): boolean =>
  bases.some((base) => patterns.some((pattern) => coversPath(pattern, path, base)));
type DeepReadonly<T> = { readonly [K in keyof T]: T[K] extends (infer One)[] | undefined ? readonly One[] | undefined : T[K] };

/** Sends file tools elsewhere: a path beneath `from` becomes the same path beneath `to`. Later hooks, and all policies, judge the new path. */
export function redirectPath(from: string, to: string): HookDefinition {
  const problem = wrongValue('redirectPath: from', from, text) ?? wrongValue('redirectPath: to', to, text);
  const made = hook('preToolUse', { name: `redirectPath(${from}, ${to})` }, (ctx) => {
    const bases = patternBases(ctx);
    const changed: Record<string, unknown> = {};
    for (const [field, path] of Object.entries(ctx.fieldPaths)) {
      const restIn = (base: PatternBase) => relativeTo(absolutePath(from, base), path);
      // An absolute one is the same in each folder: the first is that in which calls start.
      const base = bases.find((one) => restIn(one) !== undefined);
      const rest = base && restIn(base);
      if (base && rest !== undefined) changed[field] = absolutePath(rest === '' ? to : `${to}/${rest}`, base);
    }
    if (Object.keys(changed).length > 0) return ctx.modify({ input: changed });
  });
  return unless(problem, made);
}
