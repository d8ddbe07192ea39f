/**
 * Whose hooks count for other agents: a folder's own only where the human ran `hooksmith guard` in it, and only as they were then. What is kept is a hash of
 * each file that hooks may be made of, in the user's own state.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

const record = z.object({
  version: z.literal(1),
  folders: z.record(z.string(), z.object({ at: z.string(), files: z.record(z.string(), z.string()) })),
});
type Recorded = z.infer<typeof record>;

export interface Acceptance {
  /** `changed`: accepted once, and something of it is no more what it was. */
  state: 'accepted' | 'changed' | 'unknown';
  /** Files that came later: they do not count. */
  later: string[];
}

export class AcceptedFolders {
  private readonly path: string;

  constructor(home: string) {
    this.path = join(home, '.hooksmith', 'guard', 'folders.json');
  }

  of(folder: string): Acceptance {
    const known = this.read().folders[realPath(folder)];
    if (!known) return { state: 'unknown', later: [] };
    const now = filesOf(folder);
    const isSame = Object.entries(known.files).every(([file, hash]) => now.get(file)?.hash === hash);
    const later = [...now.keys()].filter((file) => !Object.hasOwn(known.files, file));
    return { state: isSame ? 'accepted' : 'changed', later: later.map((file) => join(folder, '.hooksmith', file)) };
  }

  /** From now on its hooks count, as they are. Returns the files. */
  accept(folder: string): string[] {
    const files = Object.fromEntries([...filesOf(folder)].flatMap(([file, read]) => (read ? [[file, read.hash]] : [])));
    this.change((folders) => folders.set(realPath(folder), { at: new Date().toISOString(), files }));
    return Object.keys(files);
  }

  /**
   * What has changed since in a folder that was accepted, where the human made it live elsewhere: all else stays what it was. The text is undefined of a file
   * that is gone.
   */
  follow(folder: string, isLive: (path: string, text: string | undefined) => boolean): void {
    const known = this.read().folders[realPath(folder)];
    if (!known) return;
    const now = filesOf(folder);
    const files = new Map(Object.entries(known.files));
    const pathOf = (file: string) => join(folder, '.hooksmith', file);
    for (const [file, read] of now)
      if (read && files.get(file) !== read.hash && isLive(pathOf(file), read.text)) files.set(file, read.hash);
    for (const file of Object.keys(known.files)) if (!now.has(file) && isLive(pathOf(file), undefined)) files.delete(file);
    if (isDeepStrictEqual(Object.fromEntries(files), known.files)) return;
    this.change((folders) => folders.set(realPath(folder), { ...known, files: Object.fromEntries(files) }));
  }

  forget(folder: string): void {
    this.change((folders) => folders.delete(realPath(folder)));
  }

  /** What was accepted, and when: another value once something is accepted anew. */
  stamp(folder: string): string {
    return JSON.stringify(this.read().folders[realPath(folder)] ?? null);
  }

  /** The nearest accepted folder that holds this one, itself included. */
  around(folder: string): string | undefined {
    const { folders } = this.read();
    for (let at = realPath(folder); ; at = dirname(at)) {
      if (Object.hasOwn(folders, at)) return at;
      if (dirname(at) === at) return undefined;
    }
  }

  private change(how: (folders: Map<string, Recorded['folders'][string]>) => void): void {
    const folders = new Map(Object.entries(this.read().folders));
    how(folders);
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const temporary = `${this.path}.${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify({ version: 1, folders: Object.fromEntries(folders) }, null, 2)}\n`, {
      mode: 0o600,
    });
    renameSync(temporary, this.path);
  }

  /** One that cannot be read accepts nothing. */
  private read(): Recorded {
    try {
      return record.parse(JSON.parse(readFileSync(this.path, 'utf8')));
    } catch {
      return { version: 1, folders: {} };
    }
  }
}

/** All files that hooks and agents may be made of, by their path below `.hooksmith`; undefined where one cannot be read. */
function filesOf(folder: string): Map<string, { hash: string; text: string } | undefined> {
  const root = join(folder, '.hooksmith');
  const files = filesBelow(root).map((path) => [relative(root, path).replaceAll(sep, '/'), path] as const);
  return new Map(files.filter(([file]) => !madeHere.has(file.split('/')[0]!)).map(([file, path]) => [file, readAt(path)]));
}

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
const isMade = (name: string) => name === 'node_modules' || name.endsWith('.d.ts');

function filesBelow(folder: string): string[] {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(folder);
  } catch {
    return [];
  }
  return entries
    .filter(({ name }) => !isMade(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return /\.(ts|mts|js|mjs|md|json)$/.test(entry.name) ? [path] : [];
    });
}
const list = (folder: string) => readdirSync(folder, { withFileTypes: true });

export function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder.endsWith(sep) ? folder.slice(0, -1) : folder;
  }
}
