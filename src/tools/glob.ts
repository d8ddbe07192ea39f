import { isAbsolute, relative } from 'node:path';
import picomatch from 'picomatch';
import { z } from 'zod';
import { realPathOf, tool } from './builtInTool';
import { folder, listed, mostEntries, search } from './search';

export const glob = tool({
  name: 'Glob',
  description: 'Finds files by a glob such as src/**/*.ts; ignored files and .git are left out.',
  readOnly: true,
  harmless: true,
  searches: true,
  pathFields: ['path'],
  input: z.object({
    pattern: z.string().min(1).describe('Relative to path; without a slash it matches at any depth'),
    path: folder,
  }),
  async run({ pattern, path }, context) {
    if (isAbsolute(pattern) || pattern.split('/').includes('..'))
      throw new Error('pattern must lie beneath path: give the folder as path, and the pattern relative to it');
    const base = realPathOf(path ?? '.', context);
    if ((await context.files.stat(base))?.type !== 'directory') throw new Error(`there is no folder ${path ?? base}`);
    // ripgrep's own --glob would bring back what .gitignore leaves out.
    const { lines, truncated } = await search(['--files', '--hidden', '--glob', '!.git', '--sort', 'path'], context, base);
    const matches = picomatch(pattern.replace(/^\.\//, ''), { dot: true, nonegate: true, basename: !pattern.includes('/') });
    const found = lines.filter((line) => matches(line.replaceAll('\\', '/')));
    const unseen = truncated ? ', though not all files were looked at: narrow the path' : '';
    if (found.length === 0) return { content: `no file matches ${pattern}${path ? ` in ${path}` : ''}${unseen}` };
    const prefix = relative(context.cwd, base);
    return {
      content: listed(
        found.map((line) => (prefix ? `${prefix}/${line}` : line)),
        truncated,
        'narrow the pattern or the path',
        mostEntries,
      ),
    };
  },
});
