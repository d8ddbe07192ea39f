/** Whose the files are that a program makes: the project's, where they come of what lies there, or the line's own. Pure. */
import { gitSubcommand } from '../commands/gitCommand';
import { formatters } from '../programs/formatters';
import { interpreterOf } from '../programs/interpreters';
import { operands } from '../programs/operands';
import { first, wordsOf } from '../syntax/optionWords';
import { isInput } from '../syntax/shellScript';
import { isOpen, literal, type Value } from '../syntax/words';
import { builders, optionValues, outputOption } from './outputs';

/** What they write is made of the files that they are given. */
export const compilers = /^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc|go|javac|tsc|esbuild|ld|kotlinc|swiftc|ghc)$/;

/** Whether a compiler is given a text instead: `gcc -xc -`, `esbuild --outfile=x.js`, `esbuild --banner:js=TEXT x.ts`. */
export const isFedText = (name: string, args: readonly Value[]): boolean =>
  args.some(({ text }) => text === '-' || isInput(text)) ||
  (name === 'esbuild' &&
    (args.every(({ text }) => text.startsWith('-')) || args.some(({ text }) => /^--(banner|footer)/.test(text))));

const unpackers =
  /^(g?tar|bsd(tar|cpio|unzip)|jar|unzip|un(rar|ar|ace)(-free)?|rar|7z\w*|p7zip|(\w+-)?ar|pax|dpkg(-deb)?|cpio|patch|arj|lha|zoo|asar)$/;
/** Whether it takes out, or applies, what one file holds. */
export const unpacks = (name: string, args: readonly Value[]): boolean =>
  unpackers.test(name) || (name === 'git' && /^(apply|am)$/.test(gitSubcommand(args)?.name ?? ''));

const inspectors = /^(strip|ldd|nm|size|objdump|readelf|codesign|shellcheck|shfmt|patchelf|xattr|wait-on|time|hyperfine)$/;
/** Whether none of the files that its words name is one that it makes, or is the project's where it does. */
export const keepsFiles = (name: string): boolean =>
  [compilers, builders, inspectors].some((names) => names.test(name)) ||
  formatters.has(name) ||
  interpreterOf(name) !== undefined ||
  /^(files|text|none)$/.test(operands.get(name)?.kind ?? '');

/** They build the project as it is. */
const ofProject =
  /^(webpack|vite|parcel|tsup|rspack|rsbuild|next|nuxt|astro|ng|nx|turbo|npm|pnpm|yarn|cargo|cmake|meson|gradlew?|mvnw?|dotnet|swift|\w*make)$/;
/** Readers, but for what such an option names. */
const writing = /^(unzstd|zstd|tree|xmllint|base64)$/;

/** Files, or folders, that a program is told to write by an option, where no table tells of it. */
export function saidOutputs(name: string, args: readonly Value[]): Value[] {
  if ([compilers, builders, ofProject].some((names) => names.test(name)) || interpreterOf(name)) return [];
  const isReader = /^(files|text|none)$/.test(operands.get(name)?.kind ?? '') && !writing.test(name);
  return [
    ...(isReader ? [] : optionValues(args, outputOption)),
    ...(/^pg_dump(all)?$/.test(name) ? optionValues(args, /^(-f|--file)$/, /^-f(?=.)/) : []),
    ...(name === 'mysqldump' ? optionValues(args, /^(-r|--result-file)$/, /^-r(?=.)/) : []),
    ...(name === 'script' ? wordsOf(args, '-c --command -I -O -B -m -E -T').operands.slice(-1) : []),
  ]
    .filter((one) => !isOpen(one))
    .map(destination);
}

/** How the names begin of the parts that `split` and `csplit` write. */
export function prefixes(name: string, args: readonly Value[]): Value[] {
  if (!/^g?c?split$/.test(name)) return [];
  const { options, operands } = wordsOf(args, name.endsWith('csplit') ? '-f --prefix -b -n' : '-a -b -C -l -n -t --filter');
  const prefix = name.endsWith('csplit') ? (first(options, '-f', '--prefix') ?? literal('xx')) : (operands[1] ?? literal('x'));
  return isOpen(prefix) ? [] : [prefix];
}

/** `--output type=local,dest=FOLDER` */
function destination(value: Value): Value {
  const [, path] = /^(?:\w+=[^,]*,)*dest=([^,]+)/.exec(value.text) ?? [];
  return path === undefined ? value : literal(path);
}
