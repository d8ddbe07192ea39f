/** What starting costs, against a Node process that does nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { root } from '../fixtures/core';
import { type Row, single, timed } from './measure';

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

/** What is read before anything is asked of it, and its goal in kilobytes. */
const bundles: [name: string, goal?: number][] = [
  ['extension.js', 900],
  ['host.js', 300],
  ['view/chat.js', 250],
  ['view/timeline.js'],
  ['commandLine.js'],
  ['gate.js'],
];

/** As packages carry them. */
export async function sizes(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, goal] of bundles) {
    const { code } = await transform(readFileSync(join(root, 'dist', name), 'utf8'), { minify: true, legalComments: 'none' });
    const measured = single(Buffer.byteLength(code) / 1000);
    rows.push({ what: `${name}, minified`, floor: 'none', measured, goal, of: 'kB' });
  }
  return rows;
}
