import { relative } from 'node:path';
import { z } from 'zod';
import { realPathOf, tool } from './builtInTool';
import { folder, listed, mostEntries, search } from './search';

/** Files whose content nobody should meet by chance; Read asks for them, so a search of a folder leaves them out. */
const secrets = [
  '.env*',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.keystore',
  '*.jks',
  '*.ppk',
  'credentials',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.git-credentials',
];

export const grep = tool({
  name: 'Grep',
  description:
    'Searches file contents with a regular expression (ripgrep). output_mode: files_with_matches (default), content, or count. .git and files that hold secrets are searched only if path names them.',
  readOnly: true,
  harmless: true,
  searches: true,
  pathFields: ['path'],
  input: z.object({
    pattern: z.string().min(1),
    path: folder,
    glob: z.string().optional().describe('Only files that match this glob'),
    type: z.string().optional().describe('Only files of this ripgrep type, as ts or py'),
    output_mode: z.enum(['content', 'files_with_matches', 'count']).optional(),
    '-i': z.boolean().optional().describe('Ignore case'),
    '-n': z.boolean().optional().describe('Line numbers; on by default with content'),
    '-A': z.number().int().min(0).optional(),
    '-B': z.number().int().min(0).optional(),
    '-C': z.number().int().min(0).optional(),
    multiline: z.boolean().optional(),
    head_limit: z.number().int().min(1).optional().describe('At most this many lines of output'),
  }),
  async run(input, context) {
    const { pattern, path, glob: only, type, output_mode = 'files_with_matches', multiline, head_limit = mostEntries } = input;
    const args = ['--hidden', '--sort', 'path'];
    if (output_mode === 'files_with_matches') args.push('--files-with-matches');
    else if (output_mode === 'count') args.push('--count', '--with-filename');
    else {
      args.push('--with-filename', '--no-heading', input['-n'] === false ? '--no-line-number' : '--line-number');
      // Minified files have lines of megabytes.
      args.push('--max-columns', '1000', '--max-columns-preview');
      for (const flag of ['-A', '-B', '-C'] as const) if (input[flag] !== undefined) args.push(flag, String(input[flag]));
    }
    if (input['-i']) args.push('--ignore-case');
    if (multiline) args.push('--multiline', '--multiline-dotall');
    if (only) args.push('--glob', only);
    // Last, so that no glob of the call brings them back; a file named by `path` is searched all the same.
    const place = realPathOf(path ?? '.', context);
    const kind = (await context.files.stat(place))?.type;
    if (!kind) throw new Error(`there is no file or folder ${path ?? place}`);
    if (kind === 'directory') for (const one of ['.git', ...secrets]) args.push('--iglob', `!${one}`);
    if (type) args.push('--type', type);
    const target = relative(context.cwd, place) || '.';
    const { lines, truncated } = await search([...args, '--regexp', pattern, '--', target], context);
    if (lines.length === 0) return { content: `no match for ${pattern}` };
    return {
      content: listed(
        lines.map((line) => line.replace(/^\.\//, '')),
        truncated,
        'narrow the pattern, path or glob, or raise head_limit',
        head_limit,
      ),
    };
  },
});
