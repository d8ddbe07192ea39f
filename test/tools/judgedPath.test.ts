import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentBlock } from '../../src/shared/messages/messages';
import { Core, type CoreOptions, root, SharedHost } from '../fixtures/core';

/** The path that was judged is the path that is used: nothing that is put in its place meanwhile is followed. */
describe('the path that was judged', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  let flipper: ChildProcess | undefined;
  afterEach(async () => {
    if (flipper) {
      const ended = once(flipper, 'exit');
      flipper.disconnect();
      await ended;
      flipper = undefined;
    }
    await core.stop();
  });
  const settled = () => core.events.filter((event) => event.type === 'tool_settled');
  const outputs = () => settled().map(({ output }) => String(output));
  const at = (...parts: string[]) => join(core.folder, ...parts);
  const deny: CoreOptions['human'] = ({ id, inputHash }) => ({ id, inputHash, decision: 'deny', reason: 'no' });
  const script = (...turns: ContentBlock[][]) =>
    ({ turns: [...turns, [{ type: 'text', text: 'done' }]].map((content) => ({ content })) }) as CoreOptions['script'];
  let calls = 0;
  const call = (name: string, input: object): ContentBlock =>
    ({ type: 'tool_use', id: `t${++calls}`, name, input }) as ContentBlock;

  /** Runs calls while a process flips links as fast as it can. */
  async function flipped(made: (n: number) => ContentBlock, count: number): Promise<void> {
    core = await Core.start({
      host,
      files: {
        'place/a.txt': 'own',
        '.vscode/a.txt': 'protected needle',
        'outside/secret.txt': 'secret needle',
        'file.txt': 'own',
      },
      // What lies in `.vscode` or outside may be read by nobody here, however the call looks when it is judged.
      permissions: { mode: 'bypass' },
      hooks: {
        'a.ts': "import { denyPaths } from 'hooksmith';\nexport const no = denyPaths('.vscode', 'outside');\n",
      },
      human: deny,
      script: script(...Array.from({ length: count }, (_, n) => [made(n)])),
    });
    flipper = fork(join(root, 'test/fixtures/flipper.cjs'), [core.folder], { stdio: 'ignore' });
    await once(flipper, 'message');
    const { status } = await core.session.send('go');
    assert.equal(status, 'done');
    assert.equal(settled().length, count);
  }

  it('takes no write elsewhere', async () => {
    await flipped((n) => call('Write', { file_path: `place/new/deeper/${n}.txt`, content: 'written' }), 100);
    assert.deepEqual(readdirSync(at('.vscode')), ['a.txt']);
    const written = settled().filter(({ data }) => data?.outcome === 'ok').length;
    assert.ok(written > 0, 'some were written');
  });

  it('lets no write through a file that became a link', async () => {
    await flipped(() => call('Write', { file_path: 'file.txt', content: 'written' }), 60);
    assert.equal(readFileSync(at('outside/secret.txt'), 'utf8'), 'secret needle');
  });

  it('lets no read out', async () => {
    const kinds = [
      () => call('Read', { file_path: 'place/a.txt' }),
      () => call('Read', { file_path: 'file.txt' }),
      () => call('Grep', { pattern: 'needle', path: 'place', output_mode: 'content' }),
      () => call('Grep', { pattern: 'needle', path: 'file.txt', output_mode: 'content' }),
    ];
    await flipped((n) => kinds[n % kinds.length]!(), 120);
    assert.deepEqual(
      outputs().filter((output) => /:(.*)needle|secret needle|protected needle/.test(output)),
      [],
    );
    assert.ok(outputs().some((output) => output.includes('own')));
  });

  it('lets no search out that walks by it', async () => {
    const kinds = ['content', 'count', 'files_with_matches'].map((output_mode) => ({ pattern: 'needle', output_mode }));
    await flipped((n) => call('Grep', kinds[n % kinds.length]!), 240);
    assert.deepEqual(
      outputs().filter((output) => output !== 'no match for needle'),
      [],
    );
  });

  it('is asked about again where an earlier call of the same response made it a link', async () => {
    const asked: string[] = [];
    core = await Core.start({
      host,
      files: { 'a.txt': 'own' },
      human: (request) => {
        asked.push(`${request.toolName}: ${request.reason}`);
        return {
          id: request.id,
          inputHash: request.inputHash,
          decision: asked.length === 1 ? 'allow' : 'deny',
          scope: 'once',
        } as never;
      },
      script: script([call('Bash', { command: 'ln -sf /etc/hostname a.txt' }), call('Read', { file_path: 'a.txt' })]),
    });
    await core.session.send('go');
    assert.match(asked.join('\n'), /^Bash: .*\nRead: it names a path outside the workspace$/);
    assert.equal(settled().at(-1)?.data?.outcome, 'rejected');
  });

  it('keeps a hook’s allow where other calls only made more files, and not where the path leads elsewhere', async () => {
    const asked: string[] = [];
    core = await Core.start({
      host,
      files: { 'a.txt': 'own', 'other/b.txt': 'b' },
      hooks: {
        'a.ts': "import { hook } from 'hooksmith';\nexport const yes = hook('preToolUse', (ctx) => ctx.allow('fine'));",
      },
      human: (request) => {
        asked.push(request.toolName);
        return { id: request.id, inputHash: request.inputHash, decision: 'deny' };
      },
      script: script(
        // What was outside, or not known, when it was allowed is so still.
        ['touch b.txt', 'cat *.txt', 'cat /etc/hostname *.txt', 'cat "$X" *.txt'].map((command) => call('Bash', { command })),
        [
          call('Bash', { command: 'rm -r other; ln -s place other; mkdir place' }),
          call('Write', { file_path: 'other/c.txt', content: 'c' }),
        ],
      ),
    });
    await core.session.send('go');
    assert.deepEqual(asked, ['Write']);
    assert.equal(settled().length, 6);
  });

  it('is asked about again where a command line finds a file outside or a secret that an earlier call of the response made', async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-outside-')));
    try {
      writeFileSync(join(outside, 'far.txt'), 'far needle');
      const asked: unknown[] = [];
      core = await Core.start({
        host,
        files: { 'a.txt': 'own', creditors: 'own' },
        hooks: {
          'a.ts': "import { hook } from 'hooksmith';\nexport const yes = hook('preToolUse', (ctx) => ctx.allow('fine'));",
        },
        human: (request) => {
          asked.push(`${request.input.command}: ${request.risk}`);
          return { id: request.id, inputHash: request.inputHash, decision: 'deny' };
        },
        script: script(
          [call('Bash', { command: `ln -s ${outside}/far.txt far.txt` }), call('Bash', { command: 'cat *.txt' })],
          [call('Bash', { command: 'echo needle > credentials' }), call('Bash', { command: 'cat cred*' })],
        ),
      });
      await core.session.send('go');
      assert.deepEqual(
        asked.map((one) => String(one).replace(/Runs cat .*permissions\. /, '')),
        ['cat *.txt: Reaches outside the workspace.', 'cat cred*: Touches a file that may hold secrets.'],
      );
      assert.ok(!outputs().some((output) => output.includes('needle')));
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('is the one that the tool is given: `~` is the home folder that was judged', async () => {
    core = await Core.start({ host, files: { 'home/a.txt': 'at home' }, permissions: { mode: 'bypass' } });
    await core.session.send('/call Read {"file_path": "~/a.txt"}');
    assert.match(outputs()[0]!, /at home/);
  });

  it('is asked for in a link’s target, which is then used', async () => {
    core = await Core.start({ host, files: { 'real/a.txt': 'text' }, permissions: { mode: 'bypass' } });
    symlinkSync('real', at('link'));
    await core.session.send('/call Read {"file_path": "link/a.txt"}');
    await core.session.send('/call Edit {"file_path": "link/a.txt", "old_string": "text", "new_string": "changed"}');
    assert.deepEqual(
      settled().map(({ data }) => data?.outcome),
      ['ok', 'ok'],
    );
    assert.equal(readFileSync(at('real/a.txt'), 'utf8'), 'changed');
  });
});
