/** What children say is checked before anything is done with it: a message that is none must not become an error in the middle of the parent. By hand, since each dispatch comes by here. */

import type { FileTool } from '../../../agent/ports/foreignTools';
import { isObject } from '../../../shared/basics/json';
import type { CompleteOptions, Completer, DispatchResult, JudgeResult } from '../../../shared/hooks/dispatch';
import type { HookDescription, HookOptions } from '../../../shared/hooks/hookDescription';
import { eventNames } from '../../../shared/hooks/points';
import { stopReasons } from '../../../shared/runs/stopReasons';
import type { Attribution, ChainEnd, Confined, Judgement, Vote } from '../../../shared/verdicts/chainEnd';
import type { DecidedBy, HookRecord, SkipCounts } from '../../../shared/verdicts/hookRecord';
import type { Carried, CastVote } from '../../chain/folding/carried';
import type { ChainProgress, HookProblem } from '../../chain/words/registered';
import type { FromChild, FromHost, FromToolProcess, HeardByParent, StrayFailure } from '../../hostProtocol';
import type { Changes } from '../../references';
import type { Side } from '../../replay/replayChanges';

/** `of` is there for the compiler alone: a check that lets all of a wide type pass lets all of a narrower one pass. */
interface Check<T = never> {
  (value: unknown): boolean;
  readonly of?: (value: T) => void;
}
/** Each field that the type has, those too that may be absent: a field that no form names would never be looked at. */
type Form<T> = { readonly [K in keyof Required<T>]: Check<T[K & keyof T]> };
type Shape = Record<string, Check>;

const text: Check<string> = (value) => typeof value === 'string';
const number: Check<number> = (value) => typeof value === 'number' && !Number.isNaN(value);
const count: Check<number> = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const truth: Check<boolean> = (value) => typeof value === 'boolean';
const anything: Check<unknown> = () => true;
const object: Check<object> = (value) => isObject(value);
const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value) =>
    value === undefined || check(value);
const list =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value) =>
    Array.isArray(value) && value.every((one) => check(one));
const oneOf = <const T extends string>(...words: readonly T[]): Check<T> => {
  const known = new Set<unknown>(words);
  return (value) => known.has(value);
};

/** The first field that is wrong. */
function wrongField(shape: Shape, value: object): string | undefined {
  for (const name in shape) if (!shape[name]!((value as Record<string, unknown>)[name])) return name;
  return undefined;
}
/** `T` is that of the place where it stands, and never read off the form. */
const shaped =
  <T>(shape: Form<NoInfer<T>>): Check<T> =>
  (value) =>
    isObject(value) && wrongField(shape, value) === undefined;
const pair =
  (...checks: Check[]): Check<readonly unknown[]> =>
  (value) =>
    Array.isArray(value) && value.length === checks.length && checks.every((check, index) => check(value[index]));

const counts =
  <K>(key: Check<K>): Check<ReadonlyMap<K, number>> =>
  (value) =>
    value instanceof Map && [...value].every(pair(key, count));

const countsByName: Check<Record<string, number>> = (value) => isObject(value) && Object.values(value).every(count);

const failure = shaped<StrayFailure>({ hook: text, file: text, line: number, message: text, event: optional(text) });
const problem = shaped<HookProblem>({
  file: text,
  line: number,
  column: number,
  endColumn: optional(number),
  message: text,
  severity: oneOf('error', 'warning'),
  hook: optional(text),
});
const facts = { id: text, file: text, name: text, line: number, version: text };
const description = shaped<HookDescription>({
  ...facts,
  kind: oneOf('hook', 'policy'),
  events: list(oneOf(...eventNames)),
  options: shaped<HookOptions>({
    tools: list(text),
    match: (value) => isObject(value) && Object.values(value).every(list(text)),
    agents: list(text),
    priority: number,
    timeoutMs: number,
    onError: optional(text),
    inherit: text,
    redacts: truth,
    shadow: truth,
    enabled: truth,
    name: optional(text),
  }),
  layer: number,
  position: number,
  agent: optional(text),
  folder: optional(text),
  limits: optional(object),
});
const record = shaped<HookRecord>({
  ...facts,
  kind: oneOf('hook', 'policy'),
  priority: number,
  startedAt: text,
  duration: number,
  decision: text,
  reason: optional(text),
  words: optional(object),
  changed: optional(list(shaped({ field: text, before: anything, after: anything }))),
  logs: optional(list(text)),
  error: optional(shaped({ name: text, message: text, line: optional(number), column: optional(number) })),
  uncertain: optional(text),
  mightMatch: optional(truth),
  noEffect: optional(text),
  dropped: optional(truth),
  shadow: optional(truth),
});
const by = shaped<DecidedBy>({ kind: text, file: optional(text), line: optional(number), name: optional(text) });
const decided: Form<Attribution> = { by, reason: text };
const refused = { ...decided, abandoned: optional(text) };
type End<A extends ChainEnd['action']> = Omit<Extract<ChainEnd, { action: A }>, 'action'>;
const ends: { [A in ChainEnd['action']]: Form<End<A>> } = {
  continue: {},
  deny: refused,
  respond: { ...decided, value: anything },
  fail: { ...decided, error: object },
  stop: { ...decided, context: optional(object), as: optional(oneOf(...stopReasons)) },
  retry: { ...decided, afterMs: number },
  drop: refused,
  continueWith: { ...decided, message: text },
  error: { ...decided, error: object },
};
const end: Check<ChainEnd> = (value) => {
  if (!isObject(value) || typeof value.action !== 'string' || !Object.hasOwn(ends, value.action)) return false;
  return wrongField(ends[value.action as ChainEnd['action']], value) === undefined;
};
const cast: Form<Vote> = { ...decided, action: oneOf('ask', 'allow'), uncertain: optional(text) };
const word = shaped<Judgement>({ ...decided, action: text, uncertain: optional(text) });
const skipped = shaped<SkipCounts>({ disabled: count, tool: count, match: count, agent: count, ended: count });
const confined = list(shaped<Confined>({ ...decided, words: object }));
const judged: Form<JudgeResult> = {
  judgement: optional(word),
  confined: optional(confined),
  hooks: list(record),
  hookSet: text,
};
const result: Form<Omit<DispatchResult, 'payload'>> = {
  ...judged,
  end,
  vote: optional(shaped<Vote>(cast)),
  context: list(text),
  metadata: optional(object),
  skipped,
  redacted: optional(truth),
};
const endOf: keyof typeof result = 'end';
const answer: Check<Omit<DispatchResult, 'payload'> | JudgeResult> = (value) =>
  isObject(value) && wrongField(endOf in value ? result : judged, value) === undefined;
const changes = shaped<Changes>({ set: object, gone: list(text) });
/** What the chain carries is its own; to everybody else it is an object. What became of the payload crosses beside it. */
const carried = shaped<Omit<Carried, 'payload'>>({
  metadata: optional(object),
  votes: list(shaped<CastVote>({ ...cast, voter: text, record: number })),
  context: list(text),
  hooks: list(record),
  skipped,
  redirects: count,
  cleanedBy: optional(list(text)),
  unclean: optional(truth),
  ended: optional(end),
  recovered: optional(end),
  answered: optional(end),
  words: list(word),
  confined,
}) as Check<object>;
const side = shaped<Side>({
  decision: text,
  reason: optional(text),
  by: optional(by),
  input: anything,
  output: anything,
});

/** By type: a message of a new one has its row. */
type Forms<M extends { type: string }> = { readonly [K in M['type']]: Form<Omit<Extract<M, { type: K }>, 'type'>> };
const fromChild: Forms<FromChild> = {
  ready: {},
  pong: { resident: number, open: list(count), upTo: count },
  log: { text },
  stray: { failure },
  crashed: { failure },
};
const fromHost: Forms<FromHost> = {
  loaded: { n: count, id: text, hooks: list(description), problems: list(problem), failed: list(text) },
  result: { n: count, result: answer, changes: optional(changes) },
  passed: { n: count, hookSet: text, ran: list(number), skipped, last: optional(truth) },
  broken: { n: count, message: text },
  progress: { n: count, progress: shaped<ChainProgress>({ ranIds: list(text), carried }), kept: countsByName, changes },
  logged: { n: count, hookId: text, text },
  ask: { k: count, runId: text, what: oneOf('toolFacts', 'complete', 'remote'), args: list(anything) },
  stateOp: { store: text, op: oneOf('set', 'delete'), key: text, value: anything },
  timeouts: { key: text, inARow: count },
  inspector: { url: optional(text) },
  done: { n: count },
  replayed: {
    n: count,
    report: shaped({
      ...{ decisions: count, changed: count, unknown: count, failed: count },
      changes: list(
        shaped({
          ...{ session: text, runId: text, eventId: text, event: text },
          ...{ toolName: optional(text), toolCallId: optional(text), before: side, after: side },
        }),
      ),
      failures: list(shaped({ session: text, eventId: text, event: text, hook: text, file: text, line: number, message: text })),
      coverage: optional(list(shaped({ file: text, lines: counts(count), places: counts(text) }))),
    }),
  },
};
const asked: Record<Extract<FromHost, { type: 'ask' }>['what'], Check> = {
  toolFacts: pair(text, object, optional(text)),
  complete: pair(
    text,
    shaped<CompleteOptions>({ model: optional(text), maxTokens: optional(number) }),
    shaped<Omit<Completer, 'runId'>>({ hook: text, file: text, line: number, event: text, taskId: optional(text) }),
  ),
  remote: pair(text, object, text),
};
const fromToolProcess: Forms<FromToolProcess> = {
  loaded: {
    n: count,
    tools: list(
      shaped<FileTool>({
        ...facts,
        ...{ description: text, inputSchema: object, accepted: optional(object), timeoutMs: number },
        ...{ readOnly: truth, enabled: truth, external: truth },
      }),
    ),
    problems: list(problem),
    failed: list(text),
  },
  output: { n: count, chunk: text },
  called: { n: count, value: anything, error: optional(shaped({ name: text, message: text })) },
  confirm: { n: count, k: count, reason: text },
};

/** The message, what is wrong with it, or nothing where it is of none of these types. */
function read<M extends { type: string }>(shapes: Forms<M>, value: unknown): M | string | undefined {
  if (!isObject(value) || typeof value.type !== 'string') return 'it has no type';
  const { type } = value;
  if (!Object.hasOwn(shapes, type)) return undefined;
  const wrong = wrongField(shapes[type as M['type']], value);
  return wrong === undefined ? (value as M) : `${type} with a wrong ${wrong}`;
}

/** What every child may say; undefined where it is another message. */
export const readFromChild = (value: unknown) => read<FromChild>(fromChild, value);

export function readFromHost(value: unknown): HeardByParent<FromHost> | string {
  const message = read<FromHost>(fromHost, value) ?? 'a type that nobody knows';
  if (typeof message !== 'string' && message.type === 'ask' && !asked[message.what](message.args))
    return `ask for ${message.what} with wrong arguments`;
  return message;
}

export const readFromToolProcess = (value: unknown): HeardByParent<FromToolProcess> | string =>
  read<FromToolProcess>(fromToolProcess, value) ?? 'a type that nobody knows';
