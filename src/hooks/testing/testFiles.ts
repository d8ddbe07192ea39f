/** Test files beside hook files, and what they are bundled to. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, BuildOptions, Plugin } from 'esbuild';
import { withBundler } from '../parent/building/bundlerStart';
import { withPlaces } from '../parent/building/ownPlace';
import { ownZod } from '../parent/building/ownZod';
import type { Progress } from './testProtocol';

export interface TestProblem {
  message: string;
  file: string;
  /** 1-based. */
  line: number;
  column: number;
}

/** Writes a module that Node can run, with its source map in it. Resolves with what kept it from that, if anything did. `dist` holds the built product. */
export async function bundleTest(file: string, outfile: string, dist: string): Promise<TestProblem[]> {
  const esbuild = await import('esbuild');
  const real = realpathSync(file);
  const url = pathToFileURL(real).href;
  try {
    const options = {
      entryPoints: [real],
      outfile,
      absWorkingDir: resolve('/'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [ours(dist), ownZod({ path: 'zod', namespace: own })],
      sourcemap: 'inline',
      sourcesContent: true,
      logLevel: 'silent',
      // A file without tests, which no reporter tells of, ends well where it was left with nothing to do.
      banner: {
        js: `import { createRequire as hooksmithRequire } from 'node:module';const require = hooksmithRequire(${JSON.stringify(url)});process.once('beforeExit', () => process.send?.(${JSON.stringify({ reached: 'idle' } satisfies Progress)}));`,
      },
      tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: false } },
    } satisfies BuildOptions;
    // It lies elsewhere than its sources, which find what is beside them by where they are.
    await withBundler(() => esbuild.build(withPlaces(options)));
    return [];
  } catch (thrown) {
    const { errors = [], message } = thrown as Partial<BuildFailure>;
    if (errors.length === 0) return [{ message: `cannot be built: ${message}`, file, line: 1, column: 1 }];
    return errors.map(({ text, location }) => ({
      message: text,
      file: location ? resolve('/', location.file) : file,
      line: location?.line ?? 1,
      column: (location?.column ?? 0) + 1,
    }));
  }
}

/** The modules that the product provides, as it is built. */
const ours = (dist: string): Plugin => ({
  name: 'hooksmith',
  setup(build) {
    // Required whoever asks: to import it, Node would read all of it for the names of its exports first.
    const fileOf: Record<string, string> = { hooksmith: 'api.js', 'hooksmith/testing': 'testing.js' };
    build.onResolve({ filter: /^hooksmith(\/testing)?$/ }, ({ path }) => ({ path, namespace: own }));
    build.onLoad({ filter: /^hooksmith/, namespace: own }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(join(dist, fileOf[path]!))});`,
    }));
    build.onResolve({ filter: /\.js$/, namespace: own }, ({ path }) => ({ path, external: true }));
    // As a package is: its names stand beside `z`, and each is read when it is used.
    build.onLoad({ filter: /^zod$/, namespace: own }, () => ({ contents: zodOfOurs }));
    build.onResolve({ filter: /^z$/, namespace: own }, ({ path }) => ({ path, namespace: own }));
    build.onLoad({ filter: /^z$/, namespace: own }, () => ({ contents: "export { z } from 'hooksmith';" }));
  },
});

const own = 'hooksmith';
const zodOfOurs = `const { z } = require('z');
module.exports = { __esModule: true, z, default: z };
for (const name of Object.keys(z)) if (!(name in module.exports)) Object.defineProperty(module.exports, name, { enumerable: true, get: () => z[name] });`;
