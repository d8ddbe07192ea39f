/** The files that a repository tracks, as its index lists them. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Tracked } from '../agent/ports/files';

/** An index of more is not read: that of some forty thousand files. */
const mostBytes = 4 * 1024 * 1024;
const mostKept = 4;
/** What stands in front of a name: times, rights, owner and size, the hash, and flags. */
const entryBytes = 62;
const isLonger = 0x4000;

interface Read {
  mtimeMs: number;
  size: number;
  files: readonly string[] | undefined;
}
const read = new Map<string, Read>();

/** What the repository around a folder tracks; undefined where there is none, or nobody can say. Its index is read again once it has changed. */
export function trackedFiles(folder: string): Tracked | undefined {
  for (let one = folder; ; one = dirname(one)) {
    const own = join(one, '.git');
    const found = statSync(own, { throwIfNoEntry: false });
    if (found) {
      const files = listed(join(found.isDirectory() ? own : storeOf(own), 'index'));
      return files && { folder: one, files };
    }
    if (dirname(one) === one) return undefined;
  }
}

/** Of another work tree of the repository, a file says where it is kept. */
const storeOf = (file: string): string =>
  resolve(
    dirname(file),
    readFileSync(file, 'utf8')
      .replace(/^gitdir: /, '')
      .trim(),
  );

function listed(path: string): readonly string[] | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.size > mostBytes) return undefined;
  const { mtimeMs, size } = found;
  const known = read.get(path);
  if (known?.mtimeMs === mtimeMs && known.size === size) return known.files;
  if (read.size >= mostKept) read.clear();
  const files = namesIn(readFileSync(path));
  read.set(path, { mtimeMs, size, files });
  return files;
}

/** The names in an index of git, as its documentation of the format has them; undefined where it is none. */
export function namesIn(index: Buffer): string[] | undefined {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const names: string[] = [];
  let before: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    if (at + entryBytes > index.length) return undefined;
    const start = at;
    at += entryBytes + (index.readUInt16BE(at + entryBytes - 2) & isLonger && version > 2 ? 2 : 0);
    let cut = 0;
    if (version === 4) {
      let byte = index[at++]!;
      cut = byte & 127;
      while (byte & 128) {
        byte = index[at++]!;
        cut = ((cut + 1) << 7) | (byte & 127);
      }
    }
    const end = index.indexOf(0, at);
    if (end < at) return undefined;
    const rest = index.subarray(at, end);
    const name: Buffer = version === 4 ? Buffer.concat([before.subarray(0, before.length - cut), rest]) : rest;
    names.push(name.toString('utf8'));
    before = name;
    at = version === 4 ? end + 1 : start + (((end - start) >> 3) + 1) * 8;
  }
  return names;
}
