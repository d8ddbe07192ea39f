import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemPrompt } from '../../src/agent/prompt/systemPrompt';
import { Core, SharedHost, until } from '../fixtures/core';

const around = { cwd: '/w', folders: ['/w', '/v'], platform: 'linux', date: '2026-01-01' };

describe('tools', () => {
  const host = new SharedHost();
  after(() => host.dispose());
  let core: Core;
  const start = async (files: Record<string, string> = {}, options: Parameters<typeof Core.start>[0] = {}) => {
    core = await Core.start({ host, files, permissions: { mode: 'bypass' }, ...options });
  };
  afterEach(() => core.stop());
  /** Runs calls one after the other and gives the last one's outcome and text. */
  const run = async (...calls: [name: string, input: object][]) => {
    for (const [name, input] of calls) await core.session.send(`/call ${name} ${JSON.stringify(input)}`);
    const settled = core.events.filter((event) => event.type === 'tool_settled').at(-1)!;
    return { outcome: settled.data?.outcome, text: String(settled.output) };
  };
  const text = (name: string) => readFileSync(join(core.folder, name), 'utf8');

  it('reads with line numbers, in parts, and says how to go on', async () => {
    await start({ 'a.txt': Array.from({ length: 30 }, (_, n) => `line ${n + 1}`).join('\n') });
    const { text: shown } = await run(['Read', { file_path: 'a.txt', offset: 3, limit: 2 }]);
    assert.match(shown, /^ {5}3\tline 3\n {5}4\tline 4\n\(lines 3–4 of 30; read on with offset 5\)$/);
  });

  for (const [input, message] of [
    [{ file_path: 'gone.txt' }, /there is no file gone\.txt/],
    [{ file_path: 'a.tx' }, /Near it: a\.txt/],
    [{ file_path: '.' }, /is a directory: use LS/],
    [{ file_path: 'bin' }, /is a binary file/],
  ] as const) {
    it(`refuses to read ${input.file_path}, and says why`, async () => {
      await start({ 'a.txt': 'x', bin: '\0\0' });
      const { outcome, text: why } = await run(['Read', input]);
      assert.equal(outcome, 'error');
      assert.match(why, message);
    });
  }

  it('tells the model of itself in one-byte characters: one beyond them doubles the text of every request', async () => {
    await start();
    const told = JSON.stringify([core.registry.declarations(), systemPrompt({ ...around, mode: 'plan' })]);
    assert.deepEqual(told.match(/.{20}[^\p{ASCII}\p{Script=Latin}]/gu), null);
  });

  it('edits a file that was read, and keeps its line ends', async () => {
    await start({ 'a.txt': 'one\r\ntwo\r\n' });
    await run(
      ['Read', { file_path: 'a.txt' }],
      ['Edit', { file_path: 'a.txt', old_string: 'one\ntwo', new_string: 'three\nfour' }],
    );
    assert.equal(text('a.txt'), 'three\r\nfour\r\n');
  });

  it('says of a command with a NUL character that no program can be given one', async () => {
    await start();
    const { outcome, text: why } = await run(['Bash', { command: 'echo a\0b' }]);
    assert.equal(outcome, 'error');
    assert.match(why, /Bash: command: must have no NUL character: no program can be given one/);
  });

  const edits: [what: string, input: object, message: RegExp, read?: boolean][] = [
    ['a text that is missing', { old_string: 'zzz', new_string: 'x' }, /was not found.*read the file again/],
    ['a text that is not unique', { old_string: 'a', new_string: 'x' }, /not unique.*2 times.*replace_all/],
    ['a file that was not read', { old_string: 'b', new_string: 'x' }, /has not been read yet/, false],
    ['no change', { old_string: 'b', new_string: 'b' }, /nothing would change/],
  ];
  for (const [what, input, message, read = true] of edits) {
    it(`says what to do about ${what}`, async () => {
      await start({ 'a.txt': 'a b a' });
      if (read) await run(['Read', { file_path: 'a.txt' }]);
      const { outcome, text: why } = await run(['Edit', { file_path: 'a.txt', ...input }]);
      assert.equal(outcome, 'error');
      assert.match(why, message);
      assert.equal(text('a.txt'), 'a b a');
    });
  }

  it('refuses an edit of a file that changed since it was read', async () => {
    await start({ 'a.txt': 'one' });
    await run(['Read', { file_path: 'a.txt' }]);
    writeFileSync(join(core.folder, 'a.txt'), 'two');
    const { text: why } = await run(['Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'x' }]);
    assert.match(why, /changed since it was read/);
  });

  it('makes all edits of a MultiEdit or none', async () => {
    await start({ 'a.txt': 'one two' });
    const { outcome } = await run(
      ['Read', { file_path: 'a.txt' }],
      [
        'MultiEdit',
        {
          file_path: 'a.txt',
          edits: [
            { old_string: 'one', new_string: '1' },
            { old_string: 'gone', new_string: '2' },
          ],
        },
      ],
    );
    assert.deepEqual([outcome, text('a.txt')], ['error', 'one two']);
  });

  it('counts one line and one edit as one', async () => {
    await start({ 'a.txt': 'one' });
    assert.match((await run(['Read', { file_path: 'a.txt', offset: 2 }])).text, /a\.txt has 1 line$/);
    assert.equal((await run(['Grep', { pattern: 'one', offset: 5 }])).text, 'no more than 1 line for one');
    const edits = [{ old_string: 'one', new_string: '1' }];
    assert.equal(
      (await run(['Read', { file_path: 'a.txt' }], ['MultiEdit', { file_path: 'a.txt', edits }])).text,
      'Made 1 edit in a.txt.',
    );
  });

  it('says the exit code of a command, and how long it may take', async () => {
    await start();
    assert.match((await run(['Bash', { command: 'echo out; exit 3' }])).text, /^out\nExit code 3$/);
    const { text: why } = await run(['Bash', { command: 'sleep 30', timeout: 100 }]);
    assert.match(why, /stopped after 100 ms/);
    assert.equal(core.events.filter((event) => event.type === 'tool_error').at(-1)?.error?.kind, 'timeout');
  });

  it('streams output while it runs, and ends the whole process tree on Stop', async () => {
    await start();
    const running = core.session.send('/call Bash {"command": "sleep 300 & echo child=$!; wait"}');
    const output = () => core.items.flatMap((item) => (item.kind === 'toolOutput' ? [item.chunk] : [])).join('');
    await until(() => /child=\d+/.test(output()));
    const pid = Number(/child=(\d+)/.exec(output())![1]);
    await core.session.stop();
    const result = await running;
    assert.equal(result.status, 'aborted');
    await until(() => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    });
    assert.equal(core.event('tool_settled').data?.outcome, 'cancelled');
  });

  it('runs in the background, shows the output and stops it', async () => {
    await start();
    assert.match((await run(['Bash', { command: 'echo up; sleep 300', run_in_background: true }])).text, /command_1/);
    await until(async () => /up/.test((await run(['TaskOutput', { task_id: 'command_1' }])).text));
    assert.match((await run(['KillShell', { shell_id: 'command_1' }])).text, /Stopped command_1/);
    assert.match((await run(['BashOutput', { bash_id: 'command_1' }])).text, /stopped/);
  });

  it('bounds long output and says how to see the rest', async () => {
    await start();
    const { text: shown } = await run(['Bash', { command: 'seq 1 100000' }]);
    assert.ok(shown.length < 31_000);
    assert.match(shown, /characters left out\. Narrow the command/);
  });

  it('finds files and text with ripgrep', async () => {
    await start({ 'src/a.ts': 'const needle = 1;\n', 'src/b.ts': 'nothing\n', '.dot/c.ts': 'needle\n' });
    assert.deepEqual((await run(['Glob', { pattern: '**/*.ts' }])).text.split('\n').sort(), [
      '.dot/c.ts',
      'src/a.ts',
      'src/b.ts',
    ]);
    assert.deepEqual((await run(['Grep', { pattern: 'needle' }])).text.split('\n').sort(), ['.dot/c.ts', 'src/a.ts']);
    assert.equal(
      (await run(['Grep', { pattern: 'needle', path: 'src', output_mode: 'content' }])).text,
      'src/a.ts:1:const needle = 1;',
    );
    assert.match((await run(['Grep', { pattern: '(' }])).text, /regex parse error/);
    assert.equal((await run(['LS', { path: 'src' }])).text, 'a.ts\nb.ts');
  });

  const asks: [call: string, asks: boolean][] = [
    ['/call Read {"file_path": "a.txt"}', false],
    ['/call Read {"file_path": ".env"}', true],
    ['/call Read {"file_path": "/etc/hostname"}', true],
    ['/call Read {"file_path": "link/hostname"}', true],
    ['/call Write {"file_path": "new.txt", "content": "x"}', true],
    ['/call Bash {"command": "ls"}', true],
    ['/call Glob {"pattern": "*"}', false],
    ['/call Glob {"pattern": "*", "path": "/etc"}', true],
  ];
  for (const [call, expected] of asks) {
    it(`${expected ? 'asks for' : 'runs'} ${call}`, async () => {
      await start({ 'a.txt': 'x', '.env': 'KEY=1' }, { permissions: { mode: 'ask' } });
      symlinkSync('/etc', join(core.folder, 'link'));
      await core.session.send(call);
      assert.equal(
        core.events.some((event) => event.type === 'approval_requested'),
        expected,
      );
    });
  }

  for (const path of [
    '.hooksmith/hooks/x.ts',
    '.vscode/tasks.json',
    '.git/hooks/pre-commit',
    'sub/.claude/settings.json',
    'x.code-workspace',
    '.npmrc',
  ]) {
    it(`asks for ${path} in every mode, and offers no rule`, async () => {
      await start({}, { permissions: { mode: 'bypass', allow: ['Write'] } });
      await core.session.send(`/call Write ${JSON.stringify({ file_path: path, content: 'x' })}`);
      const asked = core.event('approval_requested');
      assert.match(asked.reason ?? '', /protected/);
      assert.deepEqual(asked.data?.suggestions, []);
    });
  }

  it('denies what acts in Plan mode, and runs edits in Accept edits mode but for files that configure builds', async () => {
    await start({}, { permissions: { mode: 'plan' } });
    assert.equal((await run(['Write', { file_path: 'a', content: '' }])).outcome, 'denied');
    await core.stop();
    await start({}, { permissions: { mode: 'acceptEdits' } });
    await run(['Write', { file_path: 'a', content: '' }]);
    assert.ok(!core.events.some((event) => event.type === 'approval_requested'));
    await run(['Write', { file_path: 'package.json', content: '' }]);
    assert.ok(core.events.some((event) => event.type === 'approval_requested'));
  });
});
