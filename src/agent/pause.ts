/** Time that passes: the wait before a model call or a tool is tried again, and how long a call may take. */
import { whenAborted } from '../shared/whenAborted';
import type { Clock } from './ports/machine';

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

/** Does work with a signal that is aborted as the given one is, and with a `TimeoutError` once `ms` have passed. */
export async function within<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const message = 'The operation was aborted due to timeout';
  const cancel = clock.after(ms, () => late.abort(new DOMException(message, 'TimeoutError')));
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    cancel();
  }
}
