/** Nothing is committed on the main branch, pushed to it, or pushed by force. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { policy } from 'hooksmith';

const guarded = ['main', 'master'];

/** Of the repository in the workspace folder; undefined where there is none, or no branch is checked out. */
function branchIn(folder: string): string | undefined {
  try {
    return /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(folder, '.git', 'HEAD'), 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

export const commits = policy({ tools: 'Bash', match: { command: ['git commit*', 'git merge*'] } }, (ctx) => {
  const branch = branchIn(ctx.cwd);
  if (branch && guarded.includes(branch)) return ctx.deny(`This is ${branch}: make a branch first (git switch -c NAME).`);
});

export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) => {
  for (const { args } of ctx.commands ?? []) {
    if (!args.includes('push')) continue;
    if (args.some((arg) => /^(--force|-[a-z]*f|--mirror|--delete|\+)/.test(arg))) return ctx.deny('No pushes by force: what others have is kept.');
    // `main`, `HEAD:main`, `refs/heads/main`; with no name at all it is the branch that is checked out.
    const [, , ...targets] = args.slice(args.indexOf('push')).filter((arg) => !arg.startsWith('-'));
    const names = targets.length > 0 ? targets.map((target) => target.replace(/^.*:/, '').replace(/^refs\/heads\//, '')) : [branchIn(ctx.cwd)];
    const hit = names.find((name) => name !== undefined && guarded.includes(name));
    if (hit) return ctx.deny(`${hit} is changed by pull requests: push a branch.`);
  }
  if (ctx.uncertain || ctx.commands?.some(({ dynamic }) => dynamic)) return ctx.ask('Where this pushes to is only known when it runs.');
});
