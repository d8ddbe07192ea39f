/** Files that a program writes over where they lie, beneath the folders that it is given: formatters, and version control that checks out. Pure. */
import { subcommandsIn } from '../commands/commandReadings';
import type { Found } from '../files/found';
import type { WriteEffect } from '../files/writeEffects';
import { fitsPath } from '../paths/globs';
import { checkouts } from '../programs/checkouts';
import { formatters } from '../programs/formatters';
import { wordsOf } from '../syntax/optionWords';
import { isOpen, literal, type Value } from '../syntax/words';

/** Where version control keeps its own: what lies in there is none of the files that it checks out, and nobody puts it in order. */
const stores = /(^|\/)\.(git|hg|svn|jj|sl|bzr)(\/|$)/;
const isStore = (path: string) => stores.test(path);
const isHidden = (path: string, depth: number) =>
  path
    .split('/')
    .slice(-depth || Infinity)
    .some((name) => name.startsWith('.'));

/** With more of them, it may write whatever is of its kind. */
const mostPatterns = 16;

/** Where a pattern begins to be one: the folder in front of it. */
const folderOf = (pattern: string): string => pattern.slice(0, pattern.lastIndexOf('/', pattern.search(/[*?[{(!]/)) + 1) || '.';

/** The words of a formatter that it writes, or finds what it writes in; undefined where it writes nothing. */
export function formatted(name: string, args: readonly Value[]): Value[] | undefined {
  const known = formatters.get(name);
  if (!known) return undefined;
  const { when, unless, sub, valued = '' } = known;
  const given = (signs: RegExp) => args.some(({ text }) => signs.test(text));
  if ((when && !given(when)) || (unless && given(unless))) return undefined;
  const { operands } = wordsOf(args, valued);
  if (!sub) return operands;
  return operands[0] && sub.test(operands[0].text) ? operands.slice(1) : undefined;
}

/** Each of its words, or the folder that it is in, with what it writes there. */
function formatting(name: string, args: readonly Value[]): WriteEffect[] {
  const words = formatted(name, args);
  if (!words) return [];
  const { kinds, here, patterns, plain } = formatters.get(name)!;
  const endings = new Set(kinds.split(' '));
  const isKind = (path: string) => endings.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  const within = (roots: Value[], fits: (path: string) => boolean): WriteEffect => ({
    kind: 'found',
    isRead: true,
    found: {
      roots,
      covers: (path, isFolder, depth) =>
        !isFolder && isKind(path) && !isStore(path) && fits(path) && !(plain && isHidden(path, depth)),
      leaves: (path) => isStore(path) || /(^|\/)node_modules$/.test(path),
    },
  });
  if (words.length === 0) return here ? [within([literal('.')], () => true)] : [];
  const isPattern = (word: Value) => patterns === true && !isOpen(word) && /[*?[{]/.test(word.text);
  // A file of its kind is a path of the line.
  const folders = words.filter((word) => !isPattern(word) && (isOpen(word) || !isKind(word.text)));
  // What is left out takes nothing from what others take.
  const globs = words.filter((word) => isPattern(word) && !word.text.startsWith('!'));
  if (globs.length > mostPatterns) return [within([literal('.'), ...folders], () => true)];
  return [
    ...(folders.length > 0 ? [within(folders, () => true)] : []),
    ...globs.map((word) => within([literal(folderOf(word.text))], fitsPath(word.text))),
  ];
}

function checkedOut(name: string, args: readonly Value[]): WriteEffect[] {
  const known = checkouts.get(name);
  if (!known) return [];
  const { all, named, with: [sub, option] = [/$^/, /$^/], valued = '' } = known;
  // Its subcommand comes first, in each way in which the options in front may be read.
  const subs = subcommandsIn(name, args).map(([sub]) => sub ?? '');
  const files: Pick<Found, 'covers' | 'leaves'> = { covers: (path) => !isStore(path), leaves: isStore };
  const isTold = subs.some((one) => sub.test(one)) && args.some(({ text }) => option.test(text));
  if (isTold || subs.some((one) => all.test(one))) return [{ kind: 'found', found: { roots: [], ...files } }];
  if (!subs.some((one) => named?.test(one))) return [];
  const roots = wordsOf(args, valued).operands.slice(1);
  return [{ kind: 'found', found: { roots, ...files } }];
}

export const rewritten = (name: string, args: readonly Value[]): WriteEffect[] => [
  ...formatting(name, args),
  ...checkedOut(name, args),
];
