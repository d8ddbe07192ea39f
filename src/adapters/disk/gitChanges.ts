/** What has changed in the workspace since the last commit, as git tells it, for `@changes`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Mentions } from '../../agent/ports/human';

/** No program that a repository names is run: no pager, no hook, no driver of its own. */
const quiet: readonly string[] = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.quotePath=false',
  '--no-pager',
  '--no-optional-locks',
];
const mostBytes = 4_000_000;

export const gitChanges = (folders: () => readonly string[]): Mentions => ({
  async read(mention, hides) {
    if (mention !== 'changes') return undefined;
    const run = promisify(execFile);
    const diffs: string[] = [];
    let left = 0;
    let repositories = 0;
    for (const folder of folders()) {
      const git = async (...args: string[]) =>
        (await run('git', ['-C', folder, ...quiet, ...args], { maxBuffer: mostBytes })).stdout;
      const top = (await git('rev-parse', '--show-toplevel').catch(() => '')).trim();
      if (top === '') continue;
      repositories++;
      const hasCommit = await git('rev-parse', '--verify', '-q', 'HEAD').then(
        () => true,
        () => false,
      );
      const diff = await git(
        'diff',
        '--no-ext-diff',
        '--no-textconv',
        '--no-renames',
        ...(hasCommit ? ['HEAD'] : ['--cached']),
        '--',
        '.',
      );
      for (const part of diff.split(/^(?=diff --git )/m).filter(Boolean)) {
        const name = /^(?:\+\+\+ b|--- a)\/([^\t\n]+)/m.exec(part)?.[1] ?? /^diff --git a\/.* b\/(.*)$/m.exec(part)?.[1] ?? '';
        if (await hides(join(top, name))) left++;
        else diffs.push(part.trimEnd());
      }
      const untracked = (await git('ls-files', '--others', '--exclude-standard', '-z', '--', '.')).split('\0').filter(Boolean);
      const shown: string[] = [];
      for (const name of untracked) if (!(await hides(join(folder, name)))) shown.push(name);
      left += untracked.length - shown.length;
      if (shown.length > 0) diffs.push(`New files, not added yet:\n${shown.join('\n')}`);
    }
    if (repositories === 0) throw new Error('no workspace folder is in a git repository');
    const note = left > 0 ? { note: `${left} files are left out` } : {};
    return { kind: 'changes', name: 'changes', text: diffs.join('\n\n') || 'Nothing has changed.', ...note };
  },
});
