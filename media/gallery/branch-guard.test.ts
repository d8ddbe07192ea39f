import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
import * as hooks from './branch-guard.js';

let cwd: string;
before(() => {
  cwd = mkdtempSync(join(tmpdir(), 'branch-'));
  mkdirSync(join(cwd, '.git'));
});
after(() => rmSync(cwd, { recursive: true }));

const decided = async (branch: string, command: string) => {
  writeFileSync(join(cwd, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`);
  return (await runHooks(hooks, toolCall('Bash', { command }, { cwd }))).decision;
};

test('on main nothing is committed or pushed', async () => {
  for (const command of ['git commit -m x', 'git merge topic', 'git push', 'git push origin', 'cd . && git push -u origin main'])
    assert.equal(await decided('main', command), 'deny', command);
});

test('from a branch its own name may be pushed, main not', async () => {
  for (const command of ['git commit -m x', 'git push', 'git push origin topic', 'git push -u origin HEAD:topic'])
    assert.equal(await decided('topic', command), 'continue', command);
  for (const command of ['git push origin main', 'git push origin HEAD:main', 'git push origin topic:refs/heads/master'])
    assert.equal(await decided('topic', command), 'deny', command);
});

test('nothing is pushed by force', async () => {
  for (const command of ['git push -f', 'git push --force-with-lease origin topic', 'git push origin +topic'])
    assert.equal(await decided('topic', command), 'deny', command);
});

test('a target that is only known when it runs is asked', async () => {
  assert.equal(await decided('topic', 'git push origin $TARGET'), 'ask');
});
