/** The command line says what happened, and says it loudly: on standard error as it happens, in one JSON line whatever happened. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { HookEvent } from '../../src/shared/events/events';
import { cliFolder, exitOf } from '../fixtures/cli';
import { root, until } from '../fixtures/core';
import { FakeMessagesApi } from '../fixtures/messagesApi';

describe('the command line is truthful and loud', () => {
  const folder = cliFolder();
  const { file, hooksmith } = folder;
  const hooks = (body: string) => file('.hooksmith/hooks/a.ts', `import { hook, observe, policy } from 'hooksmith';\n${body}\n`);
  const events = (name = 'events.jsonl') =>
    readFileSync(join(folder.path, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HookEvent);
  /** The one line on standard output. */
  const only = (stdout: string) => {
    assert.match(stdout, /^[^\n]+\n$/, 'one line and nothing else');
    return JSON.parse(stdout) as {
      status: string;
      text: string;
      signals: unknown[];
      usage: object;
      costUsd: number;
      error?: { message: string };
    };
  };

  it('runs nothing where nobody can tell whose home it is, or look through a folder of hooks', async function () {
    if (process.platform === 'win32') this.skip();
    file('secret.txt', 'the secret');
    const call = ['run', '--json', '/call Read {"file_path": "secret.txt"}'];
    for (const HOME of ['', 'rel']) {
      const { code, stdout } = await hooksmith(call, { HOME });
      assert.equal(code, 2);
      assert.match(only(stdout).error!.message, /^HOME is /);
      assert.equal(existsSync(join(folder.path, 'rel')), false);
    }
    // A disk that is not mounted.
    symlinkSync('gone', join(folder.path, '.hooksmith'));
    const { stdout, stderr } = await hooksmith(call);
    assert.doesNotMatch(stdout, /the secret/);
    assert.match(only(stdout).text, /denied: the hook file \S+\.hooksmith\/hooks /);
    assert.match(stderr, /\.hooksmith\/hooks:1:1: error: cannot be built: ENOENT/);
  });

  it('says of a working folder that was deleted that it is gone, as wrong usage', async function () {
    if (process.platform === 'win32') this.skip();
    const gone = join(folder.path, 'gone');
    const leave = `rmdir "$PWD" && exec "$0" "$@"`;
    for (const call of [['run', 'hi'], ['check'], ['import'], ['guard', 'claude'], ['replay', 'a.jsonl']]) {
      mkdirSync(gone);
      const cli = [process.execPath, join(root, 'dist', 'cli.js'), ...call];
      const env = { ...process.env, HOME: folder.path };
      const { code, stderr } = await exitOf(spawn('sh', ['-c', leave, ...cli], { cwd: gone, env }));
      assert.equal(code, 2, call[0]);
      assert.match(stderr, /^hooksmith: the folder that this was started in is gone/);
      assert.match(stderr, new RegExp(`^ {2}hooksmith ${call[0]}`, 'm'));
      assert.doesNotMatch(stderr, /uv_cwd/);
    }
  });

  it('tells what hooks log, and which failed where, on standard error', async () => {
    hooks(`export const says = hook('beforeRun', (ctx) => { ctx.log('hello', { from: 'a hook' }); });
export const breaks = hook('toolSettled', () => { throw new Error('it broke'); });
export const watches = observe((event) => { if (event.type === 'before_run') throw new Error('the observer broke'); });`);
    const { code, stderr } = await hooksmith(['run', '/call LS {"path": "."}']);
    assert.equal(code, 0);
    assert.match(stderr, /says \(a\.ts:2\): hello \{ from: 'a hook' \}/);
    assert.match(stderr, /a\.ts:3: breaks failed at toolSettled: it broke/);
    assert.match(stderr, /a\.ts:4: observe failed at event: the observer broke/);
  });

  it('leaves an event of each failure of an observer; who fails at that of another is shown no more of them', async () => {
    hooks(`export const one = hook('event', () => { throw new Error('one broke'); });
export const two = hook('event', (ctx) => { throw new Error('two broke at ' + ctx.hookEvent.type); });
export const sound = hook('event', (ctx) => { if (ctx.hookEvent.type === 'hook_error') console.log('heard of ' + ctx.hookEvent.data.hook); });`);
    const { code, stderr } = await hooksmith(['run', '--events', 'events.jsonl', 'hi']);
    assert.equal(code, 0);
    const told = events();
    const failures = told.flatMap((event) => (event.type === 'hook_error' ? [event] : []));
    const others = told.filter(({ type }) => type !== 'hook_error').map(({ type }) => type);
    const of = (hook: string) => failures.filter(({ data }) => data.hook === hook);
    assert.equal(of('one').length, others.length + 1);
    assert.deepEqual(
      of('two')
        .map(({ error }) => error.message)
        .sort(),
      [...others, 'hook_error'].map((type) => `two broke at ${type}`).sort(),
    );
    assert.equal(of('one')[0]!.data.event, 'event');
    assert.match(stderr, /a\.ts:2: one failed at event: one broke/);
    assert.match(stderr, /sound \(a\.ts:4\): heard of one[\s\S]*heard of two/);
  });

  it('leaves an event of what is wrong with a hook file from the start, and says it once', async () => {
    hooks("export const typo = hook('preToolUse', { tool: 'Bash' }, () => {});\nexport const heard = hook('event', () => {});");
    file('.hooksmith/hooks/b.ts', 'export const = 1;');
    const { code, stderr } = await hooksmith(['run', '--events', 'events.jsonl', 'hi']);
    assert.equal(code, 0);
    const failures = events().flatMap((event) => (event.type === 'hook_error' ? [event] : []));
    assert.deepEqual(
      failures
        .map(({ data, error }) => [
          basename(data.file ?? ''),
          data.line,
          /did you mean 'tools'|Expected/.exec(error.message)?.[0],
        ])
        .sort(),
      [
        ['a.ts', 2, "did you mean 'tools'"],
        ['b.ts', 1, 'Expected'],
      ],
    );
    assert.equal(stderr.split("did you mean 'tools'").length, 2);
  });

  it('shows the failures of others to an observer that failed before, and tells what fails as hooks are let go of', async () => {
    hooks(`import { onUnload } from 'hooksmith';
onUnload(() => { throw new Error('cannot tidy'); });
export const once = hook('event', (ctx) => {
  if (ctx.hookEvent.type === 'before_run') throw new Error('once broke');
  if (ctx.hookEvent.type === 'hook_error') console.log('heard of ' + ctx.hookEvent.data.hook);
});
export const later = hook('event', (ctx) => { if (ctx.hookEvent.type === 'after_run') throw new Error('later broke'); });`);
    const { code, stderr } = await hooksmith(['run', 'hi']);
    assert.equal(code, 0);
    assert.match(stderr, /once \(a\.ts:4\): heard of later/);
    assert.match(stderr, /onUnload failed: cannot tidy/);
  });

  it('tells them as they happen, not at the end', async () => {
    hooks(`export const says = hook('beforeRun', (ctx) => { ctx.log('the run begins'); });`);
    const child = spawn(
      process.execPath,
      [
        join(root, 'dist', 'cli.js'),
        'run',
        '--approve',
        'always',
        '/call Bash {"command": "while [ ! -e go ]; do sleep 0.05; done"}',
      ],
      { cwd: folder.path, env: { ...process.env, HOME: folder.path } },
    );
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await until(() => stderr.includes('the run begins'));
    assert.equal(child.exitCode, null);
    file('go', '');
    assert.equal(await ended, 0);
  });

  it('tells what a hook logs while it is still at work, and once', async () => {
    hooks(`import { existsSync } from 'node:fs';
export const waits = hook('preToolUse', { timeoutMs: 20_000 }, async (ctx) => {
  ctx.log('it waits');
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
});`);
    const call = [join(root, 'dist', 'cli.js'), 'run', '/call LS {"path": "."}'];
    const child = spawn(process.execPath, call, { cwd: folder.path, env: { ...process.env, HOME: folder.path } });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    try {
      await until(() => stderr.includes('it waits'));
    } finally {
      file('go', '');
    }
    assert.equal(await ended, 0);
    assert.equal(stderr.match(/waits \(a\.ts:3\): it waits/g)?.length, 1, stderr);
    assert.doesNotMatch(stderr, /took longer/);
  });

  it('tells of a hook that is suspended, once', async () => {
    hooks(`export const slow = hook('preToolUse', { timeoutMs: 50, onError: 'continue' }, () => new Promise(() => {}));`);
    const call = '/call LS {"path": "."}';
    const { stderr } = await hooksmith(['run', Array(5).fill(call).join('\n')]);
    assert.equal(stderr.match(/slow failed at preToolUse/g)?.length, 3, stderr);
    assert.equal(stderr.match(/a\.ts:2: slow is suspended/g)?.length, 1, stderr);
  });

  it('names the flag as the one who decided', async () => {
    const calls = '/call Bash {"command": "echo yes"}';
    const settled = () => {
      const event = events().find(({ type }) => type === 'tool_settled')!;
      return [(event.data as { outcome: string }).outcome, event.decidedBy];
    };
    const answered = () => events().find(({ type }) => type === 'approval_resolved')?.decidedBy;
    await hooksmith(['run', '--events', 'events.jsonl', '--approve', 'always', calls]);
    assert.deepEqual([...settled(), answered()], ['ok', ...Array(2).fill({ kind: 'flag', name: '--approve always' })]);
    await hooksmith(['run', '--events', 'events.jsonl', calls]);
    assert.deepEqual([...settled(), answered()], ['denied', ...Array(2).fill({ kind: 'flag', name: '--approve never' })]);
    await hooksmith(['run', '--events', 'events.jsonl', '/call LS {"path": "."}']);
    assert.deepEqual(settled(), ['ok', { kind: 'default' }]);
  });

  const script = (text: string) => file('script.json', text);
  const bad: Record<string, () => { args: string[]; message: RegExp }> = {
    'a folder that is a file': () => ({
      args: ['--cwd', file('plain', ''), 'x'],
      message: /--cwd: there is no folder/,
    }),
    'a folder of hooks that is not there': () => ({
      args: ['--hooks', 'gone', 'x'],
      message: /--hooks: there is no folder/,
    }),
    'a script that is not there': () => ({ args: ['--model', 'script:gone.json', 'x'], message: /--model: there is no script/ }),
    'a script that is no JSON': () => ({ args: ['--model', `script:${script('{')}`, 'x'], message: /--model: .*script\.json/ }),
    'a script with a wrong field': () => ({
      args: ['--model', `script:${script('{"turns": 1}')}`, 'x'],
      message: /--model: .*script\.json: no rehearsal script: turns/,
    }),
    'a script that is a folder': () => ({ args: ['--model', `script:${folder.path}`, 'x'], message: /--model: / }),
    'a session that is none': () => ({
      args: ['--session', file('s.jsonl', 'hello\n'), 'x'],
      message: /--session: .*no session file/,
    }),
    'a session that is a folder': () => ({ args: ['--session', folder.path, 'x'], message: /--session: / }),
    'events where no file can be': () => ({
      args: ['--events', 'gone/e.jsonl', 'x'],
      message: /--events: there is no such folder: gone$/m,
    }),
    'events in a folder': () => ({ args: ['--events', folder.path, 'x'], message: /--events: EISDIR/ }),
    'requests where no file can be': () => ({
      args: ['--requests', 'gone/r.jsonl', 'x'],
      message: /--requests: there is no such folder: gone$/m,
    }),
    'a session where no file can be': () => ({
      args: ['--session', 'gone/s.jsonl', 'x'],
      message: /--session: there is no such folder: gone$/m,
    }),
    'one file for two things': () => ({
      args: ['--events', 'one.jsonl', '--requests', './one.jsonl', 'x'],
      message: /--requests and --events name the same file/,
    }),
    'an option that there is not': () => ({ args: ['--nope', 'x'], message: /Unknown option '--nope'/ }),
    'an option whose value is empty': () => ({ args: ['--events', '', 'x'], message: /--events: its value is empty/ }),
    'an option that may be repeated and is empty once': () => ({
      args: ['--external', 'A', '--external=', 'x'],
      message: /--external: its value is empty/,
    }),
    'no prompt': () => ({ args: [], message: /a PROMPT is needed/ }),
    'a prompt without a word': () => ({ args: [' \n'], message: /a PROMPT is needed/ }),
    'a prompt without a word for a session that could go on': () => ({
      args: ['--session', file('broken.jsonl', ''), ' \n'],
      message: /a PROMPT is needed/,
    }),
    ...(existsSync('/dev/full')
      ? {
          'a session in a device': () => ({
            args: ['--session', '/dev/full', 'x'],
            message: /--session: \/dev\/full is no file/,
          }),
        }
      : {}),
  };
  for (const [what, given] of Object.entries(bad))
    it(`exits 2 for ${what}, in words and in one JSON line, before anything runs`, async () => {
      hooks("import { writeFileSync } from 'node:fs';\nwriteFileSync('loaded', '');");
      const { args, message } = given();
      const plain = await hooksmith(['run', ...args]);
      assert.deepEqual([plain.code, plain.stdout], [2, '']);
      assert.match(plain.stderr, message);
      const { code, stdout, stderr } = await hooksmith(['run', '--json', ...args]);
      const result = only(stdout);
      assert.deepEqual([code, result.status, result.text, result.signals, result.costUsd], [2, 'error', '', [], 0]);
      assert.match(result.error!.message, message);
      assert.match(stderr, message);
      assert.equal(existsSync(join(folder.path, 'loaded')), false);
    });

  it('says that standard output could not be written, and does not end well', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'run', '--json', 'x'], {
      cwd: folder.path,
      env: { ...process.env, HOME: folder.path },
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let stderr = '';
    child.stderr!.on('data', (chunk) => (stderr += chunk));
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(code, 1);
    assert.match(stderr, /standard output: ENOSPC/);
  });

  it('says that a file could not be written, and does not end well', async function () {
    if (!existsSync('/dev/full')) this.skip();
    for (const option of ['--events', '--requests']) {
      const { code, stdout, stderr } = await hooksmith(['run', '--json', option, '/dev/full', 'x']);
      assert.deepEqual([code, only(stdout).status], [1, 'done'], option);
      assert.equal(stderr.match(/ENOSPC/g)?.length, 1, stderr);
    }
  });

  it('ends well where who reads a file of it goes away', async function () {
    if (process.platform === 'win32') this.skip();
    const run = `"${process.execPath}" "${join(root, 'dist', 'cli.js')}" run --events >(head -c 1 > /dev/null) "$1"`;
    const child = spawn('bash', ['-c', run, 'bash', Array(300).fill('/call LS {"path": "."}').join('\n')], {
      cwd: folder.path,
      env: { ...process.env, HOME: folder.path },
    });
    const { code, stderr } = await exitOf(child);
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('opens no inspector at the word of a hook file', async function () {
    if (process.platform === 'win32') this.skip();
    hooks(
      "export const opens = hook('beforeRun', async () => { for (const pid of [process.pid, process.ppid]) process.kill(pid, 'SIGUSR1'); await new Promise((resolve) => setTimeout(resolve, 300)); });",
    );
    const { code, stderr } = await hooksmith(['run', 'x']);
    assert.equal(code, 0);
    assert.doesNotMatch(stderr, /Debugger listening/);
  });

  it('leaves a file as it is where the one beside it cannot be written', async () => {
    file('events.jsonl', 'kept\n');
    const { code } = await hooksmith(['run', '--events', 'events.jsonl', '--requests', 'gone/r.jsonl', 'x']);
    assert.equal(code, 2);
    assert.equal(readFileSync(join(folder.path, 'events.jsonl'), 'utf8'), 'kept\n');
  });

  it('says so where a session has nothing to go on with', async () => {
    await hooksmith(['run', '--session', 's.jsonl', 'hello']);
    const { code, stderr } = await hooksmith(['run', '--session', 's.jsonl']);
    assert.equal(code, 2);
    assert.match(stderr, /there is nothing to go on with in s\.jsonl/);
    const json = await hooksmith(['run', '--session', 's.jsonl', '--json']);
    assert.match(only(json.stdout).error!.message, /nothing to go on with/);
    assert.equal((await hooksmith(['run', '--session', 's.jsonl', 'and more'])).code, 0);
  });

  it('goes on with a session in one run at a time, and after one that was killed', async () => {
    const waits = '/call Bash {"command": "touch began; until [ -e go ]; do sleep 0.05; done"}';
    const first = hooksmith(['run', '--session', 's.jsonl', '--approve', 'always', waits]);
    await until(() => existsSync(join(folder.path, 'began')));
    mkdirSync(join(folder.path, 'sub'));
    symlinkSync('../s.jsonl', join(folder.path, 'sub', 'link.jsonl'));
    for (const name of ['s.jsonl', './sub/../s.jsonl', 'sub/link.jsonl']) {
      const { code, stdout, stderr } = await hooksmith(['run', '--session', name, 'hello']);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^hooksmith: --session: another run \(process \d+\) goes on with .*: wait for its end/);
    }
    file('go', '');
    assert.equal((await first).code, 0);
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    file('s.jsonl.lock', `${pid}`);
    assert.equal((await hooksmith(['run', '--session', 's.jsonl', 'hello'])).code, 0);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.includes('.lock')),
      [],
    );
  });

  it('begins a session in a file that is there and empty', async () => {
    file('s.jsonl', '');
    assert.equal((await hooksmith(['run', '--session', 's.jsonl', 'hello'])).code, 0);
    assert.match(readFileSync(join(folder.path, 's.jsonl'), 'utf8'), /^\{"kind":"header"/);
  });

  it('prints one JSON line when a run fails, is denied, or is stopped', async () => {
    hooks(`export const no = hook('userMessage', (ctx) => (ctx.text === 'no' ? ctx.deny('not this') : undefined));
export const halt = hook('beforeStep', (ctx) => (ctx.messages.some(({ content }) => content === 'halt') ? ctx.stop('enough') : undefined));`);
    const empty = script('{"turns": []}');
    for (const [args, expected, status] of [
      [['--model', `script:${empty}`, 'x'], 1, 'error'],
      [['no'], 3, 'denied'],
      [['halt'], 4, 'stopped'],
    ] as const) {
      const { code, stdout } = await hooksmith(['run', '--json', ...args]);
      assert.deepEqual([code, only(stdout).status], [expected, status]);
    }
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`ends a run well at ${signal}, with one JSON line`, async () => {
      const args = [
        'run',
        '--json',
        '--approve',
        'always',
        '--events',
        'events.jsonl',
        '/call Bash {"command": "touch began; sleep 600"}',
      ];
      const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
        cwd: folder.path,
        env: { ...process.env, HOME: folder.path },
      });
      let stdout = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      await until(() => existsSync(join(folder.path, 'began')));
      child.kill(signal);
      assert.equal(await ended, 130);
      assert.equal(only(stdout).status, 'aborted');
      assert.ok(events().some(({ type }) => type === 'after_run'));
    });

  it('ends at a signal that comes while its own code is read, with one JSON line', async () => {
    const early = file(
      'early.cjs',
      "const Module = require('node:module');\nconst load = Module._load;\nModule._load = (name, ...more) => {\n  if (/(commandLine|keptCode).js$/.test(name)) process.kill(process.pid, 'SIGTERM');\n  return load(name, ...more);\n};",
    );
    const child = spawn(process.execPath, ['--require', early, join(root, 'dist', 'cli.js'), 'run', '--json', 'x'], {
      cwd: folder.path,
      env: { ...process.env, HOME: folder.path },
    });
    const { code, stdout } = await exitOf(child);
    assert.deepEqual([code, only(stdout).status], [130, 'aborted']);
  });

  it('ends at a signal that comes before there is a run, with one JSON line', async () => {
    hooks(
      "import { writeFileSync } from 'node:fs';\nwriteFileSync('loading', '');\nconst end = Date.now() + 3000;\nwhile (Date.now() < end);\nexport {};",
    );
    const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'run', '--json', 'x'], {
      cwd: folder.path,
      env: { ...process.env, HOME: folder.path },
    });
    let stdout = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await until(() => existsSync(join(folder.path, 'loading')) || child.exitCode !== null);
    child.kill('SIGTERM');
    assert.equal(await ended, 130);
    assert.equal(only(stdout).status, 'aborted');
  });

  it('ends at a signal that comes while the compiler is at work, and waits for no more of it', async () => {
    hooks('export {};');
    const endless = file(
      'endless.cjs',
      "const Module = require('node:module');\nconst load = Module._load;\nModule._load = (name, ...more) => {\n  if (/typescript/.test(name)) {\n    require('node:fs').writeFileSync('compiling', '');\n    for (;;);\n  }\n  return load(name, ...more);\n};",
    );
    const child = spawn(process.execPath, ['--require', endless, join(root, 'dist', 'cli.js'), 'check'], {
      cwd: folder.path,
      env: { ...process.env, HOME: folder.path },
    });
    const ended = exitOf(child);
    try {
      await until(() => existsSync(join(folder.path, 'compiling')) || child.exitCode !== null);
      child.kill('SIGTERM');
      const { code, stdout } = await ended;
      assert.deepEqual([code, stdout], [130, '']);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('takes whole answers from the real SDK with --no-stream, however long they may be', async () => {
    const api = await FakeMessagesApi.start();
    api.reply({ content: [{ type: 'text', text: 'whole' }] });
    hooks("export const long = hook('preModelCall', (ctx) => ctx.modify({ request: { max_tokens: 64_000 } }));");
    const env = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: api.url };
    const { code, stdout, stderr } = await hooksmith(['run', '--no-stream', '--model', 'anthropic:claude-sonnet-5', 'hi'], env);
    await api.stop();
    assert.deepEqual([code, stdout.trim()], [0, 'whole'], stderr);
    assert.ok((api.requests[0]!.body.max_tokens as number) > 21_333, 'long enough for the rule of the SDK to count');
  });

  it('is not troubled by a reader that goes away', async () => {
    const child = spawn(
      'bash',
      ['-c', `"${process.execPath}" "${join(root, 'dist', 'cli.js')}" run --events - x | head -1; echo "\${PIPESTATUS[0]}"`],
      { cwd: folder.path, env: { ...process.env, HOME: folder.path } },
    );
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual([stdout.trim().split('\n').at(-1), /Error/.test(stderr)], ['0', false], stderr);
  });
});
