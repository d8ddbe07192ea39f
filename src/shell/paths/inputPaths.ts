/** Which words of a tool's input are paths, by the names that their fields have: ours, and those of tools that others bring. Pure. */
import { isObject, type JsonObject } from '../../shared/basics/json';

/** As our own tools name them. */
const ownName = (field: string): boolean => field === 'path' || field.endsWith('_path') || field === 'cwd' || field === 'uri';

const nouns = 'paths?|uris?|files?|dirs?|directory|directories|folders?';
const wholeNames = new RegExp(`^(${nouns}|(file|dir)_?names?|file_?paths?|cwd|src|sources?|dst|dest|destinations?)$`, 'i');
/** `output_dir`, `Output-Dir`, `OUTPUT_DIR`, `outputDir`, `outdir`; a profile is no file. */
const lastWords = new RegExp(
  `[_-](${nouns})$|^(in|out|input|output|work|base|root|home|src|dest|target|full|old|new)-?(${nouns})$`,
  'i',
);
const lastInCamels = new RegExp(`(?<=[a-z0-9])(${nouns.replace(/(^|\|)[a-z]/g, (start) => start.toUpperCase())})$`);
const isForeignName = (field: string): boolean => wholeNames.test(field) || lastWords.test(field) || lastInCamels.test(field);

/** Values of one input that are looked at, however deep they lie. */
const mostValues = 20_000;
const longestName = 4096;
const longestText = 20_000;

export interface InputFields {
  /** The tool is not ours: its spelling is its own, and what it nests may be a path too. */
  foreign: boolean;
  /** Fields that the tool says are paths. */
  declared?: readonly string[];
  /** JSON schema of the input. */
  schema?: unknown;
}

const propertyOf = (schema: unknown, field: string): unknown => {
  const { properties } = isObject(schema) ? schema : {};
  return isObject(properties) ? properties[field] : undefined;
};
const isPathSchema = (schema: unknown): boolean => isObject(schema) && schema.format === 'path';

/** True of a field that holds a path, or several, at the top of the input. */
export function isPathField(field: string, { foreign, declared, schema }: InputFields): boolean {
  return (
    ownName(field) ||
    declared?.includes(field) === true ||
    isPathSchema(propertyOf(schema, field)) ||
    (foreign && isForeignName(field))
  );
}

interface Part {
  value: unknown;
  isPath: boolean;
  schema: unknown;
}
export interface InputPaths {
  byField: Map<string, string>;
  nested: string[];
  /** False where there is more in it than anyone looks through. */
  isComplete: boolean;
}

/** Paths as the input writes them: of its own fields by their names, and those that it nests. */
export function pathsInInput(input: JsonObject, fields: InputFields): InputPaths {
  const byField = new Map<string, string>();
  const nested: string[] = [];
  const waiting: Part[] = [];
  for (const [field, value] of Object.entries(input)) {
    const isPath = isPathField(field, fields);
    if (typeof value !== 'string') {
      if (fields.foreign) waiting.push({ value, isPath, schema: propertyOf(fields.schema, field) });
      continue;
    }
    // What our own tools call a path is one, whatever it looks like.
    const path = fields.declared?.includes(field) ? (fileUrl(value) ?? value) : pathIn(value, isPath, fields.foreign);
    if (path !== undefined) byField.set(field, path);
  }
  // In turn, so that no depth is too deep.
  for (let i = 0; i < waiting.length; i++) {
    if (i >= mostValues) return { byField, nested, isComplete: false };
    const { value, isPath, schema } = waiting[i]!;
    if (typeof value === 'string') {
      const path = pathIn(value, isPath);
      if (path !== undefined) nested.push(path);
    } else if (Array.isArray(value)) {
      const items = isObject(schema) ? schema.items : undefined;
      for (const one of value) waiting.push({ value: one, isPath: isPath || isPathSchema(items), schema: items });
    } else if (isObject(value))
      for (const [field, part] of Object.entries(value)) {
        // `files: { 'src/a.ts': text }`
        const key = /[./\\]/.test(field) ? pathIn(field, isPath, false) : undefined;
        if (key !== undefined) nested.push(key);
        const isOwn = isPathField(field, { ...fields, declared: undefined, schema });
        waiting.push({ value: part, isPath: isOwn, schema: propertyOf(schema, field) });
      }
  }
  return { byField, nested, isComplete: true };
}

/** By its last word, a field whose texts are no names of what is written, whatever they look like. */
const speaks =
  /^(patterns?|globs?|quer(y|ies)|search|regexp?|texts?|strings?|contents?|messages?|body|prompts?|description|titles?|comments?|filters?|reasons?|notes?)$/;
/** By any of its words, a field that says what is left alone. */
const leavesOut = /^(exclud\w*|exclusions?|ignor\w*|skip\w*)$/;
const runs = /^(commands?|cmd|scripts?|args?|argv|arguments|code)$/i;
/** A patch says in such lines which files it writes. */
const patched = /^(?:---|\+\+\+|diff --git|(?:rename|copy) (?:from|to)|\*\*\* (?:\w+ File|Move to):) (.+)$/gm;
/** `ignorePatterns`, `ignore_patterns`. */
const wordsIn = (field: string): string[] =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const isUrl = (text: string): boolean => /^[a-z][\w+.-]+:\/\//i.test(text);

export interface InputNames {
  names: string[];
  /** False where there is more in it than anyone looks through. */
  isComplete: boolean;
}

/** Texts in the input of a tool that others bring which may name a file, by whatever field, or as the name of one: a word each. */
export function namesInInput(input: JsonObject): InputNames {
  const names = new Set<string>();
  const waiting: { field: string; value: unknown }[] = [{ field: '', value: input }];
  const add = (word: string) => {
    if (word.length <= longestName && /[.~/\\]/.test(word) && !isUrl(word)) names.add(word);
  };
  for (let i = 0; i < waiting.length; i++) {
    const { field, value } = waiting[i]!;
    const words = wordsIn(field);
    if (i >= mostValues) return { names: [...names], isComplete: false };
    if (words.some((word) => leavesOut.test(word))) continue;
    if (Array.isArray(value)) for (const one of value) waiting.push({ field, value: one });
    else if (isObject(value))
      for (const [key, one] of Object.entries(value)) {
        add(key);
        waiting.push({ field: key, value: one });
      }
    else if (typeof value === 'string' && !speaks.test(words.at(-1)!)) {
      const isLine = runs.test(field);
      if (isLine && value.length > longestText) return { names: [...names], isComplete: false };
      // Blanks around it are left out by many; a list has one a line, or signs between them.
      add(value.trim());
      for (const [, files] of value.matchAll(patched)) for (const word of files!.split(/\s+/)) add(word);
      if (isLine || !/[^\S\n]/.test(value)) for (const word of value.split(isLine ? /[\s'"`;|&<>()=,]+/ : /[=,;@\n]/)) add(word);
    }
  }
  return { names: [...names], isComplete: true };
}

/** The path that a text is; undefined where it is none, or the address of something elsewhere. */
function pathIn(text: string, isPath: boolean, anywhere = true): string | undefined {
  if (/^file:/i.test(text)) return isPath || anywhere ? (fileUrl(text) ?? text) : undefined;
  if (!isPath || isUrl(text)) return undefined;
  return text;
}

function fileUrl(text: string): string | undefined {
  if (!/^file:/i.test(text)) return undefined;
  try {
    const path = decodeURIComponent(new URL(text).pathname);
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
  } catch {
    return undefined;
  }
}
