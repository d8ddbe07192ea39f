/**
 * Processes that code of a host has started and that have left its group (`detached`, `setsid`, a daemon whose parent has ended). They are known by a variable
 * that they have inherited; on Linux alone a process can be asked for it.
 */
import { readdirSync, readFileSync } from 'node:fs';

const name = 'HOOK_HOST_ID';
/** One may start the next while it is looked for. */
const mostLooks = 5;

/** What a host is to have in its environment. */
export const markOf = (id: string): Record<string, string> => (process.platform === 'linux' ? { [name]: id } : {});

/** Ends them by force. */
export function endMarked(id: string): void {
  if (process.platform !== 'linux') return;
  const ended = new Set<string>();
  for (let looks = 0; looks < mostLooks; looks++) {
    const found = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && !ended.has(pid) && isMarked(pid, id));
    if (found.length === 0) return;
    for (const pid of found) {
      ended.add(pid);
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It is gone.
      }
    }
  }
}

function isMarked(pid: string, id: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${name}=${id}`);
  } catch {
    // It is gone, or another user's.
    return false;
  }
}
