/** Path patterns (contract §2 and §4): compared by segment with resolved paths, dot files included, case as the platform's disks have it. Pure. */
import picomatch from 'picomatch';

export interface PatternBase {
  /** Where relative patterns start. */
  folder: string;
  home?: string;
  /** A pattern without a slash matches a name at any depth (`denyPaths`). */
  anyDepth?: boolean;
}

const ignoresCase = typeof process !== 'undefined' && (process.platform === 'darwin' || process.platform === 'win32');
const slashes = (path: string) => path.replaceAll('\\', '/');
const hasGlob = (pattern: string) => /[*?[\]{}!()]/.test(pattern);

/** True where the pattern covers the resolved absolute `path`; one without glob signs covers all beneath it too. */
export function coversPath(pattern: string, path: string, base: PatternBase): boolean {
  const target = slashes(path);
  const plain = process.platform === 'win32' ? slashes(pattern) : pattern;
  if (base.anyDepth && !plain.replace(/\/+$/, '').includes('/') && plain !== '~' && plain !== '.' && plain !== '..') {
    const name = plain.replace(/\/+$/, '');
    return target.split('/').some((segment) => matches(name, segment));
  }
  const absolute = normalise(resolve(plain, base));
  if (matches(absolute, target)) return true;
  return hasGlob(pattern) ? false : beneath(absolute, target);
}

function matches(pattern: string, text: string): boolean {
  if (!hasGlob(pattern)) return ignoresCase ? pattern.toLowerCase() === text.toLowerCase() : pattern === text;
  return picomatch.isMatch(text, pattern, { dot: true, nocase: ignoresCase, nonegate: true });
}

function beneath(folder: string, path: string): boolean {
  const [a, b] = ignoresCase ? [folder.toLowerCase(), path.toLowerCase()] : [folder, path];
  return a === b || b.startsWith(a.endsWith('/') ? a : `${a}/`);
}

function resolve(pattern: string, { folder, home }: PatternBase): string {
  if (home && (pattern === '~' || pattern.startsWith('~/'))) return slashes(home) + pattern.slice(1);
  if (pattern.startsWith('/') || /^[A-Za-z]:\//.test(pattern)) return pattern;
  return `${slashes(folder)}/${pattern}`;
}

function normalise(path: string): string {
  const out: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '.' || segment === '') continue;
    if (segment === '..') out.pop();
    else out.push(segment);
  }
  return `${path.startsWith('/') ? '/' : ''}${out.join('/')}`;
}
