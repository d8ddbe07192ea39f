/** What the editor asks the thread that reads hook files, and what that answers. The compiler takes a second for what it sees first: no window waits for it. */
import type { LintedFiles } from './lint';
import type { Problem } from './problem';
import type { Known } from './rule';
import type { FoundTest } from './testsIn';

export interface LintRequest {
  kind: 'lint';
  files: LintedFiles;
  known: Known;
  /** Texts that are not saved, by path. */
  unsaved: [path: string, text: string][];
}
export interface TestsRequest {
  kind: 'tests';
  file: string;
  text: string;
}
export type ReadRequest = LintRequest | TestsRequest;
export interface Answers {
  lint: Problem[];
  tests: FoundTest[];
}
export type ReadAnswer = { n: number; value: Answers[keyof Answers] } | { n: number; error: string };
