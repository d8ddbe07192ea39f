/** Patterns that name a link: what they say of it holds for what it leads to, by whatever name that is reached. Pure but for the disk it asks. */
import { isAbsolute } from 'node:path';
import type { Searched, ToolFacts } from '../../shared/calls/toolFacts';
import { absolutePath, isHidden, type ReadyPath, readyBelow, readyPath, slashes } from './pathPatterns';

export interface Link {
  /** As the pattern names it, absolute. */
  at: string;
  target: ReadyPath;
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
    return target === at ? [] : [{ at, target: readyPath(target) }];
  });
}

/** The names by which the patterns know a path. */
export function aliasesOf(path: string, links: readonly Link[]): string[] {
  if (links.length === 0) return [];
  const ready = readyPath(path);
  return links.flatMap(({ at, target }) => {
    const rest = readyBelow(target, ready);
    return rest === undefined ? [] : [join(at, rest)];
  });
}

/** What a search found, each path read once for all links: below its folder, and where links that were found lead. */
function readySearch({ folder, dots, found }: Searched) {
  const paths = found?.map(slashes);
  return {
    folder: readyPath(folder),
    kind: dots === false ? { dots } : {},
    found,
    inside: paths?.filter((path) => !isAbsolute(path)),
    elsewhere: paths?.filter((path) => isAbsolute(path)).map(readyPath) ?? [],
  };
}

/** A walk through what a link leads to, or a part of it, is one through the link by its name: what lies there is hidden by no name in front of it. */
function searchedBy(one: ReturnType<typeof readySearch>, { at, target }: Link): Searched[] {
  const { folder, kind, found, inside, elsewhere } = one;
  const above = readyBelow(target, folder);
  if (above !== undefined) return [{ folder: join(at, above), ...kind, ...(found ? { found } : {}) }];
  const below = readyBelow(folder, target);
  const isWalked = below !== undefined && !('dots' in kind && isHidden(below));
  if (!inside) return isWalked ? [{ folder: at, ...kind }] : [];
  const beneath = [
    ...(isWalked ? inside : []).flatMap((path) =>
      path === below ? '' : path.startsWith(`${below}/`) ? path.slice(below!.length + 1) : [],
    ),
    ...elsewhere.flatMap((path) => readyBelow(target, path) ?? []),
  ];
  return beneath.length > 0 ? [{ folder: at, ...kind, found: beneath }] : [];
}
const join = (folder: string, rest: string) => (rest === '' ? folder : `${folder}/${rest}`);

/** The facts of a call with these names among those that it gives. */
export function withAliases(facts: ToolFacts, links: readonly Link[]): ToolFacts {
  if (links.length === 0) return facts;
  const known = new Set([...facts.paths, ...(facts.namedPaths ?? [])]);
  const named = facts.paths.flatMap((path) => aliasesOf(path, links)).filter((path) => !known.has(path));
  const searches = facts.searches?.flatMap((one) => {
    const ready = readySearch(one);
    return [one, ...links.flatMap((link) => searchedBy(ready, link))];
  });
  return {
    ...facts,
    ...(named.length > 0 ? { namedPaths: [...(facts.namedPaths ?? []), ...new Set(named)] } : {}),
    ...(searches ? { searches } : {}),
  };
}
