/** What is told of a program whose words need more than a table. Pure. */

import type { Found } from '../files/found';
import type { Feed } from '../syntax/standardInput';
import type { Value } from '../syntax/words';

/** What a program's words make the reader do. */
export interface Findings {
  /** Code: it may run anything. Unless what it reads is known some other way, it may read any file as well. */
  code(reason: string, isRead?: boolean): void;
  /** A file of the program's own language in the words. */
  runsFile(name: string, file: Value): void;
  feed: Feed;
  /** A command in the words; `operands` where the program adds names of files. */
  command(words: Value[], adds?: { text: string; operand?: true; found?: Found }): void;
  /** What is read meanwhile runs where these words of the program say. */
  there(own: readonly Value[], read: () => void): void;
  /** It removes the files that it finds. */
  deletes(name: string, files: Found): void;
  /** A shell text in the words. */
  script(word: Value): void;
  reads(path: Value): void;
  writes(path: Value): void;
  /** A part of a name that is put together when it runs. */
  mentions(text: string): void;
  /** A name of which only parts are known before it runs. */
  writesOpen(name: string, pieces: (string | null)[]): void;
  /** The command may be another one of its program. */
  alias(): void;
}

export type Special = (args: readonly Value[], found: Findings, name: string) => void;
