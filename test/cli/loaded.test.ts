import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../fixtures/cli';
import { root } from '../fixtures/core';
import { FakeMessagesApi } from '../fixtures/messagesApi';

describe('what the command line loads', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-loaded-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is none of the large packages where none is used', () => {
    const cli = JSON.stringify(join(root, 'dist', 'cli.js'));
    const sizes = "Object.keys(require.cache).map((file) => require('node:fs').statSync(file).size)";
    const report = `process.on('exit', () => console.log(JSON.stringify(${sizes})))`;
    const script = `process.argv.splice(1, 1, ${cli}, 'run', '--no-hooks', 'hi'); ${report}; require(${cli});`;
    const env = { ...process.env, HOME: folder };
    const { stdout } = spawnSync(process.execPath, ['-e', script, 'x'], { cwd: folder, encoding: 'utf8', env });
    const bytes = (JSON.parse(stdout.trim().split('\n').at(-1)!) as number[]).reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 0 && bytes < 2_000_000, `${bytes} bytes`);
  });

  it('is the SDK of a model that is asked', async () => {
    const api = await FakeMessagesApi.start();
    api.reply({ content: [{ type: 'text', text: 'Hello from afar' }] });
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
    const { code, stdout, stderr } = await runCli(folder, ['run', '--no-hooks', '--model', 'anthropic:claude-test', 'hi'], env);
    await api.stop();
    assert.deepEqual([code, stdout.trim()], [0, 'Hello from afar'], stderr);
  });

  it('is a language of zod that a hook asks for', async () => {
    mkdirSync(join(folder, '.hooksmith', 'hooks'), { recursive: true });
    writeFileSync(
      join(folder, '.hooksmith', 'hooks', 'german.ts'),
      `import { hook, z } from 'hooksmith';
const { localeError } = z.locales.de();
export const german = hook('userMessage', () => ({ action: 'deny', reason: z.string().safeParse(1, { error: localeError }).error!.issues[0]!.message }));`,
    );
    const { stdout, stderr } = await runCli(folder, ['run', '--json', 'hi']);
    assert.match(stdout, /erwartet string, erhalten/i, stderr);
  });
});
