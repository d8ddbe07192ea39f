// The tests that are named, with the mutated code in them, as one file: beside the sources, or where HOOKSMITH_MUTATED says.
import { join, resolve } from 'node:path';
import * as esbuild from 'esbuild';

const root = process.cwd();
await esbuild.build({
  stdin: {
    contents: process.argv
      .slice(2)
      .map((path) => `import ${JSON.stringify(`./${path}`)};`)
      .join('\n'),
    resolveDir: root,
  },
  outfile: process.env.HOOKSMITH_MUTATED ?? join(root, 'mutated.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // As modules are.
  banner: { js: '"use strict";' },
  packages: 'external',
  external: ['vscode'],
  alias: { hooksmith: resolve('src/api/index.ts') },
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
});
