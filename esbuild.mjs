// Builds every process of the product: the extension, the command line, the hook host, the webviews.
import { cp, mkdir, rm } from 'node:fs/promises';
import * as esbuild from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {esbuild.BuildOptions} */
const common = { bundle: true, sourcemap: !production, minify: production, logLevel: 'info', legalComments: 'none' };
/** Node code. Native binaries (esbuild, ripgrep) cannot be bundled; `hooksmith` packages them per platform. */
const node = { ...common, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode', 'esbuild', '@vscode/ripgrep'] };
const browser = { ...common, platform: 'browser', format: 'esm', target: 'es2022', splitting: true };

/** @type {esbuild.BuildOptions[]} */
const builds = [
  { ...node, entryPoints: { extension: 'src/extension.ts', cli: 'src/cli.ts', host: 'src/hooks/host.ts' }, outdir: 'dist' },
  { ...browser, entryPoints: { chat: 'src/view/chat.ts', timeline: 'src/view/timeline.ts' }, outdir: 'dist/view' },
];

await rm('dist', { recursive: true, force: true });
await mkdir('dist/view', { recursive: true });
await cp('node_modules/@vscode/codicons/dist/codicon.css', 'dist/view/codicon.css');
await cp('node_modules/@vscode/codicons/dist/codicon.ttf', 'dist/view/codicon.ttf');
if (watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
} else {
  for (const options of builds) await esbuild.build(options);
}
