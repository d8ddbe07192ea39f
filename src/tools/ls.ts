import { z } from 'zod';
import { realPathOf, tool } from './builtInTool';
import { listed, mostEntries } from './search';

export const ls = tool({
  name: 'LS',
  description: 'Lists a folder.',
  readOnly: true,
  harmless: true,
  searches: true,
  pathFields: ['path'],
  input: z.object({ path: z.string().describe('Folder; relative paths start at the workspace folder') }),
  async run({ path }, context) {
    const folderPath = realPathOf(path, context);
    const found = await context.files.stat(folderPath);
    if (!found) throw new Error(`there is no folder ${path}`);
    if (found.type !== 'directory') throw new Error(`${path} is a file: use Read`);
    const entries = await context.files.list(folderPath);
    if (entries.length === 0) return { content: `${path} is empty.` };
    const lines = entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
    return { content: listed(lines, false, 'use Glob with a pattern', mostEntries) };
  },
});
