/** Paths that git tells of its own folder. Pure. */
import { inFolder, literal, type Value } from '../syntax/words';

/** `git rev-parse --git-dir` and its kind; `unknown` where only its settings know. Undefined where it is not asked for. */
export function gitPlaces(args: readonly Value[]): Value[] | 'unknown' | undefined {
  const texts = args.map(({ text }) => text);
  if (texts.includes('config') && texts.some((text) => /hookspath$/i.test(text))) return 'unknown';
  if (!texts.includes('rev-parse')) return undefined;
  const at = texts.indexOf('--git-path');
  const inside = at < 0 ? undefined : args[at + 1];
  if (inside) return [inFolder(literal('.git'), inside)];
  return texts.some((text) => /^--(absolute-)?git(-common)?-dir$/.test(text)) ? [literal('.git')] : undefined;
}

/** `git rev-parse --show-toplevel`: the folder that the repository is in. */
export const tellsTop = (args: readonly Value[]): boolean =>
  args.some(({ text }) => text === 'rev-parse') && args.some(({ text }) => /^--show-(toplevel|cdup)$/.test(text));
