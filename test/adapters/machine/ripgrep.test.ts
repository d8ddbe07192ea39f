import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ripgrep } from '../../../src/adapters/machine/ripgrep';

describe('ripgrep', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-rg-'));
  const root = process.env.HOOKSMITH_ROOT!;
  before(() => {
    writeFileSync(join(folder, 'a.txt'), Array.from({ length: 500 }, (_, n) => `line ${n}\n`).join(''));
    writeFileSync(join(folder, 'long.txt'), 'x'.repeat(5000));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const run = (args: string[], maxBytes = 100_000, signal = new AbortController().signal) =>
    ripgrep(root).run(args, { cwd: folder, signal, maxBytes });

  it('finds, and says that it found nothing, and what was wrong', async () => {
    assert.deepEqual(await run(['--no-filename', 'line 499', '.']), {
      code: 0,
      stdout: 'line 499\n',
      stderr: '',
      truncated: false,
    });
    assert.equal((await run(['nothing like it', '.'])).code, 1);
    const wrong = await run(['(', '.']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /regex parse error/);
  });

  it('stops at the limit, on a whole line where there is one', async () => {
    const { stdout, truncated } = await run(['--no-filename', 'line', 'a.txt'], 100);
    assert.equal(truncated, true);
    assert.ok(stdout.length <= 100 && stdout.endsWith('\n'));
    assert.equal((await run(['--no-filename', 'x', 'long.txt'], 100)).stdout, 'x'.repeat(100));
  });

  it('listens once to a signal, however many searches wait for it side by side', async () => {
    const stop = new AbortController();
    const searches = Array.from({ length: 12 }, () => run(['line', '.'], 100_000, stop.signal));
    assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
    stop.abort();
    for (const one of await Promise.allSettled(searches)) assert.equal(one.status, 'rejected');
  });

  it('is stopped by the signal', async () => {
    await assert.rejects(run(['line', '.'], 100, AbortSignal.abort()), { name: 'AbortError' });
  });

  it('takes the binary of a packaged extension, and says which package is missing where there is none', async () => {
    const packaged = mkdtempSync(join(tmpdir(), 'hooksmith-vsix-'));
    try {
      await assert.rejects(
        async () => ripgrep(packaged).run(['x', '.'], { cwd: folder, signal: new AbortController().signal, maxBytes: 100 }),
        /@vscode\/ripgrep-.* is not installed/,
      );
      if (process.platform === 'win32') return;
      mkdirSync(join(packaged, 'dist', 'bin'), { recursive: true });
      writeFileSync(join(packaged, 'dist', 'bin', 'rg'), '#!/bin/sh\necho packaged\n');
      chmodSync(join(packaged, 'dist', 'bin', 'rg'), 0o755);
      const { stdout } = await ripgrep(packaged).run(['x', '.'], {
        cwd: folder,
        signal: new AbortController().signal,
        maxBytes: 100,
      });
      assert.equal(stdout, 'packaged\n');
    } finally {
      rmSync(packaged, { recursive: true, force: true });
    }
  });

  it('does not call a killed search a search without results', async function () {
    if (process.platform === 'win32') this.skip();
    const packaged = mkdtempSync(join(tmpdir(), 'hooksmith-vsix-'));
    try {
      mkdirSync(join(packaged, 'dist', 'bin'), { recursive: true });
      writeFileSync(join(packaged, 'dist', 'bin', 'rg'), '#!/bin/sh\nkill -9 $$\n');
      chmodSync(join(packaged, 'dist', 'bin', 'rg'), 0o755);
      await assert.rejects(
        ripgrep(packaged).run(['x', '.'], { cwd: folder, signal: new AbortController().signal, maxBytes: 100 }),
        /ended by SIGKILL/,
      );
    } finally {
      rmSync(packaged, { recursive: true, force: true });
    }
  });
});
