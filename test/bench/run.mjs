// `npm run bench [NAME…]`: ratios against a floor in the same run, since machines are noisy. `--check` fails where one is beyond twice its goal.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../vscode/host.mjs';
import { setUp } from '../vscode/start.mjs';

setUp();
const esbuild = await import('esbuild');
const out = join(root, '.vscode-test', 'out', 'bench');
await esbuild.build({
  entryPoints: ['bench', 'echo', 'server'].map((name) => join(root, 'test/bench', `${name}.ts`)),
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
  spawnSync(process.execPath, [join(out, 'bench.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...env, HOOKSMITH_ROOT: root },
  }).status ?? 1;
