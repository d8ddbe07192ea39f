/** Names of files that one part of a line hands to another: by a pipe, a substitution, a variable. Pure. */
import { isOpen, literal, type Value } from '../syntax/words';

export type Change = (text: string) => string | undefined;

export interface Found {
  /** Where it looks; the folder that the line is in where there is none. */
  roots: Value[];
  /** The roots are the files. */
  isList?: true;
  /** Each of them is changed before it is written; undefined where nobody says into what. */
  change?: Change;
  /** The very text that names them, where it is more than their texts in a row. */
  text?: string;
  /** They stand in a text that nobody has read. */
  isData?: true;
  /** Only what git tracks. */
  isTracked?: true;
  /** The names are written without where they lie. */
  isBare?: true;
  /** Names that nobody looks for: none of them begins with a dot. */
  isPlain?: true;
  /** Folders in which it may look: others may write the names from elsewhere. */
  from?: readonly string[];
  /** The paths are written as they are covered, with the root in front. */
  isExact?: true;
  /** They are the names themselves, each as it lies there: no link leads to them, and nothing has changed them since. */
  isSure?: true;
  /** Whether a file beneath a root is among them: its path as the program writes it, and how deep beneath the root it lies. */
  covers(path: string, isFolder: boolean, depth: number): boolean;
  /** Nothing beneath the folder is among them. */
  leaves?(path: string, depth: number): boolean;
}

/** Names that stand in a text. */
export const unread: Found = { roots: [], isData: true, covers: () => true };
/** What may have been changed, or written by others, on the way. */
export const unsure = (found: Found | undefined): Found | undefined => (found?.isSure ? { ...found, isSure: undefined } : found);
/** Names that are words of the line. */
export const listed = (roots: Value[]): Found => ({ roots, isList: true, covers: () => true });

/** A path without where it lies. */
export const bareName = (text: string): string => text.replace(/\/+$/, '').replace(/^.*\//s, '');

export function bareNames(found: Found): Found {
  const { isList, change, roots } = found;
  if (!isList) return { ...found, isBare: true };
  if (!change && !roots.some(isOpen)) return listed(roots.map(({ text }) => literal(bareName(text))));
  return { ...found, change: change ? oneAfter(change, bareName) : bareName };
}

/** One change behind another. */
export const oneAfter =
  (first: Change, next: Change): Change =>
  (text) => {
    const between = first(text);
    return between === undefined ? undefined : next(between);
  };

/** What several commands write, one after another. */
export function together(one: Found | undefined, other: Found): Found {
  if (!one) return other;
  return one.isList && other.isList && !one.change && !other.change ? listed([...one.roots, ...other.roots]) : unread;
}
