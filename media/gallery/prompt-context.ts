/** Each message goes with what git says of the workspace. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { hook } from 'hooksmith';

const run = promisify(execFile);
const most = 40;

export async function gitContext(cwd: string, signal: AbortSignal): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args, { cwd, signal })).stdout.trimEnd();
  const lines = (await git('status', '--short', '--branch')).split('\n');
  const left = lines.length > most ? [`… and ${lines.length - most} more`] : [];
  const last = await git('log', '-1', '--format=%h %s');
  return ['git status:', ...lines.slice(0, most), ...left, `Last commit: ${last}`].join('\n');
}

/** Of the workspace folder that this file lies in: hooks have no folder of their own to work in. */
const workspace = __dirname.split(/[/\\]\.hooksmith(?=[/\\])/)[0]!;

export const gitStatus = hook('userMessage', { onError: 'continue' }, async (ctx) => {
  try {
    return ctx.modify({ context: await gitContext(workspace, ctx.signal) });
  } catch (error) {
    // No repository, or none with a commit: then there is nothing to tell.
    ctx.log(String(error));
  }
});
