/** Hooks and policies in objects that a hook file exports: nobody looks for them there, so they would guard nothing. */
import type { HookDefinition } from '../../api/define';

/** As deep as anybody would put a hook. */
const deepest = 4;

interface Held<K> {
  /** The way to it: `.gates.noSudo`. */
  at: string;
  kind: K;
  value: unknown;
}

/** What an exported value that is none itself holds by its fields. What a getter would make is not made. */
export function heldIn<K extends string>(given: unknown, kindOf: (value: unknown) => K | undefined): Held<K>[] {
  const seen = new Set<unknown>();
  const look = (value: unknown, at: string, depth: number): Held<K>[] => {
    const kind = depth > 0 ? kindOf(value) : undefined;
    if (kind) return [{ at, kind, value }];
    if (depth > deepest || seen.has(value) || !isPlain(value)) return [];
    seen.add(value);
    const isList = Array.isArray(value);
    return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([name, { value: one }]) =>
      typeof one === 'object' ? look(one, isList ? `${at}[${name}]` : `${at}.${name}`, depth + 1) : [],
    );
  };
  return look(given, '', 0);
}

/** A literal, and no value of a class: what those hold is theirs. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const above: unknown = Object.getPrototypeOf(value);
  return above === null || above === Object.prototype || Array.isArray(value);
}

/** What is registered, with the members of groups: who holds these as well is a helper. */
export const withMembers = (definition: HookDefinition): unknown[] => [definition, ...(definition.members ?? [])];
