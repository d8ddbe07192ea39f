/** The child process that runs the hooks. It holds no secret and no truth: bundles, run states and dispatches come from the client, which survives it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { basename } from 'node:path';
import { agentsWithHooks, type DispatchRequest, factsOfEvent, type RunFacts } from '../../shared/dispatch';
import type { HookEvent } from '../../shared/events';
import { hookLogLines } from '../../shared/hookLogs';
import type { JsonObject } from '../../shared/json';
import type { ToolFacts } from '../../shared/toolFacts';
import { unreachable } from '../../shared/unreachable';
import { listening } from '../chain/candidates';
import { runChain, runPolicies } from '../chain/chain';
import { hasOwnAmong } from '../chain/matching';
import { quietOf } from '../chain/quietResult';
import { sortHooks } from '../chain/register';
import {
  type ChainEnv,
  type HookProblem,
  type RegisteredHook,
  type ResumeChain,
  type Versioned,
  versionKey,
} from '../chain/registered';
import { States } from '../chain/states';
import { GivenBundles } from '../givenBundles';
import {
  type FromHost,
  loadTimeoutMs,
  type ObserveFrom,
  type RemoteAnswer,
  replayingFlag,
  type Said,
  type ToHost,
} from '../hostProtocol';
import { changesOf, References } from '../references';
import { type AtHand, Child } from './childProcess';
import { Inspecting } from './inspecting';
import { type Abort, LateAbort } from './lateAbort';
import { HookModules } from './load';
import { printed, printingTo } from './printing';
import { Replayer } from './replayer';

let current: { id: string; hooks: RegisteredHook[]; places: Map<string, number>; files: string[] } = {
  id: '',
  hooks: [],
  places: new Map(),
  files: [],
};
const running = new Map<number, LateAbort>();
const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
const timeouts = new Map<string, number>();
let nextAsk = 0;
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
const states = new States((op) => send({ type: 'stateOp', ...op }));
const replayer = process.argv.includes(replayingFlag)
  ? new Replayer({ hooks: () => current, environment, send, unmark: (n) => child.unmark(n) })
  : undefined;
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

function ask<T>(runId: string, what: 'toolFacts' | 'complete' | 'remote', ...args: unknown[]): Promise<T> {
  const k = ++nextAsk;
  return new Promise<T>((resolve, reject) => {
    asked.set(k, { resolve: resolve as (value: unknown) => void, reject });
    send({ type: 'ask', k, runId, what, args });
  });
}

function environment(n: number, runId: string, abort: Abort, hookSet: string, step = 0): ChainEnv {
  let at = { id: '', timeoutMs: 0 };
  const begun: number[] = [];
  const { places } = current;
  return {
    toolFacts: (toolName, input) => ask<ToolFacts>(runId, 'toolFacts', toolName, input),
    complete: (prompt, options, by) => ask<string>(runId, 'complete', prompt, options, by),
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
    isSuspended,
    timedOut: (hook, didTimeOut) => {
      if (timeouts.size === 0 && !didTimeOut) return;
      const key = versionKey(hook);
      countTimeout(key, didTimeOut ? (timeouts.get(key) ?? 0) + 1 : 0);
    },
    pausedMs: () => inspecting.pausedMs,
    get signal() {
      return abort.signal;
    },
    isAborted: () => abort.aborted,
    now: () => Date.now(),
    hookSet,
  };
}

const isSuspended = (hook: Versioned): boolean => timeouts.size > 0 && (timeouts.get(versionKey(hook)) ?? 0) >= 3;

function countTimeout(key: string, inARow: number): void {
  if ((timeouts.get(key) ?? 0) === inARow) return;
  timeouts.set(key, inARow);
  send({ type: 'timeouts', key, inARow });
}

function received(message: ToHost): void {
  switch (message.type) {
    case 'set':
      return load(message);
    case 'state':
      return states.restore(message.store, message.entries);
    case 'timeouts':
      for (const [id, count] of message.counts) timeouts.set(id, count);
      return;
    case 'dispatch':
      return void dispatch(message);
    case 'cancel':
      return running.get(message.n)?.abort();
    case 'answer': {
      const waiting = asked.get(message.k);
      asked.delete(message.k);
      return message.error === undefined ? waiting?.resolve(message.value) : waiting?.reject(new Error(message.error));
    }
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
  failedObservers.clear();
  // Whoever has all loaded anew gives each a new chance, as a change does.
  if (fresh) for (const key of timeouts.keys()) countTimeout(key, 0);
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
        const { returned, logs } = await ask<RemoteAnswer>(runId, 'remote', hook.id, plain(ctx), runId);
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
    const env = environment(n, request.run.runId, abort, id);
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

/** `event` hooks see events after the fact, one after the other; what fails there is told, but not to the hook that failed. */
async function observe({ n, events, from }: Extract<ToHost, { type: 'observe' }>): Promise<void> {
  try {
    for (const [step, hookEvent] of events.entries()) {
      const env = environment(n, hookEvent.runId, new LateAbort(), current.id, step);
      const observers = observersOf(hookEvent, step === 0 ? from : undefined);
      if (observers.length === 0) continue;
      const agentHooks = agentsWithHooks(hookEvent, hasOwnAmong(current.hooks));
      const request: DispatchRequest = { event: 'event', run: factsOfEvent(hookEvent), payload: { hookEvent }, agentHooks };
      const result = await runChain(request, observers, env);
      // Their events make no record that could hold what they log.
      for (const text of hookLogLines(result.hooks)) send({ type: 'log', text });
      for (const { name, file, line, error } of result.hooks) {
        if (!error) continue;
        if (hookEvent.type === 'hook_error') failedObservers.add(observerKey({ file, name }));
        send({
          type: 'stray',
          failure: { hook: name, file, line: error.line ?? line, message: error.message, event: 'event' },
        });
      }
    }
  } catch (error) {
    send({ type: 'stray', failure: child.stray(error, 'observers') });
  }
  child.unmark(n);
  send({ type: 'done', n });
}

/**
 * Those that have failed at the failure of another, since hooks were loaded, or late: at what, is not known then. Two that fail at each other's would else go on
 * for ever.
 */
const failedObservers = new Set<string>();
const observerKey = ({ file, name }: { file?: string; name?: string }) => `${file} ${name}`;
const keyOf = ({ file, name, options }: RegisteredHook) => observerKey({ file, name: options.name ?? name });

function observersOf(hookEvent: HookEvent, from: ObserveFrom | undefined): RegisteredHook[] {
  const failure = hookEvent.type === 'hook_error' ? hookEvent.data : undefined;
  const guilty = failure && observerKey({ file: failure.file, name: failure.hook });
  const all = listening(current.hooks, 'event');
  const isLate = guilty !== undefined && failure?.event === undefined && all.some((hook) => keyOf(hook) === guilty);
  if (isLate) failedObservers.add(guilty);
  const isOfObserver = isLate || failure?.event === 'event';
  const isBlamed = (key: string) => key === guilty || (isOfObserver && failedObservers.has(key));
  const observers = all.filter((hook) => !isBlamed(keyOf(hook)) && !isSuspended(hook));
  const at = from ? observers.findIndex((hook) => hook.id === from.hookId) : -1;
  return at < 0 ? observers : observers.slice(from?.again ? at : at + 1);
}

child.ready();
