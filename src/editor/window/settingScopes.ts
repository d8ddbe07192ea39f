/** A workspace may only tighten: what its settings say is added to the user's own, never put in its place. Pure. */
import { isAbsolute, join, relative, sep } from 'node:path';
import type { GivenRule } from '../../shell/rules/rules';

/** What the editor knows of one setting, by where it was set. */
export interface Scopes {
  defaultValue?: unknown;
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
}

type ReadList = (value: unknown) => unknown[];
/** What is no list adds nothing. */
const listOnly: ReadList = (value) => (Array.isArray(value) ? value : []);
/** A rule that stands there without its brackets closes a gate all the same. */
export const listOrOne: ReadList = (value) => (typeof value === 'string' ? [value] : listOnly(value));

/** What somebody has set in the place of a list. */
export const noLists = (scopes: Scopes | undefined, ofFolders: readonly (Scopes | undefined)[]): unknown[] =>
  [scopes?.globalValue, scopes?.workspaceValue, ...ofFolders.map((one) => one?.workspaceFolderValue)].filter(
    (value) => value !== undefined && value !== null && !Array.isArray(value),
  );

/** A list as the user has it, and as the workspace and each of its folders add to it. */
export function listsOf(scopes: Scopes | undefined, ofFolders: readonly (Scopes | undefined)[], list = listOnly): Lists {
  return {
    user: list(scopes?.globalValue ?? scopes?.defaultValue),
    workspace: [list(scopes?.workspaceValue), ...ofFolders.map((one) => list(one?.workspaceFolderValue))],
  };
}

export interface Lists<T = unknown> {
  user: readonly T[];
  /** The first is the workspace's, those after it its folders', in order. */
  workspace: readonly (readonly T[])[];
}

export const united = ({ user, workspace }: Lists): unknown[] => [...new Set([...user, ...workspace.flat()])];

/** Those of `rules` that are one folder's own, among several, start in it. */
export const placedRules = (
  rules: readonly string[],
  { user, workspace: [shared = [], ...own] }: Lists,
  folders: readonly string[],
) =>
  rules.flatMap((rule): GivenRule[] => {
    const writers = folders.filter((_, n) => own[n]?.includes(rule));
    const isOfAll = folders.length < 2 || writers.length === 0 || user.includes(rule) || shared.includes(rule);
    return isOfAll ? [rule] : writers.map((folder) => ({ rule, folder }));
  });

/** Ids of the hooks that are switched off: any by the user; by the workspace only hooks of its own folders. */
export function disabledIds(lists: Lists<string>, folders: readonly string[], userRoot: string): string[] {
  const [first] = folders;
  const absolute = (id: string, folder: string | undefined) => (folder === undefined || isAbsolute(id) ? id : join(folder, id));
  const isBelow = (folder: string, id: string) => id.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  const isOfWorkspace = (id: string) => folders.some((folder) => isBelow(folder, id)) && !isBelow(userRoot, id);
  return [
    ...new Set([
      ...lists.user.map((id) => absolute(id, first)),
      ...lists.workspace
        .flatMap((ids, n) => ids.map((id) => absolute(id, n === 0 ? first : folders[n - 1])))
        .filter(isOfWorkspace),
    ]),
  ];
}

/** Where an id is kept: with the workspace, relative to its first folder so that it can be shared, where the hook is one of its own. */
export function keptId(id: string, folders: readonly string[], userRoot: string): { id: string; scope: 'user' | 'workspace' } {
  const [first] = folders;
  if (disabledIds({ user: [], workspace: [[id]] }, folders, userRoot).length === 0) return { id, scope: 'user' };
  const near = first !== undefined && id.startsWith(first + sep) ? relative(first, id) : id;
  return { id: near.replaceAll('\\', '/'), scope: 'workspace' };
}
