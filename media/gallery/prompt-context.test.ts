import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gitContext } from './prompt-context.js';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-'));
});
after(() => rmSync(folder, { recursive: true }));
const told = () => gitContext(folder, AbortSignal.timeout(20_000));

test('outside of a repository there is nothing to tell', async () => assert.rejects(told));

test('in one, there are branch, changes and the last commit', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  git('init', '-q', '-b', 'topic');
  git('commit', '-q', '--allow-empty', '-m', 'First');
  writeFileSync(join(folder, 'new.txt'), '');
  assert.match(await told(), /## topic\n\?\? new\.txt\nLast commit: [0-9a-f]+ First/);
});
