/** What `--events` and `--requests` hold, and when. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutputFiles } from '../../src/cli/outputFiles';
import { hookEvent } from '../fixtures/hookSet';

describe('the files that a run writes', () => {
  let folder: string;
  let files: OutputFiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-outputs-'));
    files = new OutputFiles({ events: join(folder, 'e'), requests: join(folder, 'r') }, (why) => assert.fail(why));
  });
  afterEach(() => {
    files.close();
    rmSync(folder, { recursive: true });
  });
  const told = () =>
    readFileSync(join(folder, 'e'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { type: string }).type);
  const exits = () => process.listeners('exit');

  it('hold what was told as soon as the work that told it waits', async () => {
    files.event(hookEvent('message'));
    files.event(hookEvent('stop'));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told(), ['message', 'stop']);
  });

  it('hold it where the process ends in the middle of that work, and listen to its end no longer than it takes', () => {
    const before = exits();
    files.event(hookEvent('message'));
    const [listener, ...more] = exits().filter((one) => !before.includes(one));
    assert.equal(more.length, 0);
    listener!(0);
    assert.deepEqual([told(), exits()], [['message'], before]);
  });

  it('hold it when they are closed', () => {
    files.event(hookEvent('message'));
    files.close();
    assert.deepEqual(told(), ['message']);
  });
});
