/**
 * Who is to be told that a signal is aborted. Many wait for one run's side by side: a listener for each would be taken for a leak, and a signal of its own for
 * each costs as much as a dispatch. Each signal has one listener of ours, for all of them.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** `told` is called once, at once where it is aborted already. The function that is returned takes it back. */
export function whenAborted(signal: AbortSignal, told: () => void): () => void {
  if (signal.aborted) {
    told();
    return () => undefined;
  }
  const known = waiting.get(signal);
  const all = known ?? listenTo(signal);
  // Two may wait with the same function.
  const one = () => told();
  all.add(one);
  return () => all.delete(one);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(signal, all);
  const tell = () => {
    waiting.delete(signal);
    for (const told of all)
      try {
        told();
      } catch (error) {
        // As an event's listeners: what one throws keeps no other from being told.
        queueMicrotask(() => {
          throw error;
        });
      }
  };
  signal.addEventListener('abort', tell, { once: true });
  return all;
}
