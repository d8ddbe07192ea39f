import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStamps } from '../../../src/adapters/disk/fileStamps';

describe('signs of one change', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-stamps-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('count once, until the file is written again, is gone, or is back', async () => {
    const stamps = new FileStamps();
    const file = join(folder, 'a.ts');
    let handled = 0;
    const sign = () =>
      stamps.once(file, async () => {
        handled++;
      });
    for (const change of [
      () => writeFileSync(file, '1'),
      () => writeFileSync(file, '2'),
      () => rmSync(file),
      () => writeFileSync(file, '2'),
    ]) {
      const before = handled;
      change();
      await sign();
      await sign();
      assert.equal(handled, before + 1, change.toString());
    }
  });

  it('resolve when what the first of them began is done', async () => {
    const stamps = new FileStamps();
    const file = join(folder, 'a.ts');
    writeFileSync(file, '1');
    let finish = () => {};
    const first = stamps.once(file, () => new Promise((resolve) => (finish = resolve)));
    let isDone = false;
    const second = stamps.once(file, () => assert.fail('handled twice')).then(() => (isDone = true));
    await Promise.resolve();
    assert.equal(isDone, false);
    finish();
    await Promise.all([first, second]);
  });

  it('that a file has gone count anew once its folder has come back, which tells nothing of its files', async () => {
    const stamps = new FileStamps();
    const [inner, file] = [join(folder, 'inner'), join(folder, 'inner', 'a.ts')];
    const handled: string[] = [];
    const sign = (path: string) => stamps.once(path, async () => void handled.push(path));
    await sign(file);
    mkdirSync(inner);
    writeFileSync(file, '1');
    await sign(inner);
    rmSync(file);
    await sign(file);
    assert.deepEqual(handled, [file, inner, file]);
  });

  it('of a folder all count: what changed in it does not show', async () => {
    const stamps = new FileStamps();
    let handled = 0;
    for (let n = 0; n < 2; n++) await stamps.once(folder, async () => void handled++);
    assert.equal(handled, 2);
  });
});
