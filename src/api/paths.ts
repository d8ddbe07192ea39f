/** Built-ins on paths: resolved by the core, compared by segment. */
import { absolutePath, coversPath, relativeTo } from '../shell/pathPatterns';
import { type HookDefinition, hook, policy } from './define';

const unreadable = 'the paths of this command line could not be read to the end';

/** Denies calls that name a path none of the patterns covers. */
export function allowPaths(...patterns: string[]): HookDefinition {
  return policy({ name: `allowPaths(${patterns.join(', ')})` }, (ctx) => {
    const base = { folder: ctx.cwd, home: ctx.home };
    const outside = ctx.paths.find((path) => !patterns.some((pattern) => coversPath(pattern, path, base)));
    if (outside !== undefined) return ctx.deny(`path not in allowed list: ${outside}`);
    if (!ctx.pathsComplete) return ctx.ask(unreadable);
  });
}

/** Denies calls that name a path a pattern covers, itself or what its links lead to; a pattern without a slash matches at any depth. */
export function denyPaths(...patterns: string[]): HookDefinition {
  return policy({ name: `denyPaths(${patterns.join(', ')})` }, (ctx) => {
    const base = { folder: ctx.cwd, home: ctx.home, anyDepth: true };
    const found = [...ctx.paths, ...(ctx.namedPaths ?? [])].find((path) =>
      patterns.some((pattern) => coversPath(pattern, path, base)),
    );
    if (found !== undefined) return ctx.deny(`path is in denied list: ${found}`);
    if (!ctx.pathsComplete) return ctx.ask(unreadable);
  });
}

/** Sends file tools elsewhere: a path beneath `from` becomes the same path beneath `to`. Later hooks, and all policies, judge the new path. */
export function redirectPath(from: string, to: string): HookDefinition {
  return hook('preToolUse', { name: `redirectPath(${from}, ${to})` }, (ctx) => {
    const base = { folder: ctx.cwd, home: ctx.home };
    const changed: Record<string, unknown> = {};
    for (const [field, path] of Object.entries(ctx.fieldPaths)) {
      const rest = relativeTo(absolutePath(from, base), path);
      if (rest !== undefined) changed[field] = absolutePath(rest === '' ? to : `${to}/${rest}`, base);
    }
    if (Object.keys(changed).length > 0) return ctx.modify({ input: changed });
  });
}
