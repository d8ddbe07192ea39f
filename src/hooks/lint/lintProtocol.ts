/** What the editor asks the thread that reads hook files, and what that answers. The compiler takes a second for what it sees first: no window waits for it. */
import type { LintedFiles } from './lint';
import type { Problem } from './problem';
import type { KnownToLint } from './rule';
import type { FoundTest } from './testsIn';
import type { WordAt } from './wordAt';

export interface LintRequest {
  kind: 'lint';
  files: LintedFiles;
  known: KnownToLint;
  /** Texts that are not saved, by path. */
  unsaved: [path: string, text: string][];
}
export interface TestsRequest {
  kind: 'tests';
  file: string;
  text: string;
}
export interface WordRequest {
  kind: 'word';
  file: string;
  text: string;
  offset: number;
}
export type ReadRequest = LintRequest | TestsRequest | WordRequest;
export interface Answers {
  lint: Problem[];
  tests: FoundTest[];
  word: WordAt | undefined;
}
export type ReadAnswer = { n: number; value: Answers[keyof Answers] } | { n: number; error: string };
