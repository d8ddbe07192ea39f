/** What a process does not need at its start is in files of its own, which are loaded where they are first touched. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

  /** Runs the command line without hooks, with this before it; gives what that leaves in `told` at the end. */
  function toldBy(before: string): unknown {
    const home = mkdtempSync(join(tmpdir(), 'hooksmith-late-'));
    try {
      const preload = join(home, 'preload.cjs');
      const path = join(home, 'told.json');
      const end = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(path)}, JSON.stringify(told())));`;
      writeFileSync(preload, `${before}\n${end}`);
      const env = { ...process.env, HOME: home, USERPROFILE: home, NODE_EXTRA_CA_CERTS: '' };
      const command = ['-r', preload, join(root, 'dist', 'cli.js'), 'run', '--no-hooks', 'hi'];
      const { status, stderr } = spawnSync(process.execPath, command, { cwd: home, env, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      return JSON.parse(readFileSync(path, 'utf8'));
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }

  it('are with what they need of Node: a run that starts no program and asks no server loads nothing of either', () => {
    const loaded = new Set(toldBy('const told = () => process.moduleLoadList;') as string[]);
    const heavy = ['child_process', 'dns', 'http', 'https', 'tls', 'zlib', 'readline'];
    assert.deepEqual(
      heavy.filter((name) => loaded.has(`NativeModule ${name}`)),
      [],
    );
    assert.ok(loaded.has('NativeModule fs'));
  });

  it('have their like within a bundle: a run that reads no events and no settings of servers builds no schemas of them', () => {
    const counting = `let built = 0;
      globalThis.__zod_globalConfig = { postProcessor: () => void (built += 1) };
      const told = () => built;`;
    const built = toldBy(counting) as number;
    assert.ok(built > 100 && built < 600, `${built} schemas`);
  });

  it('leave nothing of zod in a process but what that uses: no source takes it as one object', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const whole = sources.filter((name) =>
      /^import \{[^}]*\bz\b[^}]*\} from 'zod';/m.test(readFileSync(join(root, 'src', name), 'utf8')),
    );
    assert.deepEqual(whole, []);
  });
});
