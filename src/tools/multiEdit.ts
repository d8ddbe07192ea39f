import * as z from 'zod';
import { counted, tool } from './builtInTool';
import { applyChanges, change, edits, filePath, previewOf, readForEdit, save } from './changes';
import { changeBetween } from './proposedChange';

export const multiEdit = tool({
  name: 'MultiEdit',
  description: 'Makes several replacements in one file, in order; all of them or none.',
  ...edits,
  pathFields: ['file_path'],
  input: z.object({ file_path: filePath, edits: z.array(change).min(1) }),
  preview: ({ file_path, edits }, place) => previewOf(file_path, edits, place),
  propose({ file_path }, { before, after }) {
    const change = changeBetween(before, after);
    return change && { file_path, edits: [change] };
  },
  async run({ file_path, edits }, context) {
    const { path, before } = await readForEdit(file_path, context);
    await save(path, file_path, applyChanges(before, edits, file_path), before, context);
    return { content: `Made ${counted(edits.length, 'edit')} in ${file_path}.` };
  },
});
