/** Built-in policies on command lines: compared by parsed command, never by substring. */
import { isCommandLine, judgeLine } from '../shell/commandMatch';
import { commandPattern } from '../shell/commandPattern';
import { patternProblem } from '../shell/patternProblem';
import { type HookDefinition, policy } from './define';

export interface DenyCommandsOptions {
  patterns: readonly string[];
  /** `ignore`: does not ask for code that is given to an interpreter, as in `python -c …`. */
  opaque?: 'ask' | 'ignore';
}

/** Denies calls of a shell in which any command matches; a line that cannot be read to the end is put to the human. */
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
    denied: (pattern) => `use ${use} instead of ${pattern}`,
    asked: (why, pattern) => `it may use ${pattern ?? insteadOf.join(', ')} instead of ${use}: ${why}`,
  });
}

interface CommandPolicy {
  name: string;
  patterns: readonly string[];
  problem?: string;
  ignore?: 'code';
  denied(pattern: string): string;
  asked(why: string, pattern?: string): string;
}

function commandPolicy({ name, patterns, problem, ignore, denied, asked }: CommandPolicy): HookDefinition {
  const wrong = problem ?? patterns.map((pattern) => patternProblem(pattern)).find((one) => one !== undefined);
  const wanted = wrong === undefined ? patterns.map(commandPattern) : [];
  const definition = policy({ name }, (ctx) => {
    if (!isCommandLine(ctx)) return undefined;
    const { answer, pattern, reason } = judgeLine(ctx, wanted, ignore);
    if (answer === 'yes') return ctx.deny(denied(pattern!));
    if (answer === 'maybe') return ctx.ask(asked(reason!, pattern));
    return undefined;
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
