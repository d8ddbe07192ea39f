import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFiles } from '../../src/adapters/diskFiles';

describe('files on disk', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-files-')));
  const at = (...parts: string[]) => join(folder, ...parts);
  before(() => {
    mkdirSync(at('real/deep'), { recursive: true });
    writeFileSync(at('real/a.txt'), 'a');
    for (const [target, link] of [
      ['real', 'link'],
      ['real/deep', 'deep'],
      ['gone/new.txt', 'dangling'],
      ['loop2', 'loop1'],
      ['loop1', 'loop2'],
      ['link/a.txt', 'twice'],
    ])
      symlinkSync(target!, at(link!));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const cases: [given: string, real: string][] = [
    ['real/a.txt', 'real/a.txt'],
    ['link/a.txt', 'real/a.txt'],
    ['twice', 'real/a.txt'],
    ['link/new.txt', 'real/new.txt'],
    ['link/x/y/z', 'real/x/y/z'],
    ['deep/new', 'real/deep/new'],
    ['dangling', 'gone/new.txt'],
    ['loop1', 'loop1'],
    ['nowhere', 'nowhere'],
  ];
  for (const [given, real] of cases) {
    it(`finds the real path of ${given}`, () =>
      assert.match(diskFiles.realPath(at(given)), given.startsWith('loop') ? /loop[12]$/ : new RegExp(`^${at(real)}$`)));
  }

  it('writes with missing folders, keeps the mode, and leaves nothing aside', async () => {
    await diskFiles.writeText(at('made/by/it.txt'), 'x');
    assert.equal(readFileSync(at('made/by/it.txt'), 'utf8'), 'x');
    for (const mode of [0o775, 0o600]) {
      chmodSync(at('made/by/it.txt'), mode);
      await diskFiles.writeText(at('made/by/it.txt'), 'y');
      assert.equal(statSync(at('made/by/it.txt')).mode & 0o777, mode);
    }
    assert.deepEqual(readdirSync(at('made/by')), ['it.txt']);
  });

  it('writes through a link', async () => {
    await diskFiles.writeText(at('twice'), 'b');
    assert.equal(readFileSync(at('real/a.txt'), 'utf8'), 'b');
    assert.equal(realpathSync(at('twice')), at('real/a.txt'));
  });

  it('leaves the old text where writing fails', async () => {
    await assert.rejects(diskFiles.writeText(at('real'), 'x'));
    assert.ok(statSync(at('real')).isDirectory());
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('tells files from folders, and what is not there', async () => {
    assert.equal((await diskFiles.stat(at('real')))?.type, 'directory');
    assert.equal((await diskFiles.stat(at('twice')))?.type, 'file');
    assert.equal(await diskFiles.stat(at('nowhere')), undefined);
    assert.deepEqual(diskFiles.names!(at('real'))?.sort(), ['a.txt', 'deep']);
    assert.equal(diskFiles.names!(at('nowhere')), undefined);
    assert.ok(!existsSync(at('nowhere')));
    await assert.rejects(diskFiles.readText(at('nowhere')), { code: 'ENOENT' });
  });
});
