/** What a program may write beside the words of its line, and how its words are read for that. Pure. */
import type { Found } from './found';
import { isElsewhere } from './hostPaths';
import { copyOptions } from './programs/valuedOptions';
import { isOpen, type Value } from './words';
import { behind } from './wrapperWords';

export type WriteEffect =
  /** `folder/NAME` for each of the names that the sources have; where the folder is none, it is named already. */
  | { kind: 'into'; folder: Value | undefined; sources: Value[] }
  /** All that lies in the source, but for some names; and nothing else is left in the folder where it `deletes`. */
  | { kind: 'contents'; folder: Value | undefined; source: Value; except: readonly string[]; deletes?: true }
  /** Anything beneath the folder: where none is given, the one that the line is in. `isOld` where nothing new comes of it. */
  | { kind: 'anything'; folder: Value | undefined; isOld?: true }
  /** Files that git tracks: those that the words name, or all of them; of another repository than the one around where it is told of one. Not where the line says what a word may be, by which it is read then. */
  | { kind: 'tracked'; specs: readonly Value[]; isSure: boolean; isElsewhere?: true; unless?: Value | undefined }
  /** Whatever of the repository around is run, as it comes from another one. */
  | { kind: 'foreign' }
  /** Files beneath folders that the words name, or in all that the line is in: those that are there. `isRead` where a formatter goes through them. */
  | { kind: 'found'; found: Found; isRead?: true }
  /** A file, or a folder with what comes into it: relative to where the line is, or in the home folder. */
  | { kind: 'file'; path: string; isTree?: true }
  /** What has no path of its own. */
  | { kind: 'other'; what: string };

interface Words {
  options: Map<string, Value[]>;
  operands: Value[];
  /** Operands behind an option that is not among those that take a word: it may take one all the same. */
  doubtful: Set<Value>;
}

/**
 * Options and operands; those in `valued` take the next word, or what is attached; of `flags` it is known that they take none. Where the program `shortens`
 * long ones, a beginning will do.
 */
export function wordsOf(
  args: readonly Value[],
  valued: string,
  { shortens, flags }: { shortens?: true; flags?: string } = {},
): Words {
  const taking = valued.split(' ');
  const plain = flags?.split(' ');
  const whole = (name: string) =>
    shortens && !taking.includes(name) ? (taking.find((one) => one.startsWith(name)) ?? name) : name;
  const options = new Map<string, Value[]>();
  const operands: Value[] = [];
  const doubtful = new Set<Value>();
  const add = (name: string, value?: Value) => options.set(name, [...(options.get(name) ?? []), ...(value ? [value] : [])]);
  let ended = false;
  let isDoubtful = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const { text } = arg;
    if (ended || !/^-./.test(text)) {
      operands.push(arg);
      if (isDoubtful && !ended) doubtful.add(arg);
      isDoubtful = false;
      continue;
    }
    isDoubtful = !text.includes('=') && !plain?.includes(text);
    if (text === '--') ended = true;
    else if (text.startsWith('--')) {
      const [given = ''] = text.split('=');
      const name = whole(given);
      if (given !== text) add(name, { ...behind(arg, given.length + 1), tilde: false });
      else if (taking.includes(name)) {
        add(name, args[++i]);
        isDoubtful = false;
      } else add(name);
    } else
      for (let n = 1; n < text.length; n++) {
        const name = `-${text[n]}`;
        if (!taking.includes(name)) add(name);
        else {
          add(name, n + 1 < text.length ? { ...behind(arg, n + 1), tilde: false } : args[++i]);
          isDoubtful = false;
          break;
        }
      }
  }
  return { options, operands, doubtful };
}

/** `tar xfC a.tar out`: letters without a dash take the words behind them in turn. */
export const isBundle = (text: string): boolean => /^[A-Za-z]+$/.test(text);
export function undashed([head, ...rest]: readonly Value[]): readonly Value[] {
  if (!head || !isBundle(head.text)) return head ? [head, ...rest] : [];
  const words = [...rest];
  const options = [...head.text].flatMap((letter) => [
    { ...head, text: `-${letter}` },
    ...('bfgCFHIKLNTVX'.includes(letter) ? words.splice(0, 1) : []),
  ]);
  return [...options, ...words];
}

/** The words of cp, mv, ln and install. */
export const copyWords = (args: readonly Value[]): Words => wordsOf(args, copyOptions, { shortens: true });

export const first = (options: Map<string, Value[]>, ...names: string[]): Value | undefined =>
  names.map((name) => options.get(name)?.at(-1)).find(Boolean);
export const any = (options: Map<string, Value[]>, ...names: string[]): boolean => names.some((name) => options.has(name));
export const isContents = (text: string, trailingSlash: boolean): boolean =>
  /(^|\/)\.{1,2}\/?$/.test(text) || (trailingSlash && text.endsWith('/'));

export type Writer = (args: readonly Value[], name: string) => WriteEffect[];

/** Beside these nothing takes back what rsync is told to leave out. What it leaves out it does not delete either, but where it is told to. */
const deleting = /^--del(ete)?(-(before|during|delay|after|excluded))?$/;
const plainOptions =
  /^(-[avrzhnutplogDHAXcqi]|--(del|delete(-before|-during|-delay|-after)?|archive|verbose|recursive|compress|human-readable|progress|stats|dry-run|quiet|update|checksum))$/;
/** Names that rsync leaves out; none where a pattern or another option may say otherwise. */
function leftOut(options: Map<string, Value[]>): string[] {
  const patterns = options.get('--exclude') ?? [];
  const isPlain =
    [...options.keys()].every((name) => name === '--exclude' || plainOptions.test(name)) &&
    patterns.every((pattern) => !isOpen(pattern) && /^[\w.-]+\/?$/.test(pattern.text));
  return isPlain ? patterns.map(({ text }) => text) : [];
}

export const copies =
  (wordsIn: (args: readonly Value[], name: string) => Words): Writer =>
  (args, name) => {
    const { options, operands } = wordsIn(args, name);
    const target = first(options, '-t', '--target-directory');
    const folder = target ?? (operands.length > 1 ? operands.at(-1) : undefined);
    const sources = target || operands.length === 1 ? operands : operands.slice(0, -1);
    if (sources.length === 0 || (!target && operands.length < 2 && name !== 'ln')) return [];
    if (name === 'install' && any(options, '-d', '--directory')) return [];
    const isBetween = /^(rsync|scp)$/.test(name);
    if (folder && isBetween && isElsewhere(folder)) return [];
    const whole = !isBetween && any(options, '-T', '--no-target-directory');
    return sources.flatMap((source): WriteEffect[] => {
      const inside = name !== 'ln' && (whole || isContents(source.text, name === 'rsync' || name === 'ditto'));
      if (source.isHole || (inside && isBetween && isElsewhere(source))) return [{ kind: 'anything', folder }];
      const deletes = name === 'rsync' && [...options.keys()].some((one) => deleting.test(one)) ? { deletes: true as const } : {};
      if (inside) return [{ kind: 'contents', folder, source, except: name === 'rsync' ? leftOut(options) : [], ...deletes }];
      return [{ kind: 'into', folder, sources: [source] }];
    });
  };
export const copy = copies(copyWords);
