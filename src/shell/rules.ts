/** Permission rules: `Bash(git status*)`, `Edit(src/**)`, `Read`, `mcp__github__*`. A rule names a tool and, in brackets, a pattern on its command or paths. */
import { namesOf, type ToolFacts } from '../shared/dispatch';
import { matchesAny } from '../shared/wildcards';
import { coversPath } from './pathPatterns';

const form = /^([\w*.-]+)(?:\((.*)\))?$/s;

/** What is wrong with a rule, or undefined. */
export function ruleProblem(rule: string): string | undefined {
  return form.test(rule)
    ? undefined
    : `'${rule}' is no rule: write Tool or Tool(pattern), as in Bash(git status*) or Edit(src/**)`;
}

/**
 * The rules that cover a call, joined, or undefined. An `allow` counts only if the command line was fully parsed and every command in it, or every path,
 * is covered by some rule; for a `restrict` (deny, ask) one is enough, and a line that cannot be parsed counts as covered.
 */
export function matchingRule(rules: readonly string[], facts: ToolFacts, use: 'allow' | 'restrict'): string | undefined {
  const forTool = rules.flatMap((rule) => {
    const [, tool, pattern] = form.exec(rule) ?? [];
    // A wildcard that happens to cover an older name allows nothing by it.
    const names = use === 'restrict' || !tool?.includes('*') ? namesOf(facts) : [facts.toolName];
    return tool && names.some((name) => matchesAny(name, [tool], true)) ? [{ rule, pattern }] : [];
  });
  const whole = forTool.find(({ pattern }) => pattern === undefined);
  if (whole) return whole.rule;
  if (forTool.length === 0) return undefined;
  const isCommand = facts.toolName === 'Bash';
  if (isCommand && !facts.commands) return use === 'restrict' ? forTool[0]!.rule : undefined;
  if (use === 'allow' && facts.commands?.some((command) => command.dynamic)) return undefined;
  const subjects = isCommand ? facts.commands!.map((command) => command.text) : facts.paths;
  const covering = subjects.map(
    (subject) =>
      forTool.find(({ pattern }) =>
        isCommand
          ? matchesAny(subject, [pattern!], false)
          : coversPath(pattern!, subject, { folder: facts.cwd, home: facts.home }),
      )?.rule,
  );
  if (use === 'restrict') return covering.find((rule) => rule !== undefined);
  return subjects.length > 0 && covering.every((rule) => rule !== undefined) ? [...new Set(covering)].join(', ') : undefined;
}

/** Rules that would allow exactly this call another time; what the approval's menu offers. */
export function suggestRules(facts: ToolFacts): string[] {
  if (facts.status !== 'known') return [];
  const subjects =
    facts.toolName === 'Bash'
      ? facts.commands && !facts.commands.some((command) => command.dynamic)
        ? facts.commands.map((command) => command.text)
        : []
      : facts.paths;
  if (facts.toolName !== 'Bash' && subjects.length === 0) return [facts.toolName];
  // A text with a wildcard of its own would allow more than it shows.
  return subjects.length === 1 && !/[*?]/.test(subjects[0]!) ? [`${facts.toolName}(${subjects[0]})`] : [];
}
