/** Puts versions of files back where they stood. No link on the way is followed, and nothing is overwritten whose content could not be had again. */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, renameSync, rmdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { FileChange, FileVersion, WhyLeft } from '../../shared/events/fileChanges';
import { sameVersion } from '../../shared/stream/checkpoints';
import { isInside } from '../../shell/paths/paths';
import { type Hold, holdFolder } from '../disk/heldFolder';
import type { ContentStore } from './contentStore';

export interface Target {
  path: string;
  /** Undefined where nothing is to stand there. */
  to?: FileVersion;
}
export interface RestoreResult {
  /** What was done, from what stood there. */
  files: FileChange[];
  failed: { path: string; why: string }[];
}

export interface RestoreParts {
  store: ContentStore;
  /** What stands there now; its content is kept. */
  current(path: string): FileVersion | undefined;
  folders: readonly string[];
  hold?: Hold;
}

/** What goes away goes first: a file may stand where a folder was. Never throws. */
export function restoreFiles(
  targets: readonly Target[],
  { store, current, folders, hold = holdFolder }: RestoreParts,
): RestoreResult {
  const result: RestoreResult = { files: [], failed: [] };
  const inOrder = [...targets.filter(({ to }) => !to), ...targets.filter(({ to }) => to)];
  for (const { path, to } of inOrder) {
    try {
      const before = current(path);
      if (sameVersion(before, to)) continue;
      if (before?.kind === 'left') throw new Error(notKept[before.why]);
      if (isFolder(path)) throw new Error('a folder stands in its place');
      if (to) write(path, to, store, hold);
      else remove(path, folders, hold);
      result.files.push({ path, before, after: to });
    } catch (error) {
      result.failed.push({ path, why: (error as Error).message });
    }
  }
  return result;
}

const notKept: Record<WhyLeft, string> = {
  ignored: 'its content is not kept: it is ignored',
  large: 'its content is not kept: it is too large',
  secret: 'its content is not kept: it may hold secrets',
  full: 'its content is not kept: there is too much already',
  unreadable: 'its content cannot be read',
};

function write(path: string, to: FileVersion, store: ContentStore, hold: Hold): void {
  if (to.kind === 'left') throw new Error(notKept[to.why]);
  const bytes = to.kind === 'file' ? store.get(to.hash) : undefined;
  if (to.kind === 'file' && !bytes) throw new Error('its content is no longer there');
  within(dirname(path), hold, true, (folder) => {
    const aside = `${folder}/.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      if (to.kind === 'link') symlinkSync(to.target, aside);
      else {
        writeFileSync(aside, bytes!, { flag: 'wx' });
        chmodSync(aside, to.mode);
      }
      renameSync(aside, `${folder}/${basename(path)}`);
    } catch (error) {
      rmSync(aside, { force: true });
      throw error;
    }
  });
}

/** Folders that are left empty go along, up to the workspace's. */
function remove(path: string, folders: readonly string[], hold: Hold): void {
  within(dirname(path), hold, false, (folder) => unlinkSync(`${folder}/${basename(path)}`));
  const root = folders.find((one) => isInside(one, path));
  for (let folder = dirname(path); root && folder !== root && isInside(root, folder); folder = dirname(folder)) {
    try {
      within(dirname(folder), hold, false, (parent) => rmdirSync(`${parent}/${basename(folder)}`));
    } catch {
      return;
    }
  }
}

function within(folder: string, hold: Hold, make: boolean, use: (held: string) => void): void {
  const held = hold(folder, make);
  try {
    held.check();
    use(held.path);
  } finally {
    held.release();
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
