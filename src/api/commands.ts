/** Built-in policies on command lines: compared by parsed command, never by substring (contract §4, Built in). */
import type { Command } from '../shared/dispatch';
import { type HookDefinition, policy } from './define';

/** Long spellings of short flags, where `rm --recursive --force` must be seen as `rm -rf`. */
const longFlags: Record<string, string> = {
  '--recursive': 'r',
  '--force': 'f',
  '--dir': 'd',
  '--verbose': 'v',
  '--interactive': 'i',
  '--all': 'a',
};

export const baseName = (program: string): string =>
  program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.(exe|cmd|bat)$/i, '');

/** True where the command is the pattern's program, with its words first and all its flags, in any spelling and order. */
export function commandMatches(command: Pick<Command, 'program' | 'args'>, pattern: string): boolean {
  const [program, ...wanted] = pattern.trim().split(/\s+/);
  if (!program || baseName(command.program) !== baseName(program)) return false;
  const words = wanted.filter((word) => !isFlag(word));
  const flags = flagsOf(wanted);
  const operands = command.args.filter((word) => !isFlag(word));
  if (words.some((word, index) => operands[index] !== word)) return false;
  const present = flagsOf(command.args);
  return [...flags].every((flag) => present.has(flag) || (/^[a-z]$/i.test(flag) && present.has(flag === 'r' ? 'R' : flag)));
}

const isFlag = (word: string) => word.startsWith('-') && word !== '-' && word !== '--';

function flagsOf(words: readonly string[]): Set<string> {
  const flags = new Set<string>();
  for (const word of words) {
    if (word === '--') break;
    if (!isFlag(word)) continue;
    if (word.startsWith('--')) {
      const name = word.split('=')[0]!;
      flags.add(name);
      if (longFlags[name]) flags.add(longFlags[name]);
    } else {
      flags.add(word);
      for (const letter of word.slice(1)) flags.add(letter);
    }
  }
  // A bundle such as -rf stands for its letters; the bundle itself is no flag of its own.
  for (const flag of [...flags]) if (/^-[A-Za-z]+$/.test(flag)) flags.delete(flag);
  return flags;
}

/** Denies Bash calls in which any command matches; a line that cannot be parsed is put to the human. */
export function denyCommands(...patterns: string[]): HookDefinition {
  return policy({ tools: 'Bash', name: `denyCommands(${patterns.join(', ')})` }, (ctx) => {
    const found = (ctx.commands ?? ctx.seenCommands)?.flatMap((command) =>
      patterns.filter((pattern) => commandMatches(command, pattern)),
    )[0];
    if (found) return ctx.deny(`command contains blocked pattern: ${found}`);
    const hides = (program: string) =>
      patterns.some((pattern) => baseName(pattern.trim().split(/\s+/)[0]!) === baseName(program));
    if (!ctx.commands || ctx.commands.some((command) => command.dynamic && hides(command.program)))
      return ctx.ask('the command line could not be read to the end, so blocked commands cannot be ruled out');
  });
}

/** Denies commands that should be run through `use`: `requireCommand('make', 'go build')`. */
export function requireCommand(use: string, ...insteadOf: string[]): HookDefinition {
  return policy({ tools: 'Bash', name: `requireCommand(${use})` }, (ctx) => {
    const found = (ctx.commands ?? ctx.seenCommands)?.flatMap((command) =>
      insteadOf.filter((pattern) => commandMatches(command, pattern)),
    )[0];
    if (found) return ctx.deny(`use ${use} instead of ${found}`);
    if (!ctx.commands)
      return ctx.ask(`the command line could not be parsed, so it may use ${insteadOf.join(', ')} instead of ${use}`);
  });
}
