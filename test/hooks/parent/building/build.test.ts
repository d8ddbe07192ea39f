import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { HookBuilder } from '../../../../src/hooks/parent/building/build';
import { limit, until } from '../../../fixtures/limits';

describe('hook builder', () => {
  let folder: string;
  const builder = new HookBuilder();
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-build-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  after(() => builder.dispose());

  it('bundles helpers and packages of the workspace, and leaves hooksmith and Node to the host', async () => {
    write('node_modules/left/package.json', '{"name": "left", "main": "index.js"}');
    write('node_modules/left/index.js', "module.exports = 'from the package';");
    write('_helper.ts', "export const help: string = 'from the helper';");
    const file = write(
      'a.ts',
      "import { hook } from 'hooksmith';\nimport { readFileSync } from 'fs';\nimport left from 'left';\nimport { help } from './_helper';\nexport const a = [hook, readFileSync, left, help];",
    );
    const { bundle, problems, inputs } = await builder.build(file);
    assert.deepEqual(problems, []);
    assert.match(bundle!.code, /from the package/);
    assert.match(bundle!.code, /from the helper/);
    assert.deepEqual([...bundle!.code.matchAll(/\brequire\("([^"]+)"\)/g)].map((found) => found[1]).sort(), ['fs', 'hooksmith']);
    assert.deepEqual(inputs.sort(), [file, join(folder, '_helper.ts'), join(folder, 'node_modules/left/index.js')].sort());
    assert.match(bundle!.version, /^[0-9a-f]{64}$/);
  });

  it('tells each module where it lies, as Node does: the hook file, its helpers, and packages of both kinds', async () => {
    const place = (name: string) => join(folder, name);
    write('node_modules/common/index.js', 'exports.common = [__dirname, __filename];');
    write('node_modules/modern/package.json', '{"type": "module", "exports": "./lib/index.js"}');
    write(
      'node_modules/modern/lib/index.js',
      "import { dirname } from 'node:path';\nimport { fileURLToPath } from 'node:url';\nconst __dirname = dirname(fileURLToPath(import.meta.url));\nexport const modern = __dirname;",
    );
    write('_lib/help.ts', '#!/usr/bin/env node\nexport const help = (): string => import.meta.filename;');
    const file = write(
      'a.ts',
      "import { common } from 'common';\nimport { modern } from 'modern';\nimport { help } from './_lib/help';\nconst { url, dirname } = import.meta;\nexport const places = [common, modern, help(), url, dirname, __filename];",
    );
    const told = (code: string) => {
      const module = { exports: {} as { places: unknown } };
      new Function('module', 'exports', 'require', code)(module, module.exports, require);
      return module.exports.places;
    };
    const all = [
      [place('node_modules/common'), place('node_modules/common/index.js')],
      ...[place('node_modules/modern/lib'), place('_lib/help.ts')],
      ...[pathToFileURL(file).href, folder, file],
    ];
    const other = write('b.ts', 'export const places = 1;');
    const own = new HookBuilder();
    const together = await own.buildAll([file, other]);
    await own.dispose();
    for (const built of [await builder.build(file), await builder.build(file), together.get(file)!]) {
      assert.deepEqual(built.problems, []);
      assert.deepEqual(told(built.bundle!.code), all);
    }
    // What none asks for is in no bundle.
    assert.doesNotMatch((await builder.build(other)).bundle!.code, /__hooksmith/);
    write('a.ts', 'export const places = import.meta.dirname;');
    assert.equal(told((await builder.build(file)).bundle!.code), folder);
  });

  it('leaves zod to the host where the workspace has none, and takes its own where it has', async () => {
    const file = write('a.ts', "import * as z from 'zod';\nexport const a = z;");
    const { bundle, problems } = await builder.build(file);
    assert.deepEqual(problems, []);
    assert.match(bundle!.code, /require\("zod"\)/);
    write('node_modules/zod/index.js', "module.exports = 'of the workspace';");
    assert.match((await builder.build(file)).bundle!.code, /of the workspace/);
  });

  it('says what to do about what an import does not find', async () => {
    const file = write('a.ts', "import x from 'nolib';\nimport y from './nofile';\nexport const a = [x, y];");
    assert.deepEqual(
      (await builder.build(file)).problems.map(({ line, message }) => [line, message]),
      [
        [1, 'Could not resolve "nolib": install the package in the workspace, or import a file by its relative path'],
        [2, 'Could not resolve "./nofile": there is no such file, seen from the one that imports it'],
      ],
    );
  });

  it('says that parts of our own module are none for hook files, unless types alone are taken', async () => {
    const messages = async (code: string) => (await builder.build(write('a.ts', code))).problems.map(({ message }) => message);
    assert.deepEqual(await messages("import { runHooks } from 'hooksmith/testing';\nexport const a = [runHooks];"), [
      "'hooksmith/testing' is for the tests beside hook files, *.test.ts: what hooks need is in 'hooksmith'",
    ]);
    assert.deepEqual(await messages("export * from 'hooksmith/api';"), [
      "there is no module 'hooksmith/api': what hooks need is in 'hooksmith'",
    ]);
    assert.deepEqual(await messages("import type { Outcome } from 'hooksmith/testing';\nexport let a: Outcome;"), []);
  });

  it('gives the same version to the same text, another to another', async () => {
    const file = write('a.ts', 'export const a = 1;');
    const first = (await builder.build(file)).bundle!.version;
    assert.equal((await builder.build(file)).bundle!.version, first);
    write('a.ts', 'export const a = 2;');
    assert.notEqual((await builder.build(file)).bundle!.version, first);
  });

  it('places an error in the file that has it', async () => {
    write('_helper.ts', 'export const fine = 1;\nexport const = 2;');
    const file = write('a.ts', "import './_helper';");
    const { bundle, problems, inputs } = await builder.build(file);
    assert.equal(bundle, undefined);
    assert.equal(problems[0]?.file, join(folder, '_helper.ts'));
    assert.deepEqual([problems[0]?.line, problems[0]?.column], [2, 14]);
    assert.ok(inputs.includes(file) && inputs.includes(join(folder, '_helper.ts')));
  });

  it('says of an await outside of all functions what would be right, in whatever file it is', async () => {
    const wrong = /^'await' at the top level: .*await inside a handler/;
    for (const code of [
      'const a = await 1;\nexport { a };',
      'for await (const a of []) a;',
      "const a = await import('./_b');\nexport { a };",
    ]) {
      write('_b.ts', 'export const b = 1;');
      const { bundle, problems } = await builder.build(write('a.ts', code));
      assert.equal(bundle, undefined);
      assert.match(problems[0]!.message, wrong);
      assert.equal(problems[0]!.line, 1);
    }
    write('_b.ts', 'export const b = await 1;');
    const [problem] = (await builder.build(write('a.ts', "import { b } from './_b';\nexport const a = () => b;"))).problems;
    assert.match(problem!.message, wrong);
    assert.equal(problem!.file, join(folder, '_b.ts'));
  });

  it('says of what it cannot bundle what it is, and what would be right', async () => {
    write('_data.md', '# a');
    write('_addon.node', 'x');
    const messageOf = async (code: string) => (await builder.build(write('a.ts', code))).problems.map(({ message }) => message);
    assert.deepEqual(await messageOf("import './_data.md';"), [
      'cannot import _data.md, a .md file: read it with node:fs where it is needed',
    ]);
    assert.deepEqual(await messageOf("require('./_addon.node');"), [
      'cannot import _addon.node, a .node file: native add-ons cannot be bundled',
    ]);
  });

  it('says which import is missing, and what a vanished file is', async () => {
    const file = write('a.ts', "import 'no-such-package';");
    assert.match((await builder.build(file)).problems[0]!.message, /no-such-package/);
    rmSync(file);
    const gone = await builder.build(file);
    assert.equal(gone.bundle, undefined);
    assert.equal(gone.problems[0]?.severity, 'error');
  });

  it('keeps nothing of files that vanished as they were to be built together', async () => {
    const own = new HookBuilder();
    const files = ['a.ts', 'b.ts'].map((name) => write(name, 'export const a = 1;'));
    await own.buildAll(files);
    rmSync(files[1]!);
    assert.equal((await own.buildAll(files)).get(files[1]!)!.bundle, undefined);
    await own.dispose();
    await builder.dispose();
    // What it holds of its program keeps this process from its end.
    await until(() => !process.getActiveResourcesInfo().includes('ProcessWrap'));
  });

  it('takes cyclic imports and an empty file', async () => {
    write('_b.ts', "import { a } from './a';\nexport const b = () => a;");
    assert.deepEqual((await builder.build(write('a.ts', "import { b } from './_b';\nexport const a = () => b;"))).problems, []);
    assert.deepEqual((await builder.build(write('empty.ts', ''))).problems, []);
  });

  it('names what is imported and never ends, waits for it no longer, and builds again what has come to its place', async () => {
    const pipe = join(folder, '_helper.ts');
    execFileSync('mkfifo', [pipe]);
    const imports = "import { help } from './_helper';\n";
    const files = [write('a.ts', `${imports}export const a = help;`), write('b.ts', `${imports}export const b = help;`)];
    const impatient = new HookBuilder(limit(1000));
    const built = await impatient.buildAll(files);
    const problem = { line: 1, column: 1, endColumn: 1, severity: 'error' };
    for (const file of files) {
      assert.deepEqual(built.get(file)!.problems, [
        { ...problem, file: pipe, message: `cannot be imported: it is a named pipe (in what ${basename(file)} imports)` },
      ]);
      assert.deepEqual(built.get(file)!.inputs, [file, pipe]);
    }
    rmSync(pipe);
    write('_helper.ts', "export const help = 'there by now';");
    const { bundle, problems } = await impatient.build(files[0]!);
    assert.deepEqual(problems, []);
    assert.match(bundle!.code, /there by now/);
    await impatient.dispose();
  });

  it('goes on where its program has ended meanwhile, with one file and with several', async () => {
    const files = [write('a.ts', 'export const a = 1;'), write('b.ts', 'export const b = 1;')];
    const own = new HookBuilder();
    await own.buildAll(files);
    await own.build(files[0]!);
    for (const again of [() => own.buildAll(files), async () => new Map([[files[0]!, await own.build(files[0]!)]])]) {
      await stop();
      for (const { bundle, problems } of (await again()).values()) assert.deepEqual([typeof bundle, problems], ['object', []]);
    }
    await own.dispose();
  });
});
