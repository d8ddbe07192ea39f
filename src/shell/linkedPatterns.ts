/** Patterns that name a link: what they say of it holds for what it leads to, by whatever name that is reached. Pure but for the disk it asks. */
import type { ToolFacts } from '../shared/toolFacts';
import { absolutePath, relativeTo } from './pathPatterns';

export interface Link {
  /** As the pattern names it, absolute. */
  at: string;
  target: string;
}
interface Disk {
  cwd: string;
  home: string;
  realPath(path: string): string;
}

/** The links that patterns begin with, up to their first glob sign. */
export function linksIn(patterns: readonly string[], { cwd, home, realPath }: Disk): Link[] {
  const named = patterns.map((pattern) => {
    const segments = pattern.split('/');
    const glob = segments.findIndex((segment) => /[*?[\]{}]|[!@+]\(/.test(segment));
    return (glob < 0 ? segments : segments.slice(0, glob)).join('/');
  });
  return [...new Set(named)].flatMap((name) => {
    if (name === '' || name === '.') return [];
    const at = absolutePath(name, { folder: cwd, home });
    const target = realPath(at);
    return target === at ? [] : [{ at, target }];
  });
}

/** The names by which the patterns know a path. */
export const aliasesOf = (path: string, links: readonly Link[]): string[] =>
  links.flatMap(({ at, target }) => {
    const rest = relativeTo(target, path);
    return rest === undefined ? [] : [rest === '' ? at : `${at}/${rest}`];
  });

/** The facts of a call with these names among those that it gives. */
export function withAliases(facts: ToolFacts, links: readonly Link[]): ToolFacts {
  if (links.length === 0) return facts;
  const more = (paths: readonly string[]) => paths.flatMap((path) => aliasesOf(path, links));
  const known = new Set([...facts.paths, ...(facts.namedPaths ?? [])]);
  const named = more(facts.paths).filter((path) => !known.has(path));
  const searches = facts.searches?.map((one) => {
    const found = one.found && [...one.found, ...more(one.found.map((path) => absolutePath(path, { folder: one.folder })))];
    return found ? { ...one, found } : one;
  });
  return {
    ...facts,
    ...(named.length > 0 ? { namedPaths: [...(facts.namedPaths ?? []), ...new Set(named)] } : {}),
    ...(searches ? { searches } : {}),
  };
}
