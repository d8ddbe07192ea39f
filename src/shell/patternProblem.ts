/** Patterns on commands that can never match: they would guard nothing. Pure. */

/** What is wrong with a pattern, or undefined. Commands are compared one by one, without what joins and redirects them. */
export function patternProblem(pattern: unknown): string | undefined {
  const quoted = JSON.stringify(pattern);
  if (typeof pattern !== 'string') return `a pattern on commands is text, not ${quoted}`;
  if (pattern.trim() === '') return `the pattern ${quoted} can never match: it is empty`;
  const first = pattern.trim().split(/\s+/)[0]!;
  if (/^\w+\+?=/.test(first)) return `the pattern ${quoted} can never match: what is assigned is no part of a command`;
  // Quotes and brackets are as good as any letter here, so only what stands outside of them is read.
  const bare = pattern.replace(/(['"]).*?\1/gs, 'x').replace(/[*?[\]{}$`'"\\#!~]/g, 'x');
  const sign = /^[&|;()<>]|&&|\|\|?|;|(^|\s)\d*(>>?|<<?<?)|(^|\s)[&()]|&\s*$/.exec(bare)?.[0].trim();
  if (sign) return `the pattern ${quoted} can never match: ${sign} joins or redirects commands, and each is compared by itself`;
  return undefined;
}

/** The same for a pattern on the text of a command, whose quoted words may hold any sign. */
export function textPatternProblem(pattern: string): string | undefined {
  const quoted = JSON.stringify(pattern);
  if (pattern.trim() === '') return `the pattern ${quoted} can never match: it is empty`;
  if (/^\s*([&|;<>()]|\d*>)/.test(pattern))
    return `the pattern ${quoted} can never match: each command is compared by itself, from its program on`;
  if (/^\s*\w+\+?=/.test(pattern)) return `the pattern ${quoted} can never match: what is assigned is no part of a command`;
  return /^\s/.test(pattern) ? `the pattern ${quoted} can never match: no command begins with a blank` : undefined;
}
