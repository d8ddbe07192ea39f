import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, runHooks } from 'hooksmith/testing';
import * as hooks from './tests-before-stop.js';

const after = (runId: string, toolName: string, input: Record<string, unknown>, isError = false) =>
  runHooks(hooks, event('postToolUse', { runId, toolName, input, isError }));
const stops = async (runId: string, reason: 'completed' | 'steps_limit' = 'completed') =>
  (await runHooks(hooks, event('stop', { runId, reason }))).decision;
const edit = { file_path: 'a.ts', old_string: 'a', new_string: 'b' };

test('without a change it may stop', async () => assert.equal(await stops('none'), 'continue'));

test('after a change it goes on until the tests have passed', async () => {
  await after('one', 'Edit', edit);
  assert.equal(await stops('one'), 'continueWith');
  await after('one', 'Bash', { command: 'npm test' }, true);
  assert.equal(await stops('one'), 'continueWith');
  await after('one', 'Bash', { command: 'npm test || true' });
  assert.equal(await stops('one'), 'continueWith');
  await after('one', 'Bash', { command: 'npm test -- unit' });
  assert.equal(await stops('one'), 'continue');
});

test('at a limit it ends all the same', async () => {
  await after('two', 'Edit', edit);
  assert.equal(await stops('two', 'steps_limit'), 'continue');
});
