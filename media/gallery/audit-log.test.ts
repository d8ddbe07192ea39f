import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { event, runHooks } from 'hooksmith/testing';
import { audit } from './audit-log.js';

test('each call leaves a line, in the file of its day', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'audit-'));
  try {
    const input = { command: 'git push' };
    const updatedAt = '2026-01-02T03:04:05.000Z';
    const settled = (outcome: 'ok' | 'denied') =>
      runHooks(audit, event('toolSettled', { toolName: 'Bash', input, outcome, cwd, updatedAt, reason: 'because' }));
    await settled('ok');
    await settled('denied');
    const lines = readFileSync(join(cwd, '.hooksmith', 'audit', '2026-01-02.jsonl'), 'utf8').trim().split('\n');
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([first!.outcome, first!.input, first!.reason], ['ok', input, 'because']);
    assert.equal(second!.outcome, 'denied');
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
