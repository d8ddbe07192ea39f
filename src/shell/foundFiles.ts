/** Which files a command finds for others to write: `find -delete`, `find -exec`, and what a pipe hands to `xargs`. As far as its words say. Pure. */
import picomatch from 'picomatch';
import { literal, type Value } from './words';

export interface Found {
  /** Where it looks; the folder that the line is in where there is none. */
  roots: Value[];
  /** The roots are the files. */
  isList?: true;
  /** Whether a file beneath a root is among them: its path as the program writes it. */
  covers(path: string, isFolder: boolean): boolean;
}

const editors: ReadonlySet<string> = new Set(
  'rm unlink rmdir shred srm trash truncate tee touch chmod chown chgrp chattr mv cp ln install patch gzip bzip2 xz zstd gunzip dos2unix unix2dos'.split(
    ' ',
  ),
);
/** Whether the program writes the files that it is given. */
export const writesFiles = (name: string, args: readonly Value[]): boolean =>
  editors.has(name) || (/^(g?sed|perl|ruby)$/.test(name) && args.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text)));

type Test = (path: string, isFolder: boolean) => boolean;
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function named(pattern: Value | undefined, ignoresCase: boolean): Test {
  if (!pattern || pattern.dynamic) return () => true;
  const matches = picomatch(pattern.text, { dot: true, nonegate: true, noextglob: true, nocase: ignoresCase });
  return (path) => matches(nameOf(path));
}

function testOf(flag: string, value: Value | undefined): Test | undefined {
  if (/^-i?name$/.test(flag)) return named(value, flag[1] === 'i');
  if (/^-(i?path|i?wholename)$/.test(flag)) return wholePath(value, flag[1] === 'i');
  if (flag === '-type') return (_, isFolder) => !value || value.dynamic || value.text.includes(isFolder ? 'd' : 'f');
  return undefined;
}

/** A star of `-path` crosses slashes. */
function wholePath(value: Value | undefined, ignoresCase: boolean): Test {
  if (!value || value.dynamic) return () => true;
  const source = value.text
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  try {
    const pattern = new RegExp(`^${source}$`, ignoresCase ? 'is' : 's');
    return (path) => pattern.test(path);
  } catch {
    return () => true;
  }
}

function findFiles(args: readonly Value[]): Found {
  const start = args.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLP]$/.test(text));
  const expression = start < 0 ? [] : args.slice(start);
  const tests: Test[] = [];
  const left: Test[] = [];
  let since = 0;
  let depth = Number.POSITIVE_INFINITY;
  /** Alternatives in brackets, of one test each. */
  let choice: Test[] | undefined;
  for (let i = 0; i < expression.length; i++) {
    const { text } = expression[i]!;
    const negated = /^(!|-not)$/.test(expression[i - 1]?.text ?? '');
    const test = testOf(text, expression[i + 1]);
    if (text === '-maxdepth') depth = Number(expression[i + 1]?.text ?? depth);
    if (text === '(') choice = [];
    else if (text === ')' && choice) {
      const any = choice;
      if (any.length > 0) tests.push((path, isFolder) => any.some((one) => one(path, isFolder)));
      choice = undefined;
    } else if (text === '-prune') left.push(...tests.splice(since));
    else if (test) {
      const one: Test = negated ? (path, isFolder) => !test(path, isFolder) : test;
      if (choice) choice.push(one);
      else tests.push(one);
      i++;
    } else if (text === '-o' && !choice) {
      // Another branch: what was asked before does not hold for it.
      if (expression[i - 1]?.text !== '-prune') tests.length = 0;
      since = tests.length;
    } else if (choice && text !== '-o' && text !== '!' && text !== '-not') choice.push(() => true);
  }
  const parents = (path: string) => path.split('/').map((_, i, all) => all.slice(0, i + 1).join('/'));
  return {
    roots: args.slice(0, start < 0 ? undefined : start).filter(({ text }) => !text.startsWith('-')),
    covers: (path, isFolder) =>
      path.split('/').length - 1 <= depth &&
      !left.some((test) => parents(path).some((one) => test(one, one !== path || isFolder))) &&
      tests.every((test) => test(path, isFolder)),
  };
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
        ? { roots: operands, covers: (path) => !/\/.*\//.test(path.replace(/^\.\//, '/')) }
        : undefined;
    case 'grep':
    case 'egrep':
    case 'fgrep': {
      if (!flagged(/^-\w*[lL]|^--files-with/) || !flagged(/^-\w*[rR]|^--(dereference-)?recursive/)) return undefined;
      const tests = args.flatMap(({ text }) => {
        const [, excludes, glob] = /^--(ex|in)clude(?:-dir)?=(.*)$/.exec(text) ?? [];
        if (glob === undefined) return [];
        const test = named(literal(glob), false);
        return excludes === 'ex'
          ? [(path: string) => !path.split('/').some((part) => test(part, false))]
          : [(path: string) => test(path, false)];
      });
      return {
        roots: operands.slice(flagged(/^-\w*e$/) ? 0 : 1),
        covers: (path, isFolder) => !isFolder && tests.every((test) => test(path)),
      };
    }
    case 'echo':
    case 'printf':
      return { roots: operands, isList: true, covers: () => true };
    default:
      return undefined;
  }
}
