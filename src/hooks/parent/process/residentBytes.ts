import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Resident memory of a process in bytes, or undefined where the platform does not tell. */
export function residentBytes(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
    if (process.platform === 'darwin')
      return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  } catch {
    // It is gone.
  }
  return undefined;
}
