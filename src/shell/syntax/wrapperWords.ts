/** Where the inner command of a wrapper begins. Where a flag may or may not take the next word, both readings are given. Pure. */
import { globalOptions } from '../programs/globalOptions';
import type { Wrapper } from '../programs/wrapper';
import { isOpen, type Value } from './words';

const mostReadings = 8;
const namesOf = (names: string) => names.split(' ');

/** Whether it is one of the flags, a long one by its beginning too, or a bundle that ends in one of them and takes nothing before. */
const isFlag = (text: string, flags: readonly string[], valued: string): boolean =>
  flags.includes(text) ||
  (/^--\w/.test(text) && flags.some((flag) => flag.startsWith(text))) ||
  (/^-\w{2,}$/.test(text) &&
    flags.includes(`-${text.at(-1)}`) &&
    ![...text.slice(1, -1)].some((letter) => valued.includes(letter) || flags.includes(`-${letter}`)));

/** Indexes into the words; words before the first are the wrapper's own. */
export function innerStarts(args: readonly Value[], wrapper: Wrapper): number[] {
  const { valued = '', longs = '', plain = '', pairs = '', skip = 0, assignments, own, scripts = '', dashed } = wrapper;
  if (dashed) {
    const at = args.findIndex(({ text, dynamic }) => text === '--' && !dynamic);
    const start = at < 0 || at + 1 >= args.length ? [] : [at + 1];
    if (!skip) return start;
    // The old way, without the dashes; `kubectl exec POD rm -- -rf x` is still taken so.
    const { dashed: _, ...old } = wrapper;
    return at < 0
      ? innerStarts(args, old)
      : [...innerStarts(args.slice(0, at), old).filter((i) => !args[i]!.text.startsWith('-')), ...start];
  }
  const [withValue, without, given] = [namesOf(longs), namesOf(plain), namesOf(scripts)];
  const starts = new Set<number>();
  const read = (i: number): void => {
    const text = args[i]?.text;
    if (starts.size >= mostReadings) return;
    if (text !== undefined && own?.test(text)) return read(i + 1);
    // `flock - COMMAND`: a dash alone is a file, where there is one.
    if (text === undefined || text === '--' || !text.startsWith('-') || (text === '-' && skip > 0)) {
      if (assignments && text !== undefined && /^\w+=/.test(text)) return read(i + 1);
      let start = (text === '--' ? i + 1 : i) + skip;
      while (assignments && /^\w+=/.test(args[start]?.text ?? '')) start++;
      // `chroot / -- ls`, `docker exec NAME -- ls`
      if (skip > 0 && args[start]?.text === '--') start++;
      starts.add(start);
      return;
    }
    if (isFlag(text, given, valued)) return read(i + 2);
    if (!text.startsWith('--')) return read(i + (takesNext(text, valued) ? 2 : 1));
    const name = text.slice(2);
    if (name.includes('=') || without.includes(name)) return read(i + 1);
    if (namesOf(pairs).includes(name)) return read(i + 3);
    read(i + 2);
    if (!withValue.includes(name)) read(i + 1);
  };
  read(0);
  return [...starts].filter((start) => start < args.length);
}

/** Of a cluster such as `-iu`, the first flag with a value takes the rest, or the next word if nothing is left. */
function takesNext(cluster: string, valued: string): boolean {
  const at = [...cluster].findIndex((letter, n) => n > 0 && valued.includes(letter));
  return at > 0 && at === cluster.length - 1;
}

/** The shell texts in the flags of a wrapper: `-c TEXT`, `--command=TEXT`. */
export function scriptsIn(args: readonly Value[], { scripts, valued = '' }: Wrapper): Value[] {
  if (!scripts) return [];
  const flags = namesOf(scripts);
  return args.flatMap((arg, i) => {
    if (isFlag(arg.text, flags, valued)) return args[i + 1] ? [args[i + 1]!] : [];
    const name = /^--\w[^=]*=/.exec(arg.text)?.[0];
    if (name !== undefined) return isFlag(name.slice(0, -1), flags, valued) ? [behind(arg, name.length)] : [];
    return flags.some((flag) => !flag.startsWith('--') && arg.text.startsWith(flag)) ? [behind(arg, 2)] : [];
  });
}

/** What lies here, and where the command finds it. */
export interface Mount {
  from: Value;
  at: string;
}

/** The mount that a word of the wrapper says; `HERE` where it is no more than a path, undefined where it says none. */
function mountOf(own: readonly Value[], i: number, mounting: readonly string[], valued: string): Mount | undefined {
  const word = own[i]!;
  const { text } = word;
  const before = own[i - 1]?.text ?? '';
  const [option = ''] = text.split('=');
  if ((before === '--mount' || option === '--mount') && !word.dynamic) {
    const part = (names: string) => new RegExp(`(?:^|[,=])(?:${names})=([^,]*)`).exec(text)?.[1] ?? '';
    const from = part('source|src');
    return { from: { ...word, text: from, tilde: from.startsWith('~') }, at: part('target|dst|destination') };
  }
  const isAttached = mounting.some((one) => (one.startsWith('--') ? option !== text && option === one : text.startsWith(one)));
  if (!isFlag(before, mounting, valued) && !isAttached) return undefined;
  // `--volume=HERE:THERE`, `-vHERE:THERE`
  const mount = isAttached ? behind(word, /^(--[\w-]+=|-\w=?)/.exec(text)![0].length) : word;
  const [, place, at = ''] = (word.dynamic ? undefined : /^([^:]+):([^:]*)/.exec(mount.text)) ?? [];
  return { from: place === undefined ? mount : { ...mount, text: place, tilde: mount.text.startsWith('~') }, at };
}

const namesIn = (names = ''): string[] => namesOf(names).filter(Boolean);

/** What the wrapper's words bring to where its command runs, by absolute path there. */
export function mountsIn(own: readonly Value[], { mounts, valued = '' }: Wrapper): Mount[] {
  const mounting = namesIn(mounts);
  if (mounting.length === 0) return [];
  return own.flatMap((_, i) => {
    const mount = mountOf(own, i, mounting, valued);
    return mount?.at.startsWith('/') && mount.from.text !== '' ? [mount] : [];
  });
}

/** The words of a wrapper that may name what lies here: of a mount, what stands in front; none of what lies where the command runs. */
export function wordsHere(own: readonly Value[], { mounts, apart, valued = '' }: Wrapper): readonly Value[] {
  const [mounting, elsewhere] = [namesIn(mounts), namesIn(apart)];
  if (mounting.length === 0 && elsewhere.length === 0) return own;
  return own.flatMap((word, i): Value[] => {
    const { text } = word;
    const [option = ''] = text.split('=');
    if (!word.many && (elsewhere.includes(own[i - 1]?.text ?? '') || (option !== text && elsewhere.includes(option)))) return [];
    const mount = mountOf(own, i, mounting, valued);
    return mount ? (mount.from.text === '' ? [] : [mount.from]) : [word];
  });
}

/** Words of its own that are a path by what stands in front: `bwrap --bind HERE THERE`. */
export const pairedIn = (own: readonly Value[], { pairs }: Wrapper): Value[] =>
  own.filter((_, i) => namesIn(pairs).includes(own[i - 1]?.text.slice(2) ?? ''));

const folderFlags: readonly string[] = ['-w', '--workdir', '--pwd', '--chdir', '--cwd'];

/** The folder of its own in which the command runs, where its words say one: `-w THERE`, `-wTHERE`, `--workdir=THERE`. */
export function folderThere(own: readonly Value[], { valued = '' }: Wrapper): Value | undefined {
  for (const [i, word] of own.entries()) {
    if (isFlag(word.text, folderFlags, valued)) return own[i + 1];
    const attached = /^(?:-w=?|--(?:workdir|pwd|chdir|cwd)=)(?=.)/.exec(word.text)?.[0];
    if (attached !== undefined) return behind(word, attached.length);
  }
  return undefined;
}

/** The rest of a word from an index of its text that lies in what is known of it. */
export function behind(value: Value, at: number): Value {
  const [first, ...rest] = value.pieces ?? [];
  const pieces =
    typeof first === 'string' && first.length >= at ? [first.slice(at), ...rest].filter((piece) => piece !== '') : value.pieces;
  const { template, ...known } = value;
  return {
    ...known,
    text: value.text.slice(at),
    tilde: false,
    ...(template === undefined ? {} : { template: template.slice(at) }),
    ...(pieces ? { pieces } : {}),
  };
}

/** The wrapper of a subcommand, and its own words; undefined where this one runs nothing. */
export function subWrapper(
  name: string,
  args: readonly Value[],
  wrapper: Wrapper,
): { wrapper: Wrapper; args: Value[]; before: Value[] } | 'unknown' | undefined {
  let table = globalOptions.get(name);
  let [current, at] = [wrapper, 0];
  while (current.sub) {
    const [flags, valued] = [namesOf(table?.flags ?? ''), namesOf(table?.valued ?? '')];
    // What is no known flag may take the next word, if that is no subcommand.
    while (at < args.length && args[at]!.text.startsWith('-')) {
      const { text, dynamic } = args[at]!;
      const next = args[at + 1];
      const isValued = valued.includes(text);
      // In quotes, the value of an option is one word, whatever it holds.
      if (dynamic && !isOneValue(args[at]!, valued)) return 'unknown';
      if (next && isOpen(next) && (next.many || next.glob !== undefined || !isValued) && !flags.includes(text) && !dynamic)
        return 'unknown';
      at += isValued || (!flags.includes(text) && !text.includes('=') && !Object.hasOwn(current.sub, next?.text ?? '')) ? 2 : 1;
    }
    const word = args[at]?.text ?? '';
    if (args[at] && isOpen(args[at]!)) return 'unknown';
    if (!Object.hasOwn(current.sub, word)) return undefined;
    current = current.sub[word]!;
    table = table?.sub?.[word];
    at++;
  }
  return { wrapper: current, args: args.slice(at), before: args.slice(0, at) };
}

/** `--namespace="$NS"`, `-n"$NS"` */
function isOneValue({ many, pieces }: Value, valued: readonly string[]): boolean {
  const start = pieces?.[0];
  if (many || typeof start !== 'string') return false;
  return start.startsWith('--') ? start.includes('=') : start.length >= 2 && valued.includes(start.slice(0, 2));
}

/** What `xargs -I TEXT` replaces; empty where the words come last. */
export function placeholder(own: readonly Value[]): string {
  const at = own.findIndex(({ text }) => /^(-\w*[Ii]|--replace)/.test(text));
  if (at < 0) return '';
  const attached = /^(?:-\w*?[Ii]|--replace=?)(.+)$/.exec(own[at]!.text)?.[1];
  return attached ?? (/I$/.test(own[at]!.text) ? (own[at + 1]?.text ?? '{}') : '{}');
}
