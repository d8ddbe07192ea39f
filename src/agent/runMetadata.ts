import type { JsonObject } from '../shared/json';

/** The run's metadata as they are `now`, with what was changed in them as they were `before`: of dispatches side by side, none takes back what another has changed. */
export function withChanges(now: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  if (now === before) return after;
  const next = new Map(Object.entries(now));
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  for (const [name, value] of Object.entries(after)) if (!Object.hasOwn(before, name) || !isSame(name)) next.set(name, value);
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) next.delete(name);
  return Object.fromEntries(next);
}
