/** Files that a command writes and that its words name: what the line may run afterwards. Pure. */
import { literal, type Value } from './words';
import { any, first, wordsOf } from './writeEffects';

const behind = (args: readonly Value[], option: RegExp): Value[] =>
  args.flatMap((arg, i) => {
    if (option.test(arg.text)) return args[i + 1] ? [args[i + 1]!] : [];
    const at = arg.text.indexOf('=');
    return at > 0 && option.test(arg.text.slice(0, at)) ? [{ ...arg, text: arg.text.slice(at + 1) }] : [];
  });
const operandsIn = (args: readonly Value[]): Value[] => args.filter(({ text }) => !/^-./.test(text));

export function outputsOf(name: string, args: readonly Value[]): Value[] {
  switch (name) {
    case 'tee':
    case 'sponge':
      return operandsIn(args);
    case 'cp':
    case 'mv':
    case 'ln':
    case 'install': {
      const { options, operands } = wordsOf(args, '-t --target-directory -S --suffix -m --mode -o --owner -g --group');
      return first(options, '-t', '--target-directory') ? [] : operands.slice(1).slice(-1);
    }
    case 'dd':
      return args.filter(({ text }) => text.startsWith('of=')).map((arg) => ({ ...arg, text: arg.text.slice(3) }));
    case 'curl':
      return attached(args, 'o', behind(args, /^(-[a-zA-Z]*o|--output)$/));
    case 'wget':
      return attached(args, 'O', behind(args, /^(-[a-zA-Z]*O|--output-document)$/));
    case 'sort':
    case 'shuf':
      return attached(args, 'o', behind(args, /^(-[a-zA-Z]*o|--output)$/));
    case 'find':
      return behind(args, /^-f(printf?0?|ls)$/);
    case 'sed':
    case 'gsed':
      return args.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text)) ? operandsIn(args).slice(-1) : [];
    case 'git':
      return behind(args, /^(-o|--output)$/);
    default:
      return [];
  }
}

/** `-oFILE` */
const attached = (args: readonly Value[], letter: string, found: Value[]): Value[] => [
  ...found,
  ...args.filter(({ text }) => new RegExp(`^-${letter}.`).test(text)).map((arg) => ({ ...arg, text: arg.text.slice(2) })),
];

/** `ln -s TARGET NAME`. */
export function linkOf(name: string, args: readonly Value[]): { target: Value; at: Value } | undefined {
  if (!/^g?ln$/.test(name)) return undefined;
  const { options, operands } = wordsOf(args, '-t --target-directory -S --suffix');
  const [target, at = literal('./')] = operands;
  if (!target || !any(options, '-s', '--symbolic')) return undefined;
  return { target, at: first(options, '-t', '--target-directory') ?? at };
}
