/** Glob and Grep, by ripgrep; and LS. */
import { isAbsolute, relative } from 'node:path';
import picomatch from 'picomatch';
import { z } from 'zod';
import type { ToolContext } from '../agent/ports';
import { mostCharacters, realPathOf, tool } from './define';

const folder = z.string().optional().describe('Folder or file to search in; the workspace folder by default');
const mostEntries = 500;

async function search(args: string[], context: ToolContext, cwd = context.cwd): Promise<{ lines: string[]; truncated: boolean }> {
  const { code, stdout, stderr, truncated } = await context.search.run(args, {
    cwd,
    signal: context.signal,
    maxBytes: 16_000_000,
  });
  // 1 means that nothing was found; 2 with results means that some files could not be read.
  if (code >= 2 && stdout === '') throw new Error(stderr.trim() || `ripgrep ended with code ${code}`);
  return { lines: stdout.split('\n').filter(Boolean), truncated };
}

/** As many lines as fit, and how to see the rest. */
function listed(lines: string[], more: boolean, narrow: string, most: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(0, most)) {
    const cut = line.slice(0, 1000);
    if (length + cut.length > mostCharacters) break;
    shown.push(cut);
    length += cut.length + 1;
  }
  const left = lines.length - shown.length;
  return left > 0 || more
    ? `${shown.join('\n')}\n(${left}${more ? ' or more' : ''} lines left out: ${narrow})`
    : shown.join('\n');
}

export const glob = tool({
  name: 'Glob',
  description: 'Finds files by a glob such as src/**/*.ts; ignored files and .git are left out.',
  readOnly: true,
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

export const ls = tool({
  name: 'LS',
  description: 'Lists a folder.',
  readOnly: true,
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
