/** Builtins that set variables, or look behind their names: what a line may not leave to chance. After bash's manual. Pure. */
import type { Value } from './words';
import { behind } from './wrapperWords';

export interface Named {
  /** Variables that are given a value. */
  sets: string[];
  /** Texts that bash evaluates as arithmetic. */
  evaluates: Value[];
  /** Words that are names, with subscripts that bash evaluates. */
  names: Value[];
}

/** Of those that read, the options that take the next word. */
const valuedOf = {
  read: 'dinNptu',
  mapfile: 'dnOsuCc',
  readarray: 'dnOsuCc',
};

/** Words behind the options; letters in `valued` take the next word, or what is attached. */
function operands(args: readonly Value[], valued: string): Value[] {
  for (let i = 0; i < args.length; i++) {
    const { text } = args[i]!;
    if (text === '--') return args.slice(i + 1);
    if (!/^[-+]./.test(text)) return args.slice(i);
    const at = [...text].findIndex((letter, n) => n > 0 && valued.includes(letter));
    if (at > 0 && at === text.length - 1) i++;
  }
  return [];
}

/** What stands behind a flag, or is attached to it. */
export const flagValues = (args: readonly Value[], flag: string): Value[] =>
  args.flatMap((arg, i) => {
    if (arg.text === `-${flag}`) return args[i + 1] ? [args[i + 1]!] : [];
    return arg.text.startsWith(`-${flag}`) ? [behind(arg, 2)] : [];
  });

/** What a builtin sets and evaluates; undefined where it is none of these. */
export function namedBy(name: string, args: readonly Value[]): Named | undefined {
  const none: Named = { sets: [], evaluates: [], names: [] };
  const set = (names: readonly Value[]): Named => ({
    ...none,
    names: [...names],
    sets: names.flatMap(({ text, dynamic }) => (dynamic ? [] : (/^[A-Za-z_]\w*/.exec(text)?.[0] ?? text))),
  });
  switch (name) {
    case 'let':
      return { ...none, evaluates: [...args] };
    case 'test':
    case '[':
      return { ...none, names: args.filter((_, i) => /^-[vR]$/.test(args[i - 1]?.text ?? '')) };
    case 'printf':
      return set(args[0]?.text.startsWith('-v') ? flagValues(args.slice(0, 2), 'v') : []);
    case 'wait':
      return set(flagValues(args, 'p'));
    case 'read':
    case 'mapfile':
    case 'readarray': {
      const names = operands(args, valuedOf[name]);
      const array = name === 'read' ? flagValues(args, 'a') : [];
      return set([...names, ...array]);
    }
    case 'getopts':
      return set(args.slice(1, 2));
    case 'unset':
      return { ...none, names: operands(args, '') };
    case 'export':
    case 'readonly':
    case 'local':
    case 'declare':
    case 'typeset': {
      const names = operands(args, '').filter(({ text }) => !text.includes('=') || /\[/.test(text.split('=')[0]!));
      return { ...none, names };
    }
    default:
      return undefined;
  }
}
