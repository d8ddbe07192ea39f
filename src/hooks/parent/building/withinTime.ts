/** Files that are unloaded may take this long. */
export const unloadMs = 1000;

/** What the work comes to; undefined where it takes longer than that many ms. Then it goes on, and nobody waits for it. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  // What fails too late fails nobody's work.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Resolves when that is done, or the time is over. */
export const withinTime = async (ms: number, begin: (done: () => void) => void): Promise<void> =>
  inTime(new Promise<void>(begin), ms);
