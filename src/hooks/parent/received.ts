/** What children say is checked before anything is done with it: a message that is none must not become an error in the middle of the parent. By hand, since each dispatch comes by here. */

import type { ChainEnd, Vote } from '../../shared/chainEnd';
import type { HookDescription } from '../../shared/hookDescription';
import type { HookRecord, SkipCounts } from '../../shared/hookRecord';
import { isObject } from '../../shared/json';
import { hookPoints } from '../../shared/points';
import { stopReasons } from '../../shared/stopReasons';
import type { HookProblem } from '../chain/registered';
import type { FromChild, FromHost, FromToolProcess, Said, StrayFailure } from '../hostProtocol';

type Check = (value: unknown) => boolean;
type Shape = Record<string, Check>;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number' && !Number.isNaN(value);
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const truth: Check = (value) => typeof value === 'boolean';
const anything: Check = () => true;
const object: Check = (value) => isObject(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const oneOf = (...words: string[]): Check => {
  const known = new Set<unknown>(words);
  return (value) => known.has(value);
};

/** The first field that is wrong. */
function wrongField(shape: Shape, value: object): string | undefined {
  for (const name in shape) if (!shape[name]!((value as Record<string, unknown>)[name])) return name;
  return undefined;
}
/** `T` is what is checked, where it has a name: no other fields are asked for. */
const shaped =
  <T = Record<string, unknown>>(shape: { readonly [K in keyof T]?: Check }): Check =>
  (value) =>
    isObject(value) && wrongField(shape as Shape, value) === undefined;
const pair =
  (...checks: Check[]): Check =>
  (value) =>
    Array.isArray(value) && value.length === checks.length && checks.every((check, index) => check(value[index]));

const counts =
  (key: Check): Check =>
  (value) =>
    value instanceof Map && [...value].every(pair(key, count));

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
  events: list(oneOf(...Object.keys(hookPoints))),
  options: shaped({
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
});
const record = shaped<HookRecord>({
  ...facts,
  kind: oneOf('hook', 'policy'),
  priority: number,
  startedAt: text,
  duration: number,
  decision: text,
  reason: optional(text),
  changed: optional(list(shaped({ field: text }))),
  logs: optional(list(text)),
  error: optional(shaped({ name: text, message: text })),
  uncertain: optional(text),
  noEffect: optional(text),
  shadow: optional(truth),
});
const decided = { by: shaped({ kind: text }), reason: text };
const refused = { ...decided, abandoned: optional(text) };
const ends: Record<ChainEnd['action'], Shape> = {
  continue: {},
  deny: refused,
  respond: decided,
  fail: { ...decided, error: object },
  stop: { ...decided, context: optional(object), as: optional(oneOf(...stopReasons)) },
  retry: { ...decided, afterMs: number },
  drop: refused,
  continueWith: { ...decided, message: text },
  error: { ...decided, error: object },
};
const end: Check = (value) => {
  if (!isObject(value) || typeof value.action !== 'string' || !Object.hasOwn(ends, value.action)) return false;
  return wrongField(ends[value.action as ChainEnd['action']], value) === undefined;
};
const vote = shaped<Vote>({ ...decided, action: oneOf('ask', 'allow'), uncertain: optional(text) });
const word = shaped({ ...decided, action: text, uncertain: optional(text) });
const skipped = shaped<SkipCounts>({ disabled: count, tool: count, match: count, agent: count, ended: count });
const confined = list(shaped({ ...decided, words: object }));
const judged = { judgement: optional(word), confined: optional(confined), hooks: list(record), hookSet: text };
const result = { ...judged, end, vote: optional(vote), context: list(text), metadata: optional(object), skipped };
const changes = shaped({ set: object, gone: list(text) });
const carried = shaped({
  metadata: optional(object),
  votes: list(vote),
  context: list(text),
  hooks: list(record),
  skipped,
  redirects: count,
  ended: optional(end),
  recovered: optional(end),
  answered: optional(end),
  words: list(word),
  confined,
});

const fromChild: Record<FromChild['type'], Shape> = {
  ready: {},
  pong: { resident: number, open: list(count), upTo: count },
  log: { text },
  stray: { failure },
  crashed: { failure },
};
const fromHost: Record<FromHost['type'], Shape> = {
  loaded: { n: count, id: text, hooks: list(description), problems: list(problem), failed: list(text) },
  result: {
    n: count,
    result: (value) => isObject(value) && wrongField('end' in value ? result : judged, value) === undefined,
    changes: optional(changes),
  },
  passed: { n: count, hookSet: text, ran: list(number), skipped, last: optional(truth) },
  broken: { n: count, message: text },
  progress: { n: count, progress: shaped({ ranIds: list(text), carried }), changes },
  ask: { k: count, runId: text, what: oneOf('toolFacts', 'complete', 'remote'), args: list(anything) },
  stateOp: { store: text, op: oneOf('set', 'delete'), key: text },
  timeouts: { key: text, inARow: count },
  inspector: { url: optional(text) },
  done: { n: count },
  replayed: {
    n: count,
    report: shaped({
      ...{ decisions: count, changed: count, unknown: count, failed: count },
      changes: list(shaped({ session: text, runId: text, eventId: text, event: text, before: object, after: object })),
      failures: list(shaped({ session: text, eventId: text, event: text, hook: text, file: text, line: number, message: text })),
      coverage: optional(list(shaped({ file: text, lines: counts(count), places: counts(text) }))),
    }),
  },
};
const asked: Record<Extract<FromHost, { type: 'ask' }>['what'], Check> = {
  toolFacts: pair(text, object, optional(text)),
  complete: pair(
    text,
    shaped({ model: optional(text), maxTokens: optional(number) }),
    shaped({ hook: text, file: text, line: number, event: text, taskId: optional(text) }),
  ),
  remote: pair(text, object, text),
};
const fromToolProcess: Record<FromToolProcess['type'], Shape> = {
  loaded: {
    n: count,
    tools: list(shaped({ ...facts, description: text, inputSchema: object, accepted: optional(object) })),
    problems: list(problem),
    failed: list(text),
  },
  output: { n: count, chunk: text },
  called: { n: count, error: optional(shaped({ name: text, message: text })) },
  confirm: { n: count, k: count, reason: text },
};

/** The message, what is wrong with it, or nothing where it is of none of these types. */
function read<M>(shapes: Record<string, Shape>, value: unknown): M | string | undefined {
  if (!isObject(value) || typeof value.type !== 'string') return 'it has no type';
  const { type } = value;
  if (!Object.hasOwn(shapes, type)) return undefined;
  const wrong = wrongField(shapes[type]!, value);
  return wrong === undefined ? (value as M) : `${type} with a wrong ${wrong}`;
}

/** What every child may say; undefined where it is another message. */
export const readFromChild = (value: unknown) => read<FromChild>(fromChild, value);

export function readFromHost(value: unknown): Said<FromHost> | string {
  const message = read<FromHost>(fromHost, value) ?? 'a type that nobody knows';
  if (typeof message !== 'string' && message.type === 'ask' && !asked[message.what](message.args))
    return `ask for ${message.what} with wrong arguments`;
  return message;
}

export const readFromToolProcess = (value: unknown): Said<FromToolProcess> | string =>
  read<FromToolProcess>(fromToolProcess, value) ?? 'a type that nobody knows';
