import { join } from 'node:path';
import * as z from 'zod';
import { judgedPath, tool } from './builtInTool';
import { leftOutLine, listing, mostEntries, showable } from './search';

export const ls = tool({
  name: 'LS',
  description: 'Lists a folder; files that may hold secrets are left out.',
  readOnly: true,
  harmless: true,
  searches: true,
  pathFields: ['path'],
  input: z.object({ path: z.string().describe('Folder; relative paths start at the workspace folder') }),
  async run({ path }, context) {
    const base = judgedPath('path', context);
    const found = await context.files.stat(base);
    if (!found) throw new Error(`there is no folder ${path}`);
    if (found.type !== 'directory') throw new Error(`${path} is a file: use Read`);
    const entries = (await context.files.list(base)).sort((a, b) => (a.name < b.name ? -1 : 1));
    const { kept, secret } = showable(entries, ({ name }) => join(base, name), context);
    const lines = kept.map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
    const list = lines.length === 0 ? `${path} is empty.` : listing(lines, false, 'use Glob with a pattern', mostEntries);
    return { content: list + leftOutLine(secret.map(({ name }) => name)) };
  },
});
