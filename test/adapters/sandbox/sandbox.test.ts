import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { osSandbox } from '../../../src/adapters/sandbox/sandbox';
import { type Confinement, unite } from '../../../src/shared/verdicts/confinement';
import { until } from '../../fixtures/core';

const root = process.env.HOOKSMITH_ROOT ?? join(__dirname, '..', '..');
const secret = 'the secret words';

describe('the sandbox', function () {
  this.timeout(120_000);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-confined-')));
  /** Neither in the workspace nor in the temporary folder. */
  const outside = realpathSync(mkdtempSync(join(homedir(), '.hooksmith-test-outside-')));
  const logged: string[] = [];
  const sandbox = osSandbox({ root, folders: () => [folder], log: (text) => logged.push(text) });
  const write = (path: string, text = '') => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  before(async function () {
    const gap = await sandbox.unavailable();
    if (gap) {
      console.log(`      skipped: ${gap}`);
      this.skip();
    }
  });
  beforeEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    write('a.txt', 'hello\n');
    write('.hooksmith/hooks/a.ts', '// hook\n');
    write('secret.txt', secret);
    write('deep/er/secret.txt', secret);
  });
  after(async () => {
    await sandbox.dispose();
    for (const path of [folder, outside]) rmSync(path, { recursive: true, force: true });
    assert.deepEqual(logged, []);
  });

  let restore = () => {};
  afterEach(() => restore());

  /** Runs a line; its output without the last newline. */
  async function run(command: string, words: Confinement = {}, timeoutMs = 60_000) {
    let output = '';
    const { done } = sandbox.shell(command, {
      cwd: folder,
      timeoutMs,
      words,
      onOutput: (chunk) => {
        output += chunk;
      },
    });
    const exit = await done;
    return { ...exit, output: output.replace(/\n$/, '') };
  }
  const names = () => readdirSync(folder).sort();

  it('leaves output and exit codes as they are', async () => {
    assert.deepEqual(await run('pwd; echo err >&2; exit 3'), {
      code: 3,
      signal: null,
      timedOut: false,
      refused: [],
      output: `${folder}\nerr`,
    });
    assert.equal((await run('cat; echo end')).output, 'end');
    assert.equal((await run('kill -TERM $$')).code, 143);
  });

  it('starts a program without what a shell of the human’s own begins with', async () => {
    write('.bashrc', `echo ran > ${join(folder, 'rc.txt')}`);
    const { argv, end } = await sandbox.program(['echo', 'hello'], { cwd: folder, words: {}, kill: () => undefined });
    const [program, ...args] = argv;
    // Its input is a socket, for which bash has rules of its own.
    const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env.PATH, HOME: folder } });
    const output = await text(child.stdout);
    await end();
    assert.deepEqual([output, existsSync(join(folder, 'rc.txt'))], ['hello\n', false]);
  });

  it('lists the folder as it is, and adds nothing to it', async () => {
    const listing = ['.hooksmith', 'a.txt', 'deep', 'secret.txt'];
    assert.deepEqual((await run('ls -A')).output.split('\n').sort(), listing);
    assert.deepEqual(await run('grep -r hello .').then(({ code, output }) => [code, output]), [0, './a.txt:hello']);
    assert.equal((await run('grep -r nothing-of-this .')).code, 1);
    assert.deepEqual(names(), listing);
  });

  it('writes in the workspace and in the temporary folder, nowhere else', async () => {
    const temp = join(tmpdir(), `hooksmith-written-${process.pid}`);
    const { code, refused } = await run(
      `echo 1 > new.txt && mkdir -p x/y && echo 2 > x/y/z && echo 3 > ${temp} && mv a.txt b.txt && rm secret.txt && echo 4 > ${outside}/no`,
    );
    assert.equal(code, 1);
    assert.match(refused![0]!, /Read-only file system/);
    assert.equal(readFileSync(join(folder, 'x/y/z'), 'utf8'), '2\n');
    assert.equal(readFileSync(temp, 'utf8'), '3\n');
    rmSync(temp);
    assert.deepEqual(readdirSync(outside), []);
    assert.deepEqual(names(), ['.hooksmith', 'b.txt', 'deep', 'new.txt', 'x']);
  });

  it('keeps protected paths as they are', async () => {
    for (const path of ['.vscode/settings.json', 'pkg/.vscode/tasks.json', '.npmrc', 'all.code-workspace']) write(path, 'before');
    spawnSync('git', ['init', '-q'], { cwd: folder });
    rmSync(join(folder, '.git', 'hooks'), { recursive: true, force: true });
    const before = readFileSync(join(folder, '.git/config'), 'utf8');
    for (const line of [
      'echo after > .vscode/settings.json',
      'echo after > pkg/.vscode/tasks.json',
      'echo after > .npmrc',
      'echo after > all.code-workspace',
      'rm -rf .hooksmith',
      'mv .hooksmith elsewhere',
      'echo x > .hooksmith/hooks/b.ts',
      'mkdir -p .git/hooks && echo x > .git/hooks/pre-commit',
      'git config core.hooksPath /tmp',
      'mv .git .tig',
      "python3 -c \"import os; os.replace('a.txt', '.npmrc')\"",
    ])
      assert.notEqual((await run(line)).code, 0, line);
    assert.equal(readFileSync(join(folder, '.git/config'), 'utf8'), before);
    for (const path of ['.vscode/settings.json', 'pkg/.vscode/tasks.json', '.npmrc', 'all.code-workspace'])
      assert.equal(readFileSync(join(folder, path), 'utf8'), 'before', path);
    assert.deepEqual(readdirSync(join(folder, '.hooksmith/hooks')), ['a.ts']);
    assert.equal(existsSync(join(folder, '.git/hooks/pre-commit')), false);
    assert.equal((await run('git add -A && git -c user.name=a -c user.email=a@b commit -qm one && git status --short')).code, 0);
  });

  it('puts aside what appears at a protected path that was not there', async () => {
    const { refused } = await run('mkdir .vscode; echo "{}" > .vscode/tasks.json; echo x > .envrc; sleep 0.3; exit 0');
    assert.equal(existsSync(join(folder, '.vscode')), false);
    assert.equal(existsSync(join(folder, '.envrc')), false);
    assert.equal(refused!.filter((text) => /is protected: .* put aside in/.test(text)).length > 0, true);
    for (const text of refused!) rmSync(dirname(text.match(/put aside in (.*)$/)![1]!), { recursive: true });
  });

  it('ends a command that insists on one', async () => {
    const { signal, code, refused } = await run(
      'while :; do mkdir -p .vscode; echo "{}" > .vscode/tasks.json; done 2>&-',
      {},
      100_000,
    );
    assert.notEqual(code, 0);
    assert.ok(signal !== null || code === 143, `${code} ${signal}`);
    assert.equal(existsSync(join(folder, '.vscode')), false);
    for (const text of refused!) rmSync(dirname(text.match(/put aside in (.*)$/)![1]!), { recursive: true });
  });

  it('hides what may not be read, whoever reads', async () => {
    const words = { denyRead: ['secret.txt'] };
    for (const line of [
      'cat secret.txt',
      'cat deep/er/secret.txt',
      'f=secret; cat $f.txt deep/er/sec*',
      `python3 -c "print(open('secret.txt').read())"`,
      'ln -s secret.txt l; cat l',
      'ln secret.txt hard; cat hard',
      'cp -r . /tmp/copy-$$; cat /tmp/copy-$$/secret.txt; rm -rf /tmp/copy-$$',
      'tar c . | cat',
      `cat /proc/self/root${folder}/secret.txt`,
      'mv secret.txt other; cat other',
      'mv deep shallow; cat shallow/er/secret.txt',
      'unshare -rm sh -c "umount secret.txt; cat secret.txt"',
      'git hash-object -w secret.txt',
    ]) {
      for (const hideOnly of [false, true]) {
        const { output } = await run(line, { ...words, hideOnly });
        assert.ok(!output.includes(secret), `${line} (${hideOnly}): ${output}`);
      }
    }
    const { output, code, refused } = await run('cat secret.txt', words);
    assert.match(output, /Permission denied/);
    assert.equal(code, 1);
    assert.match(refused!.join(), /secret\.txt: Permission denied/);
    assert.match((await run('grep -r . . 2>&1', words)).output, /a\.txt:hello/);
    assert.equal(readFileSync(join(folder, 'secret.txt'), 'utf8'), secret);
  });

  it('tells of what it refused where the name stands within another word first', async () => {
    write('tokens/token', secret);
    write('pub/p', secret);
    for (const [pattern, path] of [
      ['tokens/token', 'tokens/token'],
      ['pub/**', 'pub/p'],
    ] as const)
      assert.match((await run(`cat ${path}`, { denyRead: [pattern] })).refused!.join(), new RegExp(`${path}: Permission denied`));
  });

  it('hides folders, patterns, and what links with a hidden name lead to', async () => {
    write('keys/one', secret);
    write('a b/[id]/x.sec', secret);
    writeFileSync(join(outside, 'real'), secret);
    symlinkSync(join(outside, 'real'), join(folder, 'link.env'));
    for (const [pattern, path] of [
      ['keys', 'keys/one'],
      ['keys/', 'keys/one'],
      ['./keys/**', 'keys/one'],
      ['**/*.sec', 'a b/[id]/x.sec'],
      ['*.sec', 'a b/[id]/x.sec'],
      ['a b', 'a b/[id]/x.sec'],
      ['@(keys|locks)/*', 'keys/one'],
      ['link.env', 'link.env'],
      [join(outside, 'real'), 'link.env'],
      [join(outside, '*'), 'link.env'],
    ] as const) {
      assert.ok((await run(`cat '${path}'`)).output.includes(secret), path);
      const { output } = await run(`cat '${path}'`, { denyRead: [pattern] });
      assert.ok(!output.includes(secret), `${pattern}: ${output}`);
    }
  });

  it('hides key files and .env unasked, but not where it only hides', async () => {
    for (const path of ['.env', 'pkg/.env.local', 'id_ed25519', 'deploy.pem']) {
      write(path, secret);
      assert.ok(!(await run(`cat ${path}`)).output.includes(secret), path);
      assert.ok((await run(`cat ${path}`, { hideOnly: true, denyRead: ['secret.txt'] })).output.includes(secret), path);
    }
  });

  it('only hides where nothing else was said', async () => {
    const { code, output } = await run(`echo 1 > ${outside}/yes && cat secret.txt`, { denyRead: ['secret.txt'], hideOnly: true });
    assert.equal(code, 1);
    assert.match(output, /Permission denied/);
    assert.deepEqual(
      readdirSync(outside),
      ['real', 'yes'].filter((name) => existsSync(join(outside, name))),
    );
  });

  it('holds writes that were denied', async () => {
    const words = { denyWrite: ['a.txt', 'deep', 'later.txt'] };
    assert.notEqual((await run('echo x > a.txt', words)).code, 0);
    assert.notEqual((await run('rm -rf deep', words)).code, 0);
    const { refused } = await run('echo x > later.txt', words);
    assert.match(refused!.join(), /later\.txt is protected/);
    assert.equal(existsSync(join(folder, 'later.txt')), false);
    assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'hello\n');
    for (const text of refused!) rmSync(dirname(text.match(/put aside in (.*)$/)![1]!), { recursive: true });
  });

  it('shows only what allowPaths allows', async () => {
    write('src/in.ts', 'inside\n');
    write('src/.env', secret);
    const words = {
      onlyPaths: [
        ['src/**', 'a.txt'],
        ['src', 'deep'],
      ],
    };
    const { output } = await run(
      'cat src/in.ts a.txt secret.txt deep/er/secret.txt src/.env; echo x > src/new.ts; cat src/new.ts',
      words,
    );
    assert.match(output, /inside/);
    assert.match(output, /^x$/m);
    assert.ok(!output.includes(secret) && !output.includes('hello'), output);
    assert.equal(readFileSync(join(folder, 'src/new.ts'), 'utf8'), 'x\n');
    await run('echo y > elsewhere.txt', words);
    assert.equal(existsSync(join(folder, 'elsewhere.txt')), false);
  });

  it('puts programs out of reach, by every path to them', async () => {
    write('node_modules/.bin/tool', '#!/bin/sh\necho ran the tool\n');
    spawnSync('chmod', ['+x', join(folder, 'node_modules/.bin/tool')]);
    linkSync(join(folder, 'node_modules/.bin/tool'), join(folder, 'node_modules/.bin/other-name'));
    for (const hideOnly of [false, true])
      for (const [name, line] of [
        ['wc', 'echo 1 | wc -c; echo 1 | /usr/bin/wc -c; x=wc; echo 1 | $x -c; echo 1 | env wc -c'],
        [
          'wc',
          'cp "$(command -v wc)" ./mine; chmod +x mine; echo 1 | ./mine -c; echo 1 | /lib64/ld-linux-x86-64.so.2 /usr/bin/wc -c',
        ],
        ['w?', 'echo 1 | wc -c'],
        ['tool', './node_modules/.bin/tool; sh node_modules/.bin/tool; node_modules/.bin/other-name'],
        ['/usr/bin/wc', 'echo 1 | wc -c'],
      ] as const) {
        const { output } = await run(`{ ${line}; } 2>/dev/null`, { denyPrograms: [name], hideOnly });
        assert.equal(output, '', `${name}: ${line}`);
      }
    const { refused, output } = await run('wc -c a.txt', { denyPrograms: ['wc'] });
    assert.match(refused!.join(), /wc: Permission denied/, output);
  });

  it('says which words it cannot hold', async () => {
    assert.deepEqual(await sandbox.gaps({ denyPrograms: ['wc'], denyRead: ['secret.txt', '~/.aws', 'src/*.key'] }), []);
    assert.match((await sandbox.gaps({ denyPrograms: ['eval'] })).join(), /done by the shell itself/);
    assert.match((await sandbox.gaps({ denyPrograms: ['bash'] })).join(), /shell that runs the command/);
    assert.match((await sandbox.gaps({ denyRead: ['/**/*.pem'] })).join(), /in the workspace only/);
  });

  it('has no network, but for the hosts that were named', async () => {
    const server = createServer((_, response) => response.end('from the host')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const get = (name: string) => `curl -sS -m 20 http://${name}:${port}/`;
    try {
      const off = await run(get('127.0.0.1'));
      assert.notEqual(off.code, 0);
      assert.equal(off.refused!.length, 1);
      assert.equal((await run(get('127.0.0.1'), { hosts: ['127.0.0.1'] })).output, 'from the host');
      assert.equal((await run(get('localhost'), { hosts: ['localhost'] })).output, 'from the host');
      assert.equal((await run(get('127.0.0.1'), { hosts: ['*'] })).output, 'from the host');
      const other = await run(get('127.0.0.1'), { hosts: ['example.com', '*.example.org'] });
      assert.ok(!other.output.includes('from the host'), other.output);
      assert.match(other.refused!.join(), new RegExp(`127\\.0\\.0\\.1:${port}`));
      assert.ok(!(await run(get('127.0.0.1'))).output.includes('from the host'));
    } finally {
      server.close();
    }
  });

  it('asks for a host that nobody has allowed, once, while the time limit stands still', async () => {
    const server = createServer((_, response) => response.end('from the host')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const get = `curl -sS -m 50 http://127.0.0.1:${port}/ || true; `;
    const asking = async (allow: (host: string) => Promise<boolean>, words: Confinement = { hosts: [], asksHosts: true }) => {
      let output = '';
      const running = sandbox.shell(get + get, {
        ...{ cwd: folder, timeoutMs: 4_000, words },
        onOutput: (chunk) => {
          output += chunk;
        },
        asksHost: async (host) => {
          const goOn = running.wait!();
          return allow(host).finally(goOn);
        },
      });
      const exit = await running.done;
      return { ...exit, output };
    };
    const asked: string[] = [];
    try {
      const allowed = await asking(async (host) => {
        asked.push(host);
        // Longer than the limit.
        await new Promise((resolve) => setTimeout(resolve, 4_500));
        return true;
      });
      assert.deepEqual([allowed.timedOut, allowed.output, asked], [false, 'from the hostfrom the host', ['127.0.0.1']]);
      asked.length = 0;
      const refused = await asking(async (host) => asked.push(host) < 0);
      assert.ok(!refused.output.includes('from the host'), refused.output);
      assert.deepEqual(asked, ['127.0.0.1']);
      assert.match(refused.refused!.join(), new RegExp(`127\\.0\\.0\\.1:${port}`));
      const failed = await asking(() => Promise.reject(new Error('nobody is there')));
      assert.ok(!failed.output.includes('from the host'));
      // Where a policy speaks of hosts too, nobody is asked.
      asked.length = 0;
      const both = unite([{ hosts: [], asksHosts: true }, { hosts: ['example.com'] }]);
      const strict = await asking(async (host) => asked.push(host) > 0, both);
      assert.ok(!strict.output.includes('from the host'));
      assert.deepEqual(asked, []);
    } finally {
      server.close();
    }
  });

  it('refuses to run what it cannot confine', async () => {
    const { code, output } = await run('echo ran', { hosts: ['http://not a host'] });
    assert.equal(code, 126);
    assert.match(output, /did not run, for its sandbox could not be set up/);
    assert.ok(!output.includes('ran\n'));
  });

  it('sees no process but its own, and reaches none', async () => {
    assert.equal((await run(`kill -0 ${process.pid}`)).code, 1);
    assert.ok(!(await run(`cat /proc/${process.pid}/environ`)).output.includes('HOME='));
  });

  it('lets a command clean up when it is ended', async () => {
    let output = '';
    const running = sandbox.shell(`trap 'echo cleaned up; exit 5' TERM; echo ready; while :; do sleep 0.1; done`, {
      cwd: folder,
      words: {},
      onOutput: (chunk) => {
        output += chunk;
      },
    });
    await until(() => output.includes('ready'));
    running.kill();
    assert.equal((await running.done).code, 5);
    assert.match(output, /cleaned up/);
  });

  it('ends all that a command started, stubborn ones too', async () => {
    let output = '';
    const running = sandbox.shell(
      `trap '' TERM; (setsid sh -c 'trap "" TERM; while :; do date +%s%N > beat; sleep 0.05; done' &) ; echo ready; while :; do sleep 0.1; done`,
      {
        cwd: folder,
        words: {},
        onOutput: (chunk) => {
          output += chunk;
        },
      },
    );
    await until(() => output.includes('ready') && existsSync(join(folder, 'beat')));
    running.kill();
    assert.notEqual((await running.done).code, 0);
    rmSync(join(folder, 'beat'));
    await run('sleep 0.3');
    assert.equal(existsSync(join(folder, 'beat')), false);
  });

  it('stops at its time limit', async () => {
    const { timedOut } = await run('sleep 60', {}, 300);
    assert.equal(timedOut, true);
  });

  it('does not start what was ended before', async () => {
    const running = sandbox.shell('echo ran > ran', { cwd: folder, words: {}, onOutput() {} });
    running.kill();
    await running.done;
    assert.equal(existsSync(join(folder, 'ran')), false);
  });

  it('runs several at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        run(`cat secret.txt; echo ${i} > n${i}; echo done ${i}`, { denyRead: i % 2 ? ['secret.txt'] : [] }),
      ),
    );
    all.forEach(({ output }, i) => {
      assert.equal(output.includes(secret), i % 2 === 0, output);
      assert.match(output, new RegExp(`done ${i}`));
      assert.equal(readFileSync(join(folder, `n${i}`), 'utf8'), `${i}\n`);
    });
  });

  it('leaves nothing behind, and starts again after its process died', async () => {
    // In a temporary folder of its own: others on this machine start sandboxes too.
    const { TMPDIR: usual } = process.env;
    const temporary = mkdtempSync(join(tmpdir(), 't-'));
    process.env.TMPDIR = temporary;
    restore = () => {
      rmSync(temporary, { recursive: true, force: true });
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    };
    const own = osSandbox({ root, folders: () => [folder], log() {} });
    const left = () => readdirSync(tmpdir()).filter((name) => /^(hooksmith-sandbox|claude)-/.test(name));
    const before = left();
    const of = (command: string, words: Confinement = {}) => own.shell(command, { cwd: folder, words, onOutput() {} }).done;
    assert.equal((await of('true', { hosts: ['example.com'] })).code, 0);
    const [made] = left().filter((name) => !before.includes(name) && name.startsWith('hooksmith-sandbox-'));
    assert.ok(made);
    await own.dispose();
    assert.deepEqual(left(), before);
    assert.equal((await of('exit 4')).code, 4);
    await own.dispose();
    assert.deepEqual(left(), before);
  });
});
