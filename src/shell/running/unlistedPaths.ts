/** What a command reads may stand nowhere in its words: in a list that it is given, or in code. Pure. */

import { codeMayRead, sqlMayRead } from '../code/plainCode';
import { includes } from '../programs/includes';
import { interpreterOf } from '../programs/interpreters';
import { curlOptions } from '../programs/valuedOptions';
import { any, wordsOf } from '../syntax/optionWords';
import { type Feed, wordsFed } from '../syntax/standardInput';
import type { Value } from '../syntax/words';
import { tarLists } from '../writes/unpacking';
import { type HiddenCode, mayBeCode } from './hiddenCode';

/** Files of names; by its beginning, as most programs take a long option. */
const listing = /^--(files0(-f[a-z]*)?|files-from|pathspec-from[a-z-]*|null-files-from|from-file-list|stdin-paths)(=|$)/;
const archive = /^(@|-i[a-z\d-]*@)/;
const listings: ReadonlyMap<string, RegExp> = new Map([
  // Letters of their own, whatever else is in the bundle; `-i@list` and `-x@list` only leave out.
  ['zip', /^-(?!\w*[ix])\w*@/],
  ['ctags', /^-L/],
  ['etags', /^(-L|-$)/],
  ['find', /^-files0-from$/],
  ['ack', /^-x$/],
  ['exiftool', /^-@$/],
  ['ffmpeg', /^concat$/],
  ...['convert', 'magick', 'identify', 'mogrify', 'montage', 'composite', 'gm'].map((name): [string, RegExp] => [
    name,
    /^(\w+:)?@/,
  ]),
  ['wc', /^--files/],
  ['du', /^--files/],
  ['sort', /^--files/],
  ...['7z', '7za', '7zz', '7zr', 'rar', 'jar'].map((name): [string, RegExp] => [name, archive]),
  ...['mkisofs', 'genisoimage', 'xorrisofs'].map((name): [string, RegExp] => [name, /^-path-list$/]),
]);
/** Of compilers, and of what works on what they make, a word with this sign is a file of words. */
const responses =
  /^((\w+-){2,3})?(nm|size|strings|objdump|objcopy|strip|ar|ranlib|readelf|elfedit|c\+\+filt|addr2line|gprof|as|ld(\.\w+)?|lld|g?cc|[cg]\+\+|cpp|gfortran|clang(\+\+)?|clang-\w+|llvm-\w+|rustc|java[cwp]?|javadoc|jar|kotlinc?|scalac?|swiftc|ghc|dmd|ldc2|protoc|emcc|em\+\+|csc|vbc|fsc|mcs|msbuild|mypy|pytest)(-\d[\d.]*)?$/;
/** Letters with a dash or without. */
const tars = /^(g|bsd)?tar$/;
/** They are told on their input what to pack. */
const packers = /^(cpio|pax|afio)$/;

/** Whether the names of what it reads stand in a file, or on its input. */
export const readsNames = (name: string, args: readonly Value[], isFed: boolean): boolean =>
  args.some(({ text }) => listing.test(text) || listings.get(name)?.test(text)) ||
  (responses.test(name) && args.some(({ text }) => /^@./.test(text))) ||
  (tars.test(name) && tarLists(args, name)) ||
  (name === 'curl' && any(wordsOf(args, curlOptions).options, '-K', '--config')) ||
  (/^(go)?jq$|^jaq$/.test(name) && args.some(({ text }) => /\b(import|include)\s+"/.test(text))) ||
  (name === 'yq' && args.some(({ text }) => /\b(str_?)?load\w*\s*\(/.test(text))) ||
  (packers.test(name) && isFed && !args.some(({ text }) => /^-[a-z]*i/.test(text)));

/** Whether a text that a command reads has files put into it: `gcc -E - <<< '#include "x"'`. What is only known when it runs may, but for what files and hosts hold. */
export function readsIncluded(name: string, feed: Feed): boolean {
  const signs = includes.get(name.replace(/-\d[\d.]*$/, ''));
  if (!signs) return false;
  if (wordsFed(feed).some((text) => signs.test(text.replaceAll('\\\n', '')))) return true;
  return feed.kind === 'unknown' && (feed.named === undefined ? !feed.isStored : /[$`\\%]/.test(feed.named));
}

/** The commands that they are given send files. */
const sends = /^(lftp|ncftp|ftp|sftp)$/;
/** Programs of databases: SQL stands in their words. */
export const sqlPrograms: ReadonlySet<string> = new Set(
  'sqlite3 litecli psql pgcli usql mysql mariadb mycli duckdb clickhouse clickhouse-local clickhouse-client'.split(' '),
);

/** Whether code that a command is given may read files that stand nowhere in its words. `feed` is what stands on its input. */
export function readsByCode(name: string, args: readonly Value[], code: HiddenCode | undefined, feed: Feed): boolean {
  if (sqlPrograms.has(name) && args.some(({ text }) => /\s/.test(text) && sqlMayRead(text))) return true;
  if (!code) return false;
  if (sends.test(name)) return true;
  const given = interpreterOf(name) ? args.filter((_, i) => mayBeCode(name, args, i)) : [];
  return (
    given.some(({ text, dynamic }) => dynamic || codeMayRead(text, name)) || (code.isOnInput === true && feedMayRead(name, feed))
  );
}

function feedMayRead(name: string, feed: Feed): boolean {
  const mayRead = sqlPrograms.has(name) ? sqlMayRead : (text: string) => codeMayRead(text, name);
  if (feed.kind === 'text') return mayRead(feed.text);
  // What else writes it, or what is filled in there, nobody has read.
  return feed.kind === 'unknown' && (feed.named === undefined || /[$`\\%]/.test(feed.named) || mayRead(feed.named));
}
