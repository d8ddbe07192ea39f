/** What chain tests share: a process around the chain, requests of every event, and hooks registered as a file would. */
import assert from 'node:assert/strict';
import { States } from '../../../src/hooks/chain/calling/states';
import { type HookFile, registerExports, sortHooks } from '../../../src/hooks/chain/registering/register';
import { runChain, runPolicies } from '../../../src/hooks/chain/running/chain';
import type {
  ChainEnv,
  ChainProgress,
  HookProblem,
  RegisteredHook,
  ResumeChain,
} from '../../../src/hooks/chain/words/registered';
import type { JsonObject } from '../../../src/shared/basics/json';
import type { ToolFacts } from '../../../src/shared/calls/toolFacts';
import { type DispatchRequest, type DispatchResult, factsOfEvent } from '../../../src/shared/hooks/dispatch';
import type { EventName } from '../../../src/shared/hooks/points';
import { noUsage } from '../../../src/shared/messages/messages';

export const file = '/w/.hooksmith/hooks/test.ts';
/** As it is told. */
export const shownFile = '.hooksmith/hooks/test.ts';

/** Registers exports as the file `test.ts` would; lines count up from 1 in the order of the exports. */
export function load(
  exports: Record<string, unknown>,
  more: { file?: string; layer?: number; agent?: string; toolOf?: HookFile['toolOf'] } = {},
) {
  const lines = new Map(Object.keys(exports).map((name, index) => [name, index + 1]));
  return registerExports(exports, { file, version: 'v1', layer: 1, ...more, lines });
}
export function hooksOf(exports: Record<string, unknown>): RegisteredHook[] {
  const { hooks, problems } = load(exports);
  assert.deepEqual(
    problems.filter((problem: HookProblem) => problem.severity === 'error'),
    [],
  );
  return sortHooks(hooks);
}

/** Knows the tools Bash and Read. A command line is split at `&&`; one with a quote that is left open cannot be parsed. */
export function toolFacts(toolName: string, input: JsonObject): ToolFacts {
  const facts: ToolFacts = {
    toolName,
    input,
    status: 'known',
    cwd: '/w',
    home: '/home/u',
    fieldPaths: {},
    paths: [],
    pathsComplete: true,
  };
  if (toolName === 'Bash') {
    const { command } = input;
    if (typeof command !== 'string') return { ...facts, status: 'invalid', problem: 'command: expected string' };
    if (command.includes("'")) return { ...facts, commandLine: command, pathsComplete: false };
    const commands = command.split('&&').map((part) => {
      const text = part.trim();
      const [program = '', ...args] = text.split(/\s+/);
      return { program, args, text, ...(text.includes('$') ? { dynamic: true } : {}) };
    });
    return { ...facts, commandLine: command, commands };
  }
  if (toolName === 'Read') {
    const path = String(input.file_path);
    const real = path.startsWith('/') ? path : `/w/${path}`;
    return { ...facts, fieldPaths: { file_path: real }, paths: [real] };
  }
  return toolName === 'Echo' ? facts : { ...facts, status: 'unknown', problem: `tool not found: ${toolName}` };
}

export interface Around extends ChainEnv {
  began: ChainEnv['began'];
  readonly started: string[];
  readonly pauses: boolean[];
  readonly progress: ChainProgress[];
  readonly timeouts: [string, boolean][];
  readonly abort: AbortController;
}

export function around(more: Partial<ChainEnv> = {}): Around {
  const states = new States(() => undefined);
  const abort = new AbortController();
  const started: string[] = [];
  const pauses: boolean[] = [];
  const progress: ChainProgress[] = [];
  const timeouts: [string, boolean][] = [];
  return {
    toolFacts: async (name, input) => toolFacts(name, input),
    complete: async (prompt) => `answer to ${prompt}`,
    state: (runId) => states.of(runId),
    began: (hook) => void started.push(hook.name),
    paused: (isPaused) => void pauses.push(isPaused),
    progressed: (at) => void progress.push(structuredClone(at)),
    isSuspended: () => false,
    timedOut: ({ id }, did) => void timeouts.push([id, did]),
    signal: abort.signal,
    now: () => 0,
    hookSet: 'set-1',
    started,
    pauses,
    progress,
    timeouts,
    abort,
    ...more,
  };
}

const message = { role: 'user' as const, content: 'hello' };
const response = { role: 'assistant' as const, content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn', usage: noUsage };
const request_ = { model: 'm', max_tokens: 9, messages: [message], system: 's' };
const error = { kind: 'tool', name: 'Error', message: 'failed' };

/** The fields of each event as the core sends them. */
export function payloadOf(event: EventName): JsonObject {
  const tool = { toolCallId: 'call-1', requestedInput: { command: 'ls' }, ...toolFacts('Bash', { command: 'ls' }) };
  const known: Partial<Record<EventName, JsonObject>> = {
    userMessage: { message },
    beforeAgent: { input: 'hello', system: 's', tools: [] },
    beforeStep: { messages: [message], system: 's' },
    preModelCall: { request: request_, attempt: 0 },
    modelDelta: { delta: { type: 'text', text: 'hi' } },
    modelError: { request: request_, error, attempt: 0 },
    postModelCall: { request: request_, response, durationMs: 1, origin: 'provider' },
    preToolUse: tool,
    permissionRequest: { ...tool, reason: 'why', suggestions: [] },
    toolError: { ...tool, error, original: error, durationMs: 1 },
    postToolUse: { ...tool, output: 'secret', isError: false, recovered: false, origin: 'tool', durationMs: 1 },
    toolResultMessages: { ...tool, defaultMessages: [message] },
    toolSettled: { ...tool, outcome: 'ok', decidedBy: { kind: 'default' } },
    message: { message, index: 0 },
    afterStep: { messages: [message], finishReason: 'end_turn' },
    preCompact: { messages: [message], trigger: 'auto' },
    stop: { reason: 'completed', signals: [], turns: 1, response },
    afterAgent: { input: 'hello', response, origin: 'provider' },
    event: { hookEvent: { type: 'message' } },
    beforeTranslate: { hookEvent: { type: 'message' } },
    afterTranslate: { aguiEvent: { type: 'X' } },
  };
  return structuredClone(known[event] ?? {});
}

const place = { agentName: 'main', branch: 'main', sessionId: 's', runId: 'r', step: 0, timestamp: '2026-01-01T00:00:00.000Z' };

export function requestOf(
  event: EventName,
  payload: JsonObject = {},
  run: Partial<DispatchRequest['run']> = {},
): DispatchRequest {
  return {
    event,
    run: { ...factsOfEvent(place), ...run },
    payload: { ...payloadOf(event), ...payload },
  };
}

/** A call of Bash. */
export const bash = (command: string) =>
  requestOf('preToolUse', { commands: undefined, ...toolFacts('Bash', { command }), requestedInput: { command } });

export async function run(
  exports: Record<string, unknown>,
  request: DispatchRequest,
  env: Partial<ChainEnv> = {},
  resume?: ResumeChain,
): Promise<Omit<DispatchResult, 'payload'> & { payload: JsonObject; env: Around }> {
  const its = around(env);
  const result = await runChain(request, hooksOf(exports), its, resume);
  return Object.assign(result, { env: its });
}

export const judge = (exports: Record<string, unknown>, request: DispatchRequest) =>
  runPolicies(request, hooksOf(exports), around());

/** For each test of this `describe`, and for no other, whichever runs next: a clock of hooks that goes on only where a handler says so. */
export function heldClock(): { ms: number } {
  const clock = { ms: 1000 };
  const { now } = performance;
  beforeEach(() => {
    clock.ms = 1000;
    performance.now = () => clock.ms;
  });
  afterEach(() => {
    performance.now = now;
  });
  return clock;
}
