/** What a command reads may stand nowhere in its words: in a list that it is given, or in code. Pure. */
import type { Value } from './words';

/** Files of names. */
const listing = /^--(files0?-from|pathspec-from-file|null-files-from|from-file-list)(=|$)/;
/** By letters of their own, whatever else is in the bundle. */
const listings: ReadonlyMap<string, RegExp> = new Map([
  ['tar', /^-[A-Za-z]*T/],
  ['bsdtar', /^-[A-Za-z]*T/],
  ['zip', /^-@$/],
]);
/** They are told on their input what to pack. */
const packers = /^(cpio|pax|afio)$/;

/** Whether the names of what it reads stand in a file, or on its input. */
export const readsNames = (name: string, args: readonly Value[], isFed: boolean): boolean =>
  args.some(({ text }) => listing.test(text) || listings.get(name)?.test(text)) ||
  (packers.test(name) && isFed && !args.some(({ text }) => /^-[a-z]*i/.test(text)));

/** Words by which code reaches files, or other programs that do. */
const reaching =
  /\b(open\w*|read\w*|slurp|file\w*|fopen|path\w*|fs|os|io|glob|walk|listdir|scandir|exec\w*|system|popen|spawn\w*|subprocess|child_process|shutil|require|import_module|__import__|include|eval|copy\w*|dir|source)\b|\bimport\s*\(|\bsql\w*\.|<\s*["'$]|`|[\w)]\s*<\s*\w|\$\(/i;

/** Whether code may read files that nobody sees from outside. */
export const codeMayRead = (code: string): boolean => reaching.test(code);
