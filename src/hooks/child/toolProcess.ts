/** The child process that runs the tools of workspace files: apart from the hooks, so that a tool that loops or dies takes no gate down with it. */
import { isTooDeep, nestedTooDeep } from '../../shared/basics/depth';
import { unreachable } from '../../shared/basics/unreachable';
import { registeredTool } from '../chain/registering/registerTool';
import { Burden, weigh } from '../chain/words/burden';
import { printedText } from '../chain/words/printedText';
import type { RegisteredTool } from '../chain/words/registered';
import { readThrown } from '../chain/words/thrown';
import { classNameOf, isEmptyInJson, isError, withArticle } from '../chain/words/values';
import type { FromToolProcess, ToToolProcess } from '../hostProtocol';
import { Child } from './childProcess';
import { HookModules } from './load';
import type { AtHand } from './markers';

interface Running {
  abort(): void;
  /** Milliseconds that it has left, as of the last time its clock was started. */
  leftMs: number;
  since: number;
  /** Its questions that the human has yet to answer, by number. */
  asked: Map<number, { resolve(confirmed: boolean): void; reject(error: Error): void }>;
}

class ToolProcess {
  private tools: RegisteredTool[] = [];
  private files: string[] = [];
  /** The piece of work for which files are loaded, or unloaded. */
  private loadingAs = 0;
  private readonly running = new Map<number, Running>();
  private questions = 0;
  private readonly child: Child<ToToolProcess, FromToolProcess>;
  private readonly modules: HookModules;

  constructor() {
    const child = new Child<ToToolProcess, FromToolProcess>(
      {
        files: () => this.files,
        printed: (values) => {
          const n = child.atHand.getStore()?.n;
          if (n === undefined || !this.running.has(n)) return false;
          child.send({ type: 'output', n, chunk: `${printedText(values)}\n` });
          return true;
        },
      },
      (message) => this.received(message),
    );
    this.child = child;
    this.modules = new HookModules(
      (file, version, run) => child.load(this.loadingAs, file, version, run),
      child.builtin,
      (thrown, file) => child.send({ type: 'stray', failure: { ...child.stray(thrown, 'onUnload'), file } }),
      registeredTool,
    );
  }

  /** Work may come. */
  ready(): void {
    this.child.ready();
  }

  private received(message: ToToolProcess): void {
    switch (message.type) {
      case 'set':
        return this.load(message);
      case 'call':
        return void this.call(message);
      case 'cancel':
        return this.running.get(message.n)?.abort();
      case 'confirmed':
        return this.confirmed(message);
      case 'end':
        return void this.modules.unloadAll().then(() => this.child.send({ type: 'called', n: message.n }));
      default:
        unreachable(message);
    }
  }

  private load({ n, files: given, fresh }: Extract<ToToolProcess, { type: 'set' }>): void {
    this.loadingAs = n;
    this.files = given.map(({ file }) => file);
    this.modules.begin(fresh);
    const loaded = given.map((file) => ({ file: file.file, ...this.modules.load(file, false) }));
    this.modules.end();
    this.child.unmark(n);
    this.tools = loaded.flatMap((one) => one.tools);
    this.child.send({
      type: 'loaded',
      n,
      tools: this.tools.map(({ run: _, ...facts }) => facts),
      problems: loaded.flatMap(({ problems }) => problems),
      failed: loaded.filter(({ failed }) => failed).map(({ file }) => file),
    });
  }

  private async call({ n, id, input, cwd }: Extract<ToToolProcess, { type: 'call' }>): Promise<void> {
    const tool = this.tools.find((one) => one.id === id);
    const end = new AbortController();
    const call: Running = { abort: () => end.abort(), leftMs: tool?.timeoutMs ?? 0, since: Date.now(), asked: new Map() };
    this.running.set(n, call);
    try {
      if (!tool) throw new Error('the tool is no longer there');
      this.child.mark(n, id, tool.timeoutMs);
      const log = (...values: unknown[]) => this.child.send({ type: 'output', n, chunk: `${printedText(values)}\n` });
      const confirm = (reason: unknown) => this.ask(n, id, call, reason);
      const { name, file, line } = tool;
      const atHand: AtHand = { n, hook: { id, name, file, line, options: {} }, set: '' };
      // What listens for its end, and what the answer does as it is read, is the tool's own code, too.
      const came = await this.child.atHand.run(atHand, () => {
        call.abort = this.child.bound(call.abort);
        return tool
          .run(input, { signal: end.signal, cwd, log, confirm })
          .then((value) => ({ value: sendable(value, file) }))
          .catch(failed);
      });
      this.child.send({ type: 'called', n, ...came });
    } catch (thrown) {
      this.child.send({ type: 'called', n, ...failed(thrown) });
    } finally {
      this.running.delete(n);
      this.child.unmark(n);
    }
  }

  /** While the human thinks the call's clock stands still, here as in the parent. */
  private ask(n: number, id: string, call: Running, reason: unknown): Promise<boolean> {
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new TypeError('ctx.confirm(reason): the reason is what the human reads, a text');
    if (!this.running.has(n)) throw new Error('ctx.confirm: the call is over');
    if (call.asked.size === 0) {
      call.leftMs -= Date.now() - call.since;
      this.child.mark(n, id, call.leftMs, { paused: true });
    }
    const k = ++this.questions;
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        call.asked.delete(k);
        if (call.asked.size === 0 && this.running.has(n)) {
          call.since = Date.now();
          this.child.mark(n, id, call.leftMs);
        }
        done();
      };
      call.asked.set(k, {
        resolve: (yes) => settle(() => resolve(yes)),
        reject: (error) => settle(() => reject(error)),
      });
      this.child.send({ type: 'confirm', n, k, reason });
    });
  }

  private confirmed({ n, k, confirmed, error }: Extract<ToToolProcess, { type: 'confirmed' }>): void {
    const question = this.running.get(n)?.asked.get(k);
    if (error !== undefined) question?.reject(new Error(error));
    else question?.resolve(confirmed === true);
  }
}

function failed(thrown: unknown): { error: { name: string; message: string } } {
  const { name, message } = readThrown(thrown);
  return { error: { name, message } };
}

/** Text and content blocks as they are; anything else as JSON has it. Throws where JSON has nothing for it. */
function sendable(value: unknown, file: string): unknown {
  if (value === undefined) return value;
  if (isError(value)) throw value;
  if (typeof value === 'object' && value !== null && isEmptyInJson(value) && !('toJSON' in value && !ArrayBuffer.isView(value)))
    throw new TypeError(`the tool returned ${withArticle(classNameOf(value))}: return text, content blocks or JSON`);
  weigh(value, new Burden(`what the tool of ${file} returns`), typeof value === 'string' ? 'it' : '', () => false);
  if (isTooDeep(value)) throw new TypeError(`what the tool returned ${nestedTooDeep}`);
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`the tool returned a ${typeof value}: return text, content blocks or JSON`);
  return JSON.parse(text);
}

new ToolProcess().ready();
