// Build step: what hook files are typed by, with no install. The declarations of the module `hooksmith`, of zod for tool inputs, and of Node.
import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const compiler =
  '--declaration --emitDeclarationOnly --skipLibCheck --strict --target ES2022 --module ESNext --moduleResolution Bundler --types node';

/**
 * Writes the folders `hooksmith`, `zod`, `node` and `undici-types` into `folder`; the tsconfig.json beside hook files maps the modules to them.
 * @param {string} folder
 */
export async function writeTypings(folder) {
  const modules = join(root, 'node_modules');
  const out = ['--rootDir', join(root, 'src'), '--outDir', join(folder, 'hooksmith')];
  const entries = ['index.ts', 'extension.ts'].map((name) => join(root, 'src', 'api', name));
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  const args = [tsc, ...entries, ...compiler.split(' '), ...out];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: root });
  if (status !== 0) throw new Error('the typings of src/api were not made');
  const zod = join(modules, 'zod');
  const declarations = (path) => !/\.[a-z]+$/.test(path) || /\.d\.[cm]?ts$/.test(path) || path.endsWith('package.json');
  await cp(zod, join(folder, 'zod'), {
    recursive: true,
    filter: (path) => !/[/\\](src|locales|v3|mini)([/\\]|$)/.test(path.slice(zod.length)) && declarations(path),
  });
  const locales = join('v4', 'locales');
  await cp(join(zod, locales), join(folder, 'zod', locales), { recursive: true, filter: declarations });
  await cp(join(modules, '@types', 'node'), join(folder, 'node'), { recursive: true });
  await cp(join(modules, 'undici-types'), join(folder, 'undici-types'), { recursive: true });
}
