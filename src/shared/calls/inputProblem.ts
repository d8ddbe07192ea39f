/**
 * Why the input of a tool is refused, for whoever is to write it better: each field with what it must be, and each that the tool does not have with the one
 * that was meant. No value is quoted: it may be what a hook is to redact.
 */
import type * as z from 'zod';
import { brief } from '../basics/brief';
import { isObject, type JsonObject } from '../basics/json';
import { nearest } from '../basics/nearest';

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** So many are told, so many names of fields listed: whoever wrote the input chose how many there are. */
const mostTold = 8;
const mostListed = 16;
const longestName = 60;

/** `schema` is the tool's, as JSON schema. */
export function inputProblem(tool: string, issues: readonly Issue[], given: JsonObject, schema: unknown): string {
  const strangers = strangersIn(given, schema, []);
  const told = [
    // What a strict schema says of its strangers is said better by name.
    ...issues
      .filter(({ code }) => code !== 'unrecognized_keys' || strangers.length === 0)
      .map(({ path, message }) => [path, message] as const),
    ...strangers,
  ].map(([path, text]) => `${placeOf(path) || 'input'}: ${text}`);
  const more = told.length - mostTold;
  return `invalid input for ${tool}: ${told.slice(0, mostTold).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

const placeOf = (path: readonly PropertyKey[]): string => path.map((key) => shortened(String(key))).join('.');

/** zod's own words made plain. A message that the schema has of its own goes before these. */
export const inputWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      // Of a field that may be anything but absent.
      if (issue.expected === 'nonoptional') return 'is missing';
      return wrong(issue.input, kinds.get(issue.expected) ?? issue.expected);
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(String(value)));
      const near = typeof issue.input === 'string' ? nearest(issue.input, issue.values.map(String), 1)[0] : undefined;
      const list = values.length === 1 ? values[0]! : `one of ${values.join(', ')}`;
      return `${wrong(issue.input, list)}${near === undefined ? '' : `: did you mean ${JSON.stringify(near)}?`}`;
    }
    case 'too_small':
      return bound(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'too_big':
      return bound(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'has none of the forms it may have';
    // These have words enough.
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return undefined;
  }
};

const kinds: ReadonlyMap<string, string> = new Map<string, string>([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['null', 'null'],
]);

function wrong(given: unknown, expected: string): string {
  if (given === undefined) return `is missing, it must be ${expected}`;
  const kind = kinds.get(given === null ? 'null' : Array.isArray(given) ? 'array' : typeof given);
  // Where the kind is right, what it is says nothing.
  const isOfKind = kind === expected || expected.includes('"') || (kind === 'a number' && expected.endsWith(' number'));
  return `must be ${expected}${kind === undefined || isOfKind ? '' : `, not ${kind}`}`;
}

function bound(origin: string, limit: number | bigint, word: string): string {
  const many = Number(limit) !== 1;
  if (origin === 'string')
    return word === 'at least' && limit === 1
      ? 'must not be empty'
      : `must have ${word} ${limit} ${many ? 'characters' : 'character'}`;
  return origin === 'array' ? `must have ${word} ${limit} ${many ? 'elements' : 'element'}` : `must be ${word} ${limit}`;
}

/** What is said of each field that its object does not have, however deep. */
function strangersIn(
  given: unknown,
  schema: unknown,
  path: readonly PropertyKey[],
): [path: readonly PropertyKey[], text: string][] {
  if (!isObject(schema)) return [];
  if (Array.isArray(given)) return given.flatMap((one, index) => strangersIn(one, schema.items, [...path, index]));
  const { properties, additionalProperties: others, required } = schema;
  if (!isObject(given) || !isObject(properties) || (others !== undefined && others !== false)) return [];
  const known = Object.keys(properties);
  const free = known.filter((key) => !Object.hasOwn(given, key));
  const missing = free.filter((key) => Array.isArray(required) && required.includes(key));
  const strangers = Object.keys(given).filter((key) => !Object.hasOwn(properties, key));
  return Object.entries(given).flatMap(([key, value]) => {
    if (Object.hasOwn(properties, key)) return strangersIn(value, properties[key], [...path, key]);
    const lone =
      strangers.length === 1 && missing.length === 1 && isOfKind(value, properties[missing[0]!]) ? missing[0] : undefined;
    const near = nearest(key, free, 1)[0] ?? lone;
    const listed = known.length > mostListed ? [...known.slice(0, mostListed), '…'] : known;
    const meant = near === undefined ? `only ${listed.join(', ') || 'none at all'}` : `did you mean '${near}'?`;
    return [[path, `has no field '${shortened(key)}'${near === undefined && known.length === 0 ? '' : `, ${meant}`}`]];
  });
}

const isOfKind = (value: unknown, schema: unknown): boolean =>
  isObject(schema) && schema.type === (Array.isArray(value) ? 'array' : typeof value);

const shortened = (name: string) => brief(name, longestName);
