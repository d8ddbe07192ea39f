import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { event, runHooks } from 'hooksmith/testing';
import { formatted } from './format-on-edit.js';

let cwd: string;
before(() => {
  cwd = mkdtempSync(join(tmpdir(), 'format-'));
  mkdirSync(join(cwd, 'node_modules', '.bin'), { recursive: true });
  const formatter = `#!${process.execPath}
const fs = require('fs');
const path = process.argv.at(-1);
const text = fs.readFileSync(path, 'utf8');
if (text.includes('((')) { console.error('unbalanced'); process.exit(2); }
fs.writeFileSync(path, text.trim() + '\\n');
`;
  writeFileSync(join(cwd, 'node_modules', '.bin', 'prettier'), formatter, { mode: 0o755 });
});
after(() => rmSync(cwd, { recursive: true }));

const written = (content: string, isError = false) => {
  const path = join(cwd, 'a.ts');
  writeFileSync(path, content);
  const input = { file_path: path, content };
  return runHooks(formatted, event('postToolUse', { toolName: 'Write', input, cwd, isError, fieldPaths: { file_path: path } }));
};

test('a file is formatted after it was written', async () => {
  await written('  a  ');
  assert.equal(readFileSync(join(cwd, 'a.ts'), 'utf8'), 'a\n');
});

test('the model is told what could not be formatted', async () => {
  const { context } = await written('((');
  assert.match(context.join(), /prettier could not format .*unbalanced/s);
});

test('a failed edit is left alone', async () => {
  await written('  a  ', true);
  assert.equal(readFileSync(join(cwd, 'a.ts'), 'utf8'), '  a  ');
});
