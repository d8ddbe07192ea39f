import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHooks, toolCall } from 'hooksmith/testing';
import * as hooks from './dependency-guard.js';

const decided = async (command: string) => (await runHooks(hooks, toolCall('Bash', { command }))).decision;

test('what brings something new is asked, however it is said', async () => {
  for (const command of ['npm install left-pad', 'cd lib && npm i -D left-pad', 'sudo pip install x', 'sh -c "yarn add x"', 'npm add $NAME'])
    assert.equal(await decided(command), 'ask', command);
});

test('what brings back what is known is not', async () => {
  for (const command of ['npm ci', 'npm install', 'npm install --no-audit', 'npm test', 'cargo build'])
    assert.equal(await decided(command), 'continue', command);
});

test('the files that name dependencies are asked for', async () => {
  const edit = (file_path: string) => runHooks(hooks, toolCall('Edit', { file_path, old_string: 'a', new_string: 'b' }));
  assert.equal((await edit('packages/a/package.json')).decision, 'ask');
  assert.equal((await edit('src/package.ts')).decision, 'continue');
});
