/** Flags of commands in any spelling: `-rf`, `-fr`, `-r -f`, `--recursive --force` and `--recurs --forc` are the same. */

export const isFlag = (word: string): boolean => word.length > 1 && word.startsWith('-') && word !== '--';

export interface Flags {
  /** Letters of short flags, bundles taken apart. */
  letters: ReadonlySet<string>;
  /** Long flags without dashes and value. */
  long: readonly string[];
  /** Words with one dash as they stand: `-delete`. */
  whole: ReadonlySet<string>;
}

/** Programs whose long flags have one dash, so that a word is no bundle of letters. */
const oneDash: ReadonlySet<string> = new Set([
  'find',
  'java',
  'javac',
  'go',
  'terraform',
  'openssl',
  'ffmpeg',
  'gcc',
  'clang',
  'xcodebuild',
]);

/** Long spellings of letters that mean the same for nearly every program. */
const common: ReadonlyMap<string, string[]> = new Map([
  ['f', ['force']],
  ['v', ['verbose']],
  ['i', ['interactive']],
  ['a', ['all']],
  ['q', ['quiet']],
  ['r', ['recursive']],
  ['R', ['recursive']],
]);
/** What a letter means for some programs beside that, and the letters that mean the same. */
const special: ReadonlyMap<string, ReadonlyMap<string, string[]>> = new Map([
  ['rm', new Map([['d', ['dir']]])],
  [
    'git',
    new Map([
      ['d', ['delete']],
      ['u', ['set-upstream']],
      ['m', ['message']],
      ['n', ['dry-run', 'no-verify']],
    ]),
  ],
  ['sed', new Map([['i', ['in-place']]])],
  [
    'curl',
    new Map([
      ['o', ['output']],
      ['X', ['request']],
      ['d', ['data']],
      ['k', ['insecure']],
      ['T', ['upload-file']],
    ]),
  ],
  ['npm', new Map([['g', ['global']]])],
]);
const sameLetters: ReadonlyMap<string, string> = new Map([
  ['rm', 'rR'],
  ['cp', 'rR'],
  ['grep', 'rR'],
]);

export function flagsIn(program: string, args: readonly string[]): Flags {
  const letters = new Set<string>();
  const whole = new Set<string>();
  const long: string[] = [];
  for (const arg of args) {
    if (arg === '--') break;
    if (!isFlag(arg)) continue;
    if (arg.startsWith('--')) long.push(arg.slice(2).split('=')[0]!);
    else {
      whole.add(arg.split('=')[0]!);
      if (!oneDash.has(program)) for (const letter of arg.slice(1)) letters.add(letter);
    }
  }
  return { letters, long, whole };
}

/** The flags of a pattern, one each: letters alone, long and one-dash words whole. */
export function wantedFlags(program: string, flags: readonly string[]): string[] {
  return flags.flatMap((flag) => {
    if (flag.startsWith('--')) return [flag.split('=')[0]!];
    if (oneDash.has(program) || !/^-[A-Za-z0-9]+$/.test(flag)) return [flag];
    return [...flag.slice(1)].map((letter) => `-${letter}`);
  });
}

export function hasFlag(program: string, { letters, long, whole }: Flags, flag: string): boolean {
  if (!flag.startsWith('--')) {
    if (whole.has(flag)) return true;
    if (flag.length !== 2) return false;
    const letter = flag[1]!;
    return (
      lettersLike(program, letter).some((one) => letters.has(one)) || longOf(program, letter).some((name) => spelt(long, name))
    );
  }
  const name = flag.slice(2);
  if (spelt(long, name)) return true;
  return [...letters].some((letter) => longOf(program, letter).includes(name));
}

function lettersLike(program: string, letter: string): string[] {
  const same = sameLetters.get(program);
  return same?.includes(letter) ? [...same] : [letter];
}

const longOf = (program: string, letter: string): string[] => [
  ...(common.get(letter) ?? []),
  ...(special.get(program)?.get(letter) ?? []),
];

/** GNU programs take a long flag by its beginning; one that is too short to be unique counts too, as the program then only complains. */
const spelt = (present: readonly string[], name: string): boolean =>
  present.some((given) => given === name || (given.length >= 1 && name.startsWith(given)));
