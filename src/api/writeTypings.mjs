// Build step: what hook files are typed by, with no install. The declarations of the module `hooksmith`, of zod for tool inputs, and of Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const compiler =
  '--declaration --emitDeclarationOnly --skipLibCheck --strict --target ES2022 --lib ES2023 --module ESNext --moduleResolution Bundler --types node';

/**
 * Writes the folders `hooksmith`, `zod`, `node` and `undici-types` into `folder`; the tsconfig.json beside hook files maps the modules to them.
 * The compiler takes seconds, so nothing is done where `folder` holds what these sources make.
 * @param {string} folder
 */
export async function writeTypings(folder) {
  const stamp = join(folder, 'stamp');
  const made = await fingerprint();
  if ((await readFile(stamp, 'utf8').catch(() => '')) === made) return;
  await rm(folder, { recursive: true, force: true });
  const modules = join(root, 'node_modules');
  const out = ['--rootDir', join(root, 'src'), '--outDir', join(folder, 'hooksmith')];
  const entries = ['index.ts', 'extension.ts', 'testing.ts'].map((name) => join(root, 'src', 'api', name));
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  const args = [tsc, ...entries, ...compiler.split(' '), ...out];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: root });
  if (status !== 0) throw new Error('the typings of src/api were not made');
  await nameZod(folder);
  await declareTexts(join(folder, 'hooksmith', 'api'));
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
  await writeFile(stamp, made);
}

/** By where it lies beside them: whoever installs the package has no `zod` of that name. */
async function nameZod(folder) {
  const own = join(folder, 'hooksmith');
  for (const name of await readdir(own, { recursive: true })) {
    const file = join(own, name);
    const text = name.endsWith('.d.ts') ? await readFile(file, 'utf8') : '';
    if (!/from 'zod(\/v4)?'/.test(text)) continue;
    const path = relative(dirname(file), join(folder, 'zod', 'index.cjs')).replaceAll('\\', '/');
    await writeFile(file, text.replaceAll(/from 'zod(\/v4)?'/g, `from '${path}'`));
  }
}

/** What the bundler of hook files makes of `import text from './a.txt'`, wherever the module is imported. That the file is there is the bundler's word. */
async function declareTexts(api) {
  const index = join(api, 'index.d.ts');
  await writeFile(join(api, 'texts.d.ts'), "declare module '*.txt' {\n  const text: string;\n  export default text;\n}\n");
  await writeFile(index, `/// <reference path="texts.d.ts" />\n${await readFile(index, 'utf8')}`);
}

/** Of all that the typings are made from: the rooms that the API reaches, the versions of packages, and this file. */
async function fingerprint() {
  const hash = createHash('sha256');
  for (const room of ['api', 'shared', 'shell', 'agent', 'protocols']) {
    const names = (await readdir(join(root, 'src', room), { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
    for (const name of names) hash.update(name).update(await readFile(join(root, 'src', room, name)));
  }
  for (const file of [join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]) hash.update(await readFile(file));
  return hash.digest('hex');
}
