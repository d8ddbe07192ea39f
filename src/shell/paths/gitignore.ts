/** Which paths the `.gitignore` files of a folder and of those above it leave out, as git reads them. */
import picomatch from 'picomatch';

interface IgnoreRule {
  /** Of a path below the file's folder. */
  matches(path: string): boolean;
  negated: boolean;
  foldersOnly: boolean;
}
/** The rules of one file, for what lies below its folder. */
export interface IgnoreFile {
  /** With `/`, absolute. */
  folder: string;
  rules: readonly IgnoreRule[];
}

export function readIgnoreFile(folder: string, text: string): IgnoreFile {
  return { folder, rules: text.split(/\r?\n/).flatMap((line) => ruleOf(line) ?? []) };
}

function ruleOf(line: string): IgnoreRule | undefined {
  // Trailing blanks count only where they are escaped.
  let pattern = line.replace(/(?<!\\)\s+$/, '');
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const isAnchored = pattern.includes('/');
  pattern = pattern.replace(/^\//, '');
  if (pattern === '') return undefined;
  // Braces and brackets after signs mean nothing to git.
  const matches = picomatch(isAnchored ? pattern : `**/${pattern}`, {
    dot: true,
    nobrace: true,
    noextglob: true,
    nonegate: true,
  });
  return { matches, negated, foldersOnly };
}

/** `files` from the outermost to the innermost; the last rule that speaks counts. What lies in a folder that is left out is not to be asked for. */
export function isIgnored(path: string, isFolder: boolean, files: readonly IgnoreFile[]): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const below = path.slice(folder.length + 1);
    const rule = rules.findLast(({ matches, foldersOnly }) => (isFolder || !foldersOnly) && matches(below));
    if (rule) return !rule.negated;
  }
  return false;
}
