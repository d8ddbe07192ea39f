/** Files that are unloaded may take this long. */
export const unloadMs = 1000;

/** Resolves when that is done, or the time is over. */
export async function withinTime(ms: number, begin: (done: () => void) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    begin(resolve);
  });
  clearTimeout(timer);
}
