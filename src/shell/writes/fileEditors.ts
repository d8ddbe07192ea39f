/** Which of the words that it is given a program writes as files. Pure. */
import { gitSubcommand } from '../commands/gitCommand';
import { copyWords } from '../files/writeEffects';
import { any, first, wordsOf } from '../syntax/optionWords';
import type { Value } from '../syntax/words';
import { formatted } from './rewriting';

const editors: ReadonlySet<string> = new Set(
  'rm unlink mkdir rmdir shred srm trash truncate fallocate tee touch chmod chown chgrp chattr mv rename cp ln install patch gzip bzip2 xz zstd gunzip dos2unix unix2dos sponge ed ex vi vim nvim nano objcopy strip mktemp script'.split(
    ' ',
  ),
);
/** Whether the program writes the files that it is given. */
export const writesFiles = (name: string, args: readonly Value[]): boolean =>
  editors.has(name) ||
  formatted(name, args) !== undefined ||
  (name === 'git' && /^(mv|rm)$/.test(gitSubcommand(args)?.name ?? '')) ||
  (name === 'gawk' && args.some(({ text }) => /^(-i|--include=)?inplace$/.test(text))) ||
  (/^(g?sed|perl|ruby)$/.test(name) && args.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text)));

/** Of what these are given, they write the last alone. */
const copiers: ReadonlySet<string> = new Set(['cp', 'ln', 'install']);
/** The words of a writing program that it writes, where more may come behind them; undefined where all that comes is only read. */
export function writtenWords(name: string, args: readonly Value[]): Value[] {
  if (/^g?sed$/.test(name)) return editedIn(args, true);
  const own = formatted(name, args);
  if (own) return own;
  if (!copiers.has(name)) return args.filter(({ text }) => !text.startsWith('-'));
  const { options, operands } = copyWords(args);
  const folder = first(options, '-t', '--target-directory');
  return folder ? [folder] : operands.slice(1).slice(-1);
}

/** Files that are edited in place: all words but the script, which is one of them where no option gives it. */
export function editedIn(args: readonly Value[], takesScript: boolean): Value[] {
  if (!args.some(({ text }) => (takesScript ? /^-[a-zA-Z]*i|^--in-place/ : /^-[pnlaw0-9]*i/).test(text))) return [];
  // Behind `-i` the rest of its word is a suffix.
  const own = takesScript ? args.map((arg) => ({ ...arg, text: arg.text.replace(/^(-[nErsuz]*i).*$/s, '$1') })) : args;
  const { options, operands } = wordsOf(own, '-e --expression -f --file -l --line-length');
  const words = operands.map((word) => args[own.indexOf(word)] ?? word);
  // Without quotes, the word with the script may have files in it too.
  return takesScript && !any(options, '-e', '--expression', '-f', '--file') && !words[0]?.many ? words.slice(1) : words;
}
