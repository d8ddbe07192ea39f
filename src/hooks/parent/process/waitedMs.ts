import { readFileSync } from 'node:fs';

/** How long a process has waited for a processor that others had, in ms since its start; 0 where the platform does not tell. */
export function waitedMs(pid: number): number {
  try {
    return process.platform === 'linux' ? Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6 : 0;
  } catch {
    // It is gone, or the system keeps no such count.
    return 0;
  }
}
