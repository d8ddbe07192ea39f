/** The clients of the gate, in Perl, by curl and in Node: whatever stands in the guard's place, and however it ends, there is no answer but the guard's. */
import { strict as assert } from 'node:assert';
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type CliExit, exitOf } from '../fixtures/cli';
import { root, until } from '../fixtures/core';
import { GuardedHome } from '../fixtures/gate';

const hasCurl = process.platform !== 'win32' && spawnSync('curl', ['--version']).status === 0;
const hasPerl = process.platform === 'linux' && spawnSync('perl', ['-e', '0']).status === 0;
const http = (body: string, { status = '200 OK', length = Buffer.byteLength(body) } = {}) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Where the shell finds its programs: the machine's own, or curl alone. */
const byCurl = ['curl', 'curl alone'] as const;
const sh = spawnSync('sh', ['-c', 'command -v sh'], { encoding: 'utf8' }).stdout?.trim();

function programs(folder: string, client: (typeof byCurl)[number]): string | undefined {
  if (client === 'curl') return process.env.PATH;
  mkdirSync(folder);
  symlinkSync(spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).stdout.trim(), join(folder, 'curl'));
  return folder;
}

const clients = [...(hasPerl ? (['Perl'] as const) : []), ...(hasCurl ? byCurl : []), 'Node' as const];

for (const client of clients)
  describe(`the gate by ${client}`, function () {
    this.timeout(300_000);
    let at: GuardedHome;
    let dist: string;
    let path: string | undefined;
    const servers: Server[] = [];
    const sockets = new Set<Socket>();
    beforeEach(() => {
      at = new GuardedHome();
      mkdirSync(at.place.folder!, { mode: 0o700 });
      // Alone: no guard can be started from here.
      dist = join(at.folder, 'dist');
      path = client === 'Node' || client === 'Perl' ? process.env.PATH : programs(join(at.folder, 'bin'), client);
      mkdirSync(dist);
      for (const name of ['gate.js', 'gate.pl', 'gate.sh']) cpSync(join(root, 'dist', name), join(dist, name));
    });
    afterEach(async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
      rmSync(at.place.folder!, { recursive: true, force: true });
      rmSync(at.folder, { recursive: true, force: true });
    });

    const stands = (path: string, answers: (socket: Socket) => void) =>
      new Promise<void>((resolve) => {
        const server = createServer((socket) => {
          sockets.add(socket);
          socket.on('error', () => undefined);
          socket.once('data', () => answers(socket));
        });
        servers.push(server);
        server.listen(path, () => resolve());
      });
    /** As the guard does: it answers a question that is whole. */
    const serves = (hears: (chunk: string) => void) =>
      new Promise<void>((resolve) => {
        const server = createHttpServer((request, response) => {
          sockets.add(request.socket);
          request.setEncoding('utf8').on('data', hears);
          request.on('error', () => undefined);
          request.on('end', () => response.setHeader('Content-Length', 7).end('{"a":1}'));
        });
        servers.push(server);
        server.listen(at.place.socket, () => resolve());
      });
    const called = (seconds: number): [string, string[]] =>
      client === 'Node'
        ? [process.execPath, [join(dist, 'gate.js'), '--agent', 'claude', '--at', at.place.socket, '--within', `${seconds}`]]
        : client === 'Perl'
          ? ['perl', [join(dist, 'gate.pl'), 'claude', at.place.socket, process.execPath, `${seconds}`]]
          : [sh, [join(dist, 'gate.sh'), 'claude', at.place.socket, process.execPath, `${seconds}`]];
    const environ = (more = {}) => ({ ...process.env, HOME: at.home, PATH: path, ...more });
    /** In a process group of its own, as an agent starts it that ends what it started. */
    const start = (seconds: number, environment = {}): ChildProcessWithoutNullStreams => {
      const [program, args] = called(seconds);
      return spawn(program, args, { cwd: at.project, env: environ(environment), detached: true });
    };
    /** From a shell, with what it is given to read and to write to. */
    const inShell = (streams: string, before = '') => {
      const [program, args] = called(3);
      const words = [program, ...args].map((word) => `'${word}'`).join(' ');
      const line = `${before}exec ${words} ${streams}`;
      return exitOf(spawn(sh, ['-c', line], { cwd: at.project, env: { ...environ(), PATH: `${path}:/usr/bin:/bin` } }));
    };
    const ask = (
      seconds = 3,
      input: string | undefined = JSON.stringify(at.bash('ls')),
      ends = true,
      environment = {},
    ): Promise<CliExit> => {
      const child = start(seconds, environment);
      if (ends) return exitOf(child, input);
      child.stdin.write(input);
      return exitOf(child);
    };
    const refuses = ({ code, stdout, stderr }: CliExit, what: string, says = true) => {
      assert.deepEqual([code, stdout], [2, ''], what);
      if (says) assert.notEqual(stderr, '', what);
    };

    it('refuses in time where the question never ends', async () => {
      const unended = async (what: string) => {
        for (const input of ['', '{"hook_event_name":"PreToolUse"']) refuses(await ask(1, input, false), `${what}: ${input}`);
      };
      await serves(() => undefined);
      await unended('one that waits for its end');
      // curl hands it on as it comes: there it is the guard that says nothing before it has all of it.
      if (client.startsWith('curl')) return;
      rmSync(at.place.socket);
      await stands(at.place.socket, (socket) => socket.write(http('{"a":1}')));
      await unended('one that answers early');
    });

    it('takes a whole answer', async () => {
      await stands(at.place.socket, (socket) => socket.end(http('{"a":1}')));
      const { code, stdout } = await ask(30);
      assert.deepEqual([code, stdout], [0, '{"a":1}']);
    });

    it('takes a large answer in time', async () => {
      const said = JSON.stringify({ a: 'x'.repeat(30_000_000) });
      await stands(at.place.socket, (socket) => socket.end(http(said)));
      const { code, stdout } = await ask(20);
      assert.deepEqual([code, stdout.length], [0, said.length]);
    });

    it('hands a large question on whole, to the byte', async () => {
      const input = JSON.stringify({ ...at.bash('ls'), text: 'ä\u0001'.repeat(400_000) });
      let got = '';
      await serves((chunk) => (got += chunk));
      const { code, stdout, stderr } = await ask(60, input);
      assert.deepEqual([code, stdout], [0, '{"a":1}'], stderr);
      assert.ok(got === input, `${got.length} of ${input.length}`);
    });

    it('takes bytes as they are, whatever the environment says of texts', async () => {
      const said = JSON.stringify({ reason: 'ä' });
      await stands(at.place.socket, (socket) => socket.end(http(said)));
      const environment = { PERL_UNICODE: 'SDA', LC_ALL: 'nowhere.UTF-8' };
      const { code, stdout } = await ask(30, JSON.stringify({ ...at.bash('ls'), text: 'ä' }), true, environment);
      assert.deepEqual([code, stdout], [0, said]);
    });

    it('refuses where nobody can read its answer, or it has nothing to read', async function () {
      if (process.platform !== 'linux') this.skip();
      await stands(at.place.socket, (socket) => socket.end(http('{"a":1}')));
      const given = at.write('question', JSON.stringify(at.bash('ls')));
      for (const nowhere of ['>/dev/full', '>&-', '>&- 2>&-']) refuses(await inShell(`<'${given}' ${nowhere}`), nowhere, false);
      for (const nothing of ['<&- >&-', '<&-', '</dev/null'])
        if (client === 'Perl' || (client.startsWith('curl') && !nothing.startsWith('</')))
          refuses(await inShell(nothing), nothing, nothing === '<&-');
    });

    it('refuses in time where nobody takes its answer', async function () {
      if (!hasPerl) this.skip();
      await stands(at.place.socket, (socket) => socket.end(http('{"a":1}')));
      const pipe = join(at.folder, 'full');
      spawnSync('mkfifo', [pipe]);
      // As an agent opens it that does not wait for what it writes, either.
      const full = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
      const fill = () => {
        for (;;) writeSync(full, Buffer.alloc(4096));
      };
      assert.throws(fill, { code: 'EAGAIN' });
      const [program, args] = called(1);
      // What Node hands on it has wait for whoever reads.
      const anew = 'fcntl(STDOUT, 4, 2048 | fcntl(STDOUT, 3, 0)) or die; exec @ARGV';
      const env = { ...environ(), PATH: `${path}:/usr/bin:/bin` };
      const child = spawn('perl', ['-e', anew, program, ...args], {
        cwd: at.project,
        env,
        stdio: ['pipe', full, 'ignore'],
        timeout: 30_000,
        killSignal: 'SIGKILL',
      });
      child.stdin!.end('{}');
      try {
        assert.deepEqual(await once(child, 'exit'), [2, null]);
      } finally {
        closeSync(full);
      }
    });

    it('answers where its folder is gone', async function () {
      if (process.platform === 'win32') this.skip();
      await stands(at.place.socket, (socket) => socket.end(http('{"a":1}')));
      const given = at.write('question', JSON.stringify(at.bash('ls')));
      const { code, stdout, stderr } = await inShell(`<'${given}'`, `mkdir gone; cd gone; rmdir ../gone; `);
      assert.deepEqual([code, stdout], [0, '{"a":1}'], stderr);
    });

    it('says where it stands and why it refuses, in bytes, too', async () => {
      let got = '';
      await stands(at.place.socket, (socket) => void socket.end(http('nö', { status: '500 No' })));
      servers[0]!.prependListener('connection', (socket: Socket) => socket.on('data', (chunk) => (got += chunk)));
      const exit = await ask(30, '{}', true, { PERLIO: ':utf8', PERL_UNICODE: 'SDA', PWD: '/elsewhere' });
      refuses(exit, 'in bytes');
      assert.match(exit.stderr, /nö$/m);
      if (!client.startsWith('curl')) assert.ok(got.includes(`X-Hooksmith-Cwd: ${realpathSync(at.project)}\r\n`), got);
    });

    it('gives the one in Node the time that is left', async function () {
      if (client !== 'Perl') this.skip();
      writeFileSync(join(dist, 'gate.js'), 'process.stdin.resume().on("end", () => console.log(process.argv.at(-1)))');
      const child = start(600);
      const exit = exitOf(child);
      const started = Date.now();
      await until(() => Date.now() - started > 3000);
      child.stdin.end('{}');
      const { code, stdout } = await exit;
      assert.equal(code, 0);
      assert.ok(Number(stdout) > 0 && Number(stdout) < 600, stdout);
    });

    for (const [what, said] of [
      ['nothing', ''],
      ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
      ['a head alone', 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n'],
      ['half a body', http('{"a":', { length: 7 })],
      ['no length', 'HTTP/1.1 200 OK\r\n\r\n'],
      ['an empty body', http('')],
      ['text', http('fine, go on')],
      ['a list', http('[]')],
      ['an object that is cut off', http('{"a":1')],
      ['a failure', http('{}', { status: '500 No' })],
      ['another place', http('{}', { status: '302 Found\r\nLocation: http://127.0.0.1/' })],
      ['a denial of the token', http('{}', { status: '401 Unauthorized' })],
      ['nonsense', 'nonsense\r\n\r\n{}'],
    ] as const)
      it(`refuses ${what}`, async () => {
        await stands(at.place.socket, (socket) => socket.end(said));
        refuses(await ask(), what);
      });

    it('refuses where the guard hangs up, or says nothing in time', async () => {
      await stands(at.place.socket, (socket) => socket.destroy());
      refuses(await ask(), 'hangs up');
      rmSync(at.place.socket, { force: true });
      await stands(at.place.socket, () => undefined);
      refuses(await ask(1), 'hangs');
    });

    it('leaves nothing behind, however it ends', async function () {
      if (process.platform === 'win32') this.skip();
      this.timeout(90_000);
      const isGone = (pid: number) => assert.throws(() => process.kill(-pid, 0), { code: 'ESRCH' });
      await stands(at.place.socket, (socket) => socket.end(http('{"a":1}')));
      for (const ends of [true, false]) {
        const child = start(1);
        await (ends ? exitOf(child, '{}') : exitOf(child));
        isGone(child.pid!);
      }
      rmSync(at.place.socket, { force: true });
      const asked = new Promise<Socket>((resolve) => void stands(at.place.socket, resolve));
      const child = start(600);
      const exit = exitOf(child, '{}');
      const left = once(await asked, 'close');
      process.kill(-child.pid!, 'SIGKILL');
      // Of the guard's question, too: a human who is asked for nobody hears that nobody waits.
      await left;
      await exit;
    });

    it('refuses where there is none, and none can be started', async () => {
      refuses(await ask(1), 'none');
    });

    it('starts no other guard than the one that it is told of, which one of another home folder would be', async () => {
      for (const name of ['cli.js', 'commandLine.js'])
        writeFileSync(join(dist, name), `require('fs').writeFileSync('${at.folder}/began', '')`);
      const { code, stdout, stderr } = await ask(30, '{}', true, { HOME: join(at.folder, 'another') });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /no guard runs at .*, and the home folder here is not that of who is guarded/);
      assert.ok(!existsSync(join(at.folder, 'began')));
    });

    it('believes no socket that leads elsewhere, and none where others could have put it', async () => {
      const elsewhere = join(at.folder, 's');
      await stands(elsewhere, (socket) => socket.end(http('{}')));
      symlinkSync(elsewhere, at.place.socket);
      refuses(await ask(1), 'a link');
      rmSync(at.place.socket, { force: true });
      await stands(at.place.socket, (socket) => socket.end(http('{}')));
      rmSync(at.place.folder!, { recursive: true });
      const theirs = join(at.folder, 'theirs');
      mkdirSync(theirs, { mode: 0o700 });
      await stands(join(theirs, 'gate'), (socket) => socket.end(http('{}')));
      symlinkSync(theirs, at.place.folder!);
      refuses(await ask(1), 'a folder that is a link');
      rmSync(at.place.folder!);
      mkdirSync(at.place.folder!);
      chmodSync(at.place.folder!, 0o777);
      await stands(at.place.socket, (socket) => socket.end(http('{}')));
      // The shell sees whose the socket is, and that nobody else could have made.
      if (client === 'Node' || client === 'Perl') refuses(await ask(1), 'a folder that is open to others');
    });
  });
