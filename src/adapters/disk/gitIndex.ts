/** The files that a repository tracks, as its index lists them. */
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Tracked } from '../../agent/ports/files';
import { readRegular } from './regularFile';

/** An index of more is not read: that of some hundred and fifty thousand files. */
const mostBytes = 20 * 1024 * 1024;

interface Index {
  is: string;
  files: readonly string[] | undefined;
}
/** Of the repositories that were asked for last, by the path of the index. */
// biome-ignore lint/plugin: it remembers what an index said, and looks whether the file is still the same
const indexes = new Map<string, Index>();
const mostIndexes = 4;

/** With one of these, it is not in the folders around that git looks for the repository, or for what it tracks. */
const elsewhere: readonly string[] = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR'];
const ownFolder = /^\s*worktree\s*=/im;

/** What the repository around a folder tracks; undefined where there is none, or nobody can say. Throws where it cannot be read. Its index is read again once it has changed. */
export function trackedFiles(folder: string): Tracked | undefined {
  if (elsewhere.some((name) => process.env[name])) return undefined;
  for (let one = folder; ; one = dirname(one)) {
    const own = join(one, '.git');
    const found = statSync(own, { throwIfNoEntry: false });
    if (found) {
      const isStore = found.isDirectory();
      const files = isStore && ownFolder.test(settingsIn(own)) ? undefined : listed(join(isStore ? own : storeOf(own), 'index'));
      return files && { folder: one, files };
    }
    if (dirname(one) === one) return undefined;
  }
}

/** Throws of what is none of its own files. */
function textOf(path: string): string {
  const bytes = readRegular(path, mostBytes);
  if (!bytes) throw new Error(`${path} is no regular file`);
  return bytes.toString('utf8');
}

const settingsIn = (store: string): string =>
  ['config', 'config.worktree']
    .map((name) => join(store, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false }))
    .map((path) => textOf(path))
    .join('\n');

/** Of another work tree of the repository, and of a submodule, a file says where it is kept. */
const storeOf = (file: string): string =>
  resolve(
    dirname(file),
    textOf(file)
      .replace(/^gitdir: /, '')
      .trim(),
  );

/** Without an index, all may be still to be checked out. */
function listed(path: string): readonly string[] | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.size > mostBytes) return undefined;
  const is = [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
  const known = indexes.get(path);
  if (known?.is === is) return known.files;
  if (indexes.size >= mostIndexes) indexes.clear();
  const index = readRegular(path, mostBytes);
  const files = index && namesIn(index);
  indexes.set(path, { is, files });
  return files;
}

/** What stands in front of the hash in an entry: times, rights, owner and size; and behind it. */
const statBytes = 40;
const modeAt = 24;
const flagBytes = 2;
const hasMoreFlags = 0x4000;
const nameLength = 0x0fff;
/** A file, a link, and the commit of a submodule; a folder stands for files that are not listed. */
const listedTypes: ReadonlySet<number> = new Set([0o10, 0o12, 0o16]);
const sha1Bytes = 20;
const sha256Bytes = 32;

/** The names in an index of git, as its documentation of the format has them; undefined where it is none, or lists only some of what is tracked. */
export function namesIn(index: Buffer): string[] | undefined {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  // Only the settings say which hashes it has.
  return namesBetween(index, sha1Bytes) ?? namesBetween(index, sha256Bytes);
}

function namesBetween(index: Buffer, hashBytes: number): string[] | undefined {
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const entryBytes = statBytes + hashBytes + flagBytes;
  const names: string[] = [];
  let before: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const start = at;
    at += entryBytes;
    if (at > index.length) return undefined;
    const flags = index.readUInt16BE(at - flagBytes);
    if (!listedTypes.has(index.readUInt32BE(start + modeAt) >> 12)) return undefined;
    if (flags & hasMoreFlags) at += flagBytes;
    let kept = before.subarray(0, 0);
    if (version === 4) {
      let byte = index[at++]!;
      let cut = byte & 127;
      while (byte & 128) {
        byte = index[at++]!;
        cut = ((cut + 1) << 7) | (byte & 127);
      }
      if (!(cut <= before.length)) return undefined;
      kept = before.subarray(0, before.length - cut);
    }
    const end = index.indexOf(0, at);
    if (end < at) return undefined;
    const name = Buffer.concat([kept, index.subarray(at, end)]);
    if (Math.min(name.length, nameLength) !== (flags & nameLength)) return undefined;
    names.push(name.toString('utf8'));
    before = name;
    at = version === 4 ? end + 1 : start + (((end - start) >> 3) + 1) * 8;
  }
  return isAll(index, at, index.length - hashBytes) ? names : undefined;
}

/** Whether no part behind the entries says more of what is tracked: git passes over those alone whose name begins with a capital. */
function isAll(index: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end && /^[A-Z]$/.test(String.fromCharCode(index[at]!))) at += 8 + index.readUInt32BE(at + 4);
  return at === end;
}
