/** The child process that runs the hooks. It holds no secret and no truth: bundles, run states and dispatches come from the client, which survives it. */
import './tierUp';
import { AsyncLocalStorage } from 'node:async_hooks';
import { basename } from 'node:path';
import type { Caller, RunFacts } from '../../shared/dispatch';
import type { JsonObject } from '../../shared/json';
import type { ToolFacts } from '../../shared/toolFacts';
import { unreachable } from '../../shared/unreachable';
import { runChain, runPolicies } from '../chain/chain';
import { quietOf } from '../chain/quietResult';
import { sortHooks } from '../chain/register';
import type { ChainEnv, HookProblem, RegisteredHook, ResumeChain } from '../chain/registered';
import { States } from '../chain/states';
import { GivenBundles } from '../givenBundles';
import { type FromHost, loadTimeoutMs, type RemoteAnswer, replayingFlag, type Said, type ToHost } from '../hostProtocol';
import { changesOf, References } from '../references';
import { type AtHand, Child } from './childProcess';
import { Inspecting } from './inspecting';
import { type Abort, LateAbort } from './lateAbort';
import { HookModules } from './load';
import { Observers } from './observers';
import { Questions } from './parentQuestions';
import { printed, printingTo } from './printing';
import { Replayer } from './replayer';
import { Timeouts } from './timeouts';

let current: { id: string; hooks: RegisteredHook[]; places: Map<string, number>; files: string[] } = {
  id: '',
  hooks: [],
  places: new Map(),
  files: [],
};
const running = new Map<number, LateAbort>();
let observing: Promise<void> = Promise.resolve();
const references = new References(-1);
const bundles = new GivenBundles();
const inspecting = new Inspecting();

/** The hook whose code runs, however late it is set going. */
const atHand = new AsyncLocalStorage<AtHand>();
const child = new Child<ToHost, FromHost>(
  {
    files: () => current.files,
    printed,
    atHand: { now: () => atHand.getStore(), nobody: (run) => atHand.exit(run) },
  },
  received,
);
const send = (message: Said<FromHost>): void => child.send(message);
const questions = new Questions(send);
const timeouts = new Timeouts((key, inARow) => send({ type: 'timeouts', key, inARow }));
const states = new States((op) => send({ type: 'stateOp', ...op }));
const replayer = process.argv.includes(replayingFlag)
  ? new Replayer({ hooks: () => current, environment, send, unmark: (n) => child.unmark(n) })
  : undefined;
const observers = new Observers({
  hooks: () => current.hooks,
  environment: (n, runId, step) => environment(n, { runId }, new LateAbort(), current.id, step),
  send,
});
let loadingAs = 0;
const modules = new HookModules(
  (file, version, run) => {
    const id = `${version} ${file}`;
    child.mark(loadingAs, id, loadTimeoutMs);
    return atHand.run({ n: loadingAs, hook: { id, name: basename(file), file, line: 1, options: {} }, set: '' }, run);
  },
  child.builtin,
  'hooks',
  (thrown, file) => send({ type: 'stray', failure: { ...child.stray(thrown, 'onUnload'), file } }),
);

function environment(n: number, { runId, place }: Caller, abort: Abort, hookSet: string, step = 0): ChainEnv {
  let at = { id: '', timeoutMs: 0 };
  const begun: number[] = [];
  const { places } = current;
  return {
    toolFacts: (toolName, input) => questions.ask<ToolFacts>(runId, 'toolFacts', toolName, input, place),
    complete: (prompt, options, by) => questions.ask<string>(runId, 'complete', prompt, options, by),
    state: (id) => states.of(id),
    began: (hook, timeoutMs) => {
      at = { id: hook.id, timeoutMs };
      begun.push(places.get(hook.id) ?? 0);
      child.mark(n, hook.id, timeoutMs, { step, set: hookSet, begun });
    },
    paused: (paused) => child.mark(n, at.id, at.timeoutMs, { paused, step, set: hookSet, begun }),
    ended: () => child.over(n),
    within: (hook, log, run) => printingTo(log, () => atHand.run({ n, hook, set: hookSet }, run)),
    progressed: () => undefined,
    isSuspended: (hook) => timeouts.isSuspended(hook),
    timedOut: (hook, didTimeOut) => timeouts.note(hook, didTimeOut),
    pausedMs: () => inspecting.pausedMs,
    get signal() {
      return abort.signal;
    },
    isAborted: () => abort.aborted,
    now: () => Date.now(),
    hookSet,
  };
}

function received(message: ToHost): void {
  switch (message.type) {
    case 'set':
      return load(message);
    case 'state':
      return states.restore(message.store, message.entries);
    case 'timeouts':
      return timeouts.restore(message.counts);
    case 'dispatch':
      return void dispatch(message);
    case 'cancel':
      return running.get(message.n)?.abort();
    case 'answer':
      return questions.answered(message);
    case 'observe':
      observing = observing.then(() => observe(message));
      return;
    case 'end':
      observing = observing.then(async () => {
        await modules.unloadAll();
        send({ type: 'done', n: message.n });
      });
      return;
    case 'replay':
      return replayer?.add(message);
    case 'endRun':
      observing = observing.then(() => {
        states.drop(message.runId);
        send({ type: 'done', n: message.n });
      });
      return;
    case 'debug':
      if (message.on) return send({ type: 'inspector', url: inspecting.open() });
      return inspecting.close();
    default:
      unreachable(message);
  }
}

function load({ n, id, files: given, disabled, remote, fresh }: Extract<ToHost, { type: 'set' }>): void {
  const files = bundles.decode(given);
  const hooks: RegisteredHook[] = [];
  const problems: HookProblem[] = [];
  const failed: string[] = [];
  const off = new Set(disabled);
  loadingAs = n;
  current.files = files.map(({ file }) => file);
  modules.begin(fresh);
  replayer?.begin();
  observers.forgive();
  // Whoever has all loaded anew gives each a new chance, as a change does.
  if (fresh) timeouts.forgive();
  for (const file of files) {
    const loaded = modules.load(file, off.has(file.file));
    replayer?.loaded(file.file);
    hooks.push(...loaded.hooks);
    problems.push(...loaded.problems);
    if (loaded.failed) failed.push(file.file);
  }
  modules.end();
  child.unmark(n);
  for (const hook of remote)
    hooks.push({
      ...hook,
      handler: async (ctx) => {
        const { runId, log } = ctx as RunFacts & { log(text: string): void };
        const { returned, logs } = await questions.ask<RemoteAnswer>(runId, 'remote', hook.id, plain(ctx), runId);
        for (const text of logs) log(text);
        return returned;
      },
    });
  const isOff = ({ id, file }: RegisteredHook) => off.has(id) || off.has(file);
  const sorted = sortHooks(hooks.map((hook) => (isOff(hook) ? { ...hook, options: { ...hook.options, enabled: false } } : hook)));
  const places = new Map(sorted.map((hook, place) => [hook.id, place]));
  current = { id, hooks: sorted, places, files: files.map(({ file }) => file) };
  send({ type: 'loaded', n, id, hooks: current.hooks.map(({ handler: _, ...facts }) => facts), problems, failed });
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

/** The payload of a chain's progress lies in the changes of its message. */
const carriedIn = ({ progress }: ResumeChain) => progress?.carried as { payload: JsonObject } | undefined;

async function dispatch({ n, request, judge, resume, forget }: Extract<ToHost, { type: 'dispatch' }>): Promise<void> {
  if (forget) references.clear();
  request.payload = references.decode(request.payload);
  const carried = resume && carriedIn(resume);
  if (carried) carried.payload = references.decode(carried.payload);
  const abort = new LateAbort();
  running.set(n, abort);
  const { id, hooks, places } = current;
  try {
    const { run, place } = request;
    const env = environment(n, { runId: run.runId, place }, abort, id);
    env.progressed = ({ ranIds, carried }) => {
      const { payload, ...rest } = carried;
      const changes = changesOf(request.payload, payload as JsonObject, references);
      send({ type: 'progress', n, progress: { ranIds, carried: rest }, changes });
    };
    if (judge) return send({ type: 'result', n, result: await runPolicies(request, hooks, env, resume) });
    const whole = await runChain(request, hooks, env, resume);
    const quiet = quietOf(request, whole, places);
    if (quiet) return send({ type: 'passed', n, ...quiet });
    const { payload, ...result } = whole;
    send({ type: 'result', n, result, changes: changesOf(request.payload, payload, references) });
  } catch (error) {
    send({ type: 'broken', n, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    running.delete(n);
    child.unmark(n);
  }
}

async function observe({ n, events, from }: Extract<ToHost, { type: 'observe' }>): Promise<void> {
  try {
    await observers.see(n, events, from);
  } catch (error) {
    send({ type: 'stray', failure: child.stray(error, 'observers') });
  }
  child.unmark(n);
  send({ type: 'done', n });
}

child.ready();
