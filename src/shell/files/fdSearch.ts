/** What `fd` finds. Pure. */

import { fitsName } from '../paths/globs';
import { wordsOf } from '../syntax/optionWords';
import { inFolder, type Value } from '../syntax/words';
import type { Found } from './found';

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
  if (isGlob) return fitsName(text, flags !== '');
  // Only what no text makes slow, and what all engines read alike.
  if (!/^\^?(\\[.dws-]|[\w.-]|\.\*)*\$?$/.test(text) || (text.match(/\*/g)?.length ?? 0) > 2) return undefined;
  const form = new RegExp(text, flags);
  return (name) => form.test(name);
}
