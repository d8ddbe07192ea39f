/** What archives are unpacked to: the names in them are not in the line, but those that are asked for. Pure. */

import type { Writer } from '../files/writeEffects';
import { isElsewhere } from '../paths/hostPaths';
import { any, first, undashed, wordsOf } from '../syntax/optionWords';
import { inFolder, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';

const tarOptions =
  '-f --file -C --directory -T --files-from -X --exclude-from --exclude -I --use-compress-program -b -g -K -N -H --strip-components --transform --owner --group --mode -V -L -F';
/** The program itself looks for what fits. */
const isPattern = (text: string) => /[*?[]/.test(text);
const extracts = (options: Map<string, Value[]>) =>
  any(options, '-x', '--extract', '--get') && !any(options, '-O', '--to-stdout');

/** Members that the words name, where they come to lie. */
export function tarMembers(args: readonly Value[]): Value[] {
  const { options, operands } = wordsOf(undashed(args), tarOptions);
  const folder = first(options, '-C', '--directory');
  return extracts(options) ? operands.map((member) => (folder ? inFolder(folder, member) : member)) : [];
}

/** The archive that it makes, or changes. */
export function tarMade(args: readonly Value[]): Value[] {
  const { options } = wordsOf(undashed(args), tarOptions);
  const makes = any(options, '-c', '--create', '-r', '--append', '-u', '--update', '-A', '--delete', '--concatenate');
  return makes ? ['-f', '--file'].flatMap((name) => options.get(name) ?? []).filter((one) => !isElsewhere(one)) : [];
}

/** Whether the names of what it packs, or takes out, stand in a file. */
export const tarLists = (args: readonly Value[], name: string): boolean =>
  [...wordsOf(undashed(args), tarOptions).options.keys()].some(
    (option) => option === '-T' || option.startsWith('--files') || (option === '-I' && name === 'bsdtar'),
  );

export const tar: Writer = (args, name) => {
  const { options, operands } = wordsOf(undashed(args), tarOptions);
  if (!extracts(options)) return [];
  if (any(options, '-P', '--absolute-names'))
    return [
      { kind: 'anything', folder: undefined },
      { kind: 'other', what: 'any path (by `tar -P`)' },
    ];
  const folder = first(options, '--one-top-level') ?? first(options, '-C', '--directory');
  const renames = [...options.keys()].some((name) => /^--(x(f|form)|trans|strip|one-top)/.test(name));
  // Members that are named are words of the line, where they keep their names and lie in its folder.
  const isOpen = any(options, '--wildcards') || name === 'bsdtar' || name === 'jar';
  const isNamed = operands.every(({ text }) => !/(^|\/)\.?\/?$/.test(text) && !(isOpen && isPattern(text)));
  if (operands.length > 0 && isNamed && !folder && !renames) return [];
  return [{ kind: 'anything', folder }];
};

export const unzip: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-d -P -x -I -O');
  if (any(options, '-l', '-t', '-p', '-v', '-Z', '-z')) return [];
  // Members that are named, and not left out.
  const members = operands.slice(1);
  if (members.length > 0 && !members.some(({ text }) => isPattern(text)) && !any(options, '-d', '-x', '-j', '-:')) return [];
  return [{ kind: 'anything', folder: first(options, '-d') }];
};

const verbOf = (args: readonly Value[]): string => args.find(({ text }) => !text.startsWith('-'))?.text ?? '';
export const sevenZip: Writer = (args, name) => {
  if (!/^(x|e)$/.test(verbOf(args)) && !(name === 'p7zip' && args.some(({ text }) => text === '-d'))) return [];
  const out = args.find(({ text }) => /^-o./.test(text));
  return [{ kind: 'anything', folder: out && behind(out, 2) }];
};

/** Its folder ends in a slash. */
export const unrar: Writer = (args) => {
  if (!/^(x|e)$/.test(verbOf(args))) return [];
  return [{ kind: 'anything', folder: args.slice(2).find(({ text }) => /^[^-@].*\/$/.test(text) || text === '/') }];
};

export const unar: Writer = (args) => [
  { kind: 'anything', folder: args[args.findIndex(({ text }) => /^--?o(utput-directory)?$/.test(text)) + 1 || args.length] },
];

/** Its letters come first, but for long options. */
export const ar: Writer = (args) => {
  const { options, operands } = wordsOf(args, '--output --plugin --target');
  const isExtract = any(options, '-x') || (!args[0]?.text.startsWith('-') && /^\w*x/.test(args[0]?.text ?? ''));
  return isExtract || (options.has('--output') && /x/.test(operands[0]?.text ?? ''))
    ? [{ kind: 'anything', folder: first(options, '--output') }]
    : [];
};

export const dpkg: Writer = (args) => {
  const at = args.findIndex(({ text }) => /^(-x|-X|-R|-e|--extract|--raw-extract|--vextract|--control)$/.test(text));
  if (at < 0) return [];
  const [, folder] = args.slice(at + 1).filter(({ text }) => !/^-./.test(text));
  return [{ kind: 'anything', folder }];
};

export const pax: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-f -s -o -p -x -b -B -E -G -T -U');
  if (!any(options, '-r')) return [];
  return [{ kind: 'anything', folder: any(options, '-w') ? operands.at(-1) : undefined }];
};

export const cpio: Writer = (args) => {
  const { options, operands } = wordsOf(args, '-D --directory -F --file -H --format -E -I -O -C -M -R');
  if (!any(options, '-i', '--extract', '-p', '--pass-through') || any(options, '-t', '--list', '--to-stdout')) return [];
  return [
    {
      kind: 'anything',
      folder: first(options, '-D', '--directory') ?? (any(options, '-p', '--pass-through') ? operands[0] : undefined),
    },
  ];
};
