/** Names of tools and of their scopes, whoever brings them. */

/** Our own tools: what speaks of one of them by its name, and is no tool itself, is held to this list, and the list to the tools. */
export type BuiltInName =
  | 'Read'
  | 'Write'
  | 'Edit'
  | 'MultiEdit'
  | 'NotebookEdit'
  | 'Bash'
  | 'TaskOutput'
  | 'TaskStop'
  | 'Glob'
  | 'Grep'
  | 'LS'
  | 'Diagnostics'
  | 'TodoWrite'
  | 'AskUserQuestion'
  | 'WebFetch'
  | 'WebSearch'
  | 'Skill'
  | 'Agent'
  | 'Handoff';

/** Those that change files: a rule that restricts `Edit` restricts all of them. */
export const editing: ReadonlySet<string> = new Set<BuiltInName>(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/** The field of one of ours that holds a name which is found in whatever case it is given. */
export const nameInAnyCase: ReadonlyMap<string, string> = new Map<BuiltInName, string>([['Skill', 'skill']]);

/** The scope of our own tools. */
export const builtIn = 'built-in';

/** The tool whose input is the list of tasks that people see. The views know its calls by their records alone, and those by its name. */
export const taskList = 'TodoWrite' satisfies BuiltInName;

/** What is said of a tool of a file whose name another tool has: `taker` is that one's scope. */
export const nameTaken = (name: string, taker: string): string =>
  `the tool name ${name} is taken by ${taker}: this one is not offered`;

/** What is wrong with a tool's name, or undefined. Those of MCP servers are theirs alone. */
export function toolNameProblem(name: string): string | undefined {
  if (!/^[\w-]{1,128}$/.test(name)) return `the name '${name}' must be 1 to 128 letters, digits, _ or -`;
  return name.startsWith('mcp__') ? `the name '${name}' must not begin with mcp__: such are the tools of MCP servers` : undefined;
}
