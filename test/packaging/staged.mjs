// The build that packages carry, in a folder of its own: the one that is worked with stays.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves `dist` in that folder. */
export function buildIn(stage, root) {
  mkdirSync(stage, { recursive: true });
  const isJunction = process.platform === 'win32' ? 'junction' : 'dir';
  const sources = ['src', 'node_modules', 'test'];
  for (const name of sources) symlinkSync(join(root, name), join(stage, name), isJunction);
  if (existsSync(join(root, 'dist', 'types', 'stamp')))
    cpSync(join(root, 'dist', 'types'), join(stage, 'dist', 'types'), { recursive: true });
  const built = spawnSync(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: stage, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}\n${built.stderr}`);
  for (const name of sources) rmSync(join(stage, name));
}
