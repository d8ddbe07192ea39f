/** Hook files import the module `hooksmith`, and none of its parts: that there is no other is known when they are built, not first when they are loaded. */
import type { Plugin } from 'esbuild';

export const partsOfOurs: Plugin = {
  name: 'parts-of-ours',
  setup(build) {
    build.onResolve({ filter: /^hooksmith\// }, ({ path }) => ({
      errors: [
        {
          text:
            path === 'hooksmith/testing'
              ? `'${path}' is for the tests beside hook files, *.test.ts: what hooks need is in 'hooksmith'`
              : `there is no module '${path}': what hooks need is in 'hooksmith'`,
        },
      ],
    }));
  },
};
