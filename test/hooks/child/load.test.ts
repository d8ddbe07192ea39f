import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';
import { runChain } from '../../../src/hooks/chain/running/chain';
import { HookModules } from '../../../src/hooks/child/load';
import { around, bash } from '../chain/chaining';

/** Loads a source as the host does, bundled as the builder does. */
function loadSource(contents: string, loader: 'ts' | 'js') {
  const built = buildSync({
    stdin: { contents, loader, sourcefile: 'hook.ts' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    external: ['hooksmith'],
  });
  const bundle = { code: built.outputFiles[0]!.text, version: 'v', lines: [] as [string, number][] };
  const modules = new HookModules((_file, _version, run) => run());
  modules.begin(false);
  return modules.load({ file: '/w/hook.ts', layer: 1, bundles: [bundle], required: true }, false);
}

const assigning = "hook('preToolUse', (ctx) => { ctx.input.command = 'rm'; });";

describe('loading', () => {
  for (const [what, source, loader] of [
    ['a TypeScript file', `import { hook } from 'hooksmith';\nexport const it = ${assigning}`, 'ts'],
    ['a JavaScript module', `import { hook } from 'hooksmith';\nexport const it = ${assigning}`, 'js'],
    ['a CommonJS file', `const { hook } = require('hooksmith');\nexports.it = ${assigning}`, 'js'],
  ] as const) {
    it(`runs ${what} strictly: an assignment to ctx throws, it is never lost`, async () => {
      const { hooks, failed } = loadSource(source, loader);
      assert.equal(failed, false);
      const { end, hooks: records } = await runChain(bash('ls'), hooks, around());
      assert.equal(end.action, 'deny');
      assert.match(records[0]!.error!.message, /return ctx\.modify/);
    });
  }

  it('says by the code of the error, as Node does, that a package is not there which another can do without', () => {
    const { hooks, problems } = loadSource(
      `const { hook } = require('hooksmith');
try { require('faster'); } catch (error) { if (error.code !== 'MODULE_NOT_FOUND') throw error; }
exports.it = hook('message', () => undefined);`,
      'js',
    );
    assert.deepEqual([hooks.map(({ name }) => name), problems], [['it'], []]);
  });

  it('knows hooks by their brand, not by a class, and keeps what a file exports beside them', () => {
    const { hooks, problems } = loadSource(
      "import { hook } from 'hooksmith';\nexport const limit = 3;\nexport const it = hook('message', () => undefined);",
      'ts',
    );
    assert.deepEqual([hooks.map((one) => one.id), problems], [['/w/hook.ts#it'], []]);
  });
});
