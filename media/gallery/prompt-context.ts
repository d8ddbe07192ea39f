/** Each message goes with what git says of the workspace. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { hook } from 'hooksmith';

const run = promisify(execFile);
const most = 40;

export const gitStatus = hook('userMessage', { onError: 'continue' }, async (ctx) => {
  const git = async (...args: string[]) => (await run('git', args, { signal: ctx.signal })).stdout.trimEnd();
  try {
    const lines = (await git('status', '--short', '--branch')).split('\n');
    const left = lines.length > most ? [`… and ${lines.length - most} more`] : [];
    const last = await git('log', '-1', '--format=%h %s');
    return ctx.modify({ context: ['git status:', ...lines.slice(0, most), ...left, `Last commit: ${last}`].join('\n') });
  } catch (error) {
    // No repository, or none with a commit: then there is nothing to tell.
    ctx.log(String(error));
  }
});
