import { basename, dirname, extname, join } from 'node:path';
import * as z from 'zod';
import type { ToolContext } from '../agent/ports/tool';
import { nearest } from '../shared/basics/nearest';
import { isTooWide, pictureSize, pictureTypeIn } from '../shared/messages/pictureBytes';
import { longestPictureSide, mostPictureBytes, type PictureType } from '../shared/messages/pictureLimits';
import { counted, judgedPath, mostOutputCharacters, tool } from './builtInTool';

const mostInLine = 2000;

const images: Record<string, PictureType> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
const mostLines = 2000;

export const read = tool({
  name: 'Read',
  description: 'Reads a file, with line numbers. Long files come in parts: use offset and limit for the rest. Images are shown.',
  readOnly: true,
  harmless: true,
  reads: true,
  pathFields: ['file_path'],
  input: z.object({
    file_path: z.string().min(1).describe('Path of the file; relative paths start at the workspace folder'),
    offset: z.number().int().min(1).optional().describe('First line to read, 1-based'),
    limit: z.number().int().min(1).optional().describe('How many lines to read'),
  }),
  async run({ file_path, offset = 1, limit = mostLines }, context) {
    const path = judgedPath('file_path', context);
    const found = await context.files.stat(path);
    if (!found) throw new Error(await missing(file_path, path, context));
    if (found.type === 'directory') throw new Error(`${file_path} is a directory: use LS`);
    // A pipe or device would never end.
    if (found.type === 'other') throw new Error(`${file_path} is no regular file`);
    const called = images[extname(path).toLowerCase()];
    if (called) {
      if (found.size > mostPictureBytes)
        throw new Error(`${file_path} is an image of ${found.size} bytes; at most ${mostPictureBytes} can be shown`);
      const bytes = await context.files.readBytes(path);
      const media_type = pictureTypeIn(bytes, called);
      if (media_type) {
        if (isTooWide(bytes))
          throw new Error(
            `${file_path} is an image of ${pictureSize(bytes)!.join(' × ')} pixels; a side may have ${longestPictureSide}`,
          );
        return {
          content: [{ type: 'image', source: { type: 'base64', media_type, data: Buffer.from(bytes).toString('base64') } }],
        };
      }
    }
    const text = await context.files.readText(path);
    if (text.slice(0, 8000).includes('\0')) throw new Error(`${file_path} is a binary file: it cannot be read as text`);
    context.seen.set(path, text);
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    if (lines.length === 0) return { content: `${file_path} is empty.` };
    if (offset > lines.length)
      throw new Error(`offset ${offset} is past the end: ${file_path} has ${counted(lines.length, 'line')}`);
    let shown = '';
    let line = offset;
    for (; line <= lines.length && line < offset + limit; line++) {
      const next = `${String(line).padStart(6)}\t${shortened(lines[line - 1]!.replace(/\r$/, ''))}\n`;
      if (shown.length + next.length > mostOutputCharacters && shown) break;
      shown += next;
    }
    const rest = line <= lines.length ? `\n(lines ${offset}–${line - 1} of ${lines.length}; read on with offset ${line})` : '';
    return { content: shown.replace(/\n$/, '') + rest };
  },
});

function shortened(line: string): string {
  return line.length <= mostInLine
    ? line
    : `${line.slice(0, mostInLine)}… (${line.length - mostInLine} more characters: use Bash with cut to see them)`;
}

async function missing(given: string, path: string, context: ToolContext): Promise<string> {
  const siblings = await context.files.list(dirname(path)).catch(() => []);
  const near = nearest(
    basename(path),
    siblings.flatMap(({ name }) => (context.leavesOut(join(dirname(path), name)) === 'denied' ? [] : [name])),
  );
  return `there is no file ${given}${near.length > 0 ? `. Near it: ${near.join(', ')}` : ''}`;
}
