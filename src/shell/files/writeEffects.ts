/** What a program may write beside the words of its line. Pure. */

import { isElsewhere } from '../paths/hostPaths';
import { copyOptions } from '../programs/valuedOptions';
import { any, first, type Words, wordsOf } from '../syntax/optionWords';
import { isOpen, type Value } from '../syntax/words';
import type { Found } from './found';

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

/** The words of cp, mv, ln and install. */
export const copyWords = (args: readonly Value[]): Words => wordsOf(args, copyOptions, { shortens: true });

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
