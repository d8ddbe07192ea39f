/** Built-in policies on command lines: compared by parsed command, never by substring. */

import { commandPattern } from '../shell/commands/commandPattern';
import { isCommandLine, judgeLine } from '../shell/rules/commandMatch';
import { patternProblem } from '../shell/rules/patternProblem';
import { confined } from './confined';
import { type HookDefinition, policy } from './define';

export interface DenyCommandsOptions {
  patterns: readonly string[];
  /** `ignore`: does not ask for code that is given to an interpreter, as in `python -c …`. */
  opaque?: 'ask' | 'ignore';
}

/**
 * Denies calls of a shell in which any command matches. Patterns that are no more than a program's name are given to the system's sandbox too, which hides the
 * program from all that a line runs; a line that cannot be read to the end runs confined then. What other patterns might match in it is put to the human.
 */
export function denyCommands(...patterns: string[]): HookDefinition;
export function denyCommands(options: DenyCommandsOptions): HookDefinition;
export function denyCommands(...given: (string | DenyCommandsOptions)[]): HookDefinition {
  const [options] = given;
  const patterns = typeof options === 'object' && options !== null ? options.patterns : (given as string[]);
  const ignore = typeof options === 'object' && options?.opaque === 'ignore' ? 'code' : undefined;
  const problem = typeof options === 'object' ? optionsProblem(options) : undefined;
  return commandPolicy({
    name: `denyCommands(${[...(patterns ?? [])].join(', ')})`,
    patterns,
    problem,
    ignore,
    hides: true,
    denied: (pattern) => `command contains blocked pattern: ${pattern}`,
    asked: (why, pattern) =>
      pattern === undefined
        ? `blocked commands cannot be ruled out: ${why}`
        : `the command may contain the blocked pattern ${pattern}: ${why}`,
  });
}

/** Denies commands that should be run through `use`: `requireCommand('make', 'go build')`. */
export function requireCommand(use: string, ...insteadOf: string[]): HookDefinition {
  return commandPolicy({
    name: `requireCommand(${use})`,
    patterns: insteadOf,
    except: use,
    problem: typeof use === 'string' && /\S/.test(use) ? undefined : 'requireCommand needs the command to use instead, as a text',
    denied: (pattern) => `use ${use} instead of ${pattern}`,
    asked: (why, pattern) => `it may use ${pattern ?? insteadOf.join(', ')} instead of ${use}: ${why}`,
  });
}

interface CommandPolicy {
  name: string;
  patterns: readonly string[];
  /** What is called so matches none of them, though it goes by another name that does. */
  except?: string;
  problem?: string;
  ignore?: 'code';
  /** Programs that a pattern names are hidden besides. */
  hides?: true;
  denied(pattern: string): string;
  asked(why: string, pattern?: string): string;
}

function commandPolicy({ name, patterns, except, problem, ignore, hides, denied, asked }: CommandPolicy): HookDefinition {
  const none = patterns?.length === 0 ? `${name} can never match: it needs a pattern` : undefined;
  const wrong = problem ?? none ?? patterns.map((pattern) => patternProblem(pattern)).find((one) => one !== undefined);
  const wanted = wrong === undefined ? patterns.map(commandPattern) : [];
  const excepted = wrong === undefined && except !== undefined ? commandPattern(except) : undefined;
  const programs = wanted.filter((one) => hides && one.words.length + one.flags.length + one.values.length === 0);
  const others = wanted.filter((one) => !programs.includes(one));
  const denyPrograms = programs.map((one) => one.program);
  const definition = policy({ name }, (ctx) => {
    if (!isCommandLine(ctx)) return undefined;
    const { answer, pattern, reason } = judgeLine(ctx, wanted, ignore, excepted);
    if (answer === 'yes') return ctx.deny(denied(pattern!));
    const why = answer === 'maybe' ? asked(reason!, pattern) : undefined;
    const isAsked = why !== undefined && others.length > 0 && judgeLine(ctx, others, ignore, excepted).answer === 'maybe';
    if (denyPrograms.length === 0) return isAsked ? ctx.ask(why) : undefined;
    if (isAsked) return confined(ctx, { denyPrograms, hideOnly: true, ask: true, reason: why });
    return confined(ctx, why === undefined ? { denyPrograms, hideOnly: true } : { denyPrograms, reason: why });
  });
  return wrong === undefined ? definition : { ...definition, problem: wrong };
}

function optionsProblem(options: DenyCommandsOptions): string | undefined {
  const stranger = Object.keys(options ?? {}).find((key) => key !== 'patterns' && key !== 'opaque');
  if (stranger !== undefined) return `unknown option '${stranger}'. denyCommands takes patterns, opaque`;
  if (!Array.isArray(options?.patterns)) return 'denyCommands takes texts, or { patterns: […], opaque }';
  return options.opaque === undefined || options.opaque === 'ask' || options.opaque === 'ignore'
    ? undefined
    : `opaque is 'ask' or 'ignore', not ${JSON.stringify(options.opaque)}`;
}
