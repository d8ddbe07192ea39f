/** What a command reads may stand nowhere in its words: in a list that it is given, or in code. Pure. */
import { curlOptions } from './programs/valuedOptions';
import { tarLists } from './unpacking';
import type { Value } from './words';
import { any, wordsOf } from './writeEffects';

/** Files of names; by its beginning, as most programs take a long option. */
const listing = /^--(files0(-f[a-z]*)?|files-from|pathspec-from[a-z-]*|null-files-from|from-file-list|stdin-paths)(=|$)/;
const archive = /^(@|-i[a-z\d-]*@)/;
const listings: ReadonlyMap<string, RegExp> = new Map([
  // Letters of their own, whatever else is in the bundle; `-i@list` and `-x@list` only leave out.
  ['zip', /^-(?!\w*[ix])\w*@/],
  ['ctags', /^-L/],
  ['etags', /^(-L|-$)/],
  ['find', /^-files0-from$/],
  ['wc', /^--files/],
  ['du', /^--files/],
  ['sort', /^--files/],
  ...['7z', '7za', '7zz', '7zr', 'rar', 'jar'].map((name): [string, RegExp] => [name, archive]),
  ...['mkisofs', 'genisoimage', 'xorrisofs'].map((name): [string, RegExp] => [name, /^-path-list$/]),
]);
/** Letters with a dash or without. */
const tars = /^(g|bsd)?tar$/;
/** They are told on their input what to pack. */
const packers = /^(cpio|pax|afio)$/;

/** Whether the names of what it reads stand in a file, or on its input. */
export const readsNames = (name: string, args: readonly Value[], isFed: boolean): boolean =>
  args.some(({ text }) => listing.test(text) || listings.get(name)?.test(text)) ||
  (tars.test(name) && tarLists(args, name)) ||
  (name === 'curl' && any(wordsOf(args, curlOptions).options, '-K', '--config')) ||
  (packers.test(name) && isFed && !args.some(({ text }) => /^-[a-z]*i/.test(text)));

/** Words by which code reaches files, or other programs that do. */
const reaching =
  /\b(open\w*|read\w*|slurp|file\w*|fopen|path\w*|fs|os|io|glob|walk|listdir|scandir|exec\w*|system|popen|spawn\w*|subprocess|child_process|shutil|require|import_module|__import__|include|eval|copy\w*|dir|source)\b|\bimport\s*\(|\bsql\w*\.|<\s*["'$]|`|[\w)]\s*<\s*\w|\$\(/i;

/** Whether code may read files that nobody sees from outside. */
export const codeMayRead = (code: string): boolean => reaching.test(code);
