/** The wait before a model call or a tool is tried again. */
import { whenAborted } from '../../shared/basics/whenAborted';
import type { Clock } from '../ports/machine';

/** Resolves true after `ms`, false at once when aborted. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const forget = whenAborted(signal, () => {
      cancel();
      resolve(false);
    });
    const cancel = clock.after(ms, () => {
      forget();
      resolve(true);
    });
  });
}
