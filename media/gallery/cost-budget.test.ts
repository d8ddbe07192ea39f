import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, runHooks } from 'hooksmith/testing';
import { budget } from './cost-budget.js';

const usage = { input_tokens: 0, output_tokens: 0 };
const at = (costUsd: number, before = 0) =>
  runHooks(budget, event('beforeStep', { costUsd, earlier: { usage, costUsd: before, activeMs: 0 } }));

test('a run ends at its limit', async () => {
  assert.equal((await at(1)).decision, 'continue');
  const { decision, reason } = await at(2.004);
  assert.deepEqual([decision, reason], ['stop', 'This run has cost $2.00 of $2.00.']);
});

test('so does a session, over several runs', async () => {
  const { decision, reason } = await at(0.5, 9.6);
  assert.deepEqual([decision, reason], ['stop', 'This session has cost $10.10 of $10.00.']);
});

test('what is nearly spent is told', async () => assert.deepEqual((await at(1.7)).logs, ['$1.70 of $2.00']));
