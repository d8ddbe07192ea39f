/** Paths that the input of a tool names which others bring: nobody knows which of its fields it reads, or writes, by. */
import type { JsonObject } from '../../shared/basics/json';
import { namesInInput } from '../../shell/paths/inputPaths';
import { isProtected, resolvePath } from '../../shell/paths/paths';
import type { Around } from './around';

/** Looked up on the disk, for one call. */
const mostPlaces = 5000;

/** Real paths, undefined where there are more than anyone looks through; `named` are those that its fields say they are. */
export function likelyPaths(input: JsonObject, named: readonly string[], { cwd, home, files }: Around): string[] | undefined {
  const { names, isComplete } = namesInInput(input);
  // A name may be read in a folder that stands beside it.
  const bases = new Set([cwd, ...named.filter((path) => files.names?.(path))]);
  const isAll = isComplete && names.length * bases.size <= mostPlaces;
  if (!isAll) return undefined;
  const realPath = (path: string) => files.realPath(path);
  return [...new Set(names.flatMap((name) => [...bases].map((cwd) => resolvePath(name, { cwd, home, realPath }))))];
}

/** Those of them that are protected, in words. */
export function guardedInInput(paths: readonly string[] | undefined, toolName: string, around: Around): string[] {
  const { cwd, home, folders = [cwd] } = around;
  if (!paths) return [`any path (by \`${toolName}\`, whose input is more than anyone looks through)`];
  const places = { folders, home, appFolders: around.appFolders?.() };
  return paths.filter((path) => isProtected(path, places));
}
