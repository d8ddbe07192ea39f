import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { event, runHooks } from 'hooksmith/testing';
import { licences } from './licence-check.js';

let cwd: string;
before(() => {
  cwd = mkdtempSync(join(tmpdir(), 'licence-'));
});
after(() => rmSync(cwd, { recursive: true }));

const installed = (packages: Record<string, string | undefined>) => {
  const dependencies = Object.fromEntries(Object.keys(packages).map((name) => [name, '1.0.0']));
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ dependencies }));
  for (const [name, license] of Object.entries(packages)) {
    mkdirSync(join(cwd, 'node_modules', name), { recursive: true });
    writeFileSync(join(cwd, 'node_modules', name, 'package.json'), JSON.stringify({ name, license }));
  }
  return runHooks(licences, event('postToolUse', { toolName: 'Bash', input: { command: 'npm install' }, cwd }));
};

test('licences that are agreed to are not told of', async () => {
  assert.deepEqual((await installed({ a: 'MIT', b: '(GPL-3.0 OR ISC)' })).context, []);
});

test('others are, and what has none', async () => {
  const { context } = await installed({ a: 'GPL-3.0', '@b/c': undefined, d: 'MIT AND SSPL-1.0' });
  assert.match(context.join(), /a \(GPL-3\.0\), @b\/c \(none\), d \(MIT AND SSPL-1\.0\)/);
});
