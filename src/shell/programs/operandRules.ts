/** How the words of a program are told from paths. */

export interface Operands {
  /**
   * `files`: every operand is one, whether it is there or not. `none`: none is. `text`: words that are written as a path, with a slash or a leading dot,
   * and no others. `commands`: a subcommand, then names of branches, packages, images; a word
   * is a path where it looks like one and leads to what is there. `targets`: only what is written as a path (`./x`, `/x`, `~/x`, `.x`). `plain`: as for
   * programs that we do not know.
   */
  kind: 'files' | 'none' | 'text' | 'commands' | 'targets' | 'plain';
  /** Operands in front that are none: the pattern of grep, the mode of chmod. */
  skip?: number;
  /** They are files where a file of that name is there: `yq FILE`. */
  skippedMayBe?: true;
  /** Words in front of these. */
  verbs?: string;
  /** With one of these the operand in front is a file after all: `grep -e PATTERN FILE`. */
  skipUnless?: string;
  /** Options whose value is no path; short ones may have it attached, and one that ends in `=` always has. */
  text?: string;
  /** Of these, what takes no value behind the subcommand. */
  before?: string;
  /** What stands behind one dash is a word, never several letters: `-MD`, `-race`. */
  words?: true;
  /** Options whose value is a path, whatever it looks like. */
  paths?: string;
  /** Options that take two words, the second of which is text, or a path. */
  pairs?: string;
  pathPairs?: string;
  /** No more operands than these are paths: behind the name, `basename` takes an ending. */
  most?: number;
  mostUnless?: string;
  /** A value that begins with `@` names a file, whatever the option. */
  at?: true;
  /** Operands are addresses; braces and brackets in these, and in the values of `paths`, stand for several. */
  addresses?: true;
  /** Words of this form are names of the program's own: `//src:app`. */
  labels?: RegExp;
  /** An option of this form names no path. */
  whole?: RegExp;
  /** Short ones of `paths` may have it attached: no other option begins with the same letter. */
  attached?: true;
  /** What short options mean for one subcommand alone. */
  sub?: Readonly<Record<string, { text?: string; paths?: string }>>;
  /** Options whose value is the folder that the other words start from, and in which runs what it runs; behind one that ends in `=` it is attached. */
  base?: string;
  /** With words of this form it runs that in folders which no word names: in each submodule, in each workspace. */
  roams?: RegExp;
  /** Subcommands behind which another one stands. */
  groups?: string;
  /** Subcommands whose operands are all files, and those whose operands never are. */
  files?: string;
  never?: string;
  /** Subcommands that hand their operands on to what they run: all of them, or those behind its name; where there is none, the program itself does. */
  hands?: string;
  handsRest?: string;
}

export const files = (text = '', paths = ''): Operands => ({ kind: 'files', text, paths });
export const pattern = (text: string, skipUnless: string, paths = ''): Operands => ({
  kind: 'files',
  skip: 1,
  skipUnless,
  text,
  paths,
});
export const plain = (text = '', more: Partial<Operands> = {}): Operands => ({ kind: 'plain', text, ...more });
export const commands = (text = '', more: Partial<Operands> = {}): Operands => ({ kind: 'commands', text, ...more });
