/** What Glob, Grep and LS share: ripgrep in the very folder that was judged, what a search leaves out, and lists that stay short. */
import { join, relative, sep } from 'node:path';
import type { ToolContext } from '../agent/ports/tool';
import { mostOutputCharacters } from './builtInTool';

export const mostEntries = 500;

/** Runs ripgrep in `cwd`, or on `input`. Throws what it says of the search itself. */
export async function search(
  args: readonly string[],
  { context, cwd, input }: { context: ToolContext; cwd: string; input?: Uint8Array },
): Promise<{ output: string; truncated: boolean }> {
  // What it says of single files would name those that are left out.
  const { code, stdout, stderr, truncated } = await context.search.run(['--no-messages', ...args], {
    cwd,
    input,
    signal: context.signal,
    maxBytes: 32_000_000,
  });
  // 1 means that nothing was found; 2 without words means that some files could not be read.
  if (code >= 2 && stdout === '' && stderr.trim() !== '') throw new Error(stderr.trim());
  return { output: stdout, truncated };
}

/** Files beneath the folder that ripgrep works in, `/` between their parts. */
export async function filesFound(args: readonly string[], at: { context: ToolContext; cwd: string }) {
  const { output, truncated } = await search(
    ['--files', '--hidden', ...separated, '--sort', 'path', '--null', ...args, '--', './'],
    at,
  );
  const files = output.split('\0');
  // What follows the last end is nothing, or a name that was cut off.
  files.pop();
  return { files: files.map((file) => file.replace(/^\.\//, '')), truncated };
}
export const separated = sep === '/' ? [] : ['--path-separator', '/'];

/** What of these may be shown, and which hold secrets. What is denied is in neither: nobody learns its name. */
export function showable<T>(
  entries: readonly T[],
  pathOf: (entry: T) => string,
  context: ToolContext,
): { kept: T[]; secret: T[] } {
  const kept: T[] = [];
  const secret: T[] = [];
  for (const entry of entries) {
    const why = context.leavesOut(pathOf(entry));
    if (why === undefined) kept.push(entry);
    else if (why === 'secret') secret.push(entry);
  }
  return { kept, secret };
}

const mostNamed = 20;

/**
 * Those of the files beneath a folder that are there without a link in the way, as far as they are shown: ripgrep goes by their paths, and what is put into
 * the folder while it walks through it may have led it out.
 */
export async function inPlace(files: readonly string[], base: string, { files: disk }: ToolContext, most = mostNamed) {
  const there: string[] = [];
  for (const file of files) {
    const found = there.length < most ? await disk.stat(join(base, file)).catch(() => undefined) : undefined;
    if (there.length >= most || found?.type === 'file') there.push(file);
  }
  return there;
}

/** `2 files left out: .env, keys/id_rsa`, in a line of its own; empty where there are none. */
export function leftOutLine(secret: readonly string[]): string {
  if (secret.length === 0) return '';
  const named = secret.slice(0, mostNamed).join(', ');
  const more = secret.length > mostNamed ? ` and ${secret.length - mostNamed} more` : '';
  return `\n${secret.length} ${secret.length === 1 ? 'file' : 'files'} left out: ${named}${more} (they may hold secrets; Read asks for them)`;
}

/** The folder of a search as it stands before the names in its results: '' for the workspace folder. */
export function prefixOf(place: string, { cwd }: Pick<ToolContext, 'cwd'>): string {
  const from = relative(cwd, place).replaceAll(sep, '/');
  return from === '' ? '' : `${from}/`;
}

/** As many lines as fit, and how to see the rest; `beyond` are more of them. */
export function listing(lines: readonly string[], more: boolean, narrow: string, most: number, beyond = 0): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(0, most)) {
    const cut = line.slice(0, 1000);
    if (length + cut.length > mostOutputCharacters) break;
    shown.push(cut);
    length += cut.length + 1;
  }
  const left = lines.length - shown.length + beyond;
  return left > 0 || more
    ? `${shown.join('\n')}\n(${left}${more ? ' or more lines' : left === 1 ? ' line' : ' lines'} left out: ${narrow})`
    : shown.join('\n');
}
