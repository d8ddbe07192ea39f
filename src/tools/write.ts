import * as z from 'zod';
import { counted, judgedPath, tool } from './builtInTool';
import { current, edits, filePath, readForEdit, save } from './changes';

export const write = tool({
  name: 'Write',
  description:
    'Writes a whole file, making it and its folders if they do not exist. An existing file must have been read before.',
  ...edits,
  pathFields: ['file_path'],
  input: z.object({ file_path: filePath, content: z.string() }),
  async preview({ file_path, content }, place) {
    const before = await current(judgedPath('file_path', place), place);
    return { path: file_path, before: before ?? '', after: content, isNew: before === undefined };
  },
  propose: ({ file_path }, { after }) => ({ file_path, content: after }),
  async run({ file_path, content }, context) {
    const path = judgedPath('file_path', context);
    const before = await current(path, context);
    if (before !== undefined) await readForEdit(file_path, context);
    await save(path, file_path, content, before, context);
    return { content: `${before === undefined ? 'Made' : 'Replaced'} ${file_path} (${linesOf(content)}).` };
  },
});

/** As an editor counts them: what ends the last one begins no other. */
function linesOf(text: string): string {
  return counted(text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0), 'line');
}
