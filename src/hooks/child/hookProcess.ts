/** The child process that runs the hooks. It holds no secret and no truth: bundles, run states and dispatches come from the client, which survives it. */
import './tierUp';
import './sharedZod';
import { unreachable } from '../../shared/basics/unreachable';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { Caller, RunFacts } from '../../shared/hooks/dispatch';
import { calledAs } from '../../shared/hooks/hookDescription';
import { hookLogLine } from '../../shared/verdicts/hookLogs';
import { States } from '../chain/calling/states';
import { sortHooks } from '../chain/registering/register';
import type { ChainEnv, HookProblem, RegisteredHook } from '../chain/words/registered';
import { GivenBundles } from '../givenBundles';
import { type FromHost, type HeardByParent, type RemoteAnswer, replayingFlag, type ToHost } from '../hostProtocol';
import { Child } from './childProcess';
import { type CurrentSet, Dispatches } from './dispatches';
import { Inspecting } from './inspecting';
import { type Abort, LateAbort } from './lateAbort';
import { HookModules } from './load';
import { Observers } from './observers';
import { Questions } from './parentQuestions';
import { Printing } from './printing';
import { Replayer } from './replayer';
import { Timeouts } from './timeouts';

class HookProcess {
  private current: CurrentSet = { id: '', hooks: [], places: new Map(), files: [] };
  private observing: Promise<void> = Promise.resolve();
  /** The piece of work for which files are loaded, or unloaded. */
  private loadingAs = 0;
  private readonly bundles = new GivenBundles();
  private readonly inspecting = new Inspecting();
  private readonly printing = new Printing();
  private readonly child: Child<ToHost, FromHost>;
  private readonly questions: Questions;
  private readonly timeouts: Timeouts;
  private readonly states: States;
  private readonly replayer: Replayer | undefined;
  private readonly observers: Observers;
  private readonly dispatches: Dispatches;
  private readonly modules: HookModules;

  constructor(replays: boolean) {
    const child = new Child<ToHost, FromHost>(
      {
        files: () => this.current.files,
        printed: this.printing.printed,
      },
      (message) => this.received(message),
    );
    const send = (message: HeardByParent<FromHost>) => child.send(message);
    this.child = child;
    this.questions = new Questions((message) => {
      this.dispatches.asks(child.atHand.getStore()?.n ?? 0);
      send(message);
    });
    this.dispatches = new Dispatches({
      child,
      current: () => this.current,
      environment: (...given) => this.environment(...given),
    });
    this.timeouts = new Timeouts((key, inARow) => send({ type: 'timeouts', key, inARow }));
    this.states = new States((op) => send({ type: 'stateOp', ...op }));
    if (replays)
      this.replayer = new Replayer({
        hooks: () => this.current,
        environment: (...given) => this.environment(...given),
        send,
        unmark: (n) => child.unmark(n),
      });
    this.observers = new Observers({
      hooks: () => this.current.hooks,
      environment: (n, runId, step) => this.environment(n, { runId }, new LateAbort(), this.current.id, step),
      isSuspended: (hook) => this.timeouts.isSuspended(hook),
      send,
      late: (hook, set) => child.late({ n: 0, hook, set }),
      broke: (error) => send({ type: 'stray', failure: child.stray(error, 'observers') }),
    });
    this.modules = new HookModules(
      (file, version, run) => child.load(this.loadingAs, file, version, run),
      child.builtin,
      (thrown, file) => send({ type: 'stray', failure: { ...child.stray(thrown, 'onUnload'), file } }),
    );
  }

  /** Work may come. */
  ready(): void {
    this.child.ready();
  }

  private environment(n: number, { runId, place }: Caller, abort: Abort, hookSet: string, step = 0): ChainEnv {
    let at = { id: '', timeoutMs: 0 };
    const begun: number[] = [];
    const { places } = this.current;
    return {
      toolFacts: (toolName, input) => this.questions.ask<ToolFacts>(runId, 'toolFacts', toolName, input, place),
      complete: (prompt, options, by) => this.questions.ask<string>(runId, 'complete', prompt, options, by),
      state: (id) => this.states.of(id),
      began: (hook, timeoutMs) => {
        at = { id: hook.id, timeoutMs };
        begun.push(places.get(hook.id) ?? 0);
        this.child.mark(n, hook.id, timeoutMs, { step, set: hookSet, begun });
      },
      paused: (paused) => this.child.mark(n, at.id, at.timeoutMs, { paused, step, set: hookSet, begun }),
      ended: () => this.child.over(n),
      carries: () => this.child.carry(n),
      within: (hook, log, run, said) =>
        this.printing.during(log, () => this.child.atHand.run({ n, hook, set: hookSet, said }, run)),
      bound: this.child.bound,
      logged: ({ id: hookId }, text) => this.child.send({ type: 'logged', n, hookId, text }),
      loggedLate: (hook, text) => this.child.send({ type: 'log', text: hookLogLine({ ...hook, name: calledAs(hook) }, text) }),
      progressed: () => undefined,
      isSuspended: (hook) => this.timeouts.isSuspended(hook),
      timedOut: (hook, didTimeOut) => this.timeouts.note(hook, didTimeOut),
      pausedMs: () => this.inspecting.pausedMs,
      get signal() {
        return abort.signal;
      },
      isAborted: () => abort.aborted,
      now: () => Date.now(),
      hookSet,
    };
  }

  private received(message: ToHost): void {
    switch (message.type) {
      case 'set':
        return this.load(message);
      case 'state':
        return this.states.restore(message.store, message.entries);
      case 'timeouts':
        return this.timeouts.restore(message.counts);
      case 'dispatch':
        return this.dispatches.take(message);
      case 'cancel':
        return this.dispatches.cancel(message.n);
      case 'answer':
        return this.questions.answered(message);
      case 'observe':
        this.observing = this.observing.then(() => this.observe(message));
        return;
      case 'end':
        this.observing = this.observing.then(async () => {
          await this.modules.unloadAll();
          this.child.send({ type: 'done', n: message.n });
        });
        return;
      case 'replay':
        return this.replayer?.add(message);
      case 'endRun':
        void this.observing
          .then(() => this.observers.caughtUp())
          .then(() => {
            this.states.drop(message.runId);
            this.child.send({ type: 'done', n: message.n });
          });
        return;
      case 'debug':
        if (message.on) return this.child.send({ type: 'inspector', url: this.inspecting.open() });
        return this.inspecting.close();
      default:
        unreachable(message);
    }
  }

  private load({ n, id, files: given, disabled, remote, fresh }: Extract<ToHost, { type: 'set' }>): void {
    const files = this.bundles.decode(given);
    const hooks: RegisteredHook[] = [];
    const problems: HookProblem[] = [];
    const failed: string[] = [];
    const off = new Set(disabled);
    this.loadingAs = n;
    this.current.files = files.map(({ file }) => file);
    this.modules.begin(fresh);
    this.replayer?.begin();
    this.observers.forgive();
    // Whoever has all loaded anew gives each a new chance, as a change does.
    if (fresh) this.timeouts.forgive();
    for (const file of files) {
      const loaded = this.modules.load(file, off.has(file.file));
      this.replayer?.loaded(file.file);
      hooks.push(...loaded.hooks);
      problems.push(...loaded.problems);
      if (loaded.failed) failed.push(file.file);
    }
    this.modules.end();
    this.child.unmark(n);
    for (const hook of remote)
      hooks.push({
        ...hook,
        handler: async (ctx) => {
          const { runId, log } = ctx as RunFacts & { log(text: string): void };
          const { returned, logs } = await this.questions.ask<RemoteAnswer>(runId, 'remote', hook.id, plain(ctx), runId);
          for (const text of logs) log(text);
          return returned;
        },
      });
    const isOff = ({ id, file }: RegisteredHook) => off.has(id) || off.has(file);
    const sorted = sortHooks(
      hooks.map((hook) => (isOff(hook) ? { ...hook, options: { ...hook.options, enabled: false } } : hook)),
    );
    const places = new Map(sorted.map((hook, place) => [hook.id, place]));
    this.current = { id, hooks: sorted, places, files: files.map(({ file }) => file) };
    this.child.send({
      type: 'loaded',
      n,
      id,
      hooks: this.current.hooks.map(({ handler: _, ...facts }) => facts),
      problems,
      failed,
    });
  }

  private async observe({ n, events, from }: Extract<ToHost, { type: 'observe' }>): Promise<void> {
    try {
      await this.observers.see(n, events, from);
    } catch (error) {
      this.child.send({ type: 'stray', failure: this.child.stray(error, 'observers') });
    }
    this.child.unmark(n);
    this.child.send({ type: 'done', n });
  }
}

/** The fields of a context without its functions, for a handler in another process. */
function plain(ctx: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name in ctx as object) {
    const value = (ctx as Record<string, unknown>)[name];
    if (typeof value !== 'function') fields[name] = value;
  }
  return fields;
}

new HookProcess(process.argv.includes(replayingFlag)).ready();
