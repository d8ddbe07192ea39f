// `npm run faults`: every fault as often as the promise is worth, its figures printed and written to media/reference/reliability.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../vscode/host.mjs';
import { setUp } from '../vscode/start.mjs';

setUp();
const esbuild = await import('esbuild');
const out = join(root, '.vscode-test', 'out', 'faults');
await esbuild.build({
  entryPoints: [join(root, 'test/faults/report.ts')],
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
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const args = ['--expose-gc', '--enable-source-maps', join(out, 'report.js'), ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...env, HOOKSMITH_ROOT: root } }).status ?? 1;
