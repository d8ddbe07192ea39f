/** What a glob of the shell finds. Pure but for the folders it asks for. */
import { isAbsolute, join } from 'node:path';
import picomatch from 'picomatch';

/** Names in a folder; undefined where it cannot be read. */
export type Names = (folder: string) => string[] | undefined;

/** Options of the shell by which globs find no names with a dot, and no deeper ones. */
const tame = 'extglob|nullglob|failglob|expand_aliases|checkwinsize|histappend|cmdhist|lastpipe|inherit_errexit|globasciiranges';
export const tameOptions = new RegExp(`\\bshopt\\s+-[squ]+(\\s+(${tame}))+\\s*(?=[;&|\\n)}'"]|$)`, 'g');
export const isTameOption = (text: string): boolean => text.startsWith('-') || new RegExp(`^(${tame})$`).test(text);

const mostMatches = 1000;

/** Each folder is listed once; `spend` is told of what that costs. */
export function namesReadOnce(names: Names, spend: (steps: number) => void): Names {
  const known = new Map<string, string[] | undefined>();
  return (folder) => {
    if (!known.has(folder)) {
      const found = names(folder);
      spend(1 / 4 + (found?.length ?? 0) / 64);
      known.set(folder, found);
    }
    return known.get(folder);
  };
}

/** `@(a|b)` that no name makes slow. */
const plainGroup = /^[@?!]\([^()*?[\]\0]*\)$/;
const group = /[@?!*+]\([^()]*\)/;
const slowGroup = /(?<!\\)[@?!*+]\(/;
/** A pattern that finds all that the segment does, and more where that would be slow. */
function withoutGroups(segment: string): string {
  const kept: string[] = [];
  let rest = segment;
  for (let found = group.exec(rest); found; found = group.exec(rest)) {
    const { 0: text, index } = found;
    // What is not one of some names is told from what comes behind only where nothing does.
    const isPlain = plainGroup.test(text) && (!text.startsWith('!') || index + text.length === rest.length);
    if (isPlain) kept.push(text);
    rest = rest.replace(text, () => (isPlain ? `\0${kept.length - 1}\0` : '*'));
    if (kept.length > 16) return '*';
  }
  // One within another is more than is looked at.
  if (slowGroup.test(rest)) return '*';
  return rest.replace(/\0(\d+)\0/g, (_, i: string) => kept[Number(i)]!);
}

/**
 * What the shell's glob finds: a leading dot only by a dot, and `*` for one name. Where the line sets options of the shell, `isWide`, names with a dot, in
 * any case and at any depth may be found too. Empty where nothing matches; undefined where it cannot be told. `pattern` is absolute or starts at `folder`;
 * `spend` is told of each name that is looked at.
 */
export function globbed(
  pattern: string,
  folder: string,
  names: Names | undefined,
  isWide = false,
  spend: (steps: number) => void = () => {},
): string[] | undefined {
  if (!names) return undefined;
  const segments = pattern.split('/');
  let found = isAbsolute(pattern) ? ['/'] : [folder];
  for (const [i, segment] of segments.entries()) {
    if (segment === '') continue;
    const isLast = i === segments.length - 1;
    const plain = segment.replace(/\\(.)/gs, '$1');
    spend(found.length / 8);
    if (!/(?<!\\)(\\\\)*([*?[]|[@+!]\()/.test(segment)) {
      // `..` behind a link is the target's parent, so it stays in the path for whoever resolves it.
      found = found.map((base) => (plain === '..' ? `${base}/..` : join(base, plain)));
      if (isLast) found = found.filter((path) => names(join(path, '..'))?.includes(plain) ?? true);
      continue;
    }
    if (isWide && plain === '**') {
      const beneath = allBeneath(found, names);
      if (!beneath) return undefined;
      found = isLast ? [...beneath.folders, ...beneath.files] : beneath.folders;
      continue;
    }
    const matches = matcherOf(segment, plain, isWide);
    if (!matches) return undefined;
    const next: string[] = [];
    for (const base of found) {
      const listed = names(base);
      spend(1 + (listed?.length ?? 0) / 16);
      if (listed) for (const name of listed) if (matches(name)) next.push(join(base, name));
      // Older shells let `.*` find `..` too.
      if (plain === '.*') next.push(base, `${base}/..`);
    }
    if (next.length > mostMatches) return undefined;
    found = next;
  }
  return found;
}

function matcherOf(segment: string, plain: string, isWide: boolean): ((name: string) => boolean) | undefined {
  const hasGroup = /(?<!\\)[@?!*+]\(/.test(segment);
  const dot = isWide || plain.startsWith('.') || (hasGroup && /[(|]\./.test(plain));
  try {
    const matches = picomatch(hasGroup ? withoutGroups(segment) : segment, {
      dot,
      nocase: isWide,
      nonegate: true,
      noextglob: !hasGroup,
      nobrace: true,
      posix: true,
    });
    return (name) => (dot || !name.startsWith('.')) && matches(name);
  } catch {
    return undefined;
  }
}

/** Folders and files beneath these, themselves among them; undefined where there are more than anyone looks through. */
function allBeneath(roots: readonly string[], names: Names): { folders: string[]; files: string[] } | undefined {
  const folders = [...roots];
  const files: string[] = [];
  for (const folder of folders)
    for (const name of names(folder) ?? []) {
      const path = join(folder, name);
      (names(path) === undefined ? files : folders).push(path);
      if (folders.length + files.length > mostMatches) return undefined;
    }
  return { folders, files };
}

const mostStars = 6;
const longestPattern = 200;
/** Whether a path fits a pattern that a program reads itself; all do where that would be slow. */
export function fitsPath(glob: string): (path: string) => boolean {
  if (glob.length > longestPattern || glob.split(/\*+|\{/).length > mostStars) return () => true;
  const matches = picomatch(glob.replace(/^(\.\/)+/, ''), { dot: true, nonegate: true, noextglob: true });
  return (path) => matches(path.replace(/^(\.\/)+/, ''));
}

/** Whether the last name of a path fits a pattern, dots or not. */
export function fitsName(glob: string, nocase = false): (path: string) => boolean {
  const matches = picomatch(glob, { dot: true, nonegate: true, noextglob: true, nocase });
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}
