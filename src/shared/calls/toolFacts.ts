/** What the core knows of a tool call, and what of it is recorded. */
import { isObject, type JsonObject } from '../basics/json';
import type { ToolDeclaration } from '../messages/messages';

/** A word that is only partly known before it runs. */
export interface PartialWord {
  /** In order; null where any text may stand. */
  pieces: (string | null)[];
  /** It may become several words, or none. */
  many?: true;
  /** It never begins with a dash: what a glob found. */
  operand?: true;
}

/** One simple command of a parsed command line, unquoted, wrappers opened. */
export interface Command {
  program: string;
  args: string[];
  text: string;
  /** Some of it is only known when it runs: arguments (`$X`, `xargs`), or what its words mean (`PATH=…`, `GIT_SSH_COMMAND=…`). An allow does not cover it. */
  dynamic?: boolean;
  /** Where words are only partly known: the program and all arguments, as far as they are. */
  words?: (string | PartialWord)[];
  /** What it may be in place of that: git takes a subcommand that is none of its own from its settings. */
  mayBe?: (string | PartialWord)[];
  /** Indexes of its words (0 is the program) at which a command may begin that it runs: programs that nobody knows, and `exec`, `--` and their kind of the others. `any` where they are too many. */
  mayRun?: number[] | 'any';
  /** What its words tell it to run, as `--exec COMMAND` does of a program that nobody knows: an allow covers it only where it covers these too. `any` where they are not known. */
  told?: Command[] | 'any';
}

/** A folder that a command walks through: `grep -r`, `find`, `tar`. */
export interface Searched {
  folder: string;
  /** Names with a leading dot are left out, and what lies beneath them. */
  dots?: false;
  /** All that it comes to there, as paths below it; absent where that is too much, or cannot be read. */
  found?: string[];
}

/** Which paths below a folder are asked for. */
export interface Taken {
  takes(below: string, isFolder: boolean): boolean;
  /** False of a folder beneath which there is nothing to look for. */
  enters(below: string): boolean;
}

/** Something of a command line that is only known when it runs, and that could run anything. */
export interface Uncertainty {
  /** `code`: text given to an interpreter, or to a program that runs other programs. `line`: all else, such as a program that a variable names. */
  kind: 'line' | 'code';
  /** In words. */
  reason: string;
}

export type ToolStatus = 'known' | 'unknown' | 'disabled' | 'invalid';

/** What the core knows of a tool call; asked again whenever a hook changes the input or the tool. */
export type ToolFacts = {
  toolName: string;
  /** Other names of the tool: what is said of one of them is said of it. */
  aliases?: string[];
  /** What will run, or ran; parsed by the tool's schema where `status` is known. */
  input: JsonObject;
  /** `known` where the call could run as it is. */
  status: ToolStatus;
  /** As the model is offered it. */
  declaration?: ToolDeclaration;
  /** The tool's group: built-in, a tool file, an MCP server. */
  scope?: string;
  /** It has no effect outside the conversation. */
  readOnly?: boolean;
  /** The line, where the call is one for a shell. */
  commandLine?: string;
  /** The parsed command line; undefined if there is none, it cannot be parsed, or it runs something that is not in this list. */
  commands?: Command[];
  /** What could be read of a line that could not be read whole: enough to deny, never to allow. */
  seenCommands?: Command[];
  /** What of the line is only known when it runs; absent where there is no such thing, arguments of single commands aside. */
  uncertainties?: Uncertainty[];
  /** What keeps an `allow` from covering the line, in words: what it assigns, and where it writes. */
  allowBars?: string[];
  /** Folders that the line walks through. */
  searches?: Searched[];
  /** Protected paths that the line may write without naming them, in words. */
  guarded?: string[];
  /** Where relative paths of the call, and relative patterns, start: the workspace folder. */
  cwd: string;
  /** In a workspace of several folders: where relative patterns start instead. For a hook of one of the folders it is that one, for all others all of them. */
  folders?: string[];
  /** The user's home folder, for `~` in patterns. */
  home: string;
  /** Real paths of the input's path fields, by field. */
  fieldPaths: Record<string, string>;
  /** Real paths that the call names. */
  paths: string[];
  /** The same as they are written, absolute, links not followed; absent where no link is in the way. Enough to deny, never to allow. */
  namedPaths?: string[];
  /** Real paths that texts of the input may name, of a tool that others bring: nobody knows by which of its fields. Of a command line, the programs that it runs by a path, and what it names in a container or on another host. Enough to deny, never to allow. */
  likelyPaths?: string[];
  /** Hosts that the call reaches; absent where its tool tells of none. */
  hosts?: string[];
  /** False where a command line could not be read to the end, or an input holds more than is looked through, so that `paths` may lack some. */
  pathsComplete: boolean;
  /** What is wrong with the input, or which tools are near an unknown name. */
  problem?: string;
};

/** Of each whether it was read out of the input. */
const isReading: Record<keyof ToolFacts, boolean> = {
  toolName: false,
  aliases: false,
  input: false,
  status: false,
  declaration: false,
  scope: false,
  readOnly: false,
  commandLine: true,
  commands: true,
  seenCommands: true,
  uncertainties: true,
  allowBars: true,
  searches: true,
  guarded: true,
  cwd: false,
  folders: false,
  home: false,
  fieldPaths: true,
  paths: true,
  namedPaths: true,
  likelyPaths: true,
  hosts: true,
  pathsComplete: true,
  problem: true,
};
const factNames = Object.keys(isReading) as (keyof ToolFacts)[];

/** The facts of a call among the fields of its event. */
export function factsIn(payload: ToolFacts): ToolFacts {
  const facts: JsonObject = {};
  for (const name of factNames) facts[name] = payload[name];
  return facts as unknown as ToolFacts;
}

/** What a record keeps of a call's facts: not its declaration, which is the tool's, nor what the event says itself. */
export type RecordedFacts = Partial<Omit<ToolFacts, 'declaration' | 'input'>> & {
  input?: JsonObject;
  /** Facts that were too long to keep. */
  left?: (keyof ToolFacts)[];
};

/** A walk through a large folder may find thousands of files. */
const mostFactCharacters = 16 * 1024;

/** `beside` are facts that the event itself tells. */
export function recordedFacts(facts: ToolFacts, beside: readonly (keyof ToolFacts)[] = []): RecordedFacts {
  const kept: { [N in keyof RecordedFacts]?: unknown } = {};
  for (const name of factNames) {
    const value = facts[name];
    if (value === undefined || name === 'declaration' || beside.includes(name)) continue;
    if ((Array.isArray(value) || isObject(value)) && Object.keys(value).length === 0) continue;
    kept[name] = value;
  }
  if (kept.searches && JSON.stringify(kept.searches).length > mostFactCharacters) {
    delete kept.searches;
    kept.left = ['searches'] satisfies RecordedFacts['left'];
  }
  return kept as RecordedFacts;
}

/** The facts again; what was left out for being empty is empty again. */
export const factsFrom = (facts: RecordedFacts): Omit<ToolFacts, 'toolName' | 'input' | 'status'> => {
  const { left: _, ...kept } = facts;
  return { cwd: '', home: '', fieldPaths: {}, paths: [], pathsComplete: true, ...kept };
};

/** The event's fields with the facts of another input or tool: nothing that was known of the one before is left. */
export const withFacts = <P extends object>(payload: P, facts: ToolFacts): P & ToolFacts => ({
  ...payload,
  ...Object.fromEntries(factNames.map((name) => [name, undefined])),
  ...facts,
});

/** The event's fields where its input is withheld: what was read out of that would still tell what it was. */
export const withoutReadings = <P extends object>(payload: P): P => ({
  ...payload,
  ...Object.fromEntries(factNames.filter((name) => isReading[name]).map((name) => [name, undefined])),
  ...({ fieldPaths: {}, paths: [], pathsComplete: false } satisfies Partial<ToolFacts>),
});

/** All names that a call's tool goes by. */
export const namesOf = ({ toolName, aliases = [] }: Pick<ToolFacts, 'toolName' | 'aliases'>): string[] => [toolName, ...aliases];
