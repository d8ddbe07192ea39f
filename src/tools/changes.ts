/** What Write, Edit and MultiEdit share: one way of changing a file, with errors that say what to do next. */
import * as z from 'zod';
import type { ToolContext } from '../agent/ports/tool';
import { judgedPath } from './builtInTool';

export const change = z.object({
  old_string: z.string().describe('The text to replace, exactly as it stands in the file'),
  new_string: z.string().describe('The text to put in its place'),
  replace_all: z.boolean().optional().describe('Replace every occurrence'),
});
export type Replacement = z.infer<typeof change>;
/** What is true of all three. */
export const edits = {
  readOnly: false,
  edits: true,
  risk: 'Changes a file; you can undo it in the editor.',
} as const;
export const filePath = z.string().min(1).describe('Path of the file; relative paths start at the workspace folder');

type Place = Pick<ToolContext, 'cwd' | 'files' | 'fieldPaths'>;

const withCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n');

/** The file's text, undefined where there is none. Throws for what cannot be edited as text without damage. */
export async function current(path: string, { files }: Pick<Place, 'files'>): Promise<string | undefined> {
  const found = await files.stat(path);
  if (!found) return undefined;
  if (found.type !== 'file')
    throw new Error(
      `${path} is ${found.type === 'directory' ? 'a directory' : 'no regular file'}, not a file that can be written`,
    );
  const text = await files.readText(path);
  // What is no UTF-8 would be written back as replacement characters.
  if (text.includes('\uFFFD') && !isUtf8(await files.readBytes(path)))
    throw new Error(`${path} is not UTF-8 text: an edit would damage it. Use Bash (iconv, sed) instead`);
  return text;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Characters that are looked through for all changes of one call. */
const mostSearched = 400_000_000;

/** The text after all changes. Throws with what to do where one does not fit. */
export function applyChanges(text: string, changes: readonly Replacement[], name: string): string {
  let after = text;
  let searched = 0;
  for (const [index, { old_string, new_string, replace_all }] of changes.entries()) {
    const which = changes.length > 1 ? `edit ${index + 1}: ` : '';
    searched += after.length;
    if (index > 0 && searched > mostSearched)
      throw new Error(`${changes.length} edits are too many for a file as long as ${name}: make them in several calls`);
    if (old_string === new_string) throw new Error(`${which}old_string and new_string are the same: nothing would change`);
    if (old_string === '') throw new Error(`${which}old_string is empty: use Write to make a file or replace it whole`);
    // Models write \n; a file with CRLF keeps its line ends, one with both is matched as it stands first.
    const hasCrlf = after.includes('\r\n') && !old_string.includes('\r\n');
    const crlf = hasCrlf && (!/(^|[^\r])\n/.test(after) || !after.includes(old_string));
    const [from, to] = crlf ? [withCrlf(old_string), withCrlf(new_string)] : [old_string, new_string];
    const count = after.split(from).length - 1;
    if (count === 0)
      throw new Error(
        `${which}old_string was not found in ${name}. It must match exactly, blanks and line breaks too: read the file again and copy the text`,
      );
    if (count > 1 && !replace_all)
      throw new Error(
        `${which}old_string is not unique in ${name}: it occurs ${count} times. Add lines around it until it is unique, or set replace_all`,
      );
    after = replace_all ? after.split(from).join(to) : after.replace(from, () => to);
  }
  return after;
}

export async function save(
  path: string,
  given: string,
  text: string,
  before: string | undefined,
  context: ToolContext,
): Promise<void> {
  const now = await current(path, context);
  if (now !== before) throw new Error(`${given} changed while it was edited: read it again`);
  try {
    await context.files.writeText(path, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error;
    throw new Error(`${given} cannot be written: one of the folders in its path is a file`);
  }
  context.seen.set(path, text);
}

export async function readForEdit(given: string, context: ToolContext): Promise<{ path: string; before: string }> {
  const path = judgedPath('file_path', context);
  const before = await current(path, context);
  if (before === undefined) throw new Error(`there is no file ${given}: use Write to make it`);
  const seen = context.seen.get(path);
  if (seen === undefined) throw new Error(`${given} has not been read yet: read it before you edit it`);
  if (seen !== before) throw new Error(`${given} changed since it was read: read it again, then edit what stands there now`);
  return { path, before };
}

export async function previewOf(given: string, changes: readonly Replacement[], place: Place) {
  const path = judgedPath('file_path', place);
  const before = (await current(path, place)) ?? '';
  return { path: given, before, after: applyChanges(before, changes, given) };
}
