/** How far a hook that is made from a call reaches: from just this call to every call of the tool, in steps, each of which covers the call itself. */
import { basename, dirname, extname, isAbsolute, relative, sep } from 'node:path';
import { brief } from '../../shared/basics/brief';
import type { Command, ToolFacts } from '../../shared/calls/toolFacts';
import { isCommandLine } from '../../shell/rules/commandMatch';
import { textPatternDoubt, textPatternProblem } from '../../shell/rules/patternProblem';

export interface Scope {
  kind: 'this' | 'words' | 'program' | 'file' | 'folder' | 'ending' | 'value' | 'tool' | 'server';
  /** The pattern as the human reads it, or the tool's name. */
  shown: string;
  tools: string;
  match?: Record<string, string | string[]>;
}

/** What a pattern can tell a call by, where it is neither a command line nor a path. */
const telling: readonly string[] = ['url', 'subagent_type', 'pattern', 'query', 'name', 'task_id'];
/** They stand in a line for the sake of the others. */
const settings: ReadonlySet<string> = new Set(['cd', 'echo', 'true', 'export', 'set', ':', 'test', '[']);
/** Programs whose second word is still a kind of thing, not a thing. */
const deeper: ReadonlySet<string> = new Set([
  'npm run',
  'pnpm run',
  'yarn run',
  'docker compose',
  'gh pr',
  'gh issue',
  'gh repo',
  'git remote',
  'git stash',
]);
const longest = 200;
const mostCommands = 3;

export function scopesOf(facts: ToolFacts): Scope[] {
  const { toolName } = facts;
  const inner = isCommandLine(facts) ? ofLine(facts) : ofFields(facts);
  const server = /^(mcp__.+?__)./.exec(toolName)?.[1];
  return [
    ...inner.map((scope) => ({ ...scope, tools: toolName })),
    { kind: 'tool', shown: toolName, tools: toolName },
    ...(server ? [{ kind: 'server' as const, shown: `${server}*`, tools: `${server}*` }] : []),
  ];
}

type Inner = Omit<Scope, 'tools'>;

function ofLine({ commands = [], seenCommands, commandLine = '' }: ToolFacts): Inner[] {
  const all = commands.length > 0 ? commands : (seenCommands ?? []);
  const meant = all.filter(({ program }) => program && !settings.has(basename(program)));
  const chosen = (meant.length > 0 ? meant : all).slice(0, mostCommands);
  if (chosen.length === 0) return thisOne(commandLine);
  const scopes = chosen.flatMap(ofCommand);
  return scopes.filter((scope, at) => scopes.findIndex(({ shown }) => shown === scope.shown) === at);
}

function ofCommand(command: Command): Inner[] {
  const { program, args } = command;
  const name = basename(program);
  const whole = [name, ...args].join(' ');
  const words = leadingWords(name, args);
  return [
    ...(command.dynamic || args.length === 0 ? [] : thisOne(whole)),
    ...(words && `${words}*` !== whole ? [{ kind: 'words' as const, shown: `${words}*`, match: { command: `${words}*` } }] : []),
    { kind: 'program', shown: name, match: { command: [name, `${name} *`] } },
  ];
}

/** Signs that only a word in quotes can hold stand for any, so that nobody takes them for the shell's own. Some lines no pattern can match. */
function thisOne(line: string): Inner[] {
  const exact = literally(line);
  const command =
    textPatternDoubt(exact) === undefined
      ? exact
      : exact.replace(/\s{2,}|\s+$/g, (blanks) => '?'.repeat(blanks.length)).replace(/['"&|;<>]/g, '?');
  return textPatternProblem(command) === undefined ? [{ kind: 'this', shown: shortened(line), match: { command } }] : [];
}

/** `git push`, `npm run test`: what the command is, as far as words without a dash say it. */
function leadingWords(program: string, args: readonly string[]): string | undefined {
  const plain = (word: string | undefined): word is string => word !== undefined && /^[A-Za-z][\w:-]*$/.test(word);
  const [first, second] = args;
  if (!plain(first)) return undefined;
  const words = `${program} ${first}`;
  return deeper.has(words) && plain(second) ? `${words} ${second}` : words;
}

function ofFields({ input, fieldPaths, cwd }: ToolFacts): Inner[] {
  const [field] = Object.keys(fieldPaths).filter((name) => typeof input[name] === 'string');
  if (field !== undefined) return ofPath(field, fieldPaths[field]!, cwd);
  const told = telling.find((name) => typeof input[name] === 'string' && input[name] !== '');
  if (told === undefined) return [];
  const value = literally(input[told] as string);
  return [{ kind: 'value', shown: shortened(value), match: { [told]: value } }];
}

function ofPath(field: string, path: string, cwd: string): Inner[] {
  const below = relative(cwd, path).split(sep).join('/');
  if (below === '') return [];
  if (below.startsWith('..') || isAbsolute(below)) return [{ kind: 'file', shown: path, match: { [field]: asGlob(path) } }];
  const folder = dirname(below);
  const ending = extname(below);
  return [
    { kind: 'file', shown: below, match: { [field]: asGlob(below) } },
    ...(folder === '.' ? [] : [{ kind: 'folder' as const, shown: `${folder}/**`, match: { [field]: `${asGlob(folder)}/**` } }]),
    ...(ending ? [{ kind: 'ending' as const, shown: `**/*${ending}`, match: { [field]: `**/*${asGlob(ending)}` } }] : []),
  ];
}

const asGlob = (path: string) => path.replace(/[*?[\]{}()!@+\\]/g, '\\$&');
/** A pattern for a long text goes by how it begins. */
const literally = (text: string) => (text.length > longest ? `${text.slice(0, longest)}*` : text);
const shortened = (text: string) => brief(text, 60).replace(/\s+/g, ' ');
