/**
 * `hooksmith gate`: hands an agent's question to the running guard, and its answer back. A program of its own, small and without imports but of Node, since
 * it starts at every step of the agent. However it ends without an answer, it ends with exit code 2, which refuses.
 */
import { closeSync, fstatSync, openSync, readSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentName } from '../../protocols/protocol';
import { type GuardPlace, guardPlace, lockOf, makeGuardPlace, whyNotOurs } from '../place/place';
import { waits } from '../place/waits';

/** Whose protocols the guard has; nothing of those is loaded here. */
const known = { claude: 0, vscode: 0, copilot: 0, cursor: 0, gemini: 0, codex: 0 } satisfies Record<AgentName, 0>;
const agents: readonly string[] = Object.keys(known);
const askAgainMs = 20;
const staleLockMs = 15_000;
const startMs = 10_000;

/** Of the home folder that this process has. */
const ownPlace = guardPlace();
/** To the agent: one, and nothing after it. */
class Reply {
  private isSaid = false;

  refuse(why: string): void {
    if (this.isSaid) return;
    this.isSaid = true;
    try {
      say(2, `hooksmith: ${why}\n`);
    } catch {
      // The code refuses without a word.
    }
    process.exit(2);
  }

  /** An answer that cannot be said to its end, or in time, is none. */
  answer(text: string): void {
    if (this.isSaid) return;
    this.isSaid = true;
    if (hasNoReader()) process.exit(2);
    let rest: Buffer = Buffer.from(text);
    const next = () => {
      try {
        rest = say(1, rest);
      } catch {
        process.exit(2);
      }
      if (rest.length === 0) process.exit(0);
      // Whoever reads is slower than we are.
      setTimeout(next, askAgainMs);
    };
    next();
  }
}
// biome-ignore lint/plugin: this file is the process, which says one thing and ends
const reply = new Reply();

/** Straight to the descriptor: the streams of `process` take as long to load as all the rest. Returns what it does not take now. */
function say(descriptor: 1 | 2, text: string | Buffer): Buffer {
  let rest: Buffer = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return rest;
}

/** Whether standard output is the null device, which Node opens in the place of a stream that was closed: what goes there nobody reads. */
function hasNoReader(): boolean {
  if (process.platform === 'win32') return false;
  const { dev, ino } = fstatSync(1);
  const nothing = statSync(devNull, { throwIfNoEntry: false });
  return nothing?.dev === dev && nothing.ino === ino;
}

/** All of standard input. An agent that never ends it is refused in time: a read that blocks would hold the process, past its own end. */
function readAll(read: (body: Buffer) => void, failed: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let pipe: Socket;
  try {
    pipe = new Socket({ fd: 0, readable: true, writable: false });
  } catch {
    return readFile(read, failed);
  }
  pipe.on('data', (chunk) => chunks.push(chunk));
  pipe.on('end', () => read(Buffer.concat(chunks)));
  pipe.on('error', failed);
}

/** Where it is no pipe: a file, a device. */
function readFile(read: (body: Buffer) => void, failed: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  const next = () => {
    try {
      for (;;) {
        const chunk = Buffer.allocUnsafe(65_536);
        const length = readSync(0, chunk);
        if (length === 0) return read(Buffer.concat(chunks));
        chunks.push(chunk.subarray(0, length));
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') setTimeout(next, 2);
      else if (code === 'EOF') read(Buffer.concat(chunks));
      else failed(error as Error);
    }
  };
  next();
}

function main(argv: readonly string[]): void {
  // For one that has lost its question: the next one is to find a guard.
  if (argv[0] === '--start') {
    setTimeout(() => reply.refuse('no guard in time'), startMs);
    return open(placeAt(argv[1]), () => process.exit(0));
  }
  const given = readArguments(argv);
  if ('problem' in given) return reply.refuse(given.problem);
  const { agent, seconds, place } = given;
  setTimeout(() => {
    reply.refuse('no answer in time');
    // What was being said has not been heard to its end.
    process.exit(2);
  }, seconds * 1000);
  // In step with each other: while the socket opens, the question is read.
  const socket = new Promise<Socket>((resolve) => open(place, resolve));
  const question = new Promise<Buffer>((resolve, reject) => readAll(resolve, reject));
  Promise.all([socket, question]).then(
    ([open, body]) => ask(open, agent, body),
    (error: Error) => reply.refuse(error.message),
  );
}

interface Arguments {
  agent: string;
  seconds: number;
  place: GuardPlace;
}

/** Where the guard is whom the agent's configuration names. */
const placeAt = (socket = ownPlace.socket): GuardPlace =>
  socket === ownPlace.socket ? ownPlace : process.platform === 'win32' ? { socket } : { folder: dirname(socket), socket };

function readArguments(argv: readonly string[]): Arguments | { problem: string } {
  const given = new Map<string, string>();
  const words = argv.flatMap((word) =>
    word.startsWith('--') && word.includes('=') ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word],
  );
  for (let n = 0; n < words.length; n += 2) {
    const [name = '', value] = [words[n], words[n + 1]];
    if (!['--agent', '--at', '--within'].includes(name) || value === undefined)
      return { problem: `usage: hooksmith gate --agent ${agents.join('|')} [--at SOCKET] [--within SECONDS]` };
    given.set(name, value);
  }
  const agent = given.get('--agent');
  const seconds = Number(given.get('--within') ?? waits.gate / 1000);
  if (agent === undefined || !agents.includes(agent))
    return { problem: `--agent: '${agent ?? ''}' is none of ${agents.join(', ')}` };
  if (!(seconds > 0)) return { problem: `--within: '${given.get('--within')}' is no number of seconds` };
  return { agent, seconds, place: placeAt(given.get('--at')) };
}

/** Calls back with an open socket to a guard, which is started where none runs: anew where whoever was to start one has not. */
function open(place: GuardPlace, opened: (socket: Socket) => void, starts = true): void {
  const start = () => {
    // One that is started from here has this home folder's hooks, and knows nothing of what was accepted in the other.
    if (place !== ownPlace)
      return reply.refuse(
        `no guard runs at ${place.socket}, and the home folder here is not that of who is guarded: 'hooksmith serve' there starts one`,
      );
    if (starts) startGuard();
    // Without a lock, each time would start one more.
    const hasLock = place.folder !== undefined;
    setTimeout(() => open(place, opened, hasLock), askAgainMs);
  };
  if (place.folder !== undefined && whyNotOurs(place) !== undefined) return start();
  const socket = connect(place.socket);
  socket.once('connect', () => {
    socket.removeAllListeners('error');
    opened(socket);
  });
  socket.once('error', start);
}

/** Several gates may ask at once: one of them starts the guard, all wait for it. */
function startGuard(): void {
  try {
    makeGuardPlace(ownPlace);
    if (!takesLock()) return;
    const options = { detached: true, stdio: 'ignore', windowsHide: true, cwd: __dirname } as const;
    const failed = (error: Error) => reply.refuse(`the guard could not be started: ${error.message}`);
    // Loaded here alone: it takes as long as all the rest.
    import('node:child_process').then(
      ({ spawn }) =>
        spawn(process.execPath, [join(__dirname, 'cli.js'), 'serve'], options)
          .on('error', failed)
          .unref(),
      failed,
    );
  } catch (error) {
    reply.refuse(`the guard could not be started: ${(error as Error).message}`);
  }
}

function takesLock(): boolean {
  if (ownPlace.folder === undefined) return true;
  const lock = lockOf(ownPlace);
  try {
    // One of a time to come is older than a clock that was set back.
    if (Math.abs(Date.now() - statSync(lock).mtimeMs) < staleLockMs) return false;
    unlinkSync(lock);
  } catch {
    // There is none.
  }
  try {
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch {
    return false;
  }
}

function ask(socket: Socket, agent: string, body: Buffer): void {
  const { CLAUDE_PROJECT_DIR, CURSOR_PROJECT_DIR, GEMINI_PROJECT_DIR } = process.env;
  const project = CLAUDE_PROJECT_DIR ?? CURSOR_PROJECT_DIR ?? GEMINI_PROJECT_DIR;
  const head = [
    `POST /gate/${agent} HTTP/1.1`,
    'Host: hooksmith',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...headerOf('Cwd', ownFolder()),
    ...headerOf('Project', project),
  ];
  let chunks: Buffer[] = [];
  let length = 0;
  let headers: string | undefined;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    if (headers === undefined) {
      const text = Buffer.concat(chunks);
      const at = text.indexOf('\r\n\r\n');
      if (at < 0) return;
      headers = text.subarray(0, at).toString('latin1');
      chunks = [text.subarray(at + 4)];
      length = chunks[0]!.length;
    } else length += chunk.length;
    // Nothing counts before the last byte is there.
    if (length !== Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? Number.NaN)) return;
    const words = Buffer.concat(chunks).toString('utf8');
    if (!headers.startsWith('HTTP/1.1 200 ')) return reply.refuse(words);
    // What is no JSON object an agent would take for no objection.
    if (isObject(words)) reply.answer(words);
    else reply.refuse('what answers there is no guard');
  });
  socket.on('error', (error) => reply.refuse(`the guard went away: ${error.message}`));
  socket.on('close', () => reply.refuse('the guard went away before it had answered'));
  // At once: a guard that has nothing to wait for would answer the first of two, and be gone before the other.
  socket.cork();
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  socket.uncork();
}

function isObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Undefined where it is gone. */
function ownFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Paths as they are; one that is no line is left out. */
const headerOf = (name: string, path: string | undefined): string[] =>
  path && !/[\r\n]/.test(path) ? [`X-Hooksmith-${name}: ${path}`] : [];

process.on('uncaughtException', (error) => reply.refuse(error.message));
process.on('unhandledRejection', (error) => reply.refuse(String(error)));
main(process.argv.slice(process.argv[2] === 'gate' ? 3 : 2));
