import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, FakeChatApi, says } from '../fixtures/chatApi';
import { runCli } from '../fixtures/cli';
import { root } from '../fixtures/core';
import { FakeMessagesApi } from '../fixtures/messagesApi';

describe('what the command line loads', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-loaded-')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Bytes of code that a run's own process loads. */
  const loadedBy = (...args: string[]): number => {
    const cli = JSON.stringify(join(root, 'dist', 'cli.js'));
    const sizes = "Object.keys(require.cache).map((file) => require('node:fs').statSync(file).size)";
    const report = `process.on('exit', () => console.log(JSON.stringify(${sizes})))`;
    const words = ['run', ...args, 'hi'].map((word) => JSON.stringify(word)).join();
    const script = `process.argv.splice(1, 1, ${cli}, ${words}); ${report}; require(${cli});`;
    const env = { ...process.env, HOME: folder };
    const { stdout } = spawnSync(process.execPath, ['-e', script, 'x'], { cwd: folder, encoding: 'utf8', env });
    const bytes = (JSON.parse(stdout.trim().split('\n').at(-1)!) as number[]).reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 0);
    return bytes;
  };

  it('is none of the large packages where none is used', () => {
    const bytes = loadedBy('--no-hooks');
    assert.ok(bytes < 2_000_000, `${bytes} bytes`);
  });

  it('is not the compiler, which is larger than all else, where hooks run', () => {
    mkdirSync(join(folder, '.hooksmith', 'hooks'), { recursive: true });
    const text = "import { hook } from 'hooksmith';\nexport const one = hook('userMessage', () => undefined);\n";
    writeFileSync(join(folder, '.hooksmith', 'hooks', 'one.ts'), text);
    const bytes = loadedBy();
    assert.ok(bytes < 3_000_000, `${bytes} bytes`);
  });

  it('is the SDK of a model that is asked', async () => {
    const api = await FakeMessagesApi.start();
    api.reply({ content: [{ type: 'text', text: 'Hello from afar' }] });
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: api.url };
    const { code, stdout, stderr } = await runCli(folder, ['run', '--no-hooks', '--model', 'anthropic:claude-test', 'hi'], env);
    await api.stop();
    assert.deepEqual([code, stdout.trim()], [0, 'Hello from afar'], stderr);
  });

  it('is the client of a server that speaks OpenAI’s API, by its base URL, for the agents that name it too', async () => {
    const api = await FakeChatApi.start();
    api.reply(
      calls({ id: 'a', name: 'Agent', input: { subagent_type: 'helper', prompt: 'help' } }),
      says('Helped.'),
      says('Hello from near'),
    );
    mkdirSync(join(folder, '.hooksmith', 'agents'), { recursive: true });
    writeFileSync(join(folder, '.hooksmith', 'agents', 'helper.md'), '---\ndescription: Helps.\nmodel: openai:small\n---\nHelp.');
    const args = ['run', '--no-hooks', '--model', 'openai:tiny:8b', '--base-url', api.url, 'hi'];
    const { code, stdout, stderr } = await runCli(folder, args, { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' });
    await api.stop();
    assert.deepEqual([code, stdout.trim()], [0, 'Hello from near'], stderr);
    assert.deepEqual(
      api.requests.map(({ body }) => body.model),
      ['tiny:8b', 'small', 'tiny:8b'],
    );
  });

  it('says of a model that fails which flag helps here, as the editor does of its settings', async () => {
    const api = await FakeChatApi.start();
    const args = ['run', '--no-hooks', '--json', '--model', 'openai:tiny', '--base-url', api.url, 'hi'];
    await api.stop();
    const { stdout } = await runCli(folder, args, { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' });
    assert.match(
      JSON.parse(stdout).error.message,
      /setting hooksmith\.openai\.baseUrl \(here: --base-url names another server\)$/,
    );
  });

  const wrong: [args: string[], said: RegExp][] = [
    [['--model', 'openai:tiny'], /--model openai:… needs OPENAI_API_KEY in the environment, or a --base-url/],
    [['--model', 'openai:tiny', '--base-url', 'localhost:1'], /--base-url: 'localhost:1' is no URL/],
    [['--base-url', 'http://127.0.0.1:9'], /--base-url: the models of rehearsal have no server/],
  ];
  for (const [args, said] of wrong)
    it(`is nothing with ${args.join(' ')}`, async () => {
      const { code, stderr } = await runCli(folder, ['run', ...args, 'hi'], { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' });
      assert.equal(code, 2);
      assert.match(stderr, said);
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
