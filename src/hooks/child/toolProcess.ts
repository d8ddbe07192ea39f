/** The child process that runs the tools of workspace files: apart from the hooks, so that a tool that loops or dies takes no gate down with it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { unreachable } from '../../shared/unreachable';
import { printedText } from '../chain/printedText';
import type { RegisteredTool } from '../chain/registered';
import { readThrown } from '../chain/thrown';
import { isEmptyInJson, isError, nameOf, withArticle } from '../chain/values';
import { type FromToolProcess, loadTimeoutMs, type ToToolProcess } from '../hostProtocol';
import { Child } from './childProcess';
import { HookModules } from './load';

let tools: RegisteredTool[] = [];
let files: string[] = [];
let loadingAs = 0;
interface Running {
  abort: AbortController;
  /** Milliseconds that it has left, as of the last time its clock was started. */
  leftMs: number;
  since: number;
  /** Its questions that the human has yet to answer, by number. */
  asked: Map<number, { resolve(confirmed: boolean): void; reject(error: Error): void }>;
}
const running = new Map<number, Running>();
let questions = 0;
/** Which call the code at hand works for: what it prints is shown there. */
const callAtHand = new AsyncLocalStorage<number>();

const child = new Child<ToToolProcess, FromToolProcess>(
  {
    files: () => files,
    printed: (values) => {
      const n = callAtHand.getStore();
      if (n !== undefined) child.send({ type: 'output', n, chunk: `${printedText(values)}\n` });
      return n !== undefined;
    },
  },
  received,
);
const modules = new HookModules(
  (file, version, run) => {
    child.mark(loadingAs, `${version} ${file}`, loadTimeoutMs);
    return run();
  },
  child.builtin,
  'tools',
  (thrown, file) => child.send({ type: 'stray', failure: { ...child.stray(thrown, 'onUnload'), file } }),
);

function received(message: ToToolProcess): void {
  switch (message.type) {
    case 'set':
      return load(message);
    case 'call':
      return void call(message);
    case 'cancel':
      return running.get(message.n)?.abort.abort();
    case 'confirmed':
      return confirmed(message);
    case 'end':
      return void modules.unloadAll().then(() => child.send({ type: 'called', n: message.n }));
    default:
      unreachable(message);
  }
}

function load({ n, files: given, fresh }: Extract<ToToolProcess, { type: 'set' }>): void {
  loadingAs = n;
  files = given.map(({ file }) => file);
  modules.begin(fresh);
  const loaded = given.map((file) => ({ file: file.file, ...modules.load(file, false) }));
  modules.end();
  child.unmark(n);
  tools = loaded.flatMap((one) => one.tools);
  child.send({
    type: 'loaded',
    n,
    tools: tools.map(({ run: _, ...facts }) => facts),
    problems: loaded.flatMap(({ problems }) => problems),
    failed: loaded.filter(({ failed }) => failed).map(({ file }) => file),
  });
}

async function call({ n, id, input, cwd }: Extract<ToToolProcess, { type: 'call' }>): Promise<void> {
  const tool = tools.find((one) => one.id === id);
  const call: Running = { abort: new AbortController(), leftMs: tool?.timeoutMs ?? 0, since: Date.now(), asked: new Map() };
  running.set(n, call);
  try {
    if (!tool) throw new Error('the tool is no longer there');
    child.mark(n, id, tool.timeoutMs);
    const log = (...values: unknown[]) => child.send({ type: 'output', n, chunk: `${printedText(values)}\n` });
    const { signal } = call.abort;
    const confirm = (reason: unknown) => ask(n, id, call, reason);
    const value = await callAtHand.run(n, () => tool.run(input, { signal, cwd, log, confirm }));
    child.send({ type: 'called', n, value: sendable(value) });
  } catch (thrown) {
    const { name, message } = readThrown(thrown);
    child.send({ type: 'called', n, error: { name, message } });
  } finally {
    running.delete(n);
    child.unmark(n);
  }
}

/** While the human thinks the call's clock stands still, here as in the parent. */
function ask(n: number, id: string, call: Running, reason: unknown): Promise<boolean> {
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new TypeError('ctx.confirm(reason): the reason is what the human reads, a text');
  if (!running.has(n)) throw new Error('ctx.confirm: the call is over');
  if (call.asked.size === 0) {
    call.leftMs -= Date.now() - call.since;
    child.mark(n, id, call.leftMs, { paused: true });
  }
  const k = ++questions;
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      call.asked.delete(k);
      if (call.asked.size === 0 && running.has(n)) {
        call.since = Date.now();
        child.mark(n, id, call.leftMs);
      }
      done();
    };
    call.asked.set(k, {
      resolve: (yes) => settle(() => resolve(yes)),
      reject: (error) => settle(() => reject(error)),
    });
    child.send({ type: 'confirm', n, k, reason });
  });
}

function confirmed({ n, k, confirmed, error }: Extract<ToToolProcess, { type: 'confirmed' }>): void {
  const question = running.get(n)?.asked.get(k);
  if (error !== undefined) question?.reject(new Error(error));
  else question?.resolve(confirmed === true);
}

/** Text and content blocks as they are; anything else as JSON has it. Throws where JSON has nothing for it. */
function sendable(value: unknown): unknown {
  if (value === undefined || typeof value === 'string') return value;
  if (isError(value)) throw value;
  if (typeof value === 'object' && value !== null && isEmptyInJson(value) && !('toJSON' in value && !ArrayBuffer.isView(value)))
    throw new TypeError(`the tool returned ${withArticle(nameOf(value))}: return text, content blocks or JSON`);
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`the tool returned a ${typeof value}: return text, content blocks or JSON`);
  return JSON.parse(text);
}

child.ready();
