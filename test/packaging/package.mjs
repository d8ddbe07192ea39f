// `npm run package [-- TARGET…]`: a .vsix for each platform, or for those named, with @vscode/vsce. `--out DIR` says where (here), `--stage DIR`
// where what goes into it is to be kept.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../vscode/host.mjs';
import { putNatives, targets } from './natives.mjs';
import { buildIn } from './staged.mjs';

/** Bytes; the largest of them, with room for what a release adds. */
export const most = 16_000_000;

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: '.' }, stage: { type: 'string' } },
});
const out = resolve(values.out);
const unknown = named.find((name) => !targets.includes(name));
if (unknown) throw new Error(`there is no platform ${unknown}: there is ${targets.join(', ')}`);

// A copy, so that the build that is worked with stays; of its own, since another may be packed at the same time.
const home = join(root, '.vscode-test', 'package');
mkdirSync(home, { recursive: true });
const stage = values.stage === undefined ? mkdtempSync(join(home, 'stage-')) : resolve(values.stage);
if (values.stage === undefined) process.once('exit', () => rmSync(stage, { recursive: true, force: true }));
buildIn(stage, root);
for (const name of ['media', 'snippets', 'package.json', 'package.nls.json', 'README.md', 'CHANGELOG.md', 'LICENSE'])
  cpSync(join(root, name), join(stage, name), { recursive: true });

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { createVSIX } = createRequire(import.meta.url)('@vscode/vsce');
mkdirSync(out, { recursive: true });
for (const target of named.length > 0 ? named : targets) {
  putNatives(join(stage, 'dist'), target, { root, cache: join(home, 'packages') });
  const packagePath = join(out, `hooksmith-${version}-${target}.vsix`);
  // Links in README are those of the repository, which the manifest does not name.
  await createVSIX({
    cwd: stage,
    target,
    packagePath,
    dependencies: false,
    rewriteRelativeLinks: false,
    allowUnusedFilesPattern: true,
    allowMissingRepository: true,
  });
  const { size } = statSync(packagePath);
  console.log(`${packagePath}: ${(size / 1e6).toFixed(1)} MB`);
  if (size > most) throw new Error(`${target}: ${size} bytes are more than ${most}`);
}
