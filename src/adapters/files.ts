/** Files on disk. */
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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
    // Written aside and moved into place: a reader never sees half a file.
    const aside = join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.tmp`);
    try {
      await writeFile(aside, text, mode === undefined ? {} : { mode });
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
  realPath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      const parent = dirname(path);
      return parent === path ? path : join(diskFiles.realPath(parent), basename(path));
    }
  },
};
