/** Built-in policies on command lines: compared by parsed command, never by substring. */
import type { Command } from '../shared/dispatch';
import { type HookDefinition, policy } from './define';
import { flagsIn, hasFlag, isFlag, wantedFlags } from './flags';

/** `/usr/bin/rm` and `rm.exe` are `rm`. */
export const baseName = (program: string): string =>
  program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.(exe|cmd|bat|com)$/i, '');

interface CommandPattern {
  program: string;
  words: string[];
  flags: string[];
}

function parsePattern(pattern: string): CommandPattern {
  const [program = '', ...rest] = pattern.trim().split(/\s+/);
  return { program: baseName(program), words: rest.filter((word) => !isFlag(word)), flags: rest.filter(isFlag) };
}

// The disks of these platforms find `RM` where `rm` is meant.
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';
const sameProgram = (a: string, b: string) => (ignoresCase ? a.toLowerCase() === b.toLowerCase() : a === b);

/**
 * Whether the leading words of the pattern are those of the command: `yes`, contradicted (`no`), hidden behind an argument that only the shell knows
 * (`hidden`), or not there yet (`short`), which matters where more arguments are added as it runs.
 */
function matchWords(
  args: readonly string[],
  words: readonly string[],
  isHidden: (arg: string) => boolean,
): 'yes' | 'no' | 'hidden' | 'short' {
  let at = 0;
  let afterFlag = false;
  let flagsEnded = false;
  for (const arg of args) {
    if (at === words.length) return 'yes';
    if (arg === '--') flagsEnded = true;
    else if (arg === words[at]) {
      at++;
      afterFlag = false;
    } else if (isHidden(arg)) return 'hidden';
    else if (!flagsEnded && isFlag(arg)) afterFlag = !arg.includes('=');
    // After a flag a word may be the flag's value, as in `git -C folder push`.
    else if (afterFlag) afterFlag = false;
    else return 'no';
  }
  return at === words.length ? 'yes' : 'short';
}

const isProgram = (command: Pick<Command, 'program'>, { program }: CommandPattern): boolean =>
  program !== '' && sameProgram(baseName(command.program), program);

/** True where the command is the pattern's program, with its words first and all its flags, in any spelling and order. */
export function commandMatches(command: Pick<Command, 'program' | 'args'>, pattern: string): boolean {
  const wanted = parsePattern(pattern);
  if (!isProgram(command, wanted) || matchWords(command.args, wanted.words, () => false) !== 'yes') return false;
  const present = flagsIn(wanted.program, command.args);
  return wantedFlags(wanted.program, wanted.flags).every((flag) => hasFlag(wanted.program, present, flag));
}

/** True where what is only known when it runs could make the command match: `git $X`, `git p?sh`, `xargs git`. */
function commandMayMatch(command: Command, pattern: string): boolean {
  const wanted = parsePattern(pattern);
  if (!isProgram(command, wanted)) return false;
  const found = matchWords(command.args, wanted.words, (arg) => /[$`*?[]/.test(arg));
  return found === 'hidden' || (found !== 'no' && command.dynamic === true);
}

interface Line {
  readonly commands?: readonly Command[];
  readonly seenCommands?: readonly Command[];
}
/** What was read of a line that could not be read whole is enough to deny. */
const firstMatch = ({ commands, seenCommands }: Line, patterns: readonly string[]): string | undefined =>
  (commands ?? seenCommands ?? []).flatMap((command) => patterns.filter((pattern) => commandMatches(command, pattern)))[0];
const mayHide = ({ commands }: Line, patterns: readonly string[]): boolean =>
  !commands || commands.some((command) => patterns.some((pattern) => commandMayMatch(command, pattern)));

/** Denies Bash calls in which any command matches; a line that cannot be read to the end is put to the human. */
export function denyCommands(...patterns: string[]): HookDefinition {
  return policy({ tools: 'Bash', name: `denyCommands(${patterns.join(', ')})` }, (ctx) => {
    const blocked = firstMatch(ctx, patterns);
    if (blocked !== undefined) return ctx.deny(`command contains blocked pattern: ${blocked}`);
    if (mayHide(ctx, patterns))
      return ctx.ask('the command line could not be read to the end, so blocked commands cannot be ruled out');
  });
}

/** Denies commands that should be run through `use`: `requireCommand('make', 'go build')`. */
export function requireCommand(use: string, ...insteadOf: string[]): HookDefinition {
  return policy({ tools: 'Bash', name: `requireCommand(${use})` }, (ctx) => {
    const other = firstMatch(ctx, insteadOf);
    if (other !== undefined) return ctx.deny(`use ${use} instead of ${other}`);
    if (mayHide(ctx, insteadOf))
      return ctx.ask(`the command line could not be read to the end, so it may use ${insteadOf.join(', ')} instead of ${use}`);
  });
}
