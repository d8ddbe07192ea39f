/** What changed on the disk: versions of files by their content. */

/** Why the content of a file is not kept. */
export type WhyLeft = 'ignored' | 'large' | 'secret' | 'full' | 'unreadable';

/** What stands at a path; where nothing does there is no version. */
export type FileVersion =
  /** `hash`: SHA-256 of its bytes, in hex. `mode`: its permission bits. */
  | { kind: 'file'; hash: string; size: number; mode: number }
  | { kind: 'link'; target: string }
  /** Only that it changed can be told. */
  | { kind: 'left'; why: WhyLeft; size: number; mtimeMs: number };

export interface FileChange {
  /** Absolute. */
  path: string;
  before?: FileVersion;
  after?: FileVersion;
  /** Others may have had a hand in it. */
  unsure?: true;
}

/** What a look at the workspace left out, by reason: so many, and the first of them. */
export interface LeftOut {
  why: WhyLeft;
  count: number;
  paths: string[];
}
