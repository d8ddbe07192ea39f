/** Why a build does not end: something that it imports is no file that ends. Asking that of each import would be the larger part of a quick build, so that it is asked afterwards. */
import { type Stats, statSync } from 'node:fs';
import type { BuildOptions, Plugin } from 'esbuild';

const kinds = [
  ['isFIFO', 'a named pipe'],
  ['isSocket', 'a socket'],
  ['isCharacterDevice', 'a device'],
  ['isBlockDevice', 'a device'],
] as const satisfies readonly (readonly [keyof Stats, string])[];

const filesAlone: Plugin = {
  name: 'files-alone',
  setup(build) {
    build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      const kind = stats && kinds.find(([is]) => stats[is]())?.[1];
      // At its own place: when something else comes there, what imports it is built again.
      return kind ? { errors: [{ text: `cannot be imported: it is ${kind}`, location: { file: path, line: 1 } }] } : undefined;
    });
  },
};

/** Rejects with esbuild's failure where that is why; resolves where it is not. */
export async function refuseEndless(
  build: (options: BuildOptions) => Promise<unknown>,
  options: BuildOptions & { plugins: Plugin[] },
): Promise<void> {
  await build({ ...options, plugins: [filesAlone, ...options.plugins] });
}
