/** Which git commands show what stands in tracked files that they do not name. Pure. */
import { gitSubcommand, isKnownSubcommand } from '../commands/gitCommand';
import { any, wordsOf } from '../syntax/optionWords';
import type { Value } from '../syntax/words';

export interface Showing {
  /** Words that may be paths: all of the repository is shown where none of them is one. */
  specs: Value[];
  /** Behind `--` they are paths, whatever is there. */
  isSure: boolean;
}

const patch =
  /^(-p|-u|--patch|--patch-with-(raw|stat)|-U\d*|--unified(=.*)?|-W|--function-context|-c|--cc|-m|--binary|--word-diff(=.*)?|--color-words(=.*)?|-L.*)$/;
/** Hunk by hunk. */
const interactive = /^(-p|--patch)$/;
/** Names and numbers, in place of what stands there. */
const brief =
  /^(--(stat|numstat|shortstat|dirstat|compact-summary|summary|name-only|name-status|raw|check|quiet|no-patch|exit-code)(=.*)?|-s|-q|-X.*)$/;
/** `HEAD:src/a.ts` is named. */
const isNamed = ({ text, dynamic }: Value) => !dynamic && /^[^:]*:[^:]/.test(text);
const valued =
  '-U --unified -n --max-count --skip --since --until --after --before --author --committer --grep -S -G -L -O -o --output --format --pretty --date --diff-filter -l --stat-width --prefix --remote --exec';

/** Files are put into another folder than the one around. */
const movesFiles = (args: readonly Value[]) => args.some(({ text }) => /^--work-tree(=|$)/.test(text));
/** As a place to clone from: the repository around, or perhaps that. */
const isHere = ({ text, dynamic }: Value) => dynamic || /^([./]+$|[/~]|file:)/.test(text);
const isElsewhere = ({ text, dynamic }: Value) => !dynamic && /^(?!file:)[\w.+@-]+:/.test(text);

const all: Showing = { specs: [], isSure: true };

/** Undefined where it shows none, or what it names. */
export function gitShows(args: readonly Value[]): Showing | undefined {
  const sub = gitSubcommand(args);
  if (!sub) return undefined;
  const { name, own } = sub;
  const end = own.findIndex(({ text }) => text === '--');
  const front = end < 0 ? own : own.slice(0, end);
  const { operands } = wordsOf(front, valued);
  const has = (form: RegExp) => front.some(({ text }) => form.test(text));
  const isBrief = has(brief) && !has(patch);
  const shows = (words: readonly Value[] = operands): Showing =>
    end < 0 ? { specs: [...words], isSure: false } : { specs: own.slice(end + 1), isSure: true };
  switch (name) {
    case 'diff':
    case 'difftool':
    case 'range-diff':
      return isBrief || has(/^--no-index$/) ? undefined : shows();
    case 'show':
      return isBrief || (operands.length > 0 && operands.every(isNamed)) ? undefined : shows();
    case 'log':
    case 'reflog':
    case 'whatchanged':
    case 'diff-tree':
    case 'diff-index':
    case 'diff-files':
      return has(patch) ? shows() : undefined;
    case 'commit': {
      const { options } = wordsOf(own, '-m --message -F --file -C -c --author --date -t --template -S');
      return any(options, '-p', '--patch', '-v', '--verbose') ? all : undefined;
    }
    case 'add':
    case 'checkout':
    case 'restore':
    case 'reset':
      return has(interactive) || movesFiles(args) ? shows() : undefined;
    case 'checkout-index':
      return has(/^--(prefix|temp)/) ? shows() : undefined;
    // What lies here, copied whole.
    case 'clone':
      return operands.some(isHere) && !operands.some(isElsewhere) ? all : undefined;
    case 'request-pull':
      return has(interactive) ? all : undefined;
    case 'send-email':
    case 'unpack-file':
    case 'merge-tree':
      return all;
    case 'stash':
      return (operands[0]?.text === 'show' && has(patch)) || has(interactive) ? all : undefined;
    case 'cat-file': {
      const isOpen = operands.some(({ text, dynamic }) => dynamic || /^[\da-f]{4,}$/.test(text));
      return (isOpen && !has(/^-[tse]$/)) || has(/^--batch(?!-check)/) ? all : undefined;
    }
    case 'format-patch':
    case 'fast-export':
    case 'archive':
      return shows();
    case 'bundle':
      return operands[0]?.text === 'create' ? all : undefined;
    case 'worktree':
      return operands[0]?.text === 'add' ? all : undefined;
    // An alias may stand for any of them.
    default:
      return isKnownSubcommand(name) ? undefined : all;
  }
}

/** Where it looks through tracked files alone, as they are now; undefined where it does not, or nobody says. */
export function searchesTracked(args: readonly Value[]): Showing | undefined {
  const { name, own } = gitSubcommand(args) ?? { name: '', own: [] };
  const others = name === 'grep' ? withUntracked : name === 'ls-files' ? beyondTracked : undefined;
  if (!others || own.some(({ text }) => others.test(text))) return undefined;
  const end = own.findIndex(({ text }) => text === '--');
  if (end >= 0) return { specs: own.slice(end + 1), isSure: true };
  if (name === 'ls-files') return { specs: [], isSure: true };
  const { options, operands } = wordsOf(own, '-e -f -A -B -C -m --max-depth --max-count --threads --open-files-in-pager');
  return { specs: any(options, '-e', '-f') ? operands : operands.slice(1), isSure: false };
}
const withUntracked = /^--(un|no-i|no-exc)/;
const beyondTracked = /^(-[a-z]*[oik]|--(o|i|k|with-tree))/;

/** What a pathspec takes, of paths from the folder on that it is read in; undefined where it has no signs of its own. */
export function pathspec(text: string): { isExcluded: boolean; covers(path: string): boolean } | undefined {
  const [magic, long, short = ''] = /^:(?:\(([^)]*)\)|([!^/]+):?)/.exec(text) ?? [];
  if (magic === undefined && !/[*?[]/.test(text)) return undefined;
  const words = long?.split(',') ?? [];
  const isExcluded = words.includes('exclude') || /[!^]/.test(short);
  const rest = text.slice(magic?.length ?? 0).replace(/\/+$/, '');
  const isPlain = !short.includes('/') && words.every((word) => word === 'exclude');
  const ending = /^(?:\*\*\/)?\*([\w.-]+)$/.exec(rest)?.[1];
  if (isPlain && ending !== undefined) return { isExcluded, covers: (path) => path.endsWith(ending) };
  // What nobody reads takes all, and takes nothing away.
  if (!isPlain || /[*?[]/.test(rest)) return { isExcluded, covers: () => !isExcluded };
  return { isExcluded, covers: (path) => rest === '' || path === rest || path.startsWith(`${rest}/`) };
}
