/** zod for the files of a workspace that has none installed: their typings know it without an install, and what types must load. */
import type { OnResolveResult, Plugin } from 'esbuild';

const asked = Symbol('asked');

/** `instead` is what an import of zod comes to where it is not installed beside the file. */
export const ownZod = (instead: OnResolveResult): Plugin => ({
  name: 'own-zod',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, async ({ path, pluginData, importer, namespace, resolveDir, kind }) => {
      if (pluginData === asked) return undefined;
      const { errors } = await build.resolve(path, { importer, namespace, resolveDir, kind, pluginData: asked });
      return errors.length > 0 ? instead : undefined;
    });
  },
});
