import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Built, HookBuilder } from '../../../src/hooks/parent/building/build';

/** Files that share helpers in every way that could make the bundle of one depend on what another does with them. */
const files: Record<string, string> = {
  '_both.ts':
    "export const used = 'by a';\nexport const other = 'by b';\nexport let count = 0;\nexport const up = () => ++count;",
  '_types.ts': 'export interface Only { a: string }',
  '_common.js': "exports.word = 'common'; exports.deep = () => require('./_deep').deep;",
  '_deep.ts': "import { used } from './_both';\nexport const deep = [used];\nexport default class Both {}",
  '_data.json': '{"name": "data"}',
  'a.ts': "import { used } from './_both';\nimport type { Only } from './_types';\nexport const a = (o: Only) => used + o.a;",
  'b.ts':
    "import { other, up } from './_both';\nimport common from './_common';\nexport const b = () => other + up() + common.word;",
  'c.ts': "import * as both from './_both';\nimport Both from './_deep';\nconst used = 1;\nexport const c = [both, Both, used];",
  'd.ts': "export const d = async () => (await import('./_both')).used;\nexport const e = () => require('./_deep');",
  'nested/a.ts': "import data from '../_data.json';\nimport { used } from '../_both';\nexport const a = [data, used];",
  'warns.ts': "import './_both';\nexport const w = (x: unknown) => typeof x === 'nonsense';",
  'plain.ts': 'export const plain = 1;',
};

describe('hook builder, several files at once', () => {
  let folder: string;
  let builder: HookBuilder;
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  const entries = Object.keys(files).filter((name) => !name.startsWith('_'));
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-builds-')));
    builder = new HookBuilder();
    for (const [name, text] of Object.entries(files)) write(name, text);
  });
  afterEach(async () => {
    await builder.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const sorted = (built: Built | undefined) => built && { ...built, inputs: built.inputs.toSorted() };
  async function sameAsAlone(names = entries): Promise<Map<string, Built>> {
    const all = await builder.buildAll(names.map(path));
    const alone = new HookBuilder();
    for (const name of names) assert.deepEqual(sorted(all.get(path(name))), sorted(await alone.build(path(name))), name);
    await alone.dispose();
    return all;
  }

  it('comes to the very bundles, problems and inputs that each comes to alone, again after a change', async () => {
    await sameAsAlone();
    write('_both.ts', `${files['_both.ts']}\nexport const more = up();`);
    const all = await sameAsAlone();
    assert.match(all.get(path('a.ts'))!.bundle!.code, /more/);
    assert.equal(all.get(path('warns.ts'))!.problems.length, 1);
    assert.ok(all.get(path('c.ts'))!.inputs.includes(path('_deep.ts')));
    assert.ok(!all.get(path('a.ts'))!.inputs.includes(path('_deep.ts')));
  });

  it('keeps a file that is broken from no other', async () => {
    write('b.ts', 'export const = 1;');
    const all = await sameAsAlone();
    assert.equal(all.get(path('b.ts'))!.bundle, undefined);
    assert.ok(all.get(path('a.ts'))!.bundle);
    write('b.ts', files['b.ts']!);
    assert.ok((await sameAsAlone()).get(path('b.ts'))!.bundle);
  });

  it('builds what is left where one is gone, and the same file by two names', async () => {
    symlinkSync(path('a.ts'), path('z.ts'));
    await sameAsAlone(['a.ts', 'z.ts', 'b.ts']);
    rmSync(path('b.ts'));
    const all = await sameAsAlone(['a.ts', 'b.ts', 'c.ts']);
    assert.match(all.get(path('b.ts'))!.problems[0]!.message, /cannot be built|resolve/i);
  });
});
