/** The child process that runs the hooks. It holds no secret and no truth: bundles, run states and dispatches come from the client, which survives it. */
import { openSync, writeSync } from 'node:fs';
import { inspect } from 'node:util';
import type { RunFacts, ToolFacts } from '../shared/dispatch';
import type { HookEvent } from '../shared/events';
import { noUsage } from '../shared/messages';
import { printed } from './call';
import { runChain, runPolicies } from './chain';
import { loadFile } from './load';
import { type FromHost, markerSize, type ToHost, writeMarkerText } from './protocol';
import { sortHooks } from './register';
import type { ChainEnv, HookProblem, RegisteredHook } from './registered';
import { RunStates } from './runState';

process.setSourceMapsEnabled?.(true);
// The signal that would open an inspector.
if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
process.on('disconnect', () => process.exit(0));

const marker = openSync(process.argv[2]!, 'r+');
const markerBytes = Buffer.alloc(markerSize);
let current: { id: string; hooks: RegisteredHook[] } = { id: '', hooks: [] };
const running = new Map<number, AbortController>();
const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
const timeouts = new Map<string, number>();
let nextAsk = 0;
let observing: Promise<void> = Promise.resolve();

const send = (message: FromHost): void => void process.send?.(message);
const states = new RunStates((op) => send({ type: 'stateOp', ...op }));

function ask<T>(runId: string, what: 'toolFacts' | 'complete' | 'remote', ...args: unknown[]): Promise<T> {
  const k = ++nextAsk;
  return new Promise<T>((resolve, reject) => {
    asked.set(k, { resolve: resolve as (value: unknown) => void, reject });
    send({ type: 'ask', k, runId, what, args });
  });
}

for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  console[level] = (...values: unknown[]) => {
    if (!printed(values))
      send({ type: 'log', text: values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ') });
  };
}
// A rejection that nobody awaits belongs to no dispatch; it is told, and the others live on.
process.on('unhandledRejection', (reason) =>
  send({ type: 'log', text: `unhandled rejection in a hook file: ${reason instanceof Error ? reason.stack : String(reason)}` }),
);

function mark(n: number, hookId: string, timeoutMs: number, paused: boolean): void {
  const length = markerBytes.write(writeMarkerText({ n, startedAt: Date.now(), timeoutMs, paused, hookId }));
  writeSync(marker, markerBytes, 0, length, 0);
}

function environment(n: number, runId: string, signal: AbortSignal, hookSet: string): ChainEnv {
  let at = { id: '', timeoutMs: 0 };
  return {
    toolFacts: (toolName, input) => ask<ToolFacts>(runId, 'toolFacts', toolName, input),
    complete: (prompt, options) => ask<string>(runId, 'complete', prompt, options),
    state: (id) => states.of(id),
    began: (hook, timeoutMs) => {
      at = { id: hook.id, timeoutMs };
      mark(n, hook.id, timeoutMs, false);
    },
    paused: (isPaused) => mark(n, at.id, at.timeoutMs, isPaused),
    progressed: (progress) => send({ type: 'progress', n, progress }),
    isSuspended: (id) => (timeouts.get(id) ?? 0) >= 3,
    timedOut: (id, didTimeOut) => void timeouts.set(id, didTimeOut ? (timeouts.get(id) ?? 0) + 1 : 0),
    signal,
    now: () => Date.now(),
    hookSet,
  };
}

process.on('message', (message: ToHost) => {
  switch (message.type) {
    case 'set':
      return load(message);
    case 'state':
      return states.restore(message.runId, message.entries);
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
      observing = observing.then(() => observe(message.events));
      return;
    case 'endRun':
      observing = observing.then(() => {
        states.drop(message.runId);
        send({ type: 'ended', k: message.k });
      });
      return;
  }
});

function load({ id, files, disabled, remote }: Extract<ToHost, { type: 'set' }>): void {
  const hooks: RegisteredHook[] = [];
  const problems: HookProblem[] = [];
  const failed: string[] = [];
  const off = new Set(disabled);
  const before = new Map(current.hooks.map((hook) => [hook.id, hook.version]));
  for (const file of files) {
    const loaded = loadFile(file);
    hooks.push(...loaded.hooks);
    problems.push(...loaded.problems);
    if (loaded.failed) failed.push(file.file);
  }
  for (const hook of remote)
    hooks.push({ ...hook, handler: (ctx) => ask((ctx as RunFacts).runId, 'remote', hook.id, plain(ctx)) });
  for (const hook of hooks) {
    if (off.has(hook.id)) hook.options = { ...hook.options, enabled: false };
    // A save gives a suspended hook a new chance.
    if (before.get(hook.id) !== hook.version) timeouts.delete(hook.id);
  }
  current = { id, hooks: sortHooks(hooks) };
  send({ type: 'loaded', id, hooks: current.hooks.map(({ handler: _, ...facts }) => facts), problems, failed });
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

async function dispatch({ n, request, judge, resume }: Extract<ToHost, { type: 'dispatch' }>): Promise<void> {
  const abort = new AbortController();
  running.set(n, abort);
  const { id, hooks } = current;
  try {
    const env = environment(n, request.run.runId, abort.signal, id);
    const result = await (judge ? runPolicies(request, hooks, env, resume) : runChain(request, hooks, env, resume));
    send({ type: 'result', n, result });
  } catch (error) {
    send({ type: 'broken', n, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    running.delete(n);
  }
}

/** `event` hooks see events after the fact, one after the other; what fails there is told, but not to the hook that failed. */
async function observe(events: HookEvent[]): Promise<void> {
  const failures: Extract<FromHost, { type: 'observed' }>['failures'] = [];
  for (const hookEvent of events) {
    const { hooks } = current;
    const blamed = hookEvent.type === 'hook_error' ? (hookEvent.data?.hook as string | undefined) : undefined;
    const observers = hooks.filter((hook) => hook.events.includes('event') && (hook.options.name ?? hook.name) !== blamed);
    if (observers.length === 0) continue;
    const env = environment(0, hookEvent.runId, new AbortController().signal, current.id);
    const result = await runChain({ event: 'event', run: factsOf(hookEvent), payload: { hookEvent } }, observers, env);
    for (const record of result.hooks)
      if (record.error)
        failures.push({
          hook: record.name,
          file: record.file,
          line: record.error.line ?? record.line,
          message: record.error.message,
          event: 'event',
        });
  }
  if (failures.length > 0) send({ type: 'observed', failures });
}

const factsOf = ({ agentName, branch, sessionId, runId, step, timestamp }: HookEvent): RunFacts => ({
  agentName,
  branch,
  depth: branch.split('/').length - 1,
  sessionId,
  runId,
  step,
  purpose: 'chat',
  usage: noUsage,
  costUsd: 0,
  errors: [],
  metadata: {},
  waitedMs: 0,
  createdAt: timestamp,
  updatedAt: timestamp,
  replaying: false,
});

send({ type: 'ready' });
