/** What a handler may return, checked with errors that name the field and what is accepted there. */

import { isObject, type JsonObject } from '../../../shared/basics/json';
import { nearest } from '../../../shared/basics/nearest';
import { longestTimerMs } from '../../../shared/basics/timeLimit';
import type { DecisionAction, Patchable } from '../../../shared/hooks/points';
import type { ErrorFacts } from '../../../shared/runs/errorFacts';
import type { Confinement } from '../../../shared/verdicts/confinement';
import type { Accepted } from './acceptedDecisions';
import {
  type Check,
  errorFields,
  errorPatch,
  firstWrong,
  isContentLike,
  isRole,
  listOf,
  modelAnswer,
  object,
  optionalFlag,
  optionalText,
  show,
  signalPatch,
  stopReason,
  text,
  wrongText,
} from './fieldChecks';
import { isError } from './values';

/** Fields of each decision beside `action`; a `modify` has those that its event lets it patch. */
interface DecisionFields {
  continue: never;
  respond: 'value' | 'final';
  fail: 'error';
  redirect: 'toolName' | 'input';
  allow: 'reason' | 'final';
  ask: 'reason';
  deny: 'reason';
  stop: 'reason' | 'context' | 'as';
  retry: 'afterMs';
  drop: never;
  continueWith: 'message';
  confine: Exclude<keyof Confinement, 'asksHosts'> | 'ask' | 'reason';
}

/** Of what a hook said the fields are checked; what each decision has of them is for its reader to say. A name that no decision has is none. */
export type Decided = { action: DecisionAction } & { [F in DecisionFields[keyof DecisionFields] | Patchable]?: unknown };

/** What the fields of each decision must be. */
const fields: { [A in Exclude<DecisionAction, 'modify'>]: Record<DecisionFields[A], Check> } = {
  continue: {},
  respond: { value: (value) => (value === undefined ? 'must be given' : undefined), final: optionalFlag },
  fail: {
    error: (value) =>
      typeof value === 'string' || (isObject(value) && typeof value.message === 'string')
        ? undefined
        : 'must be text or {name?, message}',
  },
  redirect: { toolName: text, input: (value) => (isObject(value) ? undefined : 'must be an object') },
  allow: { reason: optionalText, final: optionalFlag },
  ask: { reason: optionalText },
  deny: { reason: optionalText },
  stop: {
    reason: optionalText,
    context: (value) => (value === undefined ? undefined : object(value)),
    as: (value) => (value === undefined ? undefined : stopReason(value)),
  },
  retry: {
    afterMs: (value) =>
      value === undefined || (typeof value === 'number' && value >= 0 && value <= longestTimerMs)
        ? undefined
        : `must be milliseconds, 0 or more, at most ${longestTimerMs}`,
  },
  drop: {},
  continueWith: { message: (value) => text(value) ?? (value === '' ? 'must not be empty' : undefined) },
  confine: {
    denyRead: listOf("patterns of paths, such as 'secrets/**'", wrongText()),
    denyWrite: listOf("patterns of paths, such as 'dist/**'", wrongText()),
    denyPrograms: listOf("names of programs, such as 'curl', without arguments", wrongText(/\s/)),
    hosts: listOf("names of hosts, such as 'example.com'", wrongText(/[/\s]/)),
    onlyPaths: listOf("arrays of patterns of paths, such as ['src/**']", (one) => {
      const wrong = Array.isArray(one) ? firstWrong(one, wrongText()) : undefined;
      return Array.isArray(one) ? wrong && `is an array whose ${wrong}` : `is ${show(one)}`;
    }),
    hideOnly: optionalFlag,
    ask: optionalFlag,
    reason: optionalText,
  },
};

/** What a `confine` holds the call to, and whether it is put to the human besides. */
export function confinementOf({ action: _, reason: __, ask, ...words }: Decided): { words: Confinement; ask: boolean } {
  const given = Object.entries(words).filter(([, value]) => value !== undefined && value !== false);
  return { words: Object.fromEntries(given) as Confinement, ask: ask === true };
}

const patchTypes: Record<Patchable, Check> = {
  context: text,
  system: text,
  text,
  instructions: text,
  message: (value) =>
    typeof value === 'string' || (isObject(value) && value.role === 'user')
      ? undefined
      : "must be text or a message with role 'user'",
  messages: (value) =>
    Array.isArray(value) && value.every((message) => isObject(message) && isRole(message.role) && isContentLike(message.content))
      ? undefined
      : 'must be an array of messages, {role, content}',
  isError: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  input: object,
  request: object,
  metadata: object,
  error: errorPatch,
  signal: signalPatch,
  event: object,
  responseFormat: object,
  response: (value) =>
    typeof value === 'string' || (isObject(value) && (value.content === undefined || isContentLike(value.content)))
      ? undefined
      : 'must be text, or fields of a response with content as text or blocks',
  output: () => undefined,
};

const acceptedList = ({ decisions }: Accepted): string => decisions.join(', ') || 'nothing (it only observes)';

/** What a handler gives, as `given` names it, is no decision. */
export const noDecision = (accepted: Accepted, given: string): string =>
  `${accepted.by} returned ${given}: return a decision, as in ctx.${accepted.decisions[0] ?? 'continue'}(…), or nothing. Accepted: ${acceptedList(accepted)}`;

/** What is wrong with the name of a decision. */
export function wrongAction(accepted: Accepted, action: string): string | undefined {
  const words: readonly string[] = [...accepted.decisions, 'continue'];
  if (words.includes(action)) return undefined;
  const near = nearest(action, words, 1)[0];
  return `${accepted.by} does not accept '${action}'${near ? `: did you mean '${near}'?` : '.'} Accepted: ${acceptedList(accepted)}`;
}

/** What is wrong with the name of a field of a decision that is accepted. */
export function wrongField(accepted: Accepted, action: string, field: string): string | undefined {
  const known = Object.keys(fieldsOfAction(accepted, action));
  if (field === 'action' || known.includes(field)) return undefined;
  const near = nearest(field, known, 1)[0];
  return `${action} at ${accepted.by} has no field '${field}'${near ? `: did you mean '${near}'?` : '.'} It takes ${known.join(', ') || 'none'}`;
}

const fieldsOfAction = ({ modifies, answersForModel }: Accepted, action: string): Record<string, Check> =>
  action === 'modify'
    ? Object.fromEntries(modifies.map((field) => [field, patchTypes[field]]))
    : action === 'respond' && answersForModel
      ? { value: modelAnswer, final: optionalFlag }
      : fields[action as Exclude<DecisionAction, 'modify'>];

/** The decision, or what is wrong with it. */
export function readDecision(accepted: Accepted, value: unknown): Decided | string {
  if (value === undefined || value === null) return { action: 'continue' };
  const { by } = accepted;
  if (!isObject(value) || typeof value.action !== 'string') return noDecision(accepted, show(value));
  const { action } = value;
  const wrong =
    wrongAction(accepted, action) ??
    Object.keys(value)
      .map((field) => wrongField(accepted, action, field))
      .find((problem) => problem !== undefined);
  if (wrong !== undefined) return wrong;
  const known = fieldsOfAction(accepted, action);
  for (const [key, check] of Object.entries(known)) {
    if (action === 'modify' && value[key] === undefined) continue;
    const problem = check(value[key]);
    if (problem) return `${action} at ${by}: '${key}' ${problem}`;
  }
  return withPlainErrors(value as Decided);
}

/** An Error cannot be carried whole: as a change of an error it is its fields, as a tool's output its text. */
function withPlainErrors(decision: Decided): Decided {
  const next = { ...decision };
  if (isError(next.error)) next.error = fieldsOf(next.error);
  for (const field of ['output', 'value'] as const) if (isError(next[field])) next[field] = (next[field] as Error).message;
  return next;
}

function fieldsOf(error: Error): JsonObject {
  const { name, message } = error;
  const more = Object.entries(error).filter(
    ([field, value]) => Object.hasOwn(errorFields, field) && errorFields[field as keyof ErrorFacts].fits(value),
  );
  return { ...Object.fromEntries(more), name: String(name), message: String(message) };
}

/** Of a text or an array the parts would be taken for fields, and of a number or a flag nothing is left. */
function fieldsIn(action: DecisionAction, given: unknown): JsonObject {
  if (given === undefined || isObject(given)) return given ?? {};
  throw new TypeError(`ctx.${action} takes an object of fields there, not ${show(given)}`);
}

type Method = (...args: never[]) => Decided;
const methods: Record<DecisionAction, Method> = {
  continue: () => ({ action: 'continue' }),
  modify: (patch?: JsonObject) => ({ ...fieldsIn('modify', patch), action: 'modify' }),
  respond: (value: unknown, options?: { final?: boolean }) => ({ action: 'respond', value, ...fieldsIn('respond', options) }),
  fail: (error: unknown) => ({ action: 'fail', error }),
  redirect: (toolName: string, input: JsonObject) => ({ action: 'redirect', toolName, input }),
  allow: (reason?: string, options?: { final?: boolean }) => ({ action: 'allow', reason, ...fieldsIn('allow', options) }),
  ask: (reason?: string) => ({ action: 'ask', reason }),
  deny: (reason: string) => ({ action: 'deny', reason }),
  stop: (reason: string, context?: JsonObject, as?: string) => ({
    action: 'stop',
    reason,
    ...(context === undefined ? {} : { context }),
    ...(as === undefined ? {} : { as }),
  }),
  retry: (options?: { afterMs?: number }) => ({ action: 'retry', ...fieldsIn('retry', options) }),
  drop: () => ({ action: 'drop' }),
  continueWith: (message: string) => ({ action: 'continueWith', message }),
  confine: (words?: JsonObject) => ({ ...fieldsIn('confine', words), action: 'confine' }),
};

export const isDecision = (name: string): boolean => Object.hasOwn(methods, name);

/** The decisions that are accepted, as methods for a context. */
export function decisionMethods({ decisions }: Accepted): Record<string, Method> {
  return Object.fromEntries([...decisions, 'continue' as const].map((action) => [action, methods[action]]));
}
