// `npm run docs`: writes what the documents take from the code. `--check` writes nothing, and fails where that is not what is there.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../vscode/host.mjs';

const out = join(root, '.vscode-test', 'out', 'docs');
await esbuild.build({
  entryPoints: [join(root, 'test/docs/reference/write.ts')],
  outdir: out,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  alias: { hooksmith: join(root, 'src/api/index.ts') },
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
});
process.exitCode =
  spawnSync(process.execPath, [join(out, 'write.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, HOOKSMITH_ROOT: root },
  }).status ?? 1;
