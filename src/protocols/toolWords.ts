/** Tools of another agent and ours, both ways: an `Edit` there is an `Edit` here. What has no word here keeps its own name and input. */

import { isObject, type JsonObject, objectIn } from '../shared/basics/json';
import type { BuiltInName } from '../shared/calls/toolNames';

/** A call of a tool, with our names. One of theirs may be several of ours: a patch of three files. */
export interface TheirCall {
  toolName: string;
  input: JsonObject;
  /** Where it runs, as the call says it; where the agent is, in its absence. */
  cwd?: string;
}

export interface ToolWord {
  theirs: string;
  /** `Delete` is no tool of ours: it is called so in lack of one. */
  ours: BuiltInName | 'Delete';
  /** Fields that are named otherwise, as `[ours, theirs]`, the usual name first; all others have the same name. */
  fields?: readonly (readonly [string, string])[];
  /** Where a field of theirs is more than another name: what it is of ours. It may be several calls; undefined where it cannot be read. */
  read?(input: JsonObject): TheirCall[] | undefined;
  /** The way back; absent where a changed call cannot be put into their words. */
  write?(input: JsonObject, theirs: JsonObject): JsonObject | undefined;
  /** It may do what ours does, and more: no call of ours is called so there. */
  oneWay?: true;
  /** It may be given a text alone: what that is, as a field of its input. */
  text?: string;
}

export class ToolWords {
  private readonly byTheirs: ReadonlyMap<string, ToolWord>;

  /** `mcpName` puts what they call a tool of an MCP server into our words. */
  constructor(
    readonly words: readonly ToolWord[],
    private readonly mcpName: (theirName: string) => string = (name) => name,
  ) {
    this.byTheirs = new Map(words.map((word) => [word.theirs.toLowerCase(), word]));
  }

  knows(theirName: string): boolean {
    return this.byTheirs.has(theirName.toLowerCase());
  }

  /** Our name of a tool of theirs. */
  ours(theirName: string): string {
    return this.byTheirs.get(theirName.toLowerCase())?.ours ?? this.mcpName(theirName);
  }

  /** Their names of a tool of ours, the usual one first. */
  theirs(ourName: string): string[] {
    const names = this.words
      .filter(({ ours, oneWay }) => !oneWay && ours.toLowerCase() === ourName.toLowerCase())
      .map(({ theirs }) => theirs);
    return names.length > 0 ? names : [ourName];
  }

  /** What a call of it was given; undefined where that is neither fields nor a text that it takes. */
  inputOf(theirName: string, given: unknown): JsonObject | undefined {
    const field = this.byTheirs.get(theirName.toLowerCase())?.text;
    return typeof given === 'string' && field !== undefined
      ? (objectIn(given) ?? { [field]: given })
      : isObject(given)
        ? given
        : undefined;
  }

  /** The same as it was given: a text alone stays one. */
  asGiven(theirName: string, input: JsonObject, given: unknown): JsonObject | string {
    const field = this.byTheirs.get(theirName.toLowerCase())?.text;
    const text = field === undefined || typeof given !== 'string' || objectIn(given) ? undefined : input[field];
    return typeof text === 'string' ? text : input;
  }

  /** Undefined where the input is none that this tool can have. */
  read(theirName: string, input: JsonObject): TheirCall[] | undefined {
    const word = this.byTheirs.get(theirName.toLowerCase());
    if (!word) return [{ toolName: this.mcpName(theirName), input }];
    if (word.read) return word.read(input);
    const own = inOurs(input, word.fields);
    return own && [{ toolName: word.ours, input: own }];
  }

  /** A changed input in their words; undefined where they have none for it. `before` is what they said. */
  write(theirName: string, input: JsonObject, before: JsonObject): JsonObject | undefined {
    const word = this.byTheirs.get(theirName.toLowerCase());
    if (!word) return input;
    return word.read ? word.write?.(input, before) : inTheirs(input, word.fields, before);
  }

  /** A call of ours in their words: for those who speak to a hook that was written for them. */
  say(ourName: string, input: JsonObject): { toolName: string; input: JsonObject } {
    const word = this.words.find(({ ours }) => ours.toLowerCase() === ourName.toLowerCase());
    if (!word) return { toolName: ourName, input };
    const said = word.read ? word.write?.(input, {}) : inTheirs(input, word.fields);
    return { toolName: word.theirs, input: said ?? input };
  }
}

/** Undefined where two of their fields say different things of one of ours: nobody knows by which of them they go. */
export function inOurs(input: JsonObject, fields: ToolWord['fields'] = []): JsonObject | undefined {
  const own = new Map<string, unknown>();
  for (const [field, value] of Object.entries(input)) {
    const name = fields.find(([, theirs]) => theirs === field)?.[0] ?? field;
    if (own.has(name) && JSON.stringify(own.get(name)) !== JSON.stringify(value)) return undefined;
    own.set(name, value);
  }
  return Object.fromEntries(own);
}

/** By the names that they themselves used before, where a field has several. */
export function inTheirs(input: JsonObject, fields: ToolWord['fields'] = [], before: JsonObject = {}): JsonObject {
  const namesOf = (field: string): string[] => {
    const theirs = fields.filter(([ours]) => ours === field).map(([, name]) => name);
    const used = [...theirs, field].filter((name) => Object.hasOwn(before, name));
    return used.length > 0 ? used : [theirs[0] ?? field];
  };
  return Object.fromEntries(Object.entries(input).flatMap(([field, value]) => namesOf(field).map((name) => [name, value])));
}

/** A read of lines from one to another, where ours says from which and how many. `files` are its names for the file, the usual one first. */
export function lineRange({
  files,
  first,
  last,
}: {
  files: readonly string[];
  first: string;
  last: string;
}): Pick<ToolWord, 'read' | 'write'> {
  const fields = files.map((file) => ['file_path', file] as const);
  return {
    read(input) {
      const { file_path: path, [first]: from, [last]: to, ...rest } = inOurs(input, fields) ?? {};
      if (typeof path !== 'string') return undefined;
      const range = {
        ...(typeof from === 'number' ? { offset: from } : {}),
        ...(typeof to === 'number' ? { limit: to - (typeof from === 'number' ? from : 1) + 1 } : {}),
      };
      // Nobody knows by which of the two it goes.
      if (Object.keys(range).length > 0 && countsLines(rest)) return undefined;
      return [{ toolName: 'Read', input: { ...rest, file_path: path, ...range } }];
    },
    write({ offset, limit, ...rest }, before) {
      const own = inTheirs(rest, fields, before);
      // Some versions count as ours does.
      if (countsLines(before)) return { ...own, ...defined({ offset, limit }) };
      const from = typeof offset === 'number' ? offset : undefined;
      return { ...own, ...defined({ [first]: from, [last]: typeof limit === 'number' ? (from ?? 1) + limit - 1 : undefined }) };
    },
  };
}

const countsLines = ({ offset, limit }: JsonObject): boolean => typeof offset === 'number' || typeof limit === 'number';
const defined = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A list of changes that each name their file: one edit of ours for each. */
export function changesByFile(list: string, fields: { file: string; before: string; after: string }): Pick<ToolWord, 'read'> {
  return {
    read({ [list]: changes }) {
      if (!Array.isArray(changes) || changes.length === 0 || !changes.every(isObject)) return undefined;
      return changes.map(({ [fields.file]: file_path, [fields.before]: old_string, [fields.after]: new_string, ...rest }) => ({
        toolName: 'Edit',
        input: { ...rest, file_path, old_string, new_string },
      }));
    },
  };
}
