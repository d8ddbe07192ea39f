/** Names that git writes to its output. Pure. */

import { gitSubcommand, namesRepository } from '../commands/gitCommand';
import { wordsOf } from '../syntax/optionWords';
import type { Value } from '../syntax/words';
import { type Found, listed, unread } from './found';
import { gitPlaces } from './gitPlaces';

/** With these, what is not tracked is among them. */
const withOthers: ReadonlyMap<string, RegExp> = new Map([
  ['ls-files', /^(-[a-z]*[oi]|--others|--ignored)/],
  ['grep', /^--(untracked|no-index|no-exclude-standard)$/],
  ['status', /^/],
]);

/** Places in its own folder, or files of the repository. */
export function gitListing(args: readonly Value[]): Found | undefined {
  const own = gitPlaces(args);
  if (own) return own === 'unknown' ? unread : listed(own);
  return namesRepository(args) ? unread : trackedFiles(args);
}

/** With these, git writes names in place of what stands in the files, or beside them. */
const namesOnly: ReadonlyMap<string, RegExp> = new Map([
  ['ls-files', /^/],
  ['grep', /^(-[a-zA-Z]*[lL][a-zA-Z]*|--name-only|--files-with(out)?-match(es)?)$/],
  ['ls-tree', /^/],
  ['rev-list', /^--(objects|object-names)/],
  ['status', /^(-[a-z]*s[a-z]*|--short|--porcelain.*)$/],
  ...['diff', 'log', 'show', 'diff-tree', 'diff-index', 'diff-files', 'whatchanged'].map(
    (name) => [name, /^--(name-only|name-status|numstat|raw)$/] as const,
  ),
]);

/** `git ls-files` and its kind: all that is tracked, as far as the paths behind say. */
function trackedFiles(args: readonly Value[]): Found | undefined {
  const sub = gitSubcommand(args);
  const form = sub && namesOnly.get(sub.name);
  const isAll = sub?.name === 'ls-files';
  if (!form || !['', ...sub.own.map(({ text }) => text)].some((text) => form.test(text))) return undefined;
  const end = sub.own.findIndex(({ text }) => text === '--');
  const { operands } = wordsOf(
    sub.own,
    '-x --exclude -X --exclude-from --exclude-per-directory --with-tree --format -e -f -n --max-count --since --until --author --pretty --diff-filter',
  );
  // Of others, words in front may be patterns and revisions.
  const specs = isAll ? operands : end < 0 ? [] : sub.own.slice(end + 1);
  const others = withOthers.get(sub.name);
  const tracked: Pick<Found, 'isTracked'> = others && sub.own.some(({ text }) => others.test(text)) ? {} : { isTracked: true };
  const isOutside = (path: string) => !path.split('/').includes('.git');
  // `*` stands for `/` as well: only of an ending is it told what fits.
  const endings = specs.flatMap(({ text }) => /^(?:\*\*\/)?\*([\w.-]*)$/.exec(text)?.slice(1) ?? []);
  const places = specs.filter(({ text, dynamic }) => !dynamic && !/^:|[*?[\\]/.test(text));
  if (places.length === specs.length) return { roots: specs, covers: isOutside, ...tracked };
  const fits = (path: string) => endings.length < specs.length || endings.some((one) => path.endsWith(one));
  return { roots: [], covers: (path) => isOutside(path) && fits(path), ...tracked };
}
