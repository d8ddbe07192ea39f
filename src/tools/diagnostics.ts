import * as z from 'zod';
import { bounded, tool } from './builtInTool';
import { leftOutLine, showable } from './search';

export const diagnostics = tool({
  name: 'Diagnostics',
  description: 'The Problems of the editor: errors and warnings of a file, or of all files.',
  readOnly: true,
  harmless: true,
  pathFields: ['file_path'],
  input: z.object({ file_path: z.string().optional() }),
  async run({ file_path }, context) {
    if (!context.diagnostics) throw new Error('there is no editor here: run the compiler or linter with Bash instead');
    const all = await context.diagnostics.get(context.fieldPaths.file_path);
    // What is wrong there is told with its text.
    const { kept: found, secret } = showable(all, ({ path }) => context.files.realPath(path), context);
    const left = leftOutLine([...new Set(secret.map(({ path }) => path))]);
    if (found.length === 0) return { content: `${file_path ? `no problems in ${file_path}` : 'no problems'}${left}` };
    const lines = found.map(
      ({ path, line, column, severity, message, source }) =>
        `${path}:${line}:${column}: ${severity}: ${message}${source ? ` (${source})` : ''}`,
    );
    return { content: bounded(lines.join('\n'), 'Name a file to see fewer.') + left };
  },
});
