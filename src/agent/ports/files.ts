/** Files: read and written for tools, watched over for the human, and those that instruct agents. */

import type { Taken } from '../../shared/calls/toolFacts';
import type { FileChange, LeftOut } from '../../shared/events/fileChanges';
import type { InstructionFile, InstructionProblem } from '../../shared/messages/instructions';

/** A change of one cell, for whoever has the notebook open. */
export interface CellChange {
  mode: 'replace' | 'insert' | 'delete';
  /** The cell's place, from 0; of a new one, where it will stand. */
  index: number;
  kind: 'code' | 'markdown' | 'raw';
  source: string;
}

/** Files of a repository, as paths below its folder. */
export interface Tracked {
  folder: string;
  files: readonly string[];
}

/**
 * How a tool reaches files, so that the editor's own documents (dirty ones too) are what it reads and writes. Paths are real ones, as `realPath` gave them
 * when the call was judged: where a link stands in the way by now, all of these reject and do nothing.
 */
export interface Files {
  /** Where the notebook is open in an editor: changes it there, and saves it. False where it is not open. */
  editNotebook?(path: string, change: CellChange): Promise<boolean>;
  /** Text as the user sees it (an open dirty editor's text). Rejects with a Node-style `code` (ENOENT, EISDIR …). */
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Creates missing parents. In an open editor the change is one undo step. */
  writeText(path: string, text: string): Promise<void>;
  stat(path: string): Promise<{ type: 'file' | 'directory' | 'other'; size: number; mtimeMs: number } | undefined>;
  list(path: string): Promise<{ name: string; type: 'file' | 'directory' | 'other' }[]>;
  /** Runs `use` with another name of this folder, one that stays with it whatever is put in its place: for a process to work in. */
  within<T>(folder: string, use: (held: string) => Promise<T>): Promise<T>;
  /** Runs `use` with names by which a process that it starts opens these very files; undefined for what is no file there now, or behind a link. */
  opened<T>(paths: readonly string[], use: (names: (string | undefined)[]) => Promise<T>): Promise<T>;
  /** Real path; for a file that does not exist, its nearest existing parent's real path and the rest. Synchronous: it is part of judging. */
  realPath(path: string): string;
  /** Names in a folder, undefined where it cannot be listed. Synchronous: what a command line's globs find is part of judging. */
  names?(path: string): string[] | undefined;
  /** Whether a link stands at this path itself; true where nobody can say. Synchronous, as above. */
  isLink?(path: string): boolean;
  /** What the repository around a folder tracks; undefined where there is none, or nobody can say. Synchronous: what git writes and shows unnamed is part of judging. */
  tracked?(folder: string): Tracked | undefined;
  /** Text of a small file; undefined where it is none. Synchronous: what a script has loaded is part of judging. */
  scriptText?(path: string): string | undefined;
  /**
   * What lies beneath a folder, as paths below it: all of it, or what is taken; what a link leads to is added as an absolute path, not followed. Undefined
   * where there is more than `most`, or more to look at than anyone should wait for, or some of it cannot be listed. Synchronous, as above.
   */
  tree?(path: string, most: number, taken?: Taken): string[] | undefined;
}

/** What was read of files that instruct agents, outermost first. */
export interface Instructions {
  readonly files: readonly InstructionText[];
  readonly problems: readonly InstructionProblem[];
}

export interface InstructionText extends InstructionFile {
  /** As it is shown to the agent. */
  text: string;
}

/** Files in which a workspace and its user instruct agents. `hides` says why one may not be shown, if it may not. Never rejects for a file that cannot be read. */
export interface InstructionFiles {
  atTop(hides: (path: string) => Promise<string | undefined>): Promise<Instructions>;
  /** Those of the folders between a workspace folder and these paths, but for the real paths that are known. */
  below(
    paths: readonly string[],
    known: ReadonlySet<string>,
    hides: (path: string) => Promise<string | undefined>,
  ): Promise<Instructions>;
}

/** What became of files while somebody looked. */
export interface Watched {
  files: FileChange[];
  leftOut: LeftOut[];
  /** Why it is not known, or cannot be undone. */
  problem?: string;
}

/** Keeps what files were before calls changed them. Nothing of it rejects: a call runs whether it can be undone or not. */
export interface Checkpoints {
  /** A run begins: what a first look costs is paid while the model thinks. */
  prepare(): void;
  /** Looks before a call runs; the function that comes back looks again. Without `paths` the call may change anything in the workspace. */
  watch(paths: readonly string[] | undefined): Promise<() => Promise<Watched>>;
  /** What changed since the last look at the workspace. */
  sweep(): Promise<Watched>;
}
