/** Files on disk. */
import { randomBytes } from 'node:crypto';
import { constants, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Files } from '../agent/ports';

const typeOf = (entry: { isFile(): boolean; isDirectory(): boolean }) =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other';

export const diskFiles: Files = {
  readText: (path) => readFile(path, 'utf8'),
  readBytes: (path) => readFile(path),
  async writeText(path, text) {
    await mkdir(dirname(path), { recursive: true });
    const target = diskFiles.realPath(path);
    const mode = await stat(target).then(
      (found) => found.mode,
      () => undefined,
    );
    // Moving over a file would pass by its own write protection.
    if (mode !== undefined) await access(target, constants.W_OK);
    // Written aside and moved into place: a reader never sees half a file.
    const aside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.tmp`);
    try {
      await writeFile(aside, text);
      if (mode !== undefined) await chmod(aside, mode);
      await rename(aside, target);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  },
  async stat(path) {
    try {
      const found = await stat(path);
      return { type: typeOf(found), size: found.size, mtimeMs: found.mtimeMs };
    } catch {
      return undefined;
    }
  },
  async list(path) {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
  },
  realPath: (path) => realPath(path, mostLinks),
  names(path) {
    try {
      return readdirSync(path);
    } catch {
      return undefined;
    }
  },
  tree(path, most) {
    const found: string[] = [];
    const folders = [''];
    try {
      for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        for (const entry of readdirSync(join(path, folder), { withFileTypes: true })) {
          const below = join(folder, entry.name);
          found.push(below);
          if (entry.isSymbolicLink()) found.push(diskFiles.realPath(join(path, below)));
          if (entry.isDirectory()) folders.push(below);
          if (found.length > most) return undefined;
        }
      }
    } catch (error) {
      // A file is walked through as well, and so is what is not there: nothing lies beneath them.
      return /^(ENOTDIR|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '') && found.length === 0 ? [] : undefined;
    }
    return found;
  },
};

const mostLinks = 40;

function realPath(path: string, linksLeft: number): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const place = join(realPath(parent, linksLeft), basename(path));
    const target = linksLeft > 0 ? linkAt(place) : undefined;
    // Writing through a link whose target does not exist yet makes the target.
    return target === undefined ? place : realPath(resolve(dirname(place), target), linksLeft - 1);
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
