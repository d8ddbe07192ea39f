/** What is kept of a guarded agent's run, read by another version of Node. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptRun } from '../../../src/guard/guests/keptRun';

describe('a kept run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-run-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps its decisions where what hooks noted in it cannot be read', () => {
    const path = join(folder, 'a.run.json');
    new KeptRun(path).keep({ id: 'r', halted: 'enough', continued: [['', 1]], asked: [], state: [['n', new Map([[1, 2]])]] });
    assert.deepEqual(new KeptRun(path).read(), {
      id: 'r',
      halted: 'enough',
      continued: [['', 1]],
      asked: [],
      state: [['n', new Map([[1, 2]])]],
    });
    const { state: _, ...kept } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...kept, state: Buffer.from([0xff, 0x63, 0x00]).toString('base64') }));
    assert.deepEqual(new KeptRun(path).read(), { id: 'r', halted: 'enough', continued: [['', 1]], asked: [] });
  });
});
