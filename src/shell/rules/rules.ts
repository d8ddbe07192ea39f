/** Permission rules: `Bash(git status*)`, `Edit(src/**)`, `WebFetch(domain:example.com)`, `Read`, `mcp__github__*`. A rule names a tool and, in brackets, a pattern on its command, paths or hosts. */
import { nearest } from '../../shared/basics/nearest';
import { matchesAny } from '../../shared/basics/wildcards';
import { namesOf, type ToolFacts } from '../../shared/calls/toolFacts';
import { editing } from '../../shared/calls/toolNames';
import { coversHost, hostPattern } from '../paths/hosts';
import { pathPatternProblem } from '../paths/pathPatternProblem';
import { coversPath, patternBases, startingIn } from '../paths/pathPatterns';
import { allowingPattern, commandsToAllow, isCommandLine, judgeLine, mayBeAllowed } from './commandMatch';
import { textPatternDoubt, textPatternProblem } from './patternProblem';

const form = /^([\w*.-]+)(?:\((.*)\))?$/s;

/** What is wrong with a rule, or undefined. */
export function ruleProblem(rule: string): string | undefined {
  const [, tool, pattern] = form.exec(rule) ?? [];
  if (!form.test(rule)) return `'${rule}' is no rule: write Tool or Tool(pattern), as in Bash(git status*) or Edit(src/**)`;
  if (pattern === undefined) return undefined;
  if (pattern.trim() === '') return `'${rule}' can never match: its pattern is empty`;
  // A command may end in one that was quoted.
  if (/^\s/.test(pattern) || (/\s$/.test(pattern) && !/^bash$/i.test(tool!)))
    return `'${rule}' can never match: a blank begins or ends its pattern`;
  const name = tool!.toLowerCase();
  if (name === 'webfetch' && hostPattern(pattern) === undefined)
    return `'${rule}' can never match: write WebFetch(domain:example.com)`;
  const why = name === 'bash' ? textPatternProblem(pattern) : ofPaths.has(name) ? pathPatternProblem(pattern) : undefined;
  return why && (name === 'bash' ? `in '${rule}' ${why}` : `'${rule}' can never match: ${why}`);
}
/** Tools whose patterns are on paths. */
const ofPaths: ReadonlySet<string> = new Set([
  'read',
  'glob',
  'grep',
  'ls',
  'diagnostics',
  ...[...editing].map((one) => one.toLowerCase()),
]);

/**
 * What asks in the place of members of a list that are no rules, though somebody meant them to deny or to ask: all calls of the tool that one begins with, or
 * of any tool where nothing says which.
 */
export const asksInPlaceOf = (members: readonly unknown[]): string[] => [
  ...new Set(
    members.flatMap((one) => {
      if (typeof one !== 'string') return ['*'];
      if (one.trim() === '' || ruleProblem(one) === undefined) return [];
      return [/^[\s!"'`]*([\w*.-]+)/.exec(one)?.[1] ?? '*'];
    }),
  ),
];

export interface RuleDoubt {
  /** In words. */
  text: string;
  /** Another name is much like the one it gives, or its text is no command's. */
  isSlip: boolean;
}

/**
 * That no tool has the name which a rule gives, or that hardly any command has the text which one that restricts does; or undefined. `tools` are the names and aliases of all that are there: of an MCP server that has none of
 * them nothing is known. A server's name alone stands for all its tools where a rule restricts.
 */
export function ruleDoubt(rule: string, tools: readonly string[], use: 'allow' | 'restrict'): RuleDoubt | undefined {
  const [, tool, pattern] = form.exec(rule) ?? [];
  const doubt = use === 'restrict' && pattern !== undefined && /^bash$/i.test(tool!) ? textPatternDoubt(pattern) : undefined;
  if (doubt) return { text: `in '${rule}' ${doubt}`, isSlip: true };
  if (tool === undefined || tools.some((name) => isFor(tool, name, use))) return undefined;
  const [, server] = /^(mcp__.+?)(?:__|$)/i.exec(tool) ?? [];
  const isOf = (name: string) => name.toLowerCase().startsWith(`${server}__`.toLowerCase());
  const offered = server === undefined ? tools : tools.filter(isOf);
  if (/^mcp__/i.test(tool) && (server === undefined || /[*?]/.test(server) || offered.length === 0)) return undefined;
  const near = tool === server ? `${server}__*` : /[*?]/.test(tool) ? undefined : nearest(tool, offered, 1)[0];
  const meant = near && `: did you mean '${near}${rule.slice(tool.length)}'?`;
  return { text: `'${rule}' is for no tool that there is${meant ?? ''}`, isSlip: meant !== undefined };
}

/** The tool that a rule is for; undefined where it may be several. */
export function toolOf(rule: string): string | undefined {
  const [, tool] = form.exec(rule) ?? [];
  return tool?.includes('*') ? undefined : tool;
}

/** A rule of the settings of one folder among several: its path patterns start there. */
export interface PlacedRule {
  rule: string;
  /** Real path. */
  folder: string;
}
export type GivenRule = string | PlacedRule;
const placed = (given: GivenRule): { rule: string; folder?: string } => (typeof given === 'string' ? { rule: given } : given);

interface ParsedRule {
  rule: string;
  folder?: string;
  pattern?: string;
}

type Named = Pick<ToolFacts, 'toolName' | 'aliases'>;
const forTool = (rules: readonly GivenRule[], facts: Named, use: 'allow' | 'restrict'): ParsedRule[] =>
  rules.flatMap((given) => {
    const { rule, folder } = placed(given);
    const [, tool, pattern] = form.exec(rule) ?? [];
    // A wildcard that happens to cover an older name allows nothing by it.
    const names = use === 'restrict' || !tool?.includes('*') ? namesOf(facts) : [facts.toolName];
    const isMeant = tool !== undefined && names.some((name) => isFor(tool, name, use));
    return isMeant ? [{ rule, folder, ...(pattern === undefined ? {} : { pattern }) }] : [];
  });

const isFor = (rule: string, name: string, use: 'allow' | 'restrict'): boolean =>
  matchesAny(name, [rule], true) ||
  (use === 'restrict' && (isServerOf(rule, name) || (/^edit$/i.test(rule) && editing.has(name))));

/** `mcp__github` is how other agents write `mcp__github__*`. */
const isServerOf = (rule: string, name: string): boolean =>
  /^mcp__/i.test(rule) && name.toLowerCase().startsWith(`${rule.toLowerCase()}__`);

const withPattern = (rules: readonly ParsedRule[]) =>
  rules.filter((one): one is ParsedRule & PatternOfRule => one.pattern !== undefined);
type PatternOfRule = Pick<ParsedRule, 'folder'> & { pattern: string };
/** In a workspace of several folders a pattern that restricts starts in the folder whose settings have it, or in each of them; one that allows in the first alone. */
const isCovered = (path: string, { pattern, folder }: PatternOfRule, facts: ToolFacts) =>
  patternBases(facts, folder).some((base) => coversPath(pattern, path, base));

/** `git push:*` is how other agents write what begins with these words. That it is taken for them too can only restrict more: an allow has no use for it. */
function withPrefix(pattern: string): string[] {
  const [, words] = /^(.*\S):\*$/s.exec(pattern) ?? [];
  return words === undefined ? [pattern] : [pattern, words, `${words} *`];
}

/** A rule that restricts a call; `uncertain` says why it only might. */
export interface Restriction {
  rule: string;
  uncertain?: string;
}

/** The rule (of those that deny, or ask) that covers a call: one command, or one path, is enough. */
export function restrictingRule(rules: readonly GivenRule[], facts: ToolFacts): Restriction | undefined {
  const own = forTool(rules, facts, 'restrict');
  const whole = own.find(({ pattern }) => pattern === undefined);
  if (whole) return { rule: whole.rule };
  const patterns = withPattern(own);
  if (facts.hosts) {
    const rule = patterns.find(({ pattern }) => facts.hosts!.some((host) => coversHost(pattern, host)))?.rule;
    return rule === undefined ? undefined : { rule };
  }
  if (!isCommandLine(facts)) {
    // Enough to restrict: a rule may name the link as well as what it leads to.
    const paths = [...facts.paths, ...(facts.namedPaths ?? []), ...(facts.likelyPaths ?? [])];
    const rule = patterns.find((one) => paths.some((path) => isCovered(path, one, facts)))?.rule;
    if (rule !== undefined) return { rule };
    const [first] = patterns;
    // Of a tool that takes paths there always is one: the folder where none is named.
    if (!first || (facts.pathsComplete && paths.length > 0)) return undefined;
    return { rule: first.rule, uncertain: `not all that this call of ${facts.toolName} names can be compared with its pattern` };
  }
  let unsure: Restriction | undefined;
  for (const { rule, pattern } of patterns) {
    const { answer, reason } = judgeLine(facts, withPrefix(pattern));
    if (answer === 'yes') return { rule };
    if (answer === 'maybe') unsure ??= { rule, uncertain: reason! };
  }
  return unsure;
}

/** Patterns of paths that the rules deny to one of these tools. */
export const deniedPaths = (rules: readonly GivenRule[], tools: readonly Named[]): string[] =>
  withPattern(tools.flatMap((tool) => forTool(rules, tool, 'restrict'))).flatMap(begun);
const begun = ({ pattern, folder }: PatternOfRule): string[] =>
  folder === undefined ? [pattern] : startingIn([folder], [pattern]);

/** All patterns in rules, whatever tools they are for. */
export const patternsIn = (rules: readonly GivenRule[]): string[] =>
  rules.flatMap((given) => {
    const { rule, folder } = placed(given);
    const pattern = form.exec(rule)?.[2];
    return pattern === undefined ? [] : begun({ pattern, folder });
  });

/** The rules that allow a call, joined: every command, or every path, is covered by one of them, and nothing of a command line is unknown. */
export function allowingRule(rules: readonly string[], facts: ToolFacts): string | undefined {
  const own = forTool(rules, facts, 'allow');
  if (isCommandLine(facts) && !mayBeAllowed(facts)) return undefined;
  const whole = own.find(({ pattern }) => pattern === undefined);
  if (whole) return whole.rule;
  const patterns = withPattern(own);
  if (isCommandLine(facts)) {
    return all(
      commandsToAllow(facts.commands!).map(
        (command) => patterns.find(({ pattern }) => allowingPattern(command, [pattern]) !== undefined)?.rule,
      ),
    );
  }
  if (facts.hosts) return all(facts.hosts.map((host) => patterns.find(({ pattern }) => coversHost(pattern, host))?.rule));
  // By which of its texts a tool that others bring reads or writes nobody knows: a rule on paths is to cover whatever they may name.
  if (!facts.pathsComplete) return undefined;
  return all(
    [...facts.paths, ...(facts.likelyPaths ?? [])].map(
      (path) => patterns.find(({ pattern }) => isCovered(path, { pattern, folder: facts.cwd }, facts))?.rule,
    ),
  );
}

/** All of them named, once each; undefined where one is missing, or there is none. */
const all = (rules: readonly (string | undefined)[]): string | undefined =>
  rules.length > 0 && rules.every((rule) => rule !== undefined) ? [...new Set(rules)].join(', ') : undefined;
