/** What is known of the place that a shell line runs in. */

import type { Texts } from '../code/importedFiles';
import type { Names } from '../paths/globs';

export interface Surroundings {
  cwd: string;
  home: string;
  realPath(path: string): string;
  /** Names in a folder, for globs; without it their paths count as unreadable. */
  names?: Names;
  /** The text of a script that is there; without it, what it has loaded is not known. */
  text?: Texts;
  /** What the repository around a folder tracks; undefined where there is none, or nobody can say. */
  tracked?(folder: string): TrackedFiles | undefined;
  /** Where an allow covers what a redirection writes; the folder that the line starts in where none is given. */
  folders?: readonly string[];
  /** Data folders of the editor that runs this: protected. */
  appFolders?: readonly string[];
}
export interface TrackedFiles {
  folder: string;
  /** As paths below the folder. */
  files: readonly string[];
}
