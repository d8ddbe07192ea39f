/** Which files a command finds for others to write: `find -delete`, `find -exec`, and what a pipe hands to `xargs`. As far as its words say. Pure. */
import picomatch from 'picomatch';
import { findExpression } from './findExpression';
import { gitSubcommand } from './gitCommand';
import { gitPlaces } from './gitPlaces';
import { grepFilter } from './grepFilter';
import { printed, withEscapes } from './parameterText';
import { namesGuarded, type TextChange, textChange } from './textChange';
import { inFolder, isOpen, literal, type Value } from './words';
import { any, copyWords, first, wordsOf } from './writeEffects';

export type Change = (text: string) => string | undefined;

export interface Found {
  /** Where it looks; the folder that the line is in where there is none. */
  roots: Value[];
  /** The roots are the files. */
  isList?: true;
  /** Each of them is changed before it is written; undefined where nobody says into what. */
  change?: Change;
  /** The very text that names them, where it is more than their texts in a row. */
  text?: string;
  /** They stand in a text that nobody has read. */
  isData?: true;
  /** Only what git tracks: `all` of it, or what is `found` in that or has changed, with `others` beside it. Of these, nobody says more where it is not known what is tracked. */
  isTracked?: 'all' | 'found' | 'others';
  /** The names are written without where they lie. */
  isBare?: true;
  /** Names that nobody looks for: none of them begins with a dot. */
  isPlain?: true;
  /** Folders in which it may look: others may write the names from elsewhere. */
  from?: readonly string[];
  /** The paths are written as they are covered, with the root in front. */
  isExact?: true;
  /** Whether a file beneath a root is among them: its path as the program writes it, and how deep beneath the root it lies. */
  covers(path: string, isFolder: boolean, depth: number): boolean;
  /** Nothing beneath the folder is among them. */
  leaves?(path: string, depth: number): boolean;
}

/** Names that stand in a text. */
export const unread: Found = { roots: [], isData: true, covers: () => true };
/** Names that are words of the line. */
export const listed = (roots: Value[]): Found => ({ roots, isList: true, covers: () => true });

/** The names without where they lie. */
export function bareNames(found: Found): Found {
  const bare: Change = (text) => text.replace(/\/+$/, '').replace(/^.*\//s, '');
  if (found.isList && !found.change && !found.roots.some(isOpen))
    return listed(found.roots.map(({ text }) => literal(bare(text)!)));
  return found.isList ? { ...found, change: found.change ? oneAfter(found.change, bare) : bare } : { ...found, isBare: true };
}

/** What several commands write, one after another. */
export function together(one: Found | undefined, other: Found): Found {
  if (!one) return other;
  return one.isList && other.isList && !one.change && !other.change ? listed([...one.roots, ...other.roots]) : unread;
}

const editors: ReadonlySet<string> = new Set(
  'rm unlink mkdir rmdir shred srm trash truncate tee touch chmod chown chgrp chattr mv cp ln install patch gzip bzip2 xz zstd gunzip dos2unix unix2dos sponge'.split(
    ' ',
  ),
);
/** Whether the program writes the files that it is given. */
export const writesFiles = (name: string, args: readonly Value[]): boolean =>
  editors.has(name) || (/^(g?sed|perl|ruby)$/.test(name) && args.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text)));

/** Of what these are given, they write the last alone. */
const copiers = new Set(['cp', 'ln', 'install']);
/** The words of a writing program that it writes, where more may come behind them; undefined where all that comes is only read. */
export function writtenWords(name: string, args: readonly Value[]): Value[] {
  if (/^g?sed$/.test(name)) return editedIn(args, true);
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

function named(glob: string, nocase = false): (path: string) => boolean {
  const matches = picomatch(glob, { dot: true, nonegate: true, noextglob: true, nocase });
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}

/** What these come to is told to nobody. */
const silent = /^-(delete|fls|fprint0?|fprintf)$/;

/** What comes to an action of `find`; without one, what it writes to its output. */
export function findFiles(words: readonly Value[], action?: number): Found {
  // `find -f FOLDER -- EXPRESSION`, where it is the one of BSD.
  const from = words[0]?.text === '-f' ? (words[2]?.text === '--' ? 3 : 2) : 0;
  const [args, named] = [words.slice(from), words.slice(from && 1, from && 2)];
  const start = args.findIndex(({ text }) => /^[-(!,]/.test(text) && !/^-([HLPEXdsx]+|D|O\d?)$/.test(text));
  const first = start < 0 ? args.length : start;
  const { covers, leaves } = findExpression(args.slice(first));
  const isAsked = (at: number | undefined) =>
    action === undefined
      ? at === undefined || !silent.test(args[first + at]!.text)
      : at !== undefined && from + first + at === action;
  return {
    roots: [...named, ...args.slice(0, first).filter(({ text }) => !text.startsWith('-'))],
    covers: (path, isFolder, depth) => covers(path, isFolder, depth, isAsked),
    leaves,
    ...(args.some(({ text }) => text === '-printf') ? { isBare: true } : { isExact: true }),
  };
}

/** What git says of its own folder. */
function gitNames(args: readonly Value[]): Found | undefined {
  const own = gitPlaces(args);
  return own && (own === 'unknown' ? unread : listed(own));
}

/** With these, git writes names in place of what stands in the files. */
const namesOnly: ReadonlyMap<string, RegExp> = new Map([
  ['ls-files', /^/],
  ['grep', /^(-[a-zA-Z]*[lL][a-zA-Z]*|--name-only|--files-with(out)?-match(es)?)$/],
  ['ls-tree', /^(--name-only|--name-status)$/],
  ['status', /^(-[a-z]*s[a-z]*|--short|--porcelain.*)$/],
  ...['diff', 'log', 'show', 'diff-tree', 'diff-index', 'diff-files', 'whatchanged'].map(
    (name) => [name, /^--name-(only|status)$/] as const,
  ),
]);

/** `git ls-files` and its kind: all that is tracked, as far as the paths behind say. */
function trackedFiles(args: readonly Value[]): Found | undefined {
  const sub = gitSubcommand(args);
  const form = sub && namesOnly.get(sub.name);
  if (!form || (sub.name !== 'ls-files' && !sub.own.some(({ text }) => form.test(text)))) return undefined;
  const end = sub.own.findIndex(({ text }) => text === '--');
  const { operands } = wordsOf(
    sub.own,
    '-x --exclude -X --exclude-from --exclude-per-directory --with-tree --format -e -f -n --max-count --since --until --author --pretty --diff-filter',
  );
  // Of others, words in front may be patterns and revisions.
  const specs = sub.name === 'ls-files' ? operands : end < 0 ? [] : sub.own.slice(end + 1);
  const hasOthers =
    sub.name === 'status' ||
    (sub.name === 'ls-files' && sub.own.some(({ text }) => /^(-[a-z]*[oi]|--others|--ignored)/.test(text)));
  const kind = hasOthers ? 'others' : sub.name === 'ls-files' ? 'all' : 'found';
  const isTracked = kind === 'others' && sub.name === 'ls-files' ? {} : { isTracked: kind as Found['isTracked'] };
  const isOutside = (path: string) => !path.split('/').includes('.git');
  // `*` stands for `/` as well: only of an ending is it told what fits.
  const endings = specs.flatMap(({ text }) => /^(?:\*\*\/)?\*([\w.-]*)$/.exec(text)?.slice(1) ?? []);
  const places = specs.filter(({ text, dynamic }) => !dynamic && !/^:|[*?[\\]/.test(text));
  if (places.length === specs.length) return { roots: specs, covers: isOutside, ...isTracked };
  const fits = (path: string) => endings.length < specs.length || endings.some((one) => path.endsWith(one));
  return { roots: [], covers: (path) => isOutside(path) && fits(path), ...isTracked };
}

/** `fd PATTERN FOLDER…`: without an option for it, nothing with a leading dot. */
export function fdFiles(args: readonly Value[]): Found {
  const end = args.findIndex(({ text }) => /^(-[xX]|--exec(-batch)?)(=|$)/.test(text));
  const own = end < 0 ? args : args.slice(0, end);
  const { options, operands } = wordsOf(
    own,
    '-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size -o --owner -c --color -j --threads --changed-within --changed-before --change-newer-than --change-older-than --newer --older --changed-after --path-separator --batch-size --maxdepth --mindepth --format --search-path --base-directory --ignore-file --and --max-results',
  );
  const given = (...names: string[]) => names.flatMap((name) => options.get(name) ?? []);
  const has = (...names: string[]) => names.some((name) => options.has(name));
  const pattern = operands[0];
  const dots = has('-H', '--hidden', '-u', '--unrestricted');
  const endings = given('-e', '--extension');
  const test = has('-p', '--full-path')
    ? undefined
    : tester(pattern, has('-g', '--glob'), has('-F', '--fixed-strings'), has('-i', '--ignore-case'));
  const folders = [...operands.slice(1), ...given('--search-path')];
  const [base] = given('--base-directory');
  return {
    roots: base ? (folders.length > 0 ? folders.map((one) => inFolder(base, one)) : [base]) : folders,
    ...(base ? { isBare: true } : {}),
    covers: (path, isFolder, depth) => {
      // What is named is looked through, whatever its name.
      const inside = path.split('/').slice(-depth || Infinity);
      if (!dots && inside.some((part) => part.startsWith('.'))) return false;
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (isFolder && has('-t', '--type') && !given('-t', '--type').some(({ text }) => /^[de]/.test(text))) return false;
      return (
        (test?.(name) ?? true) &&
        (endings.length === 0 ||
          endings.some(
            ({ text, dynamic }) => dynamic || name.toLowerCase().endsWith(`.${text.replace(/^\.+/, '').toLowerCase()}`),
          ))
      );
    },
  };
}

/** Whether a name fits the pattern of `fd`; undefined where nobody can say. Without a capital in it, it means these too. */
function tester(
  pattern: Value | undefined,
  isGlob: boolean,
  isFixed: boolean,
  isLoose: boolean,
): ((name: string) => boolean) | undefined {
  if (!pattern || pattern.dynamic || pattern.text.length > 100) return undefined;
  const { text } = pattern;
  const flags = isLoose || !/[A-Z]/.test(text) ? 'i' : '';
  if (isFixed) return (name) => (flags ? name.toLowerCase().includes(text.toLowerCase()) : name.includes(text));
  if (isGlob) return named(text, flags !== '');
  // Only what no text makes slow, and what all engines read alike.
  if (!/^\^?(\\[.dws-]|[\w.-]|\.\*)*\$?$/.test(text) || (text.match(/\*/g)?.length ?? 0) > 2) return undefined;
  const form = new RegExp(text, flags);
  return (name) => form.test(name);
}

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

/** What comes out of a program that passes on what it is given: `given` names what that is, `files` those that it reads itself. */
export function passedOn(
  name: string,
  args: readonly Value[],
  files: readonly Value[],
  given: Found | undefined,
): Found | undefined {
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

/** One change behind another. */
export const oneAfter =
  (first: Change, next: Change): Change =>
  (text) => {
    const between = first(text);
    return between === undefined ? undefined : next(between);
  };

/** Words as a text, in which those that have blanks are several. */
/** What stands between names in a text: a zero byte too, as `xargs -0` takes it. */
const between = /[\s\0]+/;
function spoken(words: Value[]): Found {
  const parts = words.flatMap(({ text, dynamic, glob }) =>
    dynamic || glob !== undefined || !between.test(text) ? [] : text.split(between).filter(Boolean).map(literal),
  );
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

/** All words but the pattern, which is one of them where no option gives it. */
function ripgrepRoots(args: readonly Value[]): Value[] {
  const { options, operands } = wordsOf(
    args,
    '-e --regexp -f --file -g --glob --iglob -t --type -T --type-not -A -B -C -m --max-count -d --max-depth -M -j -r --replace --sort --sortr --engine --color --colors --ignore-file --max-filesize -E --encoding --pre --pre-glob',
  );
  return any(options, '-e', '--regexp', '-f', '--file', '--files') ? operands : operands.slice(1);
}

const grepValues =
  '-e --regexp -f --file -m --max-count -A --after-context -B --before-context -C --context --include --exclude --exclude-dir --exclude-from --label -d --directories -D --devices --binary-files';

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
    case 'fgrep': {
      const { options, operands: words } = wordsOf(args, grepValues, { shortens: true });
      const has = (form: RegExp) => [...options.keys()].some((one) => form.test(one));
      const goesDown =
        has(/^-[rR]$|^--(rec|der)/) ||
        ['-d', '--directories'].some((one) => options.get(one)?.some(({ text }) => text === 'recurse'));
      if (!has(/^-[lL]$|^--files-w/) || !goesDown) return undefined;
      const globs = (option: string) =>
        (options.get(option) ?? []).map(({ text, dynamic }) => (dynamic ? undefined : named(text.replace(/\/+$/, ''))));
      const includes = globs('--include');
      const excludes = globs('--exclude');
      const without = globs('--exclude-dir');
      return {
        roots: words.slice(any(options, '-e', '--regexp', '-f', '--file') ? 0 : 1),
        covers: (path, isFolder) => {
          if (isFolder || without.some((test) => test && path.split('/').slice(0, -1).some(test))) return false;
          // Of both kinds, the last counts.
          if (includes.length > 0 && excludes.length > 0) return true;
          return (
            (includes.length === 0 || includes.some((test) => test?.(path) ?? true)) && !excludes.some((test) => test?.(path))
          );
        },
      };
    }
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
      return gitNames(args) ?? trackedFiles(args);
    case 'pwd':
      return listed([literal('.')]);
    case 'printenv':
      return listed(operands.map((one) => ({ ...one, text: `\${${one.text}}`, dynamic: true, pieces: [null] })));
    case 'mktemp':
      // A name that nobody else has.
      return operands.length === 0 && !flagged(/^-\w*p|^--tmpdir=/) ? listed([literal('/tmp/tmp.new')]) : undefined;
    case 'basename': {
      const { options, operands: names } = wordsOf(args, '-s --suffix');
      const isMany = any(options, '-a', '--multiple', '-s', '--suffix');
      const ending = isMany ? first(options, '-s', '--suffix') : names[1];
      if (ending?.dynamic) return unread;
      const change = (text: string) => {
        const name = text.replace(/\/+$/, '').replace(/^.*\//s, '');
        const isLonger = ending !== undefined && name.endsWith(ending.text) && name !== ending.text;
        return isLonger ? name.slice(0, name.length - ending.text.length) : name;
      };
      const own = isMany ? names : names.slice(0, 1);
      return ending && own.some(({ dynamic }) => dynamic)
        ? { ...listed(own), change }
        : listed(own.map((one) => ({ ...one, text: change(one.text) })));
    }
    case 'dirname':
      return listed(operands.map((one) => ({ ...one, text: dirname(one.text) })));
    case 'realpath':
    case 'readlink':
      return listed(operands);
    case 'echo':
      return spoken(flagged(/^-\w*e/) ? operands.map((word) => ({ ...word, text: withEscapes(word.text) })) : operands);
    case 'printf': {
      const [format, ...words] = args[0]?.text === '--' ? args.slice(1) : args;
      const all = format ? [format, ...words] : [];
      const isPlain = format !== undefined && !format.dynamic && all.every(({ glob }) => glob === undefined);
      const text = isPlain
        ? printed(
            format.text,
            words.map((word) => (word.template ?? word.text).replace(/\$(\w+)/g, '$${$1}')),
          )
        : undefined;
      const isKnown = text !== undefined && all.every(({ dynamic }) => !dynamic);
      const names = isKnown ? text.split(between).filter(Boolean).map(literal) : [];
      return { ...listed([...operands, ...names]), ...(text === undefined ? {} : { text }) };
    }
    default:
      return undefined;
  }
}
