/** How a program that runs others by the word of an option is to be read. */

export interface Runner {
  /** Long options without dashes, taken by their beginning too; short ones as letters of a bundle. */
  longs?: string;
  /** Long ones may be given by a single letter, where no other begins so. */
  shortens?: true;
  shorts?: string;
  /** Letters that take the rest of their bundle as a value, so that it holds no more letters. */
  valued?: string;
  /** Values of these options that are harmless. */
  harmless?: RegExp;
  /** Words that name something to run, wherever they stand. */
  words?: RegExp;
  /** The same behind a subcommand. */
  sub?: Readonly<Record<string, RegExp>>;
  /** Commands on its input could run programs; `any` where a file that is fed to it counts as well. */
  input?: true | 'any';
  /** The same for text in its words: what runs programs there. */
  escapes?: RegExp;
}
