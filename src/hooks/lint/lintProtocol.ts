/** What the thread that reads hook files is asked, and answers. The compiler takes a second for what it sees first: no window waits for it, and no signal. */
import type { HookPart } from './hookParts';
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
  /** Packages without types are declared to the editor. */
  declares?: true;
}
/** Of the hook files that were linted last. */
export interface PartsRequest {
  kind: 'parts';
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
export type ReadRequest = LintRequest | PartsRequest | TestsRequest | WordRequest;
export interface Answers {
  lint: Problem[];
  parts: HookPart[];
  tests: FoundTest[];
  word: WordAt | undefined;
}
export type ReadAnswer = { n: number; value: Answers[keyof Answers] } | { n: number; error: string };
