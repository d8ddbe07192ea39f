/** Which session files there are, and whether anything was written to them yet: without reading one. */
import { closeSync, existsSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** A process that ended, or a disk that was full, before the header was there leaves a file that says nothing: its session begins anew. */
export function isBegun(path: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    // What is there and cannot be read is no new session.
    return existsSync(path);
  }
  try {
    const start = Buffer.alloc(mostHeader);
    const length = readSync(fd, start);
    return length === mostHeader || start.subarray(0, length).includes('\n');
  } finally {
    closeSync(fd);
  }
}
const mostHeader = 4096;

/** Session files of a folder, newest first. Another window may put one away meanwhile, and what leads nowhere is none. */
export function listSessions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .flatMap((path) => {
      const found = statOf(path);
      return found?.isFile() ? [{ path, at: found.mtimeMs }] : [];
    })
    .sort((a, b) => b.at - a.at)
    .map(({ path }) => path);
}

/** Undefined where nothing is to be found. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
