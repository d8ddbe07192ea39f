/** What starting costs, against a Node process that does nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../fixtures/core';
import { beyondFloor, type Row, single, timed } from './measure';

/** With a build as packages carry it: what a start reads and compiles is that. */
async function packaged<T>(work: (dist: string) => T | Promise<T>): Promise<T> {
  type Staged = { buildIn(stage: string, root: string): void };
  const { buildIn }: Staged = await import(pathToFileURL(join(root, 'test', 'packaging', 'staged.mjs')).href);
  const stage = mkdtempSync(join(tmpdir(), 'hooksmith-packaged-'));
  try {
    buildIn(stage, root);
    return await work(join(stage, 'dist'));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

export function start(): Promise<Row[]> {
  return packaged(async (dist) => {
    const folder = mkdtempSync(join(tmpdir(), 'hooksmith-start-'));
    const env = { ...process.env, HOME: folder };
    const node = (...args: string[]) => {
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`it ended with ${status}: ${stderr}`);
    };
    const run = await timed(
      15,
      () => node(join(dist, 'cli.js'), 'run', '--no-hooks', 'hi'),
      () => node('-e', '0'),
    );
    rmSync(folder, { recursive: true, force: true });
    return [
      {
        what: '`hooksmith run` without hooks, beyond bare Node',
        ...{ floor: '`node -e 0`', measured: beyondFloor(run), goal: 60, of: 'ms' },
        heldBack:
          'In a profile of 96 ms 30 are the reading of the bundle, of what the engine keeps of its compiling, and of Node’s own modules for hashes and streams; 46 the beginnings of the modules that a run needs, the schemas of tools and settings foremost; the rest the core and the run itself.',
      },
    ];
  });
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

/** Of a script with the parts that it cannot begin without. */
function bytesAtOnce(path: string, seen = new Set<string>()): number {
  if (seen.has(path)) return 0;
  seen.add(path);
  const parts = readFileSync(path, 'utf8').matchAll(/\b(?:import|from)\s*"(\.\/chunk-\w+\.js)"/g);
  return [...parts].reduce((sum, [, part]) => sum + bytesAtOnce(join(dirname(path), part!), seen), statSync(path).size);
}

/** As packages carry them. */
export const sizes = (): Promise<Row[]> =>
  packaged((dist) =>
    bundles.map(([name, goal]) => {
      const measured = single(bytesAtOnce(join(dist, name)) / 1000);
      return { what: `${name}, as packages carry it`, floor: 'none', measured, goal, of: 'kB' };
    }),
  );
