/** What Glob, Grep and LS share: ripgrep, and lists that stay short. */
import { z } from 'zod';
import type { ToolContext } from '../agent/ports';
import { mostCharacters } from './builtInTool';

export const folder = z.string().optional().describe('Folder or file to search in; the workspace folder by default');
export const mostEntries = 500;

export async function search(
  args: string[],
  context: ToolContext,
  cwd = context.cwd,
): Promise<{ lines: string[]; truncated: boolean }> {
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
export function listed(lines: string[], more: boolean, narrow: string, most: number): string {
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
