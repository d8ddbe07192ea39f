import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { event, runHooks } from 'hooksmith/testing';
import { gitStatus } from './prompt-context.js';

const home = process.cwd();
let folder: string;
// Hooks run in the workspace folder.
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-'));
  process.chdir(folder);
});
after(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const sent = () => runHooks(gitStatus, event('userMessage', { text: 'What changed?' }));

test('outside of a repository nothing is added', async () => {
  const { decision, context } = await sent();
  assert.deepEqual([decision, context], ['continue', []]);
});

test('in one, branch, changes and the last commit are', async () => {
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
  git('init', '-q', '-b', 'topic');
  git('commit', '-q', '--allow-empty', '-m', 'First');
  writeFileSync('new.txt', '');
  const [context] = (await sent()).context;
  assert.match(context!, /## topic\n\?\? new\.txt\nLast commit: [0-9a-f]+ First/);
});
