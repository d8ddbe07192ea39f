/** Which hook files a change on disk concerns: those that came or are another, that import what did, or that are gone. */
import { sep } from 'node:path';
import { bundledPath } from '../building/bundledPath';
import { entriesOf, isGone, standsForFiles } from '../building/hookFiles';
import { filesIn, type HookLayer } from '../building/hookLayers';

/** What is known of a hook file from when it was looked at last. */
export interface Looked {
  layer: HookLayer;
  built: { bundle?: unknown; inputs: readonly string[] };
  held?: { why: string };
}

export interface Concerned {
  /** By the path that changed; none of one that concerns nothing. */
  byPath: Map<string, string[]>;
  /** To be built anew, with the path whose change led there. */
  found: Map<string, { layer: HookLayer; cause?: string }>;
  gone: Map<string, HookLayer>;
}

const isBelow = (file: string, folder: string) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Each path is that of a file, or of a folder of such, which was saved, made, renamed or deleted. */
export function concernedBy(
  paths: readonly string[],
  known: ReadonlyMap<string, Looked>,
  layers: readonly HookLayer[],
): Concerned {
  // A folder that stood for its files can be looked through again: all of them are new.
  const opened = new Set([...known.keys()].filter((file) => standsForFiles(file) && entriesOf(file)));
  const asked = paths.map((given) => [given, [...opened].find((folder) => isBelow(given, folder)) ?? given] as const);
  const there = filesIn(layers, (root) => asked.some(([, path]) => path === root || isBelow(path, root) || isBelow(root, path)));
  const all: Concerned = { byPath: new Map(), found: new Map(), gone: new Map() };
  for (const [given, path] of asked) {
    const isMeant = (file: string) => file === path || isBelow(file, path);
    const found = [...there].filter(([file]) => isMeant(file));
    const gone = [...known].filter(
      ([file]) => isMeant(file) && !there.has(file) && ((file === path && opened.has(file)) || isGone(file)),
    );
    const names = new Set([...found, ...gone].map(([file]) => file));
    // A helper that was missing is among the inputs of no build: what failed to build tries again.
    const isInHooks = layers.some(({ root }) => isBelow(path, root));
    const real = bundledPath(path);
    const affected = [...known].filter(
      ([file, { built, held }]) =>
        !names.has(file) &&
        (built.inputs.some((input) => isMeant(input) || input === real) ||
          (isInHooks && !built.bundle && held?.why !== 'deleted')),
    );
    for (const [file, { layer }] of affected) if (!all.found.has(file)) all.found.set(file, { layer, cause: path });
    for (const [file, layer] of found) all.found.set(file, { layer, cause: path });
    for (const [file, { layer }] of gone) all.gone.set(file, layer);
    const files = [...names, ...affected.map(([file]) => file)];
    if (files.length > 0) all.byPath.set(given, files);
  }
  const [goneAt] = [...all.byPath].find(([, files]) => files.some((file) => all.gone.has(file))) ?? [];
  if (goneAt !== undefined)
    // What is gone may have another name by now: no gate is missing until somebody tells of that one.
    for (const [file, layer] of filesIn(layers)) {
      if (known.has(file) || all.found.has(file)) continue;
      all.found.set(file, { layer, cause: file });
      all.byPath.get(goneAt)!.push(file);
    }
  for (const file of all.gone.keys()) all.found.delete(file);
  return all;
}
