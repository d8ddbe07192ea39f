/** Patterns on names of tools as other systems write them, which can never match here: they would guard nothing. Pure. */

/** What is wrong with a pattern of `tools`, and what to write instead; undefined of one that may match. */
export function toolPatternProblem(pattern: string): string | undefined {
  const never = (why: string, instead: string) => `the pattern '${pattern}' can never match: ${why}. Write ${instead}`;
  const rule = /^([^(|,]+)\((.*)\)$/s.exec(pattern.trim());
  if (rule) return never('it is a rule on what a tool is called with, not the name of one', matchFor(rule[1]!, rule[2]!));
  if (/^\s|\s$/.test(pattern)) return never('no name has a blank at its ends', listed([pattern]));
  if (/[()]/.test(pattern))
    return never('no name has a bracket in it', 'the names as a list, and what they are called with as match');
  if (/^!/.test(pattern)) return never('no name begins with !', 'the names that are meant: nothing stands for all others');
  const several = /^\{(.*)\}$/.exec(pattern)?.[1] ?? pattern;
  if (/[|,]/.test(several))
    return never(`no name has a ${/\|/.test(several) ? '|' : 'comma'} in it`, listed(several.split(/[|,]/)));
  if (/[{}]/.test(pattern)) return never('no name has a brace in it', 'each of the names as one of a list');
  if (/^\^|\$$|(^|_)\.[*+]/.test(pattern))
    return never('it is a regular expression, and only * and ? are special', listed([pattern]));
  return undefined;
}

/** As names are written here: what is left of a regular expression is a wildcard. */
function listed(names: readonly string[]): string {
  const plain = names
    .map((name) =>
      name
        .trim()
        .replace(/^\^|\$$/g, '')
        .replace(/\.[*+]/g, '*'),
    )
    .filter(Boolean);
  const quoted = plain.map((name) => `'${name}'`).join(', ');
  return plain.length === 1 ? `tools: ${quoted}` : `tools: [${quoted}]`;
}

/** `Bash(git:*)` is `git*` here. */
function matchFor(tool: string, given: string): string {
  const tools = listed([tool]);
  const pattern = given.trim().replace(/:\*$/, '*');
  if (/^\**$/.test(pattern)) return tools;
  const field = fields[tool.trim().toLowerCase()];
  return field
    ? `${tools}, match: { ${field}: '${pattern}' }`
    : `${tools}, and what it is called with as match: { FIELD: PATTERN }`;
}

const fields: Readonly<Record<string, string>> = {
  bash: 'command',
  ...{ read: 'file_path', write: 'file_path', edit: 'file_path', multiedit: 'file_path' },
};
