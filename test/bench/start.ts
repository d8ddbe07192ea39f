/** What starting costs, against a Node process that does nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../fixtures/core';
import { type Row, timed } from './measure';

export async function start(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-start-'));
  const env = { ...process.env, HOME: folder };
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, env });
  const run = await timed(
    15,
    () => node(join(root, 'dist/cli.js'), 'run', '--no-hooks', 'hi'),
    () => node('-e', '0'),
  );
  rmSync(folder, { recursive: true, force: true });
  const over = { ...run, ours: run.ours - run.floor };
  return [{ what: '`hooksmith run` without hooks, beyond bare Node', floor: '`node -e 0`', measured: over, goal: 60, of: 'ms' }];
}

/** Kilobytes of what is read before anything is asked of it. */
export const sizes = (): string =>
  ['extension.js', 'host.js', 'commandLine.js', 'gate.js', 'view/chat.js', 'view/timeline.js']
    .map((name) => `${name} ${Math.round(statSync(join(root, 'dist', name)).size / 1000)} kB`)
    .join(', ');
