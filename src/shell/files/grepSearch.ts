/** Which files `grep -r` and `rg` read of those that they come to. Pure. */
import { fitsName } from '../paths/globs';
import { any, wordsOf } from '../syntax/optionWords';
import type { Value } from '../syntax/words';
import type { Reach } from './walkReach';

export const grepValues =
  '-e --regexp -f --file -m --max-count -A --after-context -B --before-context -C --context --include --exclude --exclude-dir --exclude-from --label -d --directories -D --devices --binary-files';
const ripgrepValues =
  '-e --regexp -f --file -g --glob --iglob -t --type -T --type-not -A -B -C -m --max-count -d --max-depth -M -j -r --replace --sort --sortr --engine --color --colors --ignore-file --max-filesize -E --encoding --pre --pre-glob';

/** Undefined where it may be read in another way than ours. */
const tester = ({ text, dynamic }: Value, signs: RegExp, nocase = false) =>
  dynamic || !signs.test(text) ? undefined : fitsName(text, nocase);

export function grepReach(args: readonly Value[]): Reach {
  const { options } = wordsOf(args, grepValues, { shortens: true });
  const globs = (option: string) =>
    (options.get(option) ?? []).map((one) => tester({ ...one, text: one.text.replace(/\/+$/, '') }, /^[\w.*?-]+$/));
  const includes = globs('--include');
  const excludes = globs('--exclude');
  const without = globs('--exclude-dir');
  return {
    covers: (path, isFolder) => {
      if (isFolder || without.some((test) => test && path.split('/').slice(0, -1).some(test))) return false;
      // Of both kinds, the last counts.
      if (includes.length > 0 && excludes.length > 0) return true;
      return (includes.length === 0 || includes.some((test) => test?.(path) ?? true)) && !excludes.some((test) => test?.(path));
    },
  };
}

/** All words but the pattern, which is one of them where no option gives it. */
export function ripgrepRoots(args: readonly Value[]): Value[] {
  const { options, operands } = wordsOf(args, ripgrepValues);
  return any(options, '-e', '--regexp', '-f', '--file', '--files') ? operands : operands.slice(1);
}

/** `rg -g '*.ts'`: only these, whatever else is left out. Undefined where nobody says so. */
export function ripgrepReach(args: readonly Value[]): Reach | undefined {
  const { options } = wordsOf(args, ripgrepValues);
  const given = (...names: string[]) => names.flatMap((name) => options.get(name) ?? []);
  const tests = [
    ...given('-g', '--glob').map((one) => tester(one, /^[\w.*?{},-]+$/)),
    ...given('--iglob').map((one) => tester(one, /^[\w.*?{},-]+$/, true)),
  ];
  if (tests.length === 0 || tests.includes(undefined)) return undefined;
  return { covers: (path, isFolder) => !isFolder && tests.some((test) => test!(path)) };
}
