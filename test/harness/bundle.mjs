// Tests and programs beside them, bundled as what they are about is: for plain Node, packages left outside, `hooksmith` in the place of the module that hook files import.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../vscode/host.mjs';

/** `files` are paths in `test/`; what is made lies below `outdir` as it does there, unless `more` says otherwise. */
export async function bundle(files, outdir, more = {}) {
  const esbuild = await import('esbuild');
  await esbuild.build({
    entryPoints: files.map((file) => join(root, 'test', file)),
    outdir,
    outbase: join(root, 'test'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    alias: { hooksmith: join(root, 'src/api/index.ts') },
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
    ...more,
  });
}

/** Bundles the files and runs the first with the arguments of this process; its end is this one's. */
export async function runBundled(files, nodeArgs = []) {
  const out = join(root, '.vscode-test', 'out', files[0].split('/')[0]);
  await bundle(files, out, { outbase: undefined });
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const program = join(out, `${files[0].replace(/^.*\/|\.ts$/g, '')}.js`);
  const { status } = spawnSync(process.execPath, [...nodeArgs, program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...env, HOOKSMITH_ROOT: root },
  });
  process.exitCode = status ?? 1;
}
