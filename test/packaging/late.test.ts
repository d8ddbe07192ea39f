/** What a process does not need at its start is in files of its own, which are loaded where they are first touched. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fixtures/core';

/** What the program prints as JSON, in a process of its own. */
function said(program: string): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

describe('late files', () => {
  it('are not there before they are touched, and whole then', () => {
    const program = `const { basename, dirname } = require('node:path');
      const late = () => Object.keys(require.cache).filter((path) => basename(dirname(path)) === 'late').map((path) => basename(path));
      const api = require('./dist/api.js');
      const { denyPaths, hook } = api;
      const before = late();
      const { z } = api;
      const { email } = z.object({ email: z.email() }).parse({ email: 'a@b.co' });
      const after = late();
      const made = api.commandHook.name;
      console.log(JSON.stringify({ before, after, email, made, schema: z.toJSONSchema(z.string()).type, last: late() }));`;
    assert.deepEqual(said(program), {
      before: [],
      after: ['zod-v4.js'],
      email: 'a@b.co',
      made: 'commandHook',
      schema: 'string',
      last: ['zod-v4.js', 'commandHook.js'],
    });
  });

  it('leave nothing of zod in a process but what that uses: no source takes it as one object', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const whole = sources.filter((name) =>
      /^import \{[^}]*\bz\b[^}]*\} from 'zod';/m.test(readFileSync(join(root, 'src', name), 'utf8')),
    );
    assert.deepEqual(whole, []);
  });
});
