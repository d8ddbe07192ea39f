/** A word after `hooksmith`, and what it does. */
export interface Subcommand {
  /** What it takes, in words; its first line is the call. */
  usage: string;
  /** Resolves with the exit code. Rejects with a UsageError where the arguments are at fault. */
  main(args: string[]): Promise<number>;
  /** Tells what kept it from its end, in its own form; absent, that is one line on standard error. Returns the exit code. */
  failed?(thrown: unknown): number;
}

/** All of them in words, or the one asked for. */
export function helpOf(subcommands: Readonly<Record<string, Subcommand>>, name?: string): string {
  const one = name === undefined ? undefined : Object.entries(subcommands).find(([known]) => known === name);
  return one
    ? one[1].usage
    : Object.values(subcommands)
        .map(({ usage }) => usage)
        .join('\n\n');
}
