/** How `modify` changes a payload: objects merge one level, `undefined` removes, arrays and strings replace (contract §4.2). */
import type { HookRecord } from '../shared/events';
import { isObject, type JsonObject } from '../shared/json';

const merged = new Set(['input', 'request', 'response', 'metadata', 'error']);
type Changed = NonNullable<HookRecord['changed']>;

/** A new payload with the patch in it, and what it changed; the old one is left alone. */
export function applyPatch(
  payload: JsonObject,
  patch: JsonObject,
  withBefore: boolean,
): { payload: JsonObject; changed: Changed } {
  const next = { ...payload };
  const changed: Changed = [];
  const note = (field: string, before: unknown, after: unknown) => {
    if (Object.is(before, after)) return;
    changed.push({ field, ...(withBefore ? { before: brief(field, before) } : {}), after: brief(field, after) });
  };
  for (const [field, value] of Object.entries(patch)) {
    if (field === 'action' || field === 'context' || value === undefined) continue;
    const before = next[field];
    if (field === 'response' && typeof value === 'string') {
      next.response = { ...(isObject(before) ? before : {}), content: [{ type: 'text', text: value }] };
      note('response.content', isObject(before) ? before.content : undefined, (next.response as JsonObject).content);
    } else if (merged.has(field) && isObject(value)) {
      const target: JsonObject = isObject(before) ? { ...before } : {};
      for (const [key, part] of Object.entries(value)) {
        note(`${field}.${key}`, target[key], part);
        if (part === undefined) delete target[key];
        else Object.defineProperty(target, key, { value: part, enumerable: true, configurable: true, writable: true });
      }
      next[field] = target;
    } else {
      next[field] = value;
      note(field, before, value);
    }
  }
  return { payload: next, changed };
}

/** Message lists are told by their length: events hold counts, not whole conversations (contract §5). */
function brief(field: string, value: unknown): unknown {
  if (Array.isArray(value) && /messages$|tools$/i.test(field)) return `${value.length} ${field.split('.').at(-1)}`;
  return value;
}
