import { readFileSync } from 'node:fs';

/** Whether a signal has stopped a process, as SIGSTOP does; false where the platform does not tell. */
export function isHalted(pid: number): boolean {
  try {
    return process.platform === 'linux' && /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // It is gone.
    return false;
  }
}
