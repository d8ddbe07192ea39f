/** Formats what the agent has written, with the formatter of the project. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hook } from 'hooksmith';

const run = promisify(execFile);
/** Of `node_modules/.bin`; the first that is there. */
const formatters: readonly [name: string, ...args: string[]][] = [
  ['prettier', '--write', '--ignore-unknown'],
  ['biome', 'format', '--write'],
];

export const formatted = hook(
  'postToolUse',
  { tools: ['Write', 'Edit', 'MultiEdit'], priority: -10, timeoutMs: 30_000 },
  async (ctx) => {
    const path = ctx.fieldPaths.file_path;
    const bin = join(ctx.cwd, 'node_modules', '.bin');
    const found = formatters.find(([name]) => existsSync(join(bin, name)));
    if (ctx.isError || !path || !found) return;
    const [name, ...args] = found;
    try {
      await run(join(bin, name), [...args, path], { cwd: ctx.cwd, signal: ctx.signal });
      ctx.log(`${name}: ${path}`);
    } catch (error) {
      // What cannot be formatted is often broken: the model had better know.
      return ctx.modify({ context: `${name} could not format ${path}: ${String((error as { stderr?: string }).stderr ?? error)}` });
    }
  },
);
