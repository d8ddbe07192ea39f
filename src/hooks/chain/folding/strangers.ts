/** Fields of a changed input that the tool does not have: whoever runs it would drop them without a word. */
import { isObject } from '../../../shared/basics/json';
import { nearest } from '../../../shared/basics/nearest';
import type { ToolFacts } from '../../../shared/calls/toolFacts';

/** What is wrong with the first such field of what a hook gave, however deep. What stands in `before` already is not the hook's doing. */
export function strangerIn(
  { toolName, declaration, input, status }: ToolFacts,
  given: unknown,
  before?: unknown,
): string | undefined {
  if (!isObject(given) || status === 'invalid') return undefined;
  const found = look({ given, kept: input, before, schema: declaration?.input_schema }, '');
  if (!found) return undefined;
  const { place, key, known } = found;
  const near = nearest(key, known, 1)[0];
  return `${toolName}: it has no field '${place}${key}'${near ? `, did you mean '${place}${near}'?` : `, but ${known.join(', ') || 'none at all'}`}`;
}

/** A value as it was given, as the tool's schema left it, as it was, and that schema. */
interface Changed {
  given: unknown;
  kept: unknown;
  before: unknown;
  schema: unknown;
}

function look(
  { given, kept, before, schema }: Changed,
  place: string,
): { place: string; key: string; known: string[] } | undefined {
  const { properties, items, ...rest } = isObject(schema) ? schema : {};
  if (Array.isArray(given) && Array.isArray(kept)) {
    const old: unknown[] = Array.isArray(before) ? before : [];
    for (const [index, one] of given.entries()) {
      const part = { given: one, kept: kept[index], before: old[index], schema: items };
      const found = look(part, `${place.replace(/\.$/, '')}[${index}].`);
      if (found) return found;
    }
  } else if (isObject(given) && isObject(kept)) {
    const named = isObject(properties) ? properties : undefined;
    const old = isObject(before) ? before : {};
    for (const [key, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const isNamed = !named || Object.hasOwn(named, key) || Object.hasOwn(old, key) || mayNameOthers(rest);
      if (!Object.hasOwn(kept, key) || !isNamed) return { place, key, known: Object.keys(named ?? kept) };
      const found = look({ given: value, kept: kept[key], before: old[key], schema: named?.[key] }, `${place}${key}.`);
      if (found) return found;
    }
  }
  return undefined;
}

/** Without one of these words a schema of named fields has no others, though it lets them pass. */
const mayNameOthers = (schema: object): boolean =>
  Object.entries(schema).some(([word, value]) => value !== false && others.has(word));
const others: ReadonlySet<string> = new Set([
  ...['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'],
]);
