/** Path patterns: compared by segment with resolved paths, dot files included, case as the platform's disks have it. Pure. */
import picomatch from 'picomatch';
import { matchesRuns, matchesWildcard } from '../../shared/basics/wildcards';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import { folded, foldsCase } from './foldedNames';

export interface PatternBase {
  /** Where relative patterns start. */
  folder: string;
  home?: string;
  /** A pattern that is a name matches at any depth (`denyPaths`), also where it says so by two stars and a slash in front. */
  anyDepth?: boolean;
  /** Those of the workspace, `folder` alone where none are given: of what lies in them, the names that they lie in themselves are not among its own. */
  folders?: readonly string[];
}

const isWindows = typeof process !== 'undefined' && process.platform === 'win32';
const platform = typeof process === 'undefined' ? 'linux' : process.platform;
const ignoresCase = foldsCase(platform);
// A backslash is a letter of a file name elsewhere.
export const slashes = (path: string) => (isWindows ? path.replaceAll('\\', '/') : path);
const fold = (path: string) => folded(path, platform);
const hasGlob = (text: string) => /[*?[\]{}]|[!@+]\(/.test(text);

/** Where relative patterns start for a call: in the folder of whoever wrote them, or in each of several. */
export const patternBases = (
  { cwd, folders = [cwd], home }: Pick<ToolFacts, 'cwd' | 'home'> & { readonly folders?: readonly string[] },
  own?: string,
): PatternBase[] => (own === undefined ? folders : [own]).map((folder) => ({ folder, home, folders }));

/** True where the pattern covers the resolved absolute `path`; one without glob signs covers all beneath it too. */
export function coversPath(pattern: string, path: string, base: PatternBase): boolean {
  const target = fold(normalise(slashes(path)));
  const plain = fold(slashes(pattern));
  const name = base.anyDepth ? nameIn(plain) : undefined;
  if (name !== undefined)
    return ownPart(target, base)
      .split('/')
      .some((segment) => matches(name, segment));
  // Only what the pattern itself says is a glob: the folder that it starts in may have any name.
  const absolute = absolutePath(plain, base);
  if (isBeneath(absolute, target)) return true;
  if (!hasGlob(plain)) return false;
  const segments = plain.split('/');
  const firstGlob = segments.findIndex(hasGlob);
  const root = absolutePath(segments.slice(0, firstGlob).join('/') || (plain.startsWith('/') ? '/' : '.'), base);
  const rest = relativeTo(root, target);
  return rest !== undefined && matches(segments.slice(firstGlob).join('/'), rest);
}

/** The name that a pattern looks for at any depth: it has no slash but at its end, and behind stars that stand for any folders. */
export function nameIn(pattern: string): string | undefined {
  const name = pattern.replace(/\/+$/, '').replace(/^(\*\*\/+)+/, '');
  return name === '' || name.includes('/') || /^(~|\.|\.\.)$/.test(name) ? undefined : name;
}

/** A path below the folder of the workspace that it lies in; all of one that lies elsewhere. */
function ownPart(path: string, { folder, folders = [folder] }: PatternBase): string {
  const parts = folders.map((one) => relativeTo(one, path)).filter((part) => part !== undefined);
  return parts.length === 0 ? path : parts.reduce((a, b) => (b.length > a.length ? b : a));
}

/** True where the pattern covers the path, or all that can lie beneath it: `src/**` and the folder `src`. */
export const coversAllOf = (pattern: string, path: string, base: PatternBase): boolean =>
  coversPath(pattern, path, base) || coversPath(pattern, `${path}/\u{fffd}/\u{fffd}`, base);

/** True where something beneath the folder may be covered; without `dots` names with a leading dot do not count. */
export function reachesBeneath(pattern: string, folder: string, base: PatternBase, dots: boolean): boolean {
  const plain = slashes(pattern);
  const name = base.anyDepth ? nameIn(plain) : undefined;
  if (name !== undefined) return dots || !name.startsWith('.');
  const segments = plain.split('/');
  const firstGlob = segments.findIndex(hasGlob);
  const known = firstGlob < 0 ? plain : segments.slice(0, firstGlob).join('/') || (plain.startsWith('/') ? '/' : '.');
  const root = absolutePath(known, base);
  const below = relativeTo(folder, root);
  if (below === undefined) return firstGlob >= 0 && relativeTo(root, folder) !== undefined;
  return dots || !below.split('/').some((segment) => segment.startsWith('.'));
}

/**
 * The patterns as they are meant where they begin in each of these folders: those that are relative become absolute. With `anyDepth` a pattern without a slash
 * stays what it is.
 */
export const startingIn = (folders: readonly string[], patterns: readonly string[], anyDepth = false): string[] =>
  patterns.flatMap((pattern) => {
    const plain = slashes(pattern);
    if (/^(\/|[A-Za-z]:\/|~(\/|$))/.test(plain) || (anyDepth && nameIn(plain) !== undefined)) return [pattern];
    return folders.flatMap((folder) => {
      const [, up = '', rest = ''] = /^((?:\.{1,2}(?:\/|$))*)(.*)$/s.exec(plain) ?? [];
      const from = absolutePath(up || '.', { folder });
      // The folder may have any name: no sign in it is a glob, and with one that is told as such what lies beneath is told, too.
      const start = from.replace(/[*?[\]{}(]/g, '[$&]');
      const whole = rest === '' ? start : `${start}/${rest}`;
      return start === from || hasGlob(rest) ? [whole] : [whole, `${whole}/**`];
    });
  });

/** An absolute path made ready to be compared with many. */
export interface ReadyPath {
  readonly plain: string;
  readonly folded: string;
}
export function readyPath(path: string): ReadyPath {
  const plain = normalise(slashes(path));
  return { plain, folded: fold(plain) };
}

/** The path below `folder`, '' for the folder itself; undefined where it lies elsewhere. */
export function readyBelow(folder: ReadyPath, path: ReadyPath): string | undefined {
  if (folder.folded === path.folded) return '';
  const start = folder.folded.endsWith('/') ? folder.folded.length : folder.folded.length + 1;
  if (!path.folded.startsWith(folder.folded) || path.folded[start - 1] !== '/') return undefined;
  // As it is written, where that has as many signs.
  const asWritten = folder.folded.length === folder.plain.length && path.folded.length === path.plain.length;
  return (asWritten ? path.plain : path.folded).slice(start);
}

/** The same for paths as they come. Both absolute. */
export const relativeTo = (folder: string, path: string): string | undefined => readyBelow(readyPath(folder), readyPath(path));

/** A pattern's or a user's path as an absolute one: `~`, relative to the folder, `.` and `..` taken out. Links are not followed. */
export function absolutePath(path: string, { folder, home }: PatternBase): string {
  const plain = slashes(path);
  if (home && (plain === '~' || plain.startsWith('~/'))) return normalise(slashes(home) + plain.slice(1));
  if (plain.startsWith('/') || /^[A-Za-z]:\//.test(plain)) return normalise(plain);
  return normalise(`${slashes(folder)}/${plain}`);
}

/** A name with a leading dot is in it. */
export const isHidden = (path: string): boolean => /(^|[\\/])\./.test(path);

const isBeneath = (folder: string, path: string) => relativeTo(folder, path) !== undefined;

// biome-ignore lint/plugin: what it remembers follows from the key alone
const compiled = new Map<string, (text: string) => boolean>();
function matches(pattern: string, text: string): boolean {
  if (fold(pattern) === fold(text)) return true;
  if (!hasGlob(pattern)) return false;
  if (!/[[\]{}()!+@\\]/.test(pattern)) return text !== '' && matchesSegments(text.split('/'), pattern.split('/'));
  let matcher = compiled.get(pattern);
  if (!matcher) {
    // Brackets that belong to no extended glob are part of a name.
    const escaped = pattern.replace(/(?<![!@+?*])\(([^()]*)\)/g, '\\($1\\)').replaceAll('[!', '[^');
    matcher = picomatch(escaped, { dot: true, nocase: ignoresCase, nonegate: true });
    compiled.set(pattern, matcher);
  }
  return matcher(text);
}

/** Stars and question marks alone need no regular expression, whose steps some paths multiply. `**` is any number of segments. */
const matchesSegments = (segments: readonly string[], pattern: readonly string[]): boolean =>
  matchesRuns(segments, pattern, '**', (one, segment) => matchesWildcard(segment, one, ignoresCase));

function normalise(path: string): string {
  const out: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '.' || segment === '') continue;
    if (segment === '..') out.pop();
    else out.push(segment);
  }
  return `${path.startsWith('/') ? '/' : ''}${out.join('/')}`;
}
