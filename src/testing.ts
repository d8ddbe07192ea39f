/** What stands behind `hooksmith/testing`: the chain, the tools' facts and the disk, put together without an agent. */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import * as z from 'zod';
import { diskFiles } from './adapters/disk/diskFiles';
import { readSession } from './adapters/sessions/sessionFile';
import type { AnyTool } from './agent/ports/tool';
import { ToolRegistry } from './agent/tools/toolRegistry';
import { brand } from './api/define';
import type * as api from './api/testing';
import type { HooksToRun, Outcome, TestEvent } from './api/testing';
import { States } from './hooks/chain/calling/states';
import { registerExports, sortHooks } from './hooks/chain/registering/register';
import { runChain } from './hooks/chain/running/chain';
import type { ChainEnv, RegisteredHook } from './hooks/chain/words/registered';
import { eventAmong } from './hooks/replay/eventBefore';
import { isObject, type JsonObject } from './shared/basics/json';
import type { ToolFacts } from './shared/calls/toolFacts';
import { builtIn } from './shared/calls/toolNames';
import { type DispatchRequest, type DispatchResult, factsOfEvent, type RunFacts } from './shared/hooks/dispatch';
import type { PayloadFields } from './shared/hooks/payloads';
import { type EventName, hookPoints } from './shared/hooks/points';
import { builtInTools } from './tools';

export { event, toolCall } from './api/testing';

// biome-ignore lint/plugin: the counters of hooks go on from one `runHooks` of a test file to the next
const states = new States(() => undefined);

export const runHooks: typeof api.runHooks = async (hooks, event, options = {}) => {
  const registered = registeredHooks(hooks);
  const request = requestOf(event);
  const complete: ChainEnv['complete'] = async (prompt, asked) => {
    if (!options.complete) throw new Error('ctx.complete in a test: give runHooks { complete: (prompt) => … } to answer it');
    return options.complete(prompt, asked);
  };
  const result = await runChain(request, registered, {
    toolFacts: async (toolName, input) => factsOf(toolName, input, event),
    complete,
    state: (store) => states.of(store),
    began: () => undefined,
    paused: () => undefined,
    progressed: () => undefined,
    isSuspended: () => false,
    timedOut: () => undefined,
    signal: new AbortController().signal,
    now: () => Date.now(),
    hookSet: 'test',
  });
  // Whose input that is the event's type tells.
  return outcomeOf(request, result) as Outcome<never>;
};

export const recorded: typeof api.recorded = (file, eventId) => {
  const { items } = readSession(file);
  const found = items.flatMap((item) => (item.kind === 'event' ? [item.event] : [])).find(({ id }) => id === eventId);
  if (!found) throw new Error(`${file} has no event ${eventId}`);
  const { run, event, payload, bars } = eventAmong(items, found);
  return { ...run, ...payload, event, ...(bars ? { bars } : {}) } as ReturnType<typeof api.recorded>;
};

function registeredHooks(hooks: HooksToRun): RegisteredHook[] {
  const exports = exportsOf(hooks);
  const file = process.env.HOOKSMITH_TEST_FILE ?? process.argv[1] ?? 'test';
  const { hooks: registered, problems } = registerExports(exports, {
    file,
    layer: 1,
    version: 'test',
    lines: new Map(Object.keys(exports).map((name) => [name, 1])),
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new TypeError(errors.map(({ message }) => message).join('\n'));
  if (registered.length === 0) throw new TypeError('runHooks was given no hook: make one with hook(…) or policy(…)');
  return sortHooks(registered);
}

/** By the names that records tell them by: those of a module's exports, else their place. */
function exportsOf(hooks: HooksToRun, at = 'hooks'): JsonObject {
  if (!isDefinition(hooks) && Array.isArray(hooks))
    return Object.assign({}, ...hooks.map((one: HooksToRun, index) => exportsOf(one, `${at}[${index}]`)));
  if (isDefinition(hooks) || !isObject(hooks)) return { [at]: hooks };
  const exported = Object.entries(hooks).filter(
    ([, value]) => isDefinition(value) || (Array.isArray(value) && value.some(isDefinition)),
  );
  return Object.fromEntries(at === 'hooks' ? exported : exported.map(([name, value]) => [`${at}.${name}`, value]));
}

const isDefinition = (value: unknown): boolean => typeof value === 'object' && value !== null && brand in value;

/** The fields of the run, and those of the event. */
function requestOf({ event, bars, ...given }: TestEvent): DispatchRequest {
  // Of an event that was recorded: what would come to nothing there.
  const more = isObject(bars) ? { bars } : {};
  const { branch = 'main' } = given as Partial<RunFacts>;
  const run = factsOfEvent({
    agentName: branch.slice(branch.lastIndexOf('/') + 1),
    branch,
    taskId: undefined,
    sessionId: randomUUID(),
    runId: randomUUID(),
    step: 0,
    timestamp: new Date().toISOString(),
  });
  const payload: JsonObject = {};
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(run, name)) Object.assign(run, { [name]: value });
    // What an event has of its own goes by the same name as what its run has: usage and cost of a subagent.
    if (!Object.hasOwn(run, name) || ownToo.has(event)) payload[name] = value;
  }
  if (!('tool' in hookPoints[event])) return { event, run, payload, ...more } as DispatchRequest;
  const facts = factsOf(String(given.toolName), isObject(given.input) ? given.input : {}, given);
  const input = isObject(given.input) ? { input: facts.input } : {};
  return {
    event,
    run,
    // Of its tool's own fields alone, as a run has it.
    payload: { toolCallId: randomUUID(), requestedInput: given.input, ...facts, ...payload, toolName: facts.toolName, ...input },
    ...more,
  } as DispatchRequest;
}

const ownToo: ReadonlySet<EventName> = new Set<EventName>(['afterRun', 'subagentStop', 'stop']);

/** What a tool that is none of ours means is not known here: it takes what it is given. */
const anyTool = (name: string): AnyTool => ({
  name,
  description: '',
  scope: name.startsWith('mcp__') ? (name.split('__')[1] ?? '') : 'test',
  readOnly: false,
  input: z.looseObject({}) as unknown as z.ZodType<JsonObject>,
  run: () => Promise.reject(new Error('no tool runs in a test of hooks')),
});

function factsOf(toolName: string, input: JsonObject, given: JsonObject): ToolFacts {
  const registry = new ToolRegistry();
  registry.registerScope(builtIn, builtInTools({ get: () => undefined, all: () => [] }));
  if (registry.ownerOf(toolName) === undefined && given.status !== 'unknown') registry.registerScope('test', [anyTool(toolName)]);
  const cwd = typeof given.cwd === 'string' ? given.cwd : process.cwd();
  const home = typeof given.home === 'string' ? given.home : homedir();
  return registry.facts(toolName, input, { cwd, home, files: diskFiles, folders: [cwd] });
}

function outcomeOf({ event }: DispatchRequest, result: DispatchResult): Outcome {
  const { end, judgement, vote, confined = [], context, metadata, hooks } = result;
  const fields: PayloadFields = result.payload;
  const held = confined.filter(({ words }) => !words.hideOnly);
  const word =
    judgement?.action === 'deny'
      ? judgement
      : end.action !== 'continue'
        ? end
        : (judgement ?? (vote?.action === 'ask' ? vote : held[0] ? { ...held[0], action: 'confine' as const } : vote) ?? end);
  const value = 'value' in word ? word.value : 'error' in word ? word.error : 'message' in word ? word.message : undefined;
  return {
    decision: word.action,
    ...('by' in word ? { by: word.by, reason: word.reason } : {}),
    input: fields.input ?? (event === 'userMessage' ? fields.message : fields.task),
    output: fields.output ?? fields.result,
    value,
    fields,
    context,
    ...(metadata ? { metadata } : {}),
    confined: held.map(({ words }) => words),
    logs: hooks.flatMap(({ logs = [] }) => logs),
    hooks,
  };
}
