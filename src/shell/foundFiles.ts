/** Which files a command finds for others to write: `find -delete`, `find -exec`, and what a pipe hands to `xargs`. As far as its words say. Pure. */
import picomatch from 'picomatch';
import { findExpression } from './findExpression';
import type { Value } from './words';

export interface Found {
  /** Where it looks; the folder that the line is in where there is none. */
  roots: Value[];
  /** The roots are the files. */
  isList?: true;
  /** Whether a file beneath a root is among them: its path as the program writes it, and how deep beneath the root it lies. */
  covers(path: string, isFolder: boolean, depth: number): boolean;
  /** Nothing beneath the folder is among them. */
  leaves?(path: string, depth: number): boolean;
}

const editors: ReadonlySet<string> = new Set(
  'rm unlink rmdir shred srm trash truncate tee touch chmod chown chgrp chattr mv cp ln install patch gzip bzip2 xz zstd gunzip dos2unix unix2dos'.split(
    ' ',
  ),
);
/** Whether the program writes the files that it is given. */
export const writesFiles = (name: string, args: readonly Value[]): boolean =>
  editors.has(name) || (/^(g?sed|perl|ruby)$/.test(name) && args.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text)));

function named(glob: string): (path: string) => boolean {
  const matches = picomatch(glob, { dot: true, nonegate: true, noextglob: true });
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}

/** What these come to is told to nobody. */
const silent = /^-(delete|fls|fprint0?|fprintf)$/;

/** What comes to an action of `find`; without one, what it writes to its output. */
export function findFiles(args: readonly Value[], action?: number): Found {
  const start = args.findIndex(({ text }) => /^[-(!,]/.test(text) && !/^-([HLPEXdsx]+|D|O\d?)$/.test(text));
  const first = start < 0 ? args.length : start;
  const { covers, leaves } = findExpression(args.slice(first));
  const isAsked = (at: number | undefined) =>
    action === undefined ? at === undefined || !silent.test(args[first + at]!.text) : at !== undefined && first + at === action;
  return {
    roots: args.slice(0, first).filter(({ text }) => !text.startsWith('-')),
    covers: (path, isFolder, depth) => covers(path, isFolder, depth, isAsked),
    leaves,
  };
}

/** `git ls-files`: all that is tracked, as far as the paths behind say. A search of its own names only what it finds in the text. */
function trackedFiles(args: readonly Value[]): Found | undefined {
  const at = args.findIndex(({ text }) => text === 'ls-files');
  if (at < 0 || args.slice(0, at).some(({ text }, i) => !text.startsWith('-') && !/^-[Cc]$/.test(args[i - 1]?.text ?? '')))
    return undefined;
  const specs = args.slice(at + 1).filter(({ text }) => !text.startsWith('-'));
  const isPattern = ({ text }: Value) => /[*?[]/.test(text);
  const patterns = specs.filter(isPattern).map(({ text }) => named(text.replace(/^.*\//, '')));
  const covers = (path: string) =>
    !path.split('/').includes('.git') && (patterns.length === 0 || patterns.some((one) => one(path)));
  return specs.some(({ text, dynamic }) => dynamic || text.startsWith(':')) ||
    (patterns.length > 0 && patterns.length < specs.length)
    ? { roots: [], covers: (path) => !path.split('/').includes('.git') }
    : { roots: specs.filter((spec) => !isPattern(spec)), covers };
}

/** What a command writes to its output as names; undefined where it writes other things, or nobody knows. */
export function foundBy(name: string, args: readonly Value[]): Found | undefined {
  const operands = args.filter(({ text }) => !/^-./.test(text));
  const flagged = (flags: RegExp) => args.some(({ text }) => flags.test(text));
  switch (name) {
    case 'find':
    case 'gfind':
      return findFiles(args);
    case 'ls':
      return flagged(/^-\w*[aA]|^--(almost-)?all/)
        ? { roots: operands, covers: (_, __, depth) => depth <= 1 || flagged(/^-\w*R|^--recursive/) }
        : undefined;
    case 'grep':
    case 'egrep':
    case 'fgrep': {
      if (!flagged(/^-\w*[lL]|^--files-with/) || !flagged(/^-\w*[rR]|^--(dereference-)?recursive/)) return undefined;
      const globs = (option: RegExp) =>
        args.flatMap(({ text, dynamic }, i) => {
          const [, own] = option.exec(text) ?? [];
          if (own === undefined) return [];
          const value = own.startsWith('=') ? { text: own.slice(1), dynamic } : args[i + 1];
          return value ? [value.dynamic ? undefined : named(value.text)] : [];
        });
      const includes = globs(/^--include(=.*|$)/);
      const excludes = globs(/^--exclude(?:-dir)?(=.*|$)/);
      return {
        roots: operands.slice(flagged(/^-\w*e$/) ? 0 : 1),
        covers: (path, isFolder) =>
          !isFolder &&
          (includes.length === 0 || includes.some((test) => test?.(path) ?? true)) &&
          !excludes.some((test) => test && path.split('/').some(test)),
      };
    }
    case 'git':
      return trackedFiles(args);
    case 'echo':
    case 'printf':
      return { roots: operands, isList: true, covers: () => true };
    default:
      return undefined;
  }
}
