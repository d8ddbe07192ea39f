/** Hooks and policies within what a hook file exports: nobody looks for them there, so they would guard nothing. */
import type { HookDefinition } from '../../../api/define';

/** As deep as anybody would put a hook. */
const deepest = 4;
/** Values looked at in one export: a helper may be a whole library. */
const mostSeen = 10_000;

interface Held<K> {
  /** The way to it: `.gates.noSudo`. */
  at: string;
  kind: K;
  value: unknown;
}

/** What an exported value that is none itself holds by its fields, or as a map or set. What a getter would make is not made. */
export function heldIn<K extends string>(given: unknown, kindOf: (value: unknown) => K | undefined): Held<K>[] {
  const seen = new Set<unknown>();
  const look = (value: unknown, at: string, depth: number): Held<K>[] => {
    if (typeof value !== 'object' || value === null) return [];
    const kind = depth > 0 ? kindOf(value) : undefined;
    if (kind) return [{ at, kind, value }];
    if (depth > deepest || seen.has(value) || seen.size >= mostSeen) return [];
    seen.add(value);
    return partsOf(value).flatMap(([step, part]) => look(part, at + step, depth + 1));
  };
  return look(given, '', 0);
}

/** The steps to what it holds, each as source code would have it. None where its own code throws. */
function partsOf(value: object): [step: string, part: unknown][] {
  if (ArrayBuffer.isView(value)) return [];
  try {
    const isList = Array.isArray(value);
    const fields = Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, field]): [string, unknown] => [
      isList ? `[${name}]` : `.${name}`,
      isOfModule(field) ? field.get?.() : field.value,
    ]);
    return [...elementsOf(value), ...fields];
  } catch {
    return [];
  }
}

/** By the methods of maps and sets, which no class of the file's can have replaced. */
function elementsOf(value: object): [step: string, part: unknown][] {
  if (value instanceof Map)
    return [...Map.prototype.entries.call(value)].map(([key, part]) => [
      `.get(${typeof key === 'string' ? `'${key}'` : typeof key})`,
      part,
    ]);
  return value instanceof Set ? [...Set.prototype.values.call(value)].map((part, index) => [`[${index}]`, part]) : [];
}

/** How a bundle has what `export * as` and `import * as` hold: to read it is to read a variable. */
const isOfModule = ({ get, set, configurable, enumerable }: PropertyDescriptor) =>
  get !== undefined && set === undefined && !configurable && enumerable;

/** What is registered, with the members of groups: who holds these as well is a helper. */
export const withMembers = (definition: HookDefinition): unknown[] => [definition, ...(definition.members ?? [])];
