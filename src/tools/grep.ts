import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import type { ToolContext } from '../agent/ports/tool';
import { counted, judgedPath, mostOutputCharacters, tool } from './builtInTool';
import { filesFound, inPlace, leftOutLine, listing, mostEntries, prefixOf, search, separated, showable } from './search';

const input = z.object({
  pattern: z.string().min(1),
  path: z.string().optional().describe('Folder or file to search in; the workspace folder by default'),
  glob: z.string().optional().describe('Only files that match this glob'),
  type: z.string().optional().describe('Only files of this ripgrep type, as ts or py'),
  output_mode: z.enum(['content', 'files_with_matches', 'count']).optional(),
  '-i': z.boolean().optional().describe('Ignore case'),
  '-n': z.boolean().optional().describe('Line numbers; on by default with content'),
  '-A': z.number().int().min(0).optional(),
  '-B': z.number().int().min(0).optional(),
  '-C': z.number().int().min(0).optional(),
  multiline: z.boolean().optional(),
  head_limit: z.number().int().min(0).optional().describe('At most this many lines of output; 0 is the usual limit'),
  offset: z.number().int().min(0).optional().describe('Lines of output to pass over, as those that were shown before'),
});
type Input = z.infer<typeof input>;

export const grep = tool({
  name: 'Grep',
  description:
    'Searches file contents with a regular expression (ripgrep). output_mode: files_with_matches (default), content, or count. .git and files that may hold secrets are left out of the search of a folder.',
  readOnly: true,
  harmless: true,
  searches: true,
  pathFields: ['path'],
  input,
  async run(given, context) {
    const { pattern, path, offset = 0 } = given;
    const place = judgedPath('path', context);
    const kind = (await context.files.stat(place))?.type;
    if (!kind) throw new Error(`there is no file or folder ${path ?? place}`);
    if (kind === 'other') throw new Error(`${path} is no regular file`);
    const { lines, truncated, secret, beyond } = await (kind === 'directory' ? inFolder : inFile)(given, place, context);
    const list =
      lines.length === 0
        ? `no match for ${pattern}`
        : lines.length <= offset
          ? `no more than ${counted(lines.length, 'line')} for ${pattern}`
          : listing(
              lines.slice(offset),
              truncated,
              'narrow the pattern, path or glob, raise head_limit, or go on by offset',
              limitOf(given),
              beyond,
            );
    return { content: list + leftOutLine(secret) };
  },
});

const limitOf = ({ head_limit }: Input): number => head_limit || mostEntries;

interface Found {
  lines: string[];
  truncated: boolean;
  secret: string[];
  /** Lines of files that were not opened, since no more are shown. */
  beyond?: number;
}

/**
 * Which files there are is asked first: what may be shown of them is decided by their paths alone, so that nothing tells whether a file that is left out
 * would have matched.
 */
async function inFolder(given: Input, place: string, context: ToolContext): Promise<Found> {
  const prefix = prefixOf(place, context);
  // Last, so that no glob of the call brings it back.
  const chosen = [...chosenBy(given, prefix), '--iglob', '!.git'];
  return context.files.within(place, async (cwd) => {
    const { files, truncated } = await filesFound(chosen, { context, cwd });
    const { kept, secret } = showable(files, (file) => join(place, file), context);
    const found = await search(
      [...argsOf(given), '--hidden', '--sort', 'path', ...chosen, '--regexp', given.pattern, '--', './'],
      {
        context,
        cwd,
      },
    );
    const names = new Map(kept.map((file) => [`./${file}`, file]));
    const { lines, beyond } = await ofTheVeryFiles(linesOf(found.output, given, names), given, place, context);
    return {
      lines,
      beyond,
      truncated: truncated || found.truncated,
      secret: (await inPlace(secret, place, context)).map((file) => prefix + file),
    };
  });
}

/** Files that are open at once. */
const mostOpen = 200;

/**
 * What is shown is searched once more in the files themselves, opened without following a link: while ripgrep walked through the folder, something else may
 * have stood in the place of one.
 */
async function ofTheVeryFiles(found: readonly Line[], given: Input, place: string, context: ToolContext) {
  const { pattern, offset = 0 } = given;
  const most = offset + limitOf(given);
  const files = [...new Set(found.flatMap(({ file }) => file ?? []))];
  const prefix = prefixOf(place, context);
  const lines: string[] = [];
  let next = 0;
  let length = 0;
  for (; next < files.length && lines.length < most && length < mostOutputCharacters; next += mostOpen) {
    const some = files.slice(next, next + mostOpen);
    const output = await context.files.opened(
      some.map((file) => join(place, file)),
      async (opened) => {
        const names = new Map(opened.flatMap((name, at) => (name === undefined ? [] : [[name, prefix + some[at]!]])));
        if (names.size === 0) return [];
        const args = [...argsOf(given), '--threads', '1', '--regexp', pattern, '--', ...names.keys()];
        return linesOf((await search(args, { context, cwd: context.cwd })).output, given, names);
      },
    );
    for (const { file, text } of output) lines.push(`${file ?? ''}${text}`);
    length = lines.slice(offset).reduce((sum, line) => sum + line.length, 0);
  }
  const seen = new Set(files.slice(0, next));
  return { lines, beyond: found.filter(({ file }) => file !== undefined && !seen.has(file)).length };
}

/** The file itself is read, as the one that was judged, and ripgrep is given its bytes. */
async function inFile(given: Input, place: string, context: ToolContext): Promise<Found> {
  const bytes = await context.files.readBytes(place);
  const args = [...argsOf(given), '--regexp', given.pattern, '--', '-'];
  const { output, truncated } = await search(args, { context, cwd: context.cwd, input: bytes });
  const name = prefixOf(dirname(place), context) + basename(place);
  const lines = linesOf(output, given, new Map([['<stdin>', name]]));
  return { lines: lines.map(({ file = '', text }) => file + text), truncated, secret: [] };
}

/** Globs start at the folder that is searched, or, as models write them, at the workspace folder. */
function chosenBy({ glob, type }: Input, prefix: string): string[] {
  const globs = glob === undefined ? [] : [glob];
  if (prefix && glob?.startsWith(prefix)) globs.push(`/${glob.slice(prefix.length)}`);
  return [...globs.flatMap((one) => ['--glob', one]), ...(type ? ['--type', type] : [])];
}

function argsOf(given: Input): string[] {
  const { output_mode = 'files_with_matches' } = given;
  // With a zero byte after each name nothing in a name or a line can pass for another's.
  const args = [...separated];
  if (output_mode === 'files_with_matches') args.push('--null', '--files-with-matches');
  else if (output_mode === 'count') args.push('--null', '--count', '--with-filename');
  else {
    args.push('--field-match-separator', '\\x00:', '--field-context-separator', '\\x00-');
    args.push('--with-filename', '--no-heading', given['-n'] === false ? '--no-line-number' : '--line-number');
    // Minified files have lines of megabytes.
    args.push('--max-columns', '1000', '--max-columns-preview');
    for (const flag of ['-A', '-B', '-C'] as const) if (given[flag] !== undefined) args.push(flag, String(given[flag]));
  }
  if (given['-i']) args.push('--ignore-case');
  if (given.multiline) args.push('--multiline', '--multiline-dotall');
  return args;
}

/** A line of a file, behind its name; without a file, what stands between groups of lines. */
interface Line {
  file?: string;
  text: string;
}

/** What ripgrep found in these files alone, as it would say it without zero bytes: `names` has what stands for each file. */
function linesOf(output: string, { output_mode = 'files_with_matches' }: Input, names: ReadonlyMap<string, string>): Line[] {
  if (output_mode === 'files_with_matches')
    return output.split('\0').flatMap((one) => (names.has(one) ? [{ file: names.get(one)!, text: '' }] : []));
  const lines: Line[] = [];
  for (let at = 0; at < output.length; ) {
    const zero = output.indexOf('\0', at);
    const file = zero < 0 ? undefined : names.get(output.slice(at, zero));
    const from = file === undefined ? at : zero + 1;
    const end = output.indexOf('\n', from);
    const rest = output.slice(from, end < 0 ? undefined : end);
    at = end < 0 ? output.length : end + 1;
    if (file !== undefined) lines.push({ file, text: `${output_mode === 'count' ? ':' : ''}${rest.replace('\0', '')}` });
    // Between groups of lines; one at the end, or beside another, stands by a file that is left out.
    else if (rest === '--' && lines.length > 0 && lines.at(-1)!.file !== undefined) lines.push({ text: rest });
  }
  if (lines.length > 0 && lines.at(-1)!.file === undefined) lines.pop();
  return lines;
}
