import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
import { ticketed } from './ticket-in-commit.js';

const decided = async (command: string) => (await runHooks(ticketed, toolCall('Bash', { command }))).decision;

test('a message with a ticket passes, in each spelling', async () => {
  for (const command of [
    'git commit -m "ABC-12: fix"',
    "git -C lib commit -am 'Fix (X1-7)'",
    'git add . && git commit --message="ABC-12"',
    'git commit --amend --no-edit',
    'git log -m',
  ])
    assert.equal(await decided(command), 'continue', command);
});

test('one without does not', async () => {
  for (const command of ['git commit -m fix', 'git -c user.name=a commit -m fix', 'make && git commit -am "abc-12"', 'git commit'])
    assert.equal(await decided(command), 'deny', command);
});

test('one that is only known when it runs is asked', async () => {
  assert.equal(await decided('git commit -m "$MESSAGE"'), 'ask');
});
