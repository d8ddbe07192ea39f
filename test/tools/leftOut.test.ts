import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Permissions } from '../../src/agent/tools/approval';
import { Core, SharedHost } from '../fixtures/core';

/** What lies under a denied path is shown by no search of ours, whatever would match there. */
describe('what searches leave out', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  afterEach(() => core.stop());
  const files = {
    'src/a.ts': 'needle\n',
    'src/secrets/b.ts': 'needle\n',
    'secrets/c.txt': 'needle\n',
    'deep/er/secrets/d.txt': 'needle\n',
    'open.txt': 'before\nneedle\nafter\n',
    'keys/id_rsa': 'needle\n',
    '.env': 'needle\n',
  };
  const start = async (hooks: string, permissions: Partial<Permissions> = {}) => {
    core = await Core.start({
      host,
      files,
      hooks: { 'a.ts': `import { allowPaths, denyPaths, hook, policy } from 'hooksmith';\n${hooks}` },
      permissions: { mode: 'bypass', ...permissions },
    });
    assert.deepEqual(core.loaded.problems, []);
  };
  const run = async (name: string, input: object) => {
    await core.session.send(`/call ${name} ${JSON.stringify(input)}`);
    return String(core.events.findLast(({ type }) => type === 'tool_settled')!.output);
  };
  const searches: [name: string, input: object][] = [
    ['Glob', { pattern: '**/*' }],
    ['Glob', { pattern: '*.txt' }],
    ['Grep', { pattern: 'needle' }],
    ['Grep', { pattern: 'needle', output_mode: 'content', '-C': 3 }],
    ['Grep', { pattern: 'needle', output_mode: 'content', '-n': false }],
    ['Grep', { pattern: 'needle', output_mode: 'count' }],
    ['Grep', { pattern: 'needle.*', multiline: true, glob: '**/*', output_mode: 'content' }],
    ['Grep', { pattern: 'needle', path: 'src', glob: 'src/**' }],
    ['LS', { path: '.' }],
    ['LS', { path: 'src' }],
  ];

  it('is left out of the editor’s problems, which quote it, too', async () => {
    const own = { line: 1, column: 1, severity: 'error', source: 'ts' };
    core = await Core.start({
      host,
      files,
      hooks: { 'a.ts': "import { denyPaths } from 'hooksmith';\nexport const no = denyPaths('secrets');" },
      permissions: { mode: 'bypass', deny: ['Read(open.txt)'] },
      diagnostics: {
        get: async (path) =>
          (path === undefined ? Object.keys(files).map((name) => join(core.folder, name)) : [path]).map((one) => ({
            ...own,
            path: one,
            message: `wrong in ${one.slice(core.folder.length + 1)}`,
          })),
      },
    });
    const output = await run('Diagnostics', {});
    assert.match(output, /wrong in src\/a\.ts/);
    assert.match(output, /2 files left out: /);
    assert.doesNotMatch(output, /wrong in (?!src\/a\.ts)/);
    assert.match(await run('Diagnostics', { file_path: 'src/a.ts' }), /wrong in src\/a\.ts/);
    assert.doesNotMatch(await run('Diagnostics', { file_path: 'open.txt' }), /wrong in/);
  });

  it('is what denyPaths denies, at any depth and by name', async () => {
    await start("export const no = denyPaths('secrets');");
    for (const [name, input] of searches) {
      const output = await run(name, input);
      assert.doesNotMatch(output, /secrets(?!;)|[bcd]\.t/, `${name} ${JSON.stringify(input)}`);
      assert.match(output, /a\.ts|open\.txt|src\//);
    }
    assert.equal(await run('Grep', { pattern: 'needle', path: 'src', output_mode: 'content' }), 'src/a.ts:1:needle');
    assert.match(await run('Grep', { pattern: 'needle', path: 'secrets' }), /path is in denied list/);
    assert.match(await run('Read', { file_path: 'secrts' }), /^there is no file secrts$/);
    assert.match(await run('Read', { file_path: 'opn.txt' }), /Near it: open\.txt/);
  });

  it('is what allowPaths does not allow', async () => {
    await start("export const only = allowPaths('src/*.ts', 'src');\nexport const no = denyPaths('src/secrets/**');");
    assert.equal(await run('Grep', { pattern: 'needle', path: 'src' }), 'src/a.ts');
    assert.equal(await run('Glob', { pattern: '**', path: 'src' }), 'src/a.ts');
    assert.equal(await run('LS', { path: 'src' }), 'a.ts\nsecrets/');
  });

  it('is what a rule denies to reading or to the search', async () => {
    await start('export const none = hook("message", () => undefined);', { deny: ['Read(secrets/**)', 'grep(src/secrets)'] });
    const found = (await run('Grep', { pattern: 'needle' })).split('\n');
    assert.deepEqual(found.slice(0, 3), ['deep/er/secrets/d.txt', 'open.txt', 'src/a.ts']);
    assert.match(found[3]!, /^2 files left out: \.env, keys\/id_rsa /);
    assert.match(await run('Glob', { pattern: 'src/**/*.ts' }), /^src\/a\.ts\nsrc\/secrets\/b\.ts$/);
  });

  it('is only what is in force: for this agent, switched on, and no shadow', async () => {
    await start("export const no = { ...denyPaths('secrets'), options: { agents: 'main/other' } };");
    assert.match(await run('Grep', { pattern: 'needle' }), /^deep\/er\/secrets\/d\.txt$/m);
    await core.save(
      'a.ts',
      "import { denyPaths } from 'hooksmith';\nexport const no = { ...denyPaths('secrets'), options: { shadow: true } };",
    );
    assert.match(await run('Grep', { pattern: 'needle' }), /secrets/);
    await core.save(
      'a.ts',
      "import { denyPaths } from 'hooksmith';\nexport const no = { ...denyPaths('secrets'), options: { agents: 'main' } };",
    );
    assert.doesNotMatch(await run('Grep', { pattern: 'needle' }), /secrets\//);
    await core.save(
      'a.ts',
      "import { denyPaths } from 'hooksmith';\nexport const no = { ...denyPaths('secrets'), options: { enabled: false } };",
    );
    assert.match(await run('Grep', { pattern: 'needle' }), /secrets/);
  });

  it('is told by no file name, and no text, that looks like another’s', async () => {
    await start("export const no = denyPaths('secrets');");
    const add = (name: string, text: string) => {
      mkdirSync(dirname(join(core.folder, name)), { recursive: true });
      writeFileSync(join(core.folder, name), text);
    };
    add('secrets/open.txt\nsrc/a.ts', 'needle stolen\n');
    add('secrets/e.txt', '--\nsrc/a.ts:9:needle stolen\n--\nneedle\n');
    add('secrets/z.bin', `needle stolen\n${'x'.repeat(200_000)}\n\0needle\n`);
    for (const [name, input] of searches) assert.doesNotMatch(await run(name, input), /stolen|:9:|z\.bin/);
  });
});
