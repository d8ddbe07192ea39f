/** Files that are written whole or not at all. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../../../src/adapters/disk/writeWhole';

describe('a file that is written whole', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-whole-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('leaves nothing beside it where that fails, and is named', () => {
    const path = join(folder, 'a');
    mkdirSync(join(path, 'in the way'), { recursive: true });
    assert.throws(
      () => writeWhole(path, 'text'),
      ({ message }: Error) => message.includes(path),
    );
    assert.deepEqual(readdirSync(folder), ['a']);
  });
});
