/** What a program may write beside the words of its line, and how its words are read for that. Pure. */
import type { Value } from './words';
import { behind } from './wrapperWords';

export type WriteEffect =
  /** `folder/NAME` for each of the names that the sources have; where the folder is none, it is named already. */
  | { kind: 'into'; folder: Value | undefined; sources: Value[] }
  /** All that lies in the source, but for some names; and nothing else is left in the folder where it `deletes`. */
  | { kind: 'contents'; folder: Value | undefined; source: Value; except: readonly string[]; deletes?: true }
  /** Anything beneath the folder: where none is given, the one that the line is in. */
  | { kind: 'anything'; folder: Value | undefined }
  /** A file, or a folder with what comes into it: relative to where the line is, or in the home folder. */
  | { kind: 'file'; path: string; isTree?: true }
  /** What has no path of its own. */
  | { kind: 'other'; what: string };

interface Words {
  options: Map<string, Value[]>;
  operands: Value[];
}

/** Options and operands; those in `valued` take the next word, or what is attached. */
export function wordsOf(args: readonly Value[], valued: string): Words {
  const taking = valued.split(' ');
  const options = new Map<string, Value[]>();
  const operands: Value[] = [];
  const add = (name: string, value?: Value) => options.set(name, [...(options.get(name) ?? []), ...(value ? [value] : [])]);
  let ended = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const { text } = arg;
    if (ended || !/^-./.test(text)) operands.push(arg);
    else if (text === '--') ended = true;
    else if (text.startsWith('--')) {
      const [name] = text.split('=');
      if (name !== text) add(name!, { ...behind(arg, name!.length + 1), tilde: false });
      else add(text, taking.includes(text) ? args[++i] : undefined);
    } else
      for (let n = 1; n < text.length; n++) {
        const name = `-${text[n]}`;
        if (!taking.includes(name)) add(name);
        else {
          add(name, n + 1 < text.length ? { ...behind(arg, n + 1), tilde: false } : args[++i]);
          break;
        }
      }
  }
  return { options, operands };
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

export const first = (options: Map<string, Value[]>, ...names: string[]): Value | undefined =>
  names.map((name) => options.get(name)?.at(-1)).find(Boolean);
export const any = (options: Map<string, Value[]>, ...names: string[]): boolean => names.some((name) => options.has(name));
export const isContents = (text: string, trailingSlash: boolean): boolean =>
  /(^|\/)\.{1,2}\/?$/.test(text) || (trailingSlash && text.endsWith('/'));
export const isRemote = (text: string) => /^[\w.@-]+:(?![\\/]{2})/.test(text);

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
    patterns.every(({ text, dynamic, glob }) => !dynamic && glob === undefined && /^[\w.-]+\/?$/.test(text));
  return isPlain ? patterns.map(({ text }) => text) : [];
}

export const copies =
  (valued: string): Writer =>
  (args, name) => {
    const { options, operands } = wordsOf(args, valued);
    const target = first(options, '-t', '--target-directory');
    const folder = target ?? (operands.length > 1 ? operands.at(-1) : undefined);
    const sources = target || operands.length === 1 ? operands : operands.slice(0, -1);
    if (sources.length === 0 || (!target && operands.length < 2 && name !== 'ln')) return [];
    if (name === 'install' && any(options, '-d', '--directory')) return [];
    if (folder && /^(rsync|scp)$/.test(name) && isRemote(folder.text)) return [];
    const whole = !/^(rsync|scp)$/.test(name) && any(options, '-T', '--no-target-directory');
    return sources.flatMap((source): WriteEffect[] => {
      const inside = name !== 'ln' && (whole || isContents(source.text, name === 'rsync' || name === 'ditto'));
      if (source.isHole || (inside && isRemote(source.text) && /^(rsync|scp)$/.test(name))) return [{ kind: 'anything', folder }];
      const deletes = name === 'rsync' && [...options.keys()].some((one) => deleting.test(one)) ? { deletes: true as const } : {};
      if (inside) return [{ kind: 'contents', folder, source, except: name === 'rsync' ? leftOut(options) : [], ...deletes }];
      return [{ kind: 'into', folder, sources: [source] }];
    });
  };
export const copy = copies('-t --target-directory -S --suffix -m --mode -o --owner -g --group');
