/**
 * `hooksmith gate`: hands an agent's question to the running guard, and its answer back. A program of its own, small and without imports but of Node, since
 * it starts at every step of the agent. However it ends without an answer, it ends with exit code 2, which refuses.
 */
import { closeSync, openSync, statSync, unlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { guardPlace, lockOf, makeGuardPlace, whyNotOurs } from './place';

const agents = ['claude', 'vscode', 'copilot', 'cursor', 'gemini', 'codex'];
/** Seconds. The agents are told to wait for longer: the refusal must come before they go on without one. */
const usualWait = 50;
const askAgainMs = 20;
const staleLockMs = 15_000;

const place = guardPlace();
let isDone = false;

function refuse(why: string): void {
  if (isDone) return;
  isDone = true;
  process.stderr.write(`hooksmith: ${why}\n`, () => process.exit(2));
}

function answer(text: string): void {
  if (isDone) return;
  isDone = true;
  process.stdout.write(text, () => process.exit(0));
}

function main(argv: readonly string[]): void {
  const given = readArguments(argv);
  if ('problem' in given) return refuse(given.problem);
  const { agent, seconds } = given;
  setTimeout(() => refuse('no answer in time'), seconds * 1000);
  // In step with each other: while the socket opens, the question is read.
  const socket = new Promise<Socket>((resolve) => open(resolve));
  const question = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    process.stdin.on('data', (chunk: Buffer) => chunks.push(chunk));
    process.stdin.on('end', () => resolve(Buffer.concat(chunks)));
    process.stdin.on('error', reject);
  });
  Promise.all([socket, question]).then(
    ([open, body]) => ask(open, agent, body),
    (error: Error) => refuse(error.message),
  );
}

interface Arguments {
  agent: string;
  seconds: number;
}

function readArguments(argv: readonly string[]): Arguments | { problem: string } {
  const given = new Map<string, string>();
  const words = argv.flatMap((word) =>
    word.startsWith('--') && word.includes('=') ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word],
  );
  for (let n = 0; n < words.length; n += 2) {
    const [name = '', value] = [words[n], words[n + 1]];
    if ((name !== '--agent' && name !== '--within') || value === undefined)
      return { problem: `usage: hooksmith gate --agent ${agents.join('|')} [--within SECONDS]` };
    given.set(name, value);
  }
  const agent = given.get('--agent');
  const seconds = Number(given.get('--within') ?? usualWait);
  if (agent === undefined || !agents.includes(agent))
    return { problem: `--agent: '${agent ?? ''}' is none of ${agents.join(', ')}` };
  if (!(seconds > 0)) return { problem: `--within: '${given.get('--within')}' is no number of seconds` };
  return { agent, seconds };
}

/** Calls back with an open socket to a guard, which is started where none runs. */
function open(opened: (socket: Socket) => void, starts = true): void {
  const retry = () => setTimeout(() => open(opened, false), askAgainMs);
  const start = () => {
    if (starts) startGuard();
    retry();
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
    makeGuardPlace(place);
    if (!takesLock()) return;
    const options = { detached: true, stdio: 'ignore', windowsHide: true, cwd: __dirname } as const;
    const failed = (error: Error) => refuse(`the guard could not be started: ${error.message}`);
    // Loaded here alone: it takes as long as all the rest.
    import('node:child_process').then(
      ({ spawn }) =>
        spawn(process.execPath, [join(__dirname, 'cli.js'), 'serve'], options)
          .on('error', failed)
          .unref(),
      failed,
    );
  } catch (error) {
    refuse(`the guard could not be started: ${(error as Error).message}`);
  }
}

function takesLock(): boolean {
  if (place.folder === undefined) return true;
  const lock = lockOf(place);
  try {
    if (Date.now() - statSync(lock).mtimeMs < staleLockMs) return false;
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
    ...headerOf('Cwd', process.cwd()),
    ...headerOf('Project', project),
  ];
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', (error) => refuse(`the guard went away: ${error.message}`));
  socket.on('close', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    const at = text.indexOf('\r\n\r\n');
    const headers = text.slice(0, Math.max(at, 0));
    const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? Number.NaN);
    const said = text.slice(at + 4);
    if (at < 0 || Buffer.byteLength(said) !== length) return refuse('the guard went away before it had answered');
    if (!headers.startsWith('HTTP/1.1 200 ')) return refuse(said);
    answer(said);
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
}

/** Paths as they are; one that is no line is left out. */
const headerOf = (name: string, path: string | undefined): string[] =>
  path && !/[\r\n]/.test(path) ? [`X-Hooksmith-${name}: ${path}`] : [];

process.on('uncaughtException', (error) => refuse(error.message));
process.on('unhandledRejection', (error) => refuse(String(error)));
main(process.argv.slice(process.argv[2] === 'gate' ? 3 : 2));
