/** The metadata of a run, which dispatches side by side read and change. */
import type { JsonObject } from '../basics/json';

/** The run's metadata as they are `now`, with what was changed in them as they were `before`: of dispatches side by side, none takes back what another has changed. */
export function withChanges(now: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  if (now === before) return after;
  return withDifference(now, changesFrom(before, after));
}

/** What leads from one state of the metadata to another. */
export interface MetadataDifference {
  set: JsonObject;
  gone: string[];
}

/** Undefined where they are alike. */
export function differenceOf(from: JsonObject, to: JsonObject): MetadataDifference | undefined {
  if (from === to) return undefined;
  const difference = changesFrom(from, to);
  return difference.gone.length > 0 || Object.keys(difference.set).length > 0 ? difference : undefined;
}

export function withDifference(metadata: JsonObject, { set, gone }: MetadataDifference): JsonObject {
  const next = new Map([...Object.entries(metadata), ...Object.entries(set)]);
  for (const name of gone) next.delete(name);
  return Object.fromEntries(next);
}

function changesFrom(before: JsonObject, after: JsonObject): MetadataDifference {
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  return {
    set: Object.fromEntries(Object.entries(after).filter(([name]) => !Object.hasOwn(before, name) || !isSame(name))),
    gone: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
  };
}
