/** What a hook prints while it starts goes to its row; later output of async handlers goes to the host's log. */
let printing: ((values: unknown[]) => void) | undefined;

/** Whether somebody took it. */
export const printed = (values: unknown[]): boolean => {
  printing?.(values);
  return printing !== undefined;
};

/** What is printed until `run` returns, or throws, goes to `log`. */
export function printingTo<T>(log: (values: unknown[]) => void, run: () => T): T {
  printing = log;
  try {
    return run();
  } finally {
    printing = undefined;
  }
}
