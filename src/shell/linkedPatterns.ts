/** Patterns that name a link: what they say of it holds for what it leads to, by whatever name that is reached. Pure but for the disk it asks. */
import { isAbsolute } from 'node:path';
import type { Searched, ToolFacts } from '../shared/toolFacts';
import { absolutePath, isHidden, relativeTo, slashes } from './pathPatterns';

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
    return rest === undefined ? [] : [join(at, rest)];
  });

/** A walk through what a link leads to, or a part of it, is one through the link by its name: what lies there is hidden by no name in front of it. */
function searchedBy({ folder, dots, found }: Searched, { at, target }: Link): Searched[] {
  const kind = dots === false ? { dots } : {};
  const above = relativeTo(target, folder);
  if (above !== undefined) return [{ folder: join(at, above), ...kind, ...(found ? { found } : {}) }];
  const below = relativeTo(folder, target);
  const isWalked = below !== undefined && !(dots === false && isHidden(below));
  if (!found) return isWalked ? [{ folder: at, ...kind }] : [];
  const beneath = found.map(slashes).flatMap((path) => {
    // Of a link that is found, where it leads.
    if (isAbsolute(path)) return relativeTo(target, path) ?? [];
    if (!isWalked) return [];
    return path === below ? '' : path.startsWith(`${below}/`) ? path.slice(below.length + 1) : [];
  });
  return beneath.length > 0 ? [{ folder: at, ...kind, found: beneath }] : [];
}
const join = (folder: string, rest: string) => (rest === '' ? folder : `${folder}/${rest}`);

/** The facts of a call with these names among those that it gives. */
export function withAliases(facts: ToolFacts, links: readonly Link[]): ToolFacts {
  if (links.length === 0) return facts;
  const more = (paths: readonly string[]) => paths.flatMap((path) => aliasesOf(path, links));
  const known = new Set([...facts.paths, ...(facts.namedPaths ?? [])]);
  const named = more(facts.paths).filter((path) => !known.has(path));
  const searches = facts.searches?.flatMap((one) => [one, ...links.flatMap((link) => searchedBy(one, link))]);
  return {
    ...facts,
    ...(named.length > 0 ? { namedPaths: [...(facts.namedPaths ?? []), ...new Set(named)] } : {}),
    ...(searches ? { searches } : {}),
  };
}
