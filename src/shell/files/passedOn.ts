/** What becomes of names that a program is given on its input, or reads in its files. Pure. */

import { any, wordsOf } from '../syntax/optionWords';
import { literal, type Value } from '../syntax/words';
import { type Found, listed, oneAfter, unread, unsure } from './found';
import { grepFilter } from './grepFilter';
import { namesGuarded, type TextChange, textChange } from './textChange';

/** They write to their output what stands in the files that they are given, or in their input. */
const readers: ReadonlySet<string> = new Set(
  'cat tac head tail sort shuf uniq cut tr sed gsed awk gawk mawk nawk grep egrep fgrep rev base64 base32 xxd od strings jq yq comm paste join nl fold column zcat gunzip bzcat xzcat openssl iconv envsubst basenc uudecode'.split(
    ' ',
  ),
);
export const isReader = (name: string): boolean => readers.has(name);
/** What they write is not what they were given. */
const changers: ReadonlySet<string> = new Set(
  'cut tr sed gsed awk gawk mawk nawk rev base64 base32 xxd od openssl basenc envsubst uudecode jq yq'.split(' '),
);
const fetchers: ReadonlySet<string> = new Set(['curl', 'wget', 'nc', 'ncat', 'ssh', 'locate', 'plocate', 'mdfind']);

/** `grep -l` writes the names of its files, not what stands in them. */
const writesNames = (name: string, args: readonly Value[]): boolean =>
  /^[ef]?grep$/.test(name) &&
  any(
    wordsOf(args, '-e --regexp -f --file -A -B -C -D -d -m --max-count --after-context --before-context --context -X').options,
    '-l',
    '-L',
    '--files-with-matches',
    '--files-without-match',
  );

/** They write each name as it is, or leave it out. */
const keepsNames = (name: string, args: readonly Value[]): boolean =>
  /^(sort|tac|cat|tee)$/.test(name) ||
  (/^(head|tail)$/.test(name) && args.every(({ text }) => /^-?n?\d*$/.test(text))) ||
  (/^(uniq|shuf)$/.test(name) && args.length === 0) ||
  (/^[ef]?grep$/.test(name) && args.every(({ text }) => !text.startsWith('-') || /^-[viFEGPwxe]+$/.test(text)));

/** What comes out of a program that passes on what it is given: `given` names what that is, `files` those that it reads itself. */
export function passedOn(
  name: string,
  args: readonly Value[],
  files: readonly Value[],
  given: Found | undefined,
): Found | undefined {
  const found = passed(name, args, files, given);
  return keepsNames(name, args) ? found : unsure(found);
}

function passed(name: string, args: readonly Value[], files: readonly Value[], given: Found | undefined): Found | undefined {
  if (fetchers.has(name)) return unread;
  if (!readers.has(name)) return given;
  // `tail +6`: a number of lines, not a file.
  const read = name === 'tail' && /^\+\d+[bcl]?$/.test(args[0]?.text ?? '') ? files.filter((file) => file !== args[0]) : files;
  if (read.length > 0)
    return read.every(({ text }) => /^<\(/.test(text)) || (!given && writesNames(name, args)) ? listed([...read]) : unread;
  const same = given && { ...given };
  const stays = /^[ef]?grep$/.test(name) ? grepFilter(name, args) : undefined;
  // Some write a dot in front of their names, and some do not.
  if (stays && same && !same.isList && !same.isData)
    return {
      ...same,
      covers: (path, isFolder, depth) =>
        given!.covers(path, isFolder, depth) && (stays(path) || (!given!.isExact && stays(path.replace(/^(\.\/+)+/, '')))),
    };
  const change = changers.has(name) ? textChange(name, args) : undefined;
  if (change && given?.isList) return changed(given, change);
  // Names that nobody looks for, as `ls` writes them, may become some.
  if ((!given || given.isPlain) && changers.has(name))
    return change?.mayGuard || (!change && namesGuarded(args)) ? unread : undefined;
  // Blanks, commas and quotes apart, `tr` makes other names of them.
  if (name === 'tr' && !args.some(({ text }) => /[\w.]/.test(text.replace(/^-[a-z]+$|\\./g, '')))) return same;
  return given?.isList && changers.has(name) ? unread : change?.isTame === false && given && !given.isData ? unread : same;
}

/** What becomes of names: of words that are known at once, of others once it is known what they stand for. */
function changed(list: Found, { of }: TextChange): Found {
  const change = list.change ? oneAfter(list.change, of) : of;
  if (list.roots.some(({ dynamic, glob }) => dynamic || glob !== undefined)) return { ...listed(list.roots), change };
  const lines = (list.text ?? list.roots.map(({ text }) => text).join(' ')).split('\n').map(change);
  const words = list.roots.map((root) => change(root.text));
  const all = [...words, ...lines];
  if (!all.every((one) => one !== undefined)) return unread;
  const text = lines.join('\n');
  return {
    ...listed([...new Set([...words, ...text.split(/\s+/)])].map((one) => literal(one!)).filter((one) => one.text !== '')),
    text,
  };
}
