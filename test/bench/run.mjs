// `npm run bench`: ratios against a floor in the same run, since machines are noisy. Nothing here fails a test.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../vscode/host.mjs';
import { setUp } from '../vscode/start.mjs';

setUp();
const esbuild = await import('esbuild');
const out = join(root, '.vscode-test', 'out', 'bench');
await esbuild.build({
  entryPoints: [join(root, 'test/bench/bench.ts'), join(root, 'test/bench/echo.ts')],
  outdir: out,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  alias: { hooksmith: join(root, 'src/api/index.ts') },
  logLevel: 'warning',
});
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
process.exitCode =
  spawnSync(process.execPath, [join(out, 'bench.js')], { stdio: 'inherit', env: { ...env, HOOKSMITH_ROOT: root } }).status ?? 1;
