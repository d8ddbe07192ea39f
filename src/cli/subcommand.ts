import { nearest } from '../shared/basics/nearest';

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
  const asked = name === undefined ? Object.values(subcommands) : [subcommands[name]!];
  return asked.map(({ usage }) => usage).join('\n\n');
}

/** Beneath what is wrong with a call: how it is made, and who tells the rest. The whole of it would push out of sight what is wrong. */
export function hintOf(subcommands: Readonly<Record<string, Pick<Subcommand, 'usage'>>>, name: string): string {
  const asked = Object.hasOwn(subcommands, name) ? { [name]: subcommands[name]! } : subcommands;
  const calls = Object.values(asked).map(({ usage }) => `  ${usage.slice(0, usage.indexOf('\n'))}`);
  const more = asked === subcommands ? "'hooksmith help' tells what they take." : `'hooksmith help ${name}' tells what it takes.`;
  return [...calls, '', more].join('\n');
}

/** Words that people try, and what does that here. */
const meant: ReadonlyMap<string, string> = new Map([
  ['test', 'check --test'],
  ['lint', 'check'],
  ['coverage', 'check --coverage'],
]);

/** What is wrong with a command that there is not. */
export function unknownCommand(name: string, known: readonly string[]): string {
  if (name === '') return `a command is needed: there is ${known.join(', ')}`;
  const near = meant.get(name) ?? nearest(name, known, 1)[0];
  return `unknown command '${name}': ${near === undefined ? `there is ${known.join(', ')}` : `did you mean 'hooksmith ${near}'?`}`;
}
