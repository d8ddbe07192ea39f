/** What the reloader asks of whoever decides what may run. */
import type { Bundle } from '../../hostProtocol';

/** Who changed a file: the human saved it by hand, or a command wrote it for them. */
export type ChangedBy = 'save' | 'command';

/** A hook file as it is on disk. */
export interface Candidate {
  file: string;
  /** Absent where the file is. */
  bundle?: Bundle;
  /** The file's own text. */
  source: string;
  builder: string;
  /** Every file that went into the bundle. */
  inputs: readonly string[];
  /** The file whose change led here; undefined where everything is looked at anew. */
  cause?: string;
}

/** A version in force. `lost` says why its bundle cannot be had: what it would have said is not known. */
export interface InForce {
  bundle?: Bundle;
  /** Hashes of the texts that it was made of, by path. */
  texts?: ReadonlyMap<string, string>;
  lost?: string;
}

export interface Acceptance {
  /** A file that makes no bundle yet; `why` is told of one that cannot. */
  found(file: string, source: string, why?: string): void;
  /** A version that may not be in force waits: the one before it stays where it is. */
  judge(candidate: Candidate): 'live' | 'held';
  /** Of an earlier life too; undefined where none was accepted. */
  inForce(file: string): InForce | undefined;
  /** Files with a version in force below a folder, on disk or not. */
  filesBelow(root: string): string[];
  /** The human accepts this version, or that the file is gone. */
  accept(candidate: Candidate): void;
  /** Keeps what was judged and accepted since. */
  keep(): void;
}

/** The same over the folders that are loaded. */
export interface FolderAcceptance extends Acceptance {
  /** Begins folders. */
  begin(folders: readonly string[]): void;
  /** They are loaded; returns the files that were accepted because they were there. */
  settle(): string[];
}

/** Of whoever names the files to run, as on the command line. */
export const acceptsAll: Acceptance = {
  found: () => undefined,
  judge: () => 'live',
  inForce: () => undefined,
  filesBelow: () => [],
  accept: () => undefined,
  keep: () => undefined,
};
