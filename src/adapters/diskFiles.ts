/** Files on disk, reached by real paths: a link on the way, or at the end, was put there after the path was judged and is not followed. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { access, type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Files } from '../agent/ports/files';
import { diskSpelling } from '../shell/diskSpelling';
import { trackedFiles } from './gitIndex';
import { type HeldFolder, type Hold, holdFolder, LinkInTheWay, namedFor } from './heldFolder';
import { readRegular } from './regularFile';

const typeOf = (entry: { isFile(): boolean; isDirectory(): boolean }) =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other';

// Windows has neither: what was opened is compared with what stands there.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Bytes that are read where they are asked for: for so few the way to another thread and back takes several times as long as the reading. */
const few = 64 * 1024;
const longestScript = 256 * 1024;

/** Of one file; one that is text is held in memory several times. */
const mostBytes = 256 * 1024 * 1024;
const mostText = 64 * 1024 * 1024;

/** To its end as it is found, however it grows meanwhile. */
async function readWhole(file: FileHandle, path: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { size: whole } = await file.stat();
    if (Math.max(whole, size) > most)
      throw new Error(`${path} has more than ${most} bytes: look at a part of it with Bash (grep, sed, head)`);
    const room = Buffer.allocUnsafe(Math.max(whole - size, few) + 1);
    const { bytesRead } = await file.read(room, 0, room.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks, size);
    chunks.push(room.subarray(0, bytesRead));
    size += bytesRead;
  }
}

/** `spelled` gives a real path of what is there in the spelling of its disk. */
export function filesBy(hold: Hold, spelled = ownSpelling()): Files {
  async function within<T>(folder: string, use: (held: HeldFolder) => Promise<T>, make = false): Promise<T> {
    const held = hold(folder, make);
    try {
      const result = await use(held);
      held.check();
      return result;
    } catch (error) {
      throw namedFor(error, held.path, folder);
    } finally {
      held.release();
    }
  }

  const toRead = constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
  const linkOr = (error: unknown, path: string) =>
    (error as NodeJS.ErrnoException).code === 'ELOOP' ? new LinkInTheWay(path) : error;

  /** Reads no byte before it is known that this is the file of that path. */
  const opened = (path: string, most: number): Promise<Buffer> =>
    within(dirname(path), async (held) => {
      const name = basename(path);
      const at = `${held.path}/${name}`;
      const short = readShort(held, at, path);
      if (short) return short;
      const file = await open(at, toRead).catch((error) => {
        throw linkOr(error, path);
      });
      try {
        const found = await file.stat({ bigint: true });
        held.check(name, found);
        // It may have been another when it was looked at: whoever reads a pipe or a device may do so for ever.
        if (found.isDirectory()) throw Object.assign(new Error(`EISDIR: ${path} is a directory`), { code: 'EISDIR' });
        if (!found.isFile()) throw new Error(`${path} is no regular file`);
        return await readWhole(file, path, most);
      } finally {
        await file.close();
      }
    });

  /** Undefined where there is more of it, or it is no file of that kind. */
  function readShort(held: HeldFolder, at: string, path: string): Buffer | undefined {
    let file: number;
    try {
      file = openSync(at, toRead);
    } catch (error) {
      throw linkOr(error, path);
    }
    try {
      const found = fstatSync(file, { bigint: true });
      held.check(basename(path), found);
      return found.isFile() && found.size > 0 && found.size <= few ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  }

  return {
    readText: async (path) => (await opened(path, mostText)).toString('utf8'),
    readBytes: (path) => opened(path, mostBytes),
    writeText: (path, text) =>
      within(
        dirname(path),
        async (held) => {
          const target = `${held.path}/${basename(path)}`;
          const before = await lstat(target).catch(() => undefined);
          if (before?.isSymbolicLink()) throw new LinkInTheWay(path);
          // Moving over a file would pass by its own write protection.
          if (before) await access(target, constants.W_OK);
          // Written aside and moved into place: a reader never sees half a file.
          const name = `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`;
          const aside = `${held.path}/${name}`;
          try {
            const file = await open(aside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW, 0o666);
            try {
              held.check(name, await file.stat({ bigint: true }));
              await file.writeFile(text);
              if (before) await file.chmod(before.mode & 0o7777);
            } finally {
              await file.close();
            }
            held.check();
            await rename(aside, target);
          } catch (error) {
            await rm(aside, { force: true });
            throw error;
          }
        },
        true,
      ),
    async stat(path) {
      try {
        const found = await within(dirname(path), async (held) => lstatSync(`${held.path}/${basename(path)}`));
        if (found.isSymbolicLink()) throw new LinkInTheWay(path);
        return { type: typeOf(found), size: found.size, mtimeMs: found.mtimeMs };
      } catch (error) {
        if (error instanceof LinkInTheWay) throw error;
        return undefined;
      }
    },
    async list(path) {
      const entries = await within(path, ({ path: at }) => readdir(`${at}/`, { withFileTypes: true }));
      return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
    },
    within: (folder, use) => within(folder, ({ path }) => use(path)),
    async opened(paths, use) {
      const open: number[] = [];
      const nameOf = (path: string): string | undefined => {
        const held = hold(dirname(path));
        try {
          const file = openSync(`${held.path}/${basename(path)}`, toRead);
          open.push(file);
          const found = fstatSync(file, { bigint: true });
          held.check(basename(path), found);
          if (!found.isFile()) return undefined;
          // Its own descriptors are closed in the process that is started.
          return held.path === dirname(path) ? path : `/proc/${process.pid}/fd/${file}`;
        } finally {
          held.release();
        }
      };
      try {
        const names = paths.map((path) => {
          try {
            return nameOf(path);
          } catch {
            return undefined;
          }
        });
        return await use(names);
      } finally {
        for (const file of open) closeSync(file);
      }
    },
    realPath: (path) => realPath(path, spelled, mostLinks),
    names: namesIn,
    tracked(folder) {
      try {
        return trackedFiles(folder);
      } catch {
        return undefined;
      }
    },
    scriptText(path) {
      try {
        // What a long one loads stands at its beginning.
        return readRegular(path, longestScript)?.toString('utf8');
      } catch {
        return undefined;
      }
    },
    tree(path, most, taken) {
      const found: string[] = [];
      let looked = 0;
      const folders = [''];
      try {
        for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
          for (const entry of readdirSync(join(path, folder), { withFileTypes: true })) {
            const below = join(folder, entry.name);
            const isFolder = entry.isDirectory();
            if (taken?.takes(slashed(below), isFolder) ?? true) found.push(below);
            // Whatever the link is called, what it leads to may be called otherwise.
            if (entry.isSymbolicLink()) found.push(realPath(join(path, below), spelled, mostLinks));
            if (isFolder && (taken?.enters(slashed(below)) ?? true)) folders.push(below);
            if (found.length > most || ++looked > mostLooked) return undefined;
          }
        }
      } catch (error) {
        // A file is walked through as well, and so is what is not there: nothing lies beneath them.
        return /^(ENOTDIR|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '') && found.length === 0 ? [] : undefined;
      }
      return found;
    },
  };
}

export const diskFiles: Files = filesBy(holdFolder);

const mostLinks = 40;
/** Names in folders that are looked at for one search. */
const mostLooked = 20_000;
const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

type Spelling = (path: string) => string;

/** Other systems' own real paths are spelled as the disk has them. */
function ownSpelling(): Spelling {
  return process.platform === 'linux' ? diskSpelling({ names: namesIn, look: lookAt }) : (path) => path;
}

function lookAt(path: string) {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    return found && { id: `${found.dev} ${found.ino}`, changedAt: found.mtimeNs };
  } catch {
    return undefined;
  }
}

function realPath(path: string, spelled: Spelling, linksLeft: number): string {
  // What is not there is told without an error: to make one takes longer than all the rest.
  let isThere = true;
  try {
    isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (isThere) return spelled(realpathSync.native(path));
  } catch {
    // A link without a target, or a folder that cannot be entered.
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(realPath(parent, spelled, linksLeft), basename(path));
  // Behind a link there may be a link where nothing is at the path as it stands.
  const target = linksLeft > 0 && (isThere || place !== path) ? linkAt(place) : undefined;
  // Writing through a link whose target does not exist yet makes the target.
  return target === undefined ? place : realPath(resolve(dirname(place), target), spelled, linksLeft - 1);
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
