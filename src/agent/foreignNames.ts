/** Protected paths that the input of a tool names which others bring: nobody knows which of its fields it writes by. */
import type { JsonObject } from '../shared/json';
import { namesInInput } from '../shell/inputPaths';
import { isProtected, resolvePath } from '../shell/paths';
import type { Around } from './around';

/** Looked up on the disk, for one call. */
const mostPlaces = 5000;

/** In words; `named` are the paths that its fields say they are. */
export function guardedByInput(toolName: string, input: JsonObject, named: readonly string[], around: Around): string[] {
  const { cwd, home, files, folders = [cwd], appFolders } = around;
  const { names, isComplete } = namesInInput(input);
  // A name may be read in a folder that stands beside it.
  const bases = new Set([cwd, ...named.filter((path) => files.names?.(path))]);
  const isAll = isComplete && names.length * bases.size <= mostPlaces;
  if (!isAll) return [`any path (by \`${toolName}\`, whose input is more than anyone looks through)`];
  const realPath = (path: string) => files.realPath(path);
  const paths = names.flatMap((name) => [...bases].map((cwd) => resolvePath(name, { cwd, home, realPath })));
  return [...new Set(paths)].filter((path) => isProtected(path, { folders, home, appFolders }));
}
