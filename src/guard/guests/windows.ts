/**
 * Windows of the editor: each judges for the agents at work in its folders, with its own hooks as they are live there. A window says so in a file
 * beside the guard's socket, in the folder that only this user can enter, and is asked at a socket of its own there.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as z from 'zod';
import { type GuardPlace, guardPlace, whyNotOurs } from '../place/place';

const record = z.object({ version: z.literal(1), folders: z.array(z.string()) });

export interface GuardWindow {
  pid: number;
  /** Real paths. */
  folders: readonly string[];
}

const folderOf = (home: string) => guardPlace(home).folder ?? join(home, '.hooksmith', 'guard', 'windows');
const fileOf = (home: string, pid: number) => join(folderOf(home), `window-${pid}.json`);

/** Where a window is asked. */
export function windowPlace(home: string, pid: number): GuardPlace {
  const { folder, socket } = guardPlace(home);
  return folder === undefined ? { socket: `${socket}-${pid}` } : { folder, socket: join(folder, `window-${pid}`) };
}

/** From now on agents in these folders are judged there. */
export function announceWindow(home: string, { pid, folders }: GuardWindow): void {
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
  const file = fileOf(home, pid);
  const temporary = `${file}.new`;
  writeFileSync(temporary, `${JSON.stringify({ version: 1, folders: [...folders] } satisfies z.infer<typeof record>)}\n`, {
    mode: 0o600,
  });
  renameSync(temporary, file);
}

export const forgetWindow = (home: string, pid: number): void => rmSync(fileOf(home, pid), { force: true });

/** As they were read last, of each folder: they are asked for twice with each question, and hardly ever change. */
// biome-ignore lint/plugin: it remembers what a folder said, and looks whether that is still the same
const read = new Map<string, { stamp: string; windows: GuardWindow[] }>();
/** A clock of files may stand still for some milliseconds. */
const settledMs = 100;

/** None where anyone else could have written of them. */
export function windowsOf(home: string): GuardWindow[] {
  if (whyNotOurs(guardPlace(home)) !== undefined) return [];
  const folder = folderOf(home);
  const found = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
  if (!found) return [];
  // Records are never written in place: each that comes, changes or goes is a change of their folder.
  const stamp = `${found.ino} ${found.mtimeNs} ${found.ctimeNs}`;
  const known = read.get(folder);
  if (known?.stamp === stamp) return known.windows;
  const windows = readWindows(home);
  if (Date.now() - Number(found.mtimeMs) > settledMs) read.set(folder, { stamp, windows });
  return windows;
}

function readWindows(home: string): GuardWindow[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(home));
  } catch {
    return [];
  }
  return names.flatMap((name): GuardWindow[] => {
    const pid = Number(/^window-(\d+)\.json$/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid)) return [];
    try {
      const { folders } = record.parse(JSON.parse(readFileSync(fileOf(home, pid), 'utf8')));
      return [{ pid, folders }];
    } catch {
      return [];
    }
  });
}

/** The innermost folder of a window that holds this one, itself included. */
export function windowAround(windows: readonly GuardWindow[], folder: string): string | undefined {
  const around = windows.flatMap(({ folders }) => folders).filter((one) => folder === one || folder.startsWith(one + sep));
  return around.reduce<string | undefined>((a, b) => (a !== undefined && a.length >= b.length ? a : b), undefined);
}
