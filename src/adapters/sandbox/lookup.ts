/** Which paths that exist a pattern covers, found by ripgrep and by a short walk: the system's sandbox hides paths, not patterns. */
import { spawn } from 'node:child_process';
import { type Dirent, existsSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { absolutePath, coversPath, nameIn, relativeTo } from '../../shell/paths/pathPatterns';

export interface LookupPlaces {
  /** Where relative patterns start. */
  cwd: string;
  folders: readonly string[];
  home: string;
  ripgrep: string;
}

const hasGlob = (text: string) => /[*?[\]{}]|[!@+]\(/.test(text);
/** Signs of extended globs, which ripgrep reads otherwise. */
const foreignGlob = /[!@+?*]\(|[{}]/;

interface Search {
  folder: string;
  glob: string;
}

/** Where to look for what a pattern covers. `wide`: it covers more than is looked through. */
function searchesFor(pattern: string, { cwd, folders, home }: LookupPlaces): { searches: Search[]; wide: boolean } {
  const name = nameIn(pattern);
  if (name !== undefined) return { searches: folders.map((folder) => ({ folder, glob: `**/${name}` })), wide: false };
  const segments = pattern.split('/');
  const first = segments.findIndex(hasGlob);
  const folder = absolutePath(segments.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.'), { folder: cwd, home });
  const glob = `/${segments.slice(first).join('/')}`;
  const inside = folders.some((one) => relativeTo(one, folder) !== undefined);
  const around = folder === '/' || relativeTo(folder, home) !== undefined;
  if (inside || !around) return { searches: [{ folder, glob }], wide: false };
  // The whole disk is not looked through for each command.
  return {
    searches: folders.filter((one) => relativeTo(folder, one) !== undefined).map((one) => ({ folder: one, glob: '**' })),
    wide: true,
  };
}

/** What a pattern covers that no look-up finds, in words. */
export const lookupGap = (pattern: string, places: LookupPlaces): string | undefined =>
  !isPath(pattern) && searchesFor(pattern, places).wide ? `${pattern} is looked for in the workspace only` : undefined;

const isPath = (pattern: string) => nameIn(pattern) === undefined && !hasGlob(pattern);

/** Files of the workspace that count whatever the patterns say, looked for in the same go; not in `node_modules`. */
export interface Besides {
  globs: readonly string[];
  is(path: string): boolean;
}

/**
 * The paths that the patterns cover, the topmost ones: a covered folder stands for all beneath it. `anyDepth` as in `denyPaths`. Links count by their own name
 * and are given as what they lead to.
 */
export async function coveredPaths(
  patterns: readonly string[],
  places: LookupPlaces,
  links: readonly string[],
  { anyDepth = true, besides }: { anyDepth?: boolean; besides?: Besides } = {},
): Promise<string[]> {
  const base = { folder: places.cwd, folders: places.folders, home: places.home, anyDepth };
  const found = new Set<string>();
  const searches = new Map<string, Set<string>>();
  for (const pattern of patterns) {
    // A pattern is also the path that it spells.
    const isName = nameIn(pattern) !== undefined;
    if (!isName || !anyDepth) addReal(found, absolutePath(pattern, base));
    if (isPath(pattern) || (isName && !anyDepth && !hasGlob(pattern))) continue;
    for (const { folder, glob } of searchesFor(pattern, places).searches) {
      const globs = searches.get(folder) ?? new Set();
      searches.set(folder, globs.add(foreignGlob.test(glob) ? '**' : glob));
    }
  }
  const covered = (path: string) => patterns.some((pattern) => coversPath(pattern, path, base));
  const counts = (path: string) => besides?.is(path) === true && !path.includes('/node_modules/');
  const folders = new Set([...searches.keys(), ...(besides ? places.folders : [])]);
  await Promise.all(
    [...folders].map(async (folder) => {
      const wanted = [...(searches.get(folder) ?? [])].flatMap((glob) => [glob, `${glob}/**`]);
      const more = besides && places.folders.includes(folder) ? besides.globs : [];
      const left = wanted.length === 0 ? ['!**/node_modules'] : [];
      for (const file of await filesIn(folder, [...wanted, ...more, ...left], places.ripgrep)) {
        const path = join(folder, file);
        if (covered(path)) addReal(found, topmost(folder, path, covered));
        else if (more.length > 0 && counts(path)) addReal(found, path);
      }
    }),
  );
  for (const link of links) if (covered(link) || counts(link)) addReal(found, link);
  return [...found];
}

function topmost(folder: string, path: string, covered: (path: string) => boolean): string {
  let top = path;
  for (let at = dirname(path); at !== folder && at.startsWith(folder); at = dirname(at)) if (covered(at)) top = at;
  return top;
}

export function addReal(found: Set<string>, path: string): void {
  try {
    found.add(realpathSync(path));
  } catch {
    // What is not there has nothing to hide.
  }
}

/** Files beneath a folder that any of these globs takes, relative to it. What git stores is left out. */
function filesIn(folder: string, globs: readonly string[], ripgrep: string): Promise<string[]> {
  if (!existsSync(folder)) return Promise.resolve([]);
  const args = ['--no-config', '--files', '--hidden', '--no-ignore', '--no-messages', '--null'];
  for (const glob of [...globs, '!**/.git/objects']) args.push('--glob', glob);
  return new Promise((resolve, reject) => {
    const child = spawn(ripgrep, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
    });
    child.on('error', reject);
    // 1 is nothing found; 2 is a folder that this user cannot read, and neither can a command of his.
    child.on('close', (code) =>
      code === null
        ? reject(new Error('the search for what is to be hidden was ended'))
        : resolve(out.split('\0').filter(Boolean)),
    );
  });
}

/** All entries down to `depth` folders below; `enter` says which folders are gone into. */
export async function walk(folder: string, depth: number, visit: (path: string, entry: Dirent) => boolean): Promise<void> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (visit(path, entry) && entry.isDirectory() && depth > 1) await walk(path, depth - 1, visit);
  }
}
