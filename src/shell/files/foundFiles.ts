/** Which files a command finds for others to write: `find -delete`, `find -exec`, and what a pipe hands to `xargs`. As far as its words say. Pure. */

import { any, first, wordsOf } from '../syntax/optionWords';
import { printed, withEscapes } from '../syntax/parameterText';
import { isOpen, literal, type Value } from '../syntax/words';
import { fdFiles } from './fdSearch';
import { findExpression } from './findExpression';
import { bareName, type Found, listed, unread } from './found';
import { gitListing } from './gitListing';
import { grepReach, grepValues, ripgrepRoots } from './grepSearch';

/** What these come to is told to nobody. */
const silent = /^-(delete|fls|fprint0?|fprintf)$/;

type Action = number | 'any';

/** What comes to an action of `find`, or to `any`; without one, what it writes to its output. */
export const findFiles = (words: readonly Value[], action?: Action): Found => findReader(words)(action);

/** The same for each of its actions, of which there may be many. */
export function findReader(words: readonly Value[]): (action?: Action) => Found {
  // `find -f FOLDER -- EXPRESSION`, where it is the one of BSD.
  const from = words[0]?.text === '-f' ? (words[2]?.text === '--' ? 3 : 2) : 0;
  const [args, named] = [words.slice(from), words.slice(from && 1, from && 2)];
  const start = args.findIndex(({ text }) => /^[-(!,]/.test(text) && !/^-([HLPEXdsx]+|D|O\d?)$/.test(text));
  const first = start < 0 ? args.length : start;
  const { covers, leaves } = findExpression(args.slice(first));
  const has = (form: RegExp) => args.some(({ text }) => form.test(text));
  const follows = has(/^-([A-Z]*L|follow)/);
  // What an action writes among the names may be anything.
  const isChanged = follows || has(/^-((exec|ok)(dir)?|printf|ls)$/);
  const roots = [...named, ...args.slice(0, first).filter(({ text }) => !text.startsWith('-'))];
  const form = has(/^-printf$/) ? { isBare: true as const } : { isExact: true as const };
  return (action) => {
    const isAsked = (at: number | undefined) =>
      action === 'any' ||
      (action === undefined
        ? at === undefined || !silent.test(args[first + at]!.text)
        : at !== undefined && from + first + at === action);
    return {
      roots,
      covers: (path, isFolder, depth) => covers(path, isFolder, depth, isAsked),
      leaves,
      ...((typeof action === 'number' ? follows : isChanged) ? {} : { isSure: true as const }),
      ...form,
    };
  };
}

/** What stands between names in a text: a zero byte too, as `xargs -0` takes it. */
const between = /[\s\0]+/;
const namesIn = (text: string): Value[] => text.split(between).filter(Boolean).map(literal);

/** Words as a text, in which those that have blanks are several. */
function spoken(words: Value[]): Found {
  const parts = words.flatMap((word) => (isOpen(word) || !between.test(word.text) ? [] : namesIn(word.text)));
  return parts.length === 0
    ? listed(words)
    : { ...listed([...words, ...parts]), text: words.map(({ template, text }) => template ?? text).join(' ') };
}

/** As the program does: of `/` there is no more than that. */
const dirname = (path: string): string => {
  const text = path.replace(/(?<=.)\/+$/s, '');
  return text.includes('/') ? text.replace(/\/+[^/]*$/, '') || '/' : '.';
};

/** `ls`: what lies in folders, or the words themselves where they are something else. */
function listing(operands: Value[], hasDots: boolean, goesDown: boolean): Found {
  if (!hasDots && operands.some(isOpen)) return listed(operands);
  return {
    roots: operands,
    covers: (path, _, depth) =>
      (depth <= 1 || goesDown) &&
      (hasDots || !path.split('/').some((part, i, all) => i >= all.length - depth && part.startsWith('.'))),
    leaves: (_, depth) => depth >= 1 && !goesDown,
    isBare: true,
    ...(hasDots ? {} : { isPlain: true }),
  };
}

function grepNames(args: readonly Value[]): Found | undefined {
  const { options, operands } = wordsOf(args, grepValues, { shortens: true });
  const has = (form: RegExp) => [...options.keys()].some((one) => form.test(one));
  const goesDown =
    has(/^-[rR]$|^--(rec|der)/) ||
    ['-d', '--directories'].some((one) => options.get(one)?.some(({ text }) => text === 'recurse'));
  if (!has(/^-[lL]$|^--files-w/) || !goesDown) return undefined;
  const roots = operands.slice(any(options, '-e', '--regexp', '-f', '--file') ? 0 : 1);
  return {
    roots,
    ...grepReach(args),
    ...(roots.length > 0 && !has(/^-[RcoZz]$|^--(der|cou|onl|nul|col)/) ? { isSure: true as const } : {}),
  };
}

function basenames(args: readonly Value[]): Found {
  const { options, operands } = wordsOf(args, '-s --suffix');
  const isMany = any(options, '-a', '--multiple', '-s', '--suffix');
  const ending = isMany ? first(options, '-s', '--suffix') : operands[1];
  if (ending?.dynamic) return unread;
  const change = (text: string) => {
    const name = bareName(text);
    const isLonger = ending !== undefined && name.endsWith(ending.text) && name !== ending.text;
    return isLonger ? name.slice(0, name.length - ending.text.length) : name;
  };
  const own = isMany ? operands : operands.slice(0, 1);
  return ending && own.some(({ dynamic }) => dynamic)
    ? { ...listed(own), change }
    : listed(own.map((one) => ({ ...one, text: change(one.text) })));
}

function printedNames(args: readonly Value[], operands: readonly Value[]): Found {
  const [format, ...words] = args[0]?.text === '--' ? args.slice(1) : args;
  const all = format ? [format, ...words] : [];
  const isPlain = format !== undefined && !format.dynamic && all.every(({ glob }) => glob === undefined);
  const shown = words.map((word) => (word.template ?? word.text).replace(/\$(\w+)/g, '$${$1}'));
  const made = isPlain ? printed(format.text, shown) : undefined;
  if (isPlain && made === undefined) return unread;
  const text = made && withEscapes(made);
  const isKnown = text !== undefined && all.every(({ dynamic }) => !dynamic);
  return { ...listed([...operands, ...(isKnown ? namesIn(text) : [])]), ...(text === undefined ? {} : { text }) };
}

/** What a command writes to its output as names; undefined where it writes other things, or nobody knows. */
export function foundBy(name: string, args: readonly Value[]): Found | undefined {
  const operands = args.filter(({ text }) => !/^-./.test(text));
  const flagged = (flags: RegExp) => args.some(({ text }) => flags.test(text));
  switch (name) {
    case 'find':
    case 'gfind':
      return findFiles(args);
    case 'fd':
    case 'fdfind':
      return fdFiles(args);
    case 'du':
      // Without it, folders alone.
      return { roots: operands, covers: (_, isFolder) => isFolder || flagged(/^-\w*a|^--al/) };
    case 'tree':
      return flagged(/^-\w*a/) && flagged(/^-\w*[fi]/) ? { roots: operands, covers: () => true } : undefined;
    case 'compgen':
      return flagged(/^-\w*[fdGo]|^(file|directory)$/)
        ? {
            roots: operands.flatMap(({ text }) => /^.*(?=\/.)/s.exec(text)?.map(literal) ?? []),
            covers: (_, __, depth) => depth <= 1,
          }
        : undefined;
    case 'dir':
    case 'vdir':
    case 'exa':
    case 'eza':
    case 'lsd':
    case 'ls':
      return listing(
        operands,
        flagged(/^-\w*[aA]|^--al/) || (/^(ls|v?dir)$/.test(name) && flagged(/^-\w*f/)),
        flagged(/^-\w*R|^--recursive/),
      );
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return grepNames(args);
    case 'rg':
      return flagged(/^-[a-zA-Z]*l|^--files/) && flagged(/^-[a-zA-Z]*\.|^--hidden$|^-\w*u\w*u/)
        ? { roots: ripgrepRoots(args), covers: () => true }
        : undefined;
    case 'ag':
    case 'ack':
      return flagged(/^-[a-zA-Z]*[lLgf]|^--files-with/) && (name === 'ack' || flagged(/^--hidden$|^-[a-zA-Z]*[au]/))
        ? { roots: operands.slice(1), covers: (path) => name === 'ag' || !path.split('/').includes('.git') }
        : undefined;
    case 'git':
      return gitListing(args);
    case 'pwd':
      return listed([literal('.')]);
    case 'printenv':
      return listed(operands.map((one) => ({ ...one, text: `\${${one.text}}`, dynamic: true, pieces: [null] })));
    case 'mktemp':
      // A name that nobody else has.
      if (operands.some(({ dynamic }) => dynamic) || flagged(/^-\w*p|^--tmpdir=/)) return undefined;
      return listed(operands.length > 0 ? operands : [literal('/tmp/tmp.new')]);
    case 'basename':
      return basenames(args);
    case 'dirname':
      return listed(operands.map((one) => ({ ...one, text: dirname(one.text) })));
    case 'realpath':
    case 'readlink':
      return listed(operands);
    case 'echo':
      return spoken(flagged(/^-\w*e/) ? operands.map((word) => ({ ...word, text: withEscapes(word.text) })) : operands);
    case 'printf':
      return printedNames(args, operands);
    default:
      return undefined;
  }
}
