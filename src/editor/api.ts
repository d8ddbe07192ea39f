/** The API for other extensions: their hooks, their tools, and runs they start. */
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { EndedEarly } from '../agent/context/signals';
import type { RunResult as Ended } from '../agent/loop/run';
import type { AnyTool } from '../agent/ports/tool';
import type { RunOptions as Own, Session } from '../agent/session/session';
import { foreignTool } from '../agent/tools/foreignTool';
import type { ToolRegistry } from '../agent/tools/toolRegistry';
import type { HooksmithApi, RunOptions, RunResult, ScopeTool } from '../api/extension';
import { remoteHook } from '../hooks/chain/calling/addedHook';
import { isSchema, toolWords } from '../hooks/chain/registering/registerTool';
import { type ToolSchemas, toolSchemas } from '../hooks/chain/registering/toolSchema';
import { ownCopy } from '../hooks/chain/words/values';
import type { HookHost } from '../hooks/parent/host/hookHost';
import type { HostServices } from '../hooks/parent/lasting/hostServices';
import { InterceptedHooks } from '../hooks/parent/runs/intercepted';
import { isObject, type JsonObject } from '../shared/basics/json';
import { whenAborted } from '../shared/basics/whenAborted';
import { inputWords } from '../shared/calls/inputProblem';
import { toolNameProblem } from '../shared/calls/toolNames';
import { readToolResults } from '../shared/messages/broughtResults';
import type { ToolResultBlock } from '../shared/messages/messages';

export interface ApiParts {
  version: string;
  /** Our own folder: whoever calls is the first outside of it. */
  folder: string;
  core: {
    readonly hooks: HookHost;
    readonly services: Pick<HostServices, 'toolFacts' | 'complete'>;
    readonly registry: ToolRegistry;
  };
  conversation: { readonly current: Session; readonly onHookEvent: HooksmithApi['onHookEvent'] };
  workspace: { distrusted(): string | undefined };
}

export function hooksmithApi({ version, folder, core, conversation, workspace }: ApiParts): HooksmithApi {
  const { hooks, services, registry } = core;
  let registrations = 0;
  const optionsOf = ({ hooks: wanted, intercept, metadata }: RunOptions, signal: AbortSignal | undefined): Own => ({
    metadata: metadata && (ownCopy(metadata, 'metadata') as JsonObject),
    signal,
    ...(wanted === false || intercept
      ? {
          hooks: new InterceptedHooks(hooks, {
            hooks: wanted !== false,
            intercept,
            services: { ...services, session: (id) => hooks.session(id) },
          }),
        }
      : {}),
  });
  return {
    version,
    // The record, the timeline and whoever else listens have the event itself: nobody outside writes into it.
    onHookEvent: (listener, thisArgs, disposables) =>
      conversation.onHookEvent((event) => listener.call(thisArgs, structuredClone(event)), undefined, disposables),
    addHook: (...args: readonly unknown[]) => {
      const caller = callerOf(new Error().stack, folder);
      const added = hooks.addRemote(remoteHook(args, { ...caller, n: ++registrations }));
      return once(() => void added.dispose());
    },
    registerScope: (scope) => {
      check(scopeShape, scope, 'registerScope');
      const { name, tools } = scope;
      if (registry.has(name)) throw new Error(`registerScope: there is a scope ${name} already`);
      const made = tools.map((tool) => toolOf(name, tool, () => workspace.distrusted()));
      registry.registerScope(name, made);
      return once(() => registry.unregisterScope(name));
    },
    run: async (prompt, given) => {
      if (typeof prompt !== 'string' || prompt.trim() === '') throw new TypeError('run: the prompt must be text');
      const options = given ?? {};
      check(runShape, options, 'run');
      const { current } = conversation;
      const { signal, forget } = stoppedBy(options.signal);
      try {
        return resultOf(current, await current.send(prompt, optionsOf(options, signal)));
      } finally {
        forget();
      }
    },
    continue: async (sessionId, toolResults = []) => {
      const { current } = conversation;
      if (current.id !== sessionId) throw new Error(`continue: the session in the chat is ${current.id}, not ${sessionId}`);
      const results = resultsFor(current, toolResults);
      if (!current.canContinue) throw new Error('continue: there is nothing to go on with');
      return resultOf(current, await current.continue({ toolResults: results }));
    },
  };
}

const isFunction = (value: unknown) => typeof value === 'function';
const isSignal = (value: unknown) => isObject(value) && isFunction(value.addEventListener);
const truth = z.boolean('must be true or false');
const text = z.string({ error: toolWords.noText });
const scopeShape = z.object({
  name: text.min(1, 'must not be empty'),
  tools: z.array(
    z.object({
      name: text,
      description: text.min(1, toolWords.noDescription),
      readOnly: truth.optional(),
      enabled: z
        .custom((value) => typeof value === 'boolean' || isFunction(value), 'must be true, false or a function')
        .optional(),
      run: z.custom(isFunction, 'must be a function'),
    }),
  ),
});
const runShape = z.object({
  hooks: truth.optional(),
  intercept: z.custom(isFunction, 'must be a function').optional(),
  metadata: z.custom(isObject, 'must be an object').optional(),
  signal: z.custom(isSignal, 'must be an AbortSignal').optional(),
});

/** Throws a TypeError that names what is wrong: many extensions are written without types. */
function check(shape: z.ZodType, given: unknown, call: string): void {
  const issue = shape.safeParse(given, { error: inputWords }).error?.issues[0];
  if (issue) throw new TypeError(`${call}: ${issue.path.join('.') || 'its argument'} ${issue.message}`);
}

/** Where the caller stops its run, no human did: whoever ends by it says so, with the words that the caller gave for it. */
function stoppedBy(signal: AbortSignal | undefined): { signal?: AbortSignal; forget(): void } {
  if (!signal) return { forget: () => undefined };
  const abort = new AbortController();
  const forget = whenAborted(signal, () => {
    const words = wordsOf(signal.reason);
    const why = 'Stopped by the extension that began the run';
    abort.abort(new EndedEarly(words ? `${why}: ${words}` : why, 'extension'));
  });
  return { signal: abort.signal, forget };
}

/** What an abort without a reason says is the platform's. */
function wordsOf(reason: unknown): string | undefined {
  if (reason instanceof Error) return reason.name === 'AbortError' ? undefined : reason.message;
  return typeof reason === 'string' ? reason : undefined;
}

function once(action: () => void): { dispose(): void } {
  let isDone = false;
  return {
    dispose: () => {
      if (isDone) return;
      isDone = true;
      action();
    },
  };
}

function resultOf({ id }: Session, { status, text, signals, usage, costUsd, pending, error }: Ended): RunResult {
  const more = { ...(pending ? { pending } : {}), ...(error ? { error } : {}) };
  return { sessionId: id, status, text, signals, usage, costUsd, ...more };
}

function resultsFor({ openCalls }: Session, toolResults: readonly ToolResultBlock[]) {
  const results = readToolResults(toolResults);
  if (typeof results === 'string')
    throw new TypeError(`continue: the results are no list of {tool_use_id, content, is_error?}: ${results}`);
  for (const id of results.keys())
    if (!openCalls.includes(id))
      throw new Error(
        `continue: no tool call ${id} waits for a result; ${openCalls.join(', ') || 'none'} ${openCalls.length > 1 ? 'do' : 'does'}`,
      );
  return results;
}

function toolOf(scope: string, tool: ScopeTool, distrusted: () => string | undefined): AnyTool {
  const { name, description, input, readOnly = false, enabled = true, run } = tool;
  const problem = toolNameProblem(name);
  if (problem) throw new TypeError(`registerScope: ${problem}`);
  const schema = isSchema(input) ? input : undefined;
  const { shown: inputSchema, accepted }: ToolSchemas = schema ? toolSchemas(schema) : { shown: input as JsonObject };
  if (!isObject(inputSchema) || inputSchema.type !== 'object')
    throw new TypeError(`registerScope: ${name}: input must be a zod object or the JSON schema of an object`);
  return foreignTool(scope, {
    ...{ name, description, inputSchema, accepted, readOnly },
    disabled: () =>
      (readOnly ? undefined : distrusted()) ?? (isOn(enabled) ? undefined : `the scope ${scope} has switched it off`),
    run: async (given, { signal, cwd, onOutput, confirm }) => {
      const log = (...values: unknown[]) => onOutput(`${values.map(String).join(' ')}\n`);
      return run.call(tool, (schema ? await schema.parseAsync(given) : given) as never, {
        signal,
        cwd,
        log,
        confirm: (reason: string) => confirm(reason),
      });
    },
  });
}

function isOn(enabled: boolean | (() => boolean)): boolean {
  try {
    // A promise says nothing in time.
    return (typeof enabled === 'function' ? enabled() : enabled) === true;
  } catch {
    return false;
  }
}

/** The place in the extension that called us: what the timeline links its hook to. */
function callerOf(stack: string | undefined, folder: string): { file: string; line: number } {
  for (const line of (stack ?? '').split('\n').slice(1)) {
    // The frame of a module of the newer kind is a URL, and Node's own has a name that is no path.
    const [, at, n] = /(?:\(|\s)((?:file:\/\/)?(?:[A-Za-z]:)?[/\\][^()]*?):(\d+):\d+\)?$/.exec(line) ?? [];
    const file = at?.startsWith('file:') ? fileURLToPath(at) : at;
    if (file && !file.startsWith(folder)) return { file, line: Number(n) };
  }
  return { file: 'addHook', line: 1 };
}
