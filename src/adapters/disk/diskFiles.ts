/** Files on disk, reached by real paths: a link on the way, or at the end, was put there after the path was judged and is not followed. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { access, type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Files } from '../../agent/ports/files';
import { placesOnDisk } from './diskPlaces';
import { type HeldFolder, type Hold, holdFolder, LinkInTheWay, namedFor } from './heldFolder';

const typeOf = (entry: { isFile(): boolean; isDirectory(): boolean }) =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other';

// Windows has neither: what was opened is compared with what stands there.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
const toRead = constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
const toMake = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW;

/** Bytes that are read where they are asked for: for so few the way to another thread and back takes several times as long as the reading. */
const few = 64 * 1024;

/** Of one file; one that is text is held in memory several times. */
const mostBytes = 256 * 1024 * 1024;
const mostText = 64 * 1024 * 1024;

export function filesBy(hold: Hold): Files {
  const held = new HeldFiles(hold);
  return {
    readText: async (path) => (await held.read(path, mostText)).toString('utf8'),
    readBytes: (path) => held.read(path, mostBytes),
    writeText: (path, text) => held.write(path, text),
    stat: (path) => held.stat(path),
    list: (path) => held.list(path),
    within: (folder, use) => held.within(folder, ({ path }) => use(path)),
    opened: (paths, use) => held.opened(paths, use),
    ...placesOnDisk(),
  };
}

const linkOr = (error: unknown, path: string) =>
  (error as NodeJS.ErrnoException).code === 'ELOOP' ? new LinkInTheWay(path) : error;

/** Files by way of their folders, which stay what they were while they are held. */
class HeldFiles {
  constructor(private readonly hold: Hold) {}

  async within<T>(folder: string, use: (held: HeldFolder) => Promise<T>, make = false): Promise<T> {
    const held = this.hold(folder, make);
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

  /** Reads no byte before it is known that this is the file of that path. */
  read(path: string, most: number): Promise<Buffer> {
    return this.within(dirname(path), async (held) => readShort(held, path) ?? readLong(held, path, most));
  }

  /** Written aside and moved into place: a reader never sees half a file. */
  write(path: string, text: string): Promise<void> {
    const writeIn = async (held: HeldFolder) => {
      const target = `${held.path}/${basename(path)}`;
      const before = await lstat(target).catch(() => undefined);
      if (before?.isSymbolicLink()) throw new LinkInTheWay(path);
      // Moving over a file would pass by its own write protection.
      if (before) await access(target, constants.W_OK);
      const name = `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`;
      const aside = `${held.path}/${name}`;
      try {
        const file = await open(aside, toMake, 0o666);
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
    };
    return this.within(dirname(path), writeIn, true);
  }

  async stat(path: string): ReturnType<Files['stat']> {
    try {
      const found = await this.within(dirname(path), async (held) => lstatSync(`${held.path}/${basename(path)}`));
      if (found.isSymbolicLink()) throw new LinkInTheWay(path);
      return { type: typeOf(found), size: found.size, mtimeMs: found.mtimeMs };
    } catch (error) {
      if (error instanceof LinkInTheWay) throw error;
      return undefined;
    }
  }

  async list(path: string): ReturnType<Files['list']> {
    const entries = await this.within(path, ({ path: at }) => readdir(`${at}/`, { withFileTypes: true }));
    return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
  }

  async opened<T>(paths: readonly string[], use: (names: (string | undefined)[]) => Promise<T>): Promise<T> {
    const open: number[] = [];
    try {
      return await use(paths.map((path) => this.nameToOpen(path, open)));
    } finally {
      for (const file of open) closeSync(file);
    }
  }

  /** Adds the descriptor that holds it to `open`. */
  private nameToOpen(path: string, open: number[]): string | undefined {
    let held: HeldFolder | undefined;
    try {
      held = this.hold(dirname(path));
      const file = openSync(`${held.path}/${basename(path)}`, toRead);
      open.push(file);
      const found = fstatSync(file, { bigint: true });
      held.check(basename(path), found);
      if (!found.isFile()) return undefined;
      // Its own descriptors are closed in the process that is started.
      return held.path === dirname(path) ? path : `/proc/${process.pid}/fd/${file}`;
    } catch {
      return undefined;
    } finally {
      held?.release();
    }
  }
}

/** Undefined where there is more of it, or it is no file of that kind. */
function readShort(held: HeldFolder, path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(`${held.path}/${basename(path)}`, toRead);
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

async function readLong(held: HeldFolder, path: string, most: number): Promise<Buffer> {
  const name = basename(path);
  const file = await open(`${held.path}/${name}`, toRead).catch((error) => {
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
}

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

export const diskFiles: Files = filesBy(holdFolder);
