/** How a program that runs the command in its words is to be read. */

export interface Wrapper {
  /** Short flags that take a value. */
  valued?: string;
  /** Those of them whose value changes nothing of what runs, in a program where others' do. */
  inert?: string;
  /** Long flags that take the next word; those in `plain` do not; of all others nobody knows, so both readings count. */
  longs?: string;
  plain?: string;
  /** Long flags that take the next two words. */
  pairs?: string;
  /** Operands before the inner command. */
  skip?: number;
  /** They are files or folders. */
  placed?: true;
  /** They are the folder in which it runs. */
  there?: true;
  /** Options whose value is `HERE:THERE`, and those whose value is a place where the command runs, or none at all. */
  mounts?: string;
  apart?: string;
  /** `NAME=value` words may stand before the inner command. */
  assignments?: true;
  /** Words that belong to the wrapper though they are no flags: `+nightly`, `@host`. */
  own?: RegExp;
  /** It adds words of its own. */
  dynamic?: true;
  /** The inner words are joined and given to a shell. */
  joined?: true;
  /** Each operand is a shell text. */
  each?: true;
  /** Flags whose value is a shell text. */
  scripts?: string;
  /** What stands behind its own words belongs to that text. */
  goesOn?: true;
  /** Short for another text. */
  short?: { form: RegExp; text: string };
  /** The inner command stands behind `--`, and nowhere else; with `skip`, behind its operands where there is none. */
  dashed?: true;
  /** The program is named as a package may be, with a version behind it: `prettier@3`. */
  versioned?: true;
  /** Stays in the shell that reads the line: a `cd` inside counts. */
  sameShell?: true;
  /** Only these subcommands run what stands behind them. */
  sub?: Readonly<Record<string, Wrapper>>;
  /** What it runs finds other files than those of this machine: always, or unless one of its own words has this form or is only known when it runs. */
  far?: true | RegExp;
  /** Without a command of its own it starts a shell, or takes commands from its input. */
  opensShell?: true;
  /** Without one it starts a shell that reads its input. */
  ownShell?: true;
}

export const plainWrapper: Wrapper = {};
export const dashed: Wrapper = { dashed: true };
export const dashedShell: Wrapper = { dashed: true, ownShell: true };
export const joined: Wrapper = { joined: true };
export const shellWrapper: Wrapper = { scripts: '-c --command --run --command-string -x --shell-command' };
