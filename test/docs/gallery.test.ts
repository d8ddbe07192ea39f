/** Hooks for real jobs: each is without a finding, its test passes, and every list of them is whole. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '../../src/hooks/lint/problem';
import type { TestResult } from '../../src/hooks/testing/runTests';
import { runCli } from '../fixtures/cli';
import { root } from '../fixtures/core';
import { galleryFolder, galleryNames } from './reference/gallery';

describe('the gallery', function () {
  this.timeout(120_000);

  it('is offered by New Hook…, every one of it', () => {
    const source = readFileSync(join(root, 'src', 'editor', 'authoring', 'gallery.ts'), 'utf8');
    const offered = [...source.matchAll(/gallery: '([\w-]+)'/g)].map(([, name]) => name!);
    assert.deepEqual(offered.sort(), galleryNames().sort());
  });

  it('has no finding, and each of its tests passes', async () => {
    const { code, stdout, stderr } = await runCli(root, ['check', galleryFolder, '--test', '--json']);
    const { files, problems, failed, tests } = JSON.parse(stdout) as {
      files: number;
      problems: Problem[];
      failed: number;
      tests: TestResult[];
    };
    assert.deepEqual(problems, []);
    assert.deepEqual([code, failed, files], [0, 0, galleryNames().length], stdout + stderr);
    for (const name of galleryNames()) {
      const file = join(galleryFolder, `${name}.test.ts`);
      assert.ok(existsSync(file), file);
      assert.ok(
        tests.some((one) => one.file === file && one.status === 'passed'),
        `${name} is tested`,
      );
    }
  });

  it('knows its workspace, wherever the process of hooks began', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'hooksmith-gallery-'));
    try {
      const workspace = join(elsewhere, 'workspace');
      const requests = join(elsewhere, 'requests.jsonl');
      mkdirSync(join(workspace, '.hooksmith', 'hooks'), { recursive: true });
      cpSync(join(galleryFolder, 'prompt-context.ts'), join(workspace, '.hooksmith', 'hooks', 'prompt-context.ts'));
      const git = (...args: string[]) =>
        spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: workspace });
      git('init', '-q', '-b', 'topic');
      git('commit', '-q', '--allow-empty', '-m', 'First');
      const { code, stderr } = await runCli(elsewhere, ['run', '--cwd', workspace, '--requests', requests, 'hello']);
      assert.equal(code, 0, stderr);
      assert.match(readFileSync(requests, 'utf8'), /git status:\\n## topic.*First/);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
