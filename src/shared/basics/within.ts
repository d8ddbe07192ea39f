/**
 * Does work with a signal that is aborted as the given one is, and with a `TimeoutError` once `ms` have passed. A signal of `AbortSignal.timeout` would not do:
 * Node 20 collects it as garbage where `AbortSignal.any` alone knows it, and its time never comes.
 */
export async function within<T>(
  clock: { after(ms: number, told: () => void): () => void },
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
