/** Events as tests of hooks make them: plain objects with the event's name, its own fields and those of the run. */

import type { JsonObject } from '../shared/basics/json';
import type { ToolFacts } from '../shared/calls/toolFacts';
import type { RunFacts } from '../shared/hooks/dispatch';
import { eventsMeant } from '../shared/hooks/foreignEvents';
import type { Payloads } from '../shared/hooks/payloads';
import { type EventName, eventAliases, hookPoints } from '../shared/hooks/points';
import { type Message, type ModelRequest, type ModelResponse, noUsage } from '../shared/messages/messages';
import type { AnyEvent, EventNamed } from './define';
import type { ToolInputs } from './toolInputs';

type ToolEvent = { [E in EventName]: Payloads[E] extends ToolFacts ? E : never }[EventName];
/** Fields that an event has beside its own; what is left out is that of a run which has just begun. */
export type RunFields = Partial<RunFacts>;
export type TestEvent = RunFields & { readonly event: EventName } & Readonly<Record<string, unknown>>;
/** The core computes what a call means (`commands`, `paths`, …) from the tool's name and input; what is given here counts in its place. */
export type ToolCallFields = RunFields & Partial<Payloads['preToolUse']>;
export type FieldsOf<E extends EventName> = RunFields &
  Partial<Payloads[E]> &
  (E extends 'userMessage' ? { text?: string } : unknown);
/** Its input is known, so that a test can read what became of it. */
export type ToolTestEvent<I = JsonObject> = TestEvent & { readonly input: I };
type InputOf<N> = N extends keyof ToolInputs ? Partial<ToolInputs[N]> & Record<string, unknown> : Record<string, unknown>;

/** A call of a tool, as `preToolUse` and policies see it. Tools that Hooksmith does not bring are taken for tools that accept any input. */
export function toolCall<const N extends keyof ToolInputs | (string & {})>(
  name: N,
  input: InputOf<N>,
  more: ToolCallFields = {},
): ToolTestEvent<InputOf<N>> {
  return { ...more, event: 'preToolUse', toolName: name, input };
}

/** Any event, by our name or an alias of it. Tool events want `toolName` and `input`; what else is left out has a plain value. */
export function event<E extends AnyEvent>(
  name: E,
  fields: FieldsOf<EventNamed<E>> = {},
): EventNamed<E> extends ToolEvent ? ToolTestEvent : TestEvent {
  const known = (eventAliases.get(name) ?? name) as EventName;
  if (!Object.hasOwn(hookPoints, known)) {
    const near = eventsMeant(name, 2);
    throw new TypeError(`there is no event '${name}'${near.length > 0 ? `: did you mean ${near.join(' or ')}?` : ''}`);
  }
  const { text, ...given } = fields as Record<string, unknown>;
  const own: Record<string, unknown> = { ...plain[known](), ...given };
  if (typeof text === 'string' && known === 'userMessage') own.message = { role: 'user', content: text };
  else if (text !== undefined) own.text = text;
  if ('tool' in hookPoints[known] && (typeof own.toolName !== 'string' || own.input === undefined))
    throw new TypeError(`event('${name}', …) is told of a tool call: give it toolName and input`);
  return { ...own, event: known } as unknown as ReturnType<typeof event<E>>;
}

const user = (content: string): Message => ({ role: 'user', content });
const request = (): ModelRequest => ({ model: 'test', max_tokens: 1024, messages: [user('hello')] });
const response = (): ModelResponse => ({
  role: 'assistant',
  content: [{ type: 'text', text: 'done' }],
  stop_reason: 'end_turn',
  usage: noUsage,
});
const error = { name: 'Error', message: 'it failed' };
const ended = () => ({ response: 'done', signals: [], status: 'done' as const });
const scope = () => ({ scope: { name: 'test', tools: [] } });

type Plain<E extends EventName> = E extends ToolEvent ? Omit<Payloads[E], keyof Payloads['preToolUse']> : Partial<Payloads[E]>;
/** What an event carries where a test does not say. */
const plain: { readonly [E in EventName]: () => Plain<E> } = {
  sessionStart: () => ({ source: 'startup' }),
  sessionEnd: () => ({ reason: 'closed' }),
  beforeRun: () => ({ input: 'hello' }),
  userMessage: () => ({ message: user('hello') }),
  beforeAgent: () => ({ input: 'hello', system: '', tools: [] }),
  beforeStep: () => ({ messages: [user('hello')], system: '' }),
  preModelCall: () => ({ request: request(), attempt: 0 }),
  modelDelta: () => ({ delta: { type: 'text', text: 'done' } }),
  modelError: () => ({ request: request(), error: { ...error, status: 500 }, attempt: 0 }),
  postModelCall: () => ({ request: request(), response: response(), durationMs: 0, origin: 'provider' }),
  preToolUse: () => ({}),
  permissionRequest: () => ({ reason: 'asked by default', suggestions: [] }),
  toolError: () => ({ error: { ...error, kind: 'tool' }, original: { ...error, kind: 'tool' }, durationMs: 0 }),
  postToolUse: () => ({ output: '', isError: false, recovered: false, origin: 'tool', durationMs: 0 }),
  toolResultMessages: () => ({ defaultMessages: [] }),
  toolSettled: () => ({ outcome: 'ok', decidedBy: { kind: 'default' }, output: '' }),
  message: () => ({ message: user('hello'), index: 0 }),
  afterStep: () => ({ messages: [user('hello')], finishReason: 'end_turn' }),
  preCompact: () => ({ messages: [user('hello')], trigger: 'manual' }),
  stop: () => ({ reason: 'completed', signals: [], turns: 1, costUsd: 0, response: response() }),
  afterAgent: () => ({ input: 'hello', response: response(), origin: 'provider' }),
  runDone: ended,
  runAbort: () => ({ ...ended(), status: 'aborted' }),
  runError: () => ({ signals: [], error }),
  afterRun: () => ({ ...ended(), input: 'hello', durationMs: 0, waitedMs: 0, usage: noUsage, costUsd: 0 }),
  subagentStart: () => ({ task: 'look' }),
  subagentStop: () => ({ task: 'look', result: 'done', durationMs: 0, usage: noUsage, costUsd: 0 }),
  scopeRegister: scope,
  scopeUnregister: scope,
  beforeTranslate: () => ({}),
  afterTranslate: () => ({ aguiEvent: {} }),
  event: () => ({}),
};
