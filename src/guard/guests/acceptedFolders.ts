/**
 * Whose hooks count for other agents: a folder's own only where the human ran `hooksmith guard` in it, and only as they were then. What is kept, in the user's
 * own state, is a hash of each file that hooks may be made of there, and the bundle of each hook file, with all that it imports from wherever it lies.
 */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { writeWhole } from '../../adapters/disk/writeWhole';
import { filesBelow } from '../../shared/basics/fileTree';
import { belongsToTests } from '../../shared/basics/sourceEnding';
import type { Pin, Pins } from '../../shared/hooks/pins';
import { underLock } from '../place/processLock';

const texts = z.record(z.string(), z.string());
const folderRecord = z.object({
  at: z.string(),
  /** By path below `.hooksmith`. */
  files: texts,
  /** Of hook files, by the same; there were none at first. */
  bundles: z.record(z.string(), z.object({ version: z.string(), builder: z.string(), texts })).optional(),
});
const record = z.object({ version: z.literal(1), folders: z.record(z.string(), folderRecord) });
type Recorded = z.infer<typeof record>;
type FolderRecord = z.infer<typeof folderRecord>;

export interface FolderStanding {
  /** `changed`: accepted once, and something of it is no more what it was; or accepted in another worktree of its repository alone. */
  state: 'accepted' | 'changed' | 'unknown';
  /** What that is. */
  changed: string[];
  /** Where alone it was accepted. */
  elsewhere?: string;
  /** Files that came later: they do not count. */
  later: string[];
  /** As which its hook files run. */
  pins: Pins;
}

const noPins: Pins = { bundles: new Map(), known: new Set() };

export class AcceptedFolders {
  private readonly path: string;
  private seen: { stamp: string; record: Recorded } | undefined;
  private readonly stamps = new WeakMap<FolderRecord, string>();

  constructor(home: string) {
    this.path = join(home, '.hooksmith', 'guard', 'folders.json');
  }

  /** Throws, as all that reads what was accepted, where the record of it cannot be read. */
  of(folder: string): FolderStanding {
    const { folders } = this.read();
    const known = folders[realPath(folder)];
    const at = (file: string) => join(folder, '.hooksmith', file);
    const now = filesOf(folder);
    if (!known) {
      // An agent's configuration may count in each worktree, and so do the hooks in the eyes of who accepted them.
      const elsewhere = inMainWorktree(folder);
      const its = elsewhere === undefined ? undefined : folders[elsewhere];
      const changed = its ? Object.keys(its.files).filter((file) => now.has(file)) : [];
      const none = { later: [], pins: noPins };
      return changed.length > 0
        ? { state: 'changed', changed: changed.map(at), elsewhere, ...none }
        : { state: 'unknown', changed: [], ...none };
    }
    const isSame = (file: string, hash: string) => now.get(file)?.hash === hash || !isWanted(file);
    const changed = Object.entries(known.files).flatMap(([file, hash]) => (isSame(file, hash) ? [] : [at(file)]));
    const bundles = new Map(Object.entries(known.bundles ?? {}).map(([file, pin]) => [at(file), pin]));
    const pins = { bundles, known: new Set(Object.keys(known.files).map(at)) };
    const later = [...now.keys()].map(at).filter((path) => !pins.known.has(path) && !bundles.has(path));
    return { state: changed.length === 0 ? 'accepted' : 'changed', changed, later, pins };
  }

  /** From now on its hooks count, as they are: `pins` are those of all its hook files. Returns the files. */
  accept(folder: string, pins: ReadonlyMap<string, Pin> = new Map()): string[] {
    const files = Object.fromEntries([...filesOf(folder)].flatMap(([file, read]) => (read ? [[file, read.hash]] : [])));
    const bundles = Object.fromEntries([...pins].map(([path, pin]) => [nameOf(folder, path), pin]));
    this.change((folders) => folders.set(realPath(folder), { at: new Date().toISOString(), files, bundles }));
    return Object.keys(files);
  }

  /**
   * What has changed since in a folder that was accepted, where the human made it live elsewhere: all else stays what it was. The text is undefined of a file
   * that is gone, and so is what is in force of a hook file that is.
   */
  follow(
    folder: string,
    isLive: (path: string, text: string | undefined) => boolean,
    inForce: ReadonlyMap<string, Pin | undefined> = new Map(),
  ): void {
    const at = realPath(folder);
    const followed = (known: FolderRecord | undefined) => known && followedBy(known, folder, isLive, inForce);
    if (!followed(this.read().folders[at])) return;
    // Another process may have accepted more of it meanwhile.
    this.change((folders) => {
      const now = followed(folders.get(at));
      if (now) folders.set(at, now);
    });
  }

  forget(folder: string): void {
    this.change((folders) => folders.delete(realPath(folder)));
  }

  /** What was accepted, and when: another value once something is accepted anew. */
  stamp(folder: string): string {
    const { folders } = this.read();
    const known = folders[realPath(folder)] ?? folders[inMainWorktree(folder) ?? ''];
    return known ? this.stampOf(known) : 'none';
  }

  /** The nearest accepted folder that holds this one, itself included. */
  around(folder: string): string | undefined {
    const { folders } = this.read();
    for (let at = realPath(folder); ; at = dirname(at)) {
      if (Object.hasOwn(folders, at)) return at;
      if (dirname(at) === at) return undefined;
    }
  }

  private stampOf(known: FolderRecord): string {
    const stamp = this.stamps.get(known) ?? createHash('sha256').update(JSON.stringify(known)).digest('hex');
    this.stamps.set(known, stamp);
    return stamp;
  }

  private change(how: (folders: Map<string, FolderRecord>) => void): void {
    underLock(this.path, () => {
      const folders = new Map(Object.entries(this.read().folders));
      how(folders);
      writeWhole(
        this.path,
        `${JSON.stringify({ version: 1, folders: Object.fromEntries(folders) } satisfies Recorded, null, 2)}\n`,
        0o600,
      );
    });
  }

  /** It is looked at with each question, and may name thousands of files. Throws where it cannot be read: nobody knows then whose hooks count. */
  private read(): Recorded {
    try {
      const { mtimeNs, ctimeNs, size, ino } = statSync(this.path, { bigint: true });
      const stamp = [mtimeNs, ctimeNs, size, ino].join(' ');
      if (this.seen?.stamp !== stamp) this.seen = { stamp, record: record.parse(JSON.parse(readFileSync(this.path, 'utf8'))) };
      return this.seen.record;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return { version: 1, folders: {} };
      throw new Error(
        `which folders' hooks were accepted cannot be read from ${this.path} (${code ? message : 'it is not what was written'}): restore it, or remove it and run 'hooksmith guard AGENT' in each of them anew`,
      );
    }
  }
}

/** The record as it is once what is live is followed; undefined where that changes nothing. */
function followedBy(
  known: FolderRecord,
  folder: string,
  isLive: (path: string, text: string | undefined) => boolean,
  inForce: ReadonlyMap<string, Pin | undefined>,
): FolderRecord | undefined {
  const now = filesOf(folder);
  const files = new Map(Object.entries(known.files));
  const pathOf = (file: string) => join(folder, '.hooksmith', file);
  for (const [file, read] of now)
    if (read && files.get(file) !== read.hash && isLive(pathOf(file), read.text)) files.set(file, read.hash);
  for (const file of Object.keys(known.files)) if (!now.has(file) && isLive(pathOf(file), undefined)) files.delete(file);
  const bundles = new Map(Object.entries(known.bundles ?? {}));
  for (const [path, pin] of inForce) {
    const file = nameOf(folder, path);
    if (!pin) bundles.delete(file);
    else if (isOfHooks(file)) bundles.set(file, pin);
  }
  const followed = { files: Object.fromEntries(files), bundles: Object.fromEntries(bundles) };
  return isDeepStrictEqual(followed, { files: known.files, bundles: known.bundles ?? {} })
    ? undefined
    : { ...known, ...followed };
}

/** All files that hooks and agents may be made of, by their path below `.hooksmith`; undefined where one cannot be read. */
function filesOf(folder: string): Map<string, { hash: string; text: string } | undefined> {
  const { files, unread } = filesBelow(disk, join(folder, '.hooksmith'), { isWanted, without: madeHere });
  return new Map([...files, ...unread].map((path) => [nameOf(folder, path), readAt(path)]));
}

const disk = { lstatSync, readdirSync, realpathSync, statSync, join, dirname };
const nameOf = (folder: string, path: string) => relative(join(folder, '.hooksmith'), path).replaceAll(sep, '/');
/** Of the files of `.hooksmith`, those below its hooks and its agents' own. */
export const isOfHooks = (file: string): boolean => /^(hooks|agents\/[^/]+\/hooks)\//.test(file);

function readAt(path: string): { hash: string; text: string } | undefined {
  try {
    const bytes = readFileSync(path);
    return { hash: hashOf(bytes), text: bytes.toString('utf8') };
  } catch {
    return undefined;
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What Hooksmith itself keeps there. */
const madeHere: ReadonlySet<string> = new Set(['types', 'guard', 'sessions', 'checkpoints']);
/** Tests run in no agent's session; what a hook imports of them is part of its bundle. An agent may be called as they are. */
const isWanted = (name: string) =>
  name.endsWith('.md') || (/\.(ts|mts|js|mjs|json)$/.test(name) && !name.endsWith('.d.ts') && !belongsToTests(name));

/** The same folder in the main worktree, of one in a worktree that git has linked to it; a real path. */
function inMainWorktree(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    if (lstatSync(git, { throwIfNoEntry: false })?.isFile()) {
      const main = /^gitdir: (.+)[/\\]\.git[/\\]worktrees[/\\][^/\\]+\s*$/.exec(readFileSync(git, 'utf8'))?.[1];
      return main === undefined ? undefined : realPath(resolve(at, main, relative(at, folder)));
    }
    if (existsSync(git) || dirname(at) === at) return undefined;
  }
}

export function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder.endsWith(sep) ? folder.slice(0, -1) : folder;
  }
}
