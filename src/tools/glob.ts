import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { judgedPath, tool } from './builtInTool';
import { matching } from './globMatches';
import { filesFound, inPlace, leftOutLine, listing, mostEntries, prefixOf, showable } from './search';

export const glob = tool({
  name: 'Glob',
  description: 'Finds files by a glob such as src/**/*.ts; ignored files, .git and files that may hold secrets are left out.',
  readOnly: true,
  harmless: true,
  searches: true,
  pathFields: ['path'],
  input: z.object({
    pattern: z.string().min(1).describe('Relative to path; without a slash it matches at any depth'),
    path: z.string().optional().describe('Folder to search in; the workspace folder by default'),
  }),
  async run({ pattern, path }, context) {
    if (isAbsolute(pattern) || pattern.split('/').includes('..'))
      throw new Error('pattern must lie beneath path: give the folder as path, and the pattern relative to it');
    const base = judgedPath('path', context);
    const there = await context.files.stat(base);
    if (!there) throw new Error(`there is no folder ${path ?? base}`);
    if (there.type !== 'directory') throw new Error(`${path ?? base} is a file: give the folder that it lies in as path`);
    // ripgrep's own --glob would bring back what .gitignore leaves out.
    const { files, truncated } = await context.files.within(base, (cwd) => filesFound(['--glob', '!.git'], { context, cwd }));
    const found = matching(pattern.replace(/^\.\//, ''), files);
    const may = showable(found, (file) => join(base, file), context);
    const kept = await inPlace(may.kept, base, context, mostEntries);
    const secret = await inPlace(may.secret, base, context);
    const prefix = prefixOf(base, context);
    const named = (names: string[]) => names.map((name) => prefix + name);
    const unseen = truncated ? ', though not all files were looked at: narrow the path' : '';
    const list =
      kept.length === 0
        ? `no file matches ${pattern}${path ? ` in ${path}` : ''}${unseen}`
        : listing(named(kept), truncated, 'narrow the pattern or the path', mostEntries);
    return { content: list + leftOutLine(named(secret)) };
  },
});
