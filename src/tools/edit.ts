import * as z from 'zod';
import { tool } from './builtInTool';
import { applyChanges, change, edits, filePath, previewOf, readForEdit, save } from './changes';
import { changeBetween, replacementOf } from './proposedChange';

export const edit = tool({
  name: 'Edit',
  description: 'Replaces text in a file that was read before. old_string must be unique unless replace_all is set.',
  ...edits,
  pathFields: ['file_path'],
  input: z.object({ file_path: filePath, ...change.shape }),
  preview: ({ file_path, ...one }, place) => previewOf(file_path, [one], place),
  propose({ file_path, ...one }, { before, after }) {
    const change = replacementOf(one, before, after) ?? changeBetween(before, after);
    return change && { file_path, ...change };
  },
  async run({ file_path, ...one }, context) {
    const { path, before } = await readForEdit(file_path, context);
    await save(path, file_path, applyChanges(before, [one], file_path), before, context);
    return { content: `Edited ${file_path}.` };
  },
});
