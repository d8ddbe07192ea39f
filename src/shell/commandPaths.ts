/** Which paths the words of a command name: operands, values of flags, parts of `host:path`, what a glob finds. Pure but for the folders it asks for. */
import { isAbsolute, join } from 'node:path';
import picomatch from 'picomatch';
import type { Value } from './words';

/** Names in a folder; undefined where it cannot be read. */
export type Names = (folder: string) => string[] | undefined;

/** Programs whose words are text. */
const speakers = new Set(['echo', 'printf', ':', 'true', 'false', 'exit', 'return', 'sleep', 'kill', 'alias']);
/** Flags whose value is a folder that the other operands start from: `git -C sub add x`. */
const folderFlag = /^(-C|--directory|--chdir|--cwd|--prefix|--git-dir|--work-tree)(=|$)/;

/** The texts of a word that may be paths, best known first. */
export function candidates(text: string): string[] {
  if (/^file:/i.test(text)) return [text];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const found: string[] = [];
  const add = (one: string | undefined) => {
    if (one) found.push(...(one.startsWith('@') && one.length > 1 ? [one, one.slice(1)] : [one]));
  };
  // `-f.env`, `-C/tmp`, `-d@file`: a value attached to short flags. Letters alone cannot be told from more flags.
  if (/^-/.test(text) && !/^--?[\w-]+=/.test(text)) add(/^-\w{1,3}?([./~@].*)$/s.exec(text)?.[1]);
  const value = /^(?:--?[\w-]+|\w+)=(.+)$/s.exec(text)?.[1];
  if (!text.startsWith('-') && value === undefined) add(text);
  if (value !== undefined) found.push(...candidates(value));
  // `HEAD:.env`, `host:/etc/x`, `/etc:/mnt`
  if (!/^[a-z]:[\\/]/i.test(text) && value === undefined) {
    const parts = text.split(':');
    if (parts.length > 1) for (const part of parts) if (!part.startsWith('-')) add(part);
  }
  return [...new Set(found)];
}

/** The words of a simple command that may be paths, and the folders that it is told to work in. */
export function operandsOf(program: string, args: readonly Value[]): { operands: Value[]; folders: Value[] } {
  if (speakers.has(program)) return { operands: [], folders: [] };
  const folders = args.flatMap((arg, i) => {
    if (!folderFlag.test(arg.text)) return /^-C./.test(arg.text) ? [{ ...arg, text: arg.text.slice(2) }] : [];
    const value = arg.text.includes('=') ? { ...arg, text: arg.text.slice(arg.text.indexOf('=') + 1) } : args[i + 1];
    return value ? [value] : [];
  });
  return { operands: program === 'find' ? findOperands(args) : [...args], folders };
}

/** find: the starting points, then files that its tests name; patterns and the words of `-exec` are no paths of its own. */
function findOperands(args: readonly Value[]): Value[] {
  const expression = args.findIndex(
    ({ text }, i) => /^[-(!]/.test(text) && !/^-([HLP]|D|O\d?)$/.test(text) && args[i - 1]?.text !== '-D',
  );
  const starts = args.slice(0, expression < 0 ? undefined : expression).filter(({ text }) => !/^-/.test(text));
  const named = args.filter((_, i) =>
    /^-(newer\w*|anewer|cnewer|samefile|f?printf?0?|fls|files0-from)$/.test(args[i - 1]?.text ?? ''),
  );
  return [...starts, ...named];
}

const mostMatches = 1000;

/**
 * What the shell's glob finds, as it is without options: a leading dot only by a dot. Empty where nothing matches; undefined where it cannot be told.
 * `pattern` is absolute or starts at `folder`.
 */
export function globbed(pattern: string, folder: string, names: Names | undefined): string[] | undefined {
  if (!names) return undefined;
  const segments = pattern.split('/');
  let found = isAbsolute(pattern) ? ['/'] : [folder];
  for (const [i, segment] of segments.entries()) {
    if (segment === '') continue;
    const plain = segment.replace(/\\(.)/gs, '$1');
    if (!/(?<!\\)(\\\\)*[*?[]/.test(segment)) {
      // `..` behind a link is the target's parent, so it stays in the path for whoever resolves it.
      found = found.map((base) => (plain === '..' ? `${base}/..` : join(base, plain)));
      if (i === segments.length - 1) found = found.filter((path) => names(join(path, '..'))?.includes(plain) ?? true);
      continue;
    }
    let matches: (name: string) => boolean;
    try {
      matches = picomatch(segment, { dot: plain.startsWith('.'), nonegate: true, noextglob: true, nobrace: true, posix: true });
    } catch {
      return undefined;
    }
    const next: string[] = [];
    for (const base of found) {
      const listed = names(base);
      if (listed) for (const name of listed) if (matches(name)) next.push(join(base, name));
      // Older shells let `.*` find `..` too.
      if (plain === '.*') next.push(base, `${base}/..`);
    }
    if (next.length > mostMatches) return undefined;
    found = next;
  }
  return found;
}
