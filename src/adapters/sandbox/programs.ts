/** Every copy of a program that a command could start by its name, and why some cannot be hidden. */
import { execFileSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { namesAt } from '../disk/quietReads';

export interface ProgramPlaces {
  /** The `PATH` that commands get. */
  path: string;
  folders: readonly string[];
  home: string;
  /** What runs the command itself. */
  shell: string;
}
export interface FoundProgram {
  files: string[];
  /** Why the name stays in reach all the same. */
  gap?: string;
}

/** Folders of programs that are not always on the path. */
const usual = [
  '/usr/local/sbin /usr/local/bin /usr/sbin /usr/bin /sbin /bin /usr/games /snap/bin /opt/homebrew/bin /opt/local/bin',
  '/usr/lib/git-core /usr/libexec/git-core /usr/libexec',
]
  .join(' ')
  .split(' ');
const inHome: readonly string[] = ['.local/bin', 'bin', '.cargo/bin', 'go/bin'];

/** One file that is many programs: hidden, it would take all of them along. */
const multiCall = /^(busybox|toybox|coreutils|uutils|sbase-box|ubase-box)(\.\w+)?$/;

/** The shell does these itself; no file is needed. */
const shellsOwn: ReadonlySet<string> = new Set(
  (
    '. : [ [[ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown do done echo elif else enable esac eval ' +
    'exec exit export false fc fg fi for function getopts hash help history if in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return ' +
    'select set shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while'
  ).split(' '),
);

/** `name` is a base name, `*` and `?` as in `match`, or the path of a file. */
export function findProgram(name: string, places: ProgramPlaces): FoundProgram {
  const files = new Set<string>();
  const gaps: string[] = [];
  const isShell = fileAt(places.shell);
  for (const file of name.includes('/') ? [name] : namedLike(name, places)) {
    const real = fileAt(file);
    if (real === undefined) continue;
    if (real === isShell) gaps.push(`${name} is the shell that runs the command`);
    else if (multiCall.test(basename(real)) && others(real, name, places))
      gaps.push(`${name} is part of ${real}, which other programs need`);
    else for (const copy of [real, ...hardLinks(real, places)]) files.add(copy);
  }
  for (const box of name.includes('/') ? [] : ['busybox', 'toybox'].flatMap((box) => namedLike(box, places))) {
    const real = fileAt(box);
    if (real === undefined || files.has(real) || !appletsOf(real).some((applet) => isLike(name, applet))) continue;
    if (others(real, name, places)) gaps.push(`${name} is part of ${real}, which other programs need`);
    else files.add(real);
  }
  const own = [...shellsOwn].find((word) => isLike(name, word));
  if (own !== undefined) gaps.push(`${own} is done by the shell itself`);
  return { files: [...files], ...(gaps[0] === undefined ? {} : { gap: gaps[0] }) };
}

function isLike(pattern: string, name: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === name;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(name);
}

function programFolders({ path, folders, home }: ProgramPlaces): string[] {
  return [
    ...new Set([
      ...path.split(delimiter).filter((folder) => folder.startsWith('/')),
      ...usual,
      ...inHome.map((folder) => join(home, folder)),
      ...folders.map((folder) => join(folder, 'node_modules', '.bin')),
    ]),
  ];
}

function namedLike(name: string, places: ProgramPlaces): string[] {
  const folders = programFolders(places);
  if (!/[*?]/.test(name)) return folders.map((folder) => join(folder, name));
  return folders.flatMap((folder) =>
    namesAt(folder)
      .filter((one) => isLike(name, one))
      .map((one) => join(folder, one)),
  );
}

/** The file that a path leads to; undefined where there is none. */
function fileAt(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Names of the same file: hiding one leaves the others. */
function hardLinks(real: string, places: ProgramPlaces): string[] {
  const { nlink, dev, ino } = statSync(real);
  if (nlink < 2) return [];
  return programFolders(places).flatMap((folder) =>
    namesAt(folder)
      .map((name) => join(folder, name))
      .filter((path) => {
        try {
          const other = statSync(path);
          return other.ino === ino && other.dev === dev;
        } catch {
          return false;
        }
      })
      .map((path) => realpathSync(path)),
  );
}

/** Whether names other than this one, and its own, lead to the file. */
function others(real: string, name: string, places: ProgramPlaces): boolean {
  return programFolders(places).some((folder) =>
    namesAt(folder).some((one) => one !== basename(real) && !isLike(name, one) && fileAt(join(folder, one)) === real),
  );
}

// biome-ignore lint/plugin: it remembers what a program of this machine is made of, which stays while the process lives
const applets = new Map<string, string[]>();
function appletsOf(box: string): string[] {
  let found = applets.get(box);
  if (!found) {
    try {
      const args = /toybox/.test(basename(box)) ? [] : ['--list'];
      found = execFileSync(box, args, { encoding: 'utf8', timeout: 5000, stdio: ['ignore', 'pipe', 'ignore'] }).split(/\s+/);
    } catch {
      found = [];
    }
    applets.set(box, found);
  }
  return found;
}
