/**
 * How deep a value may be nested that comes from outside: from a model, a server, a guarded agent, a hook. Engines walk values by recursion (to clone, to write JSON, to
 * compare), and so do hooks: what is nested thousands deep ends the process that walks it, and with it the gates of everybody else.
 */

export const mostDepth = 500;
/** What events put around a value: the request, its messages, their blocks. */
const mostAround = 20;

/** What is wrong with one that is too deep, in words that follow its name. */
export const nestedTooDeep = `is nested deeper than ${mostDepth} levels`;

/** Why hooks are not asked: their process would die of it. */
export const carriedTooDeep = `what it carries ${nestedTooDeep}`;

/** Of a value by itself. */
export const isTooDeep = (value: unknown): boolean => goesBelow(value, mostDepth, new Set());

/** Of an event, a message, a decision: of what carries such values. */
export const carriesTooDeep = (value: unknown): boolean => goesBelow(value, mostDepth + mostAround, new Set());

/** True at this level of a decision. */
export const isLevelTooDeep = (level: number): boolean => level >= mostDepth + mostAround;

/** Parts of requests that are not: messages and declarations are told again and again, and never changed in place. */
const known = new WeakSet<object>();
/** So many levels of a request hold such parts. */
const levelsKnown = 5;

/** As `carriesTooDeep`, of what is dispatched: it costs what is new in it. */
export const requestsTooDeep = (request: object): boolean => goesBelow(request, mostDepth + mostAround, new Set(), levelsKnown);

/** Each object counts where it is met first, as in what is cloned: it may contain itself. */
function goesBelow(value: unknown, left: number, seen: Set<object>, remember = 0): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value) || known.has(value))
    return false;
  if (left === 0) return true;
  seen.add(value);
  if (Array.isArray(value)) return value.some((part) => goesBelow(part, left - 1, seen, remember - 1));
  for (const key in value) if (goesBelow((value as Record<string, unknown>)[key], left - 1, seen, remember - 1)) return true;
  if (remember > 0) known.add(value);
  return false;
}

const mark = `[left out: it ${nestedTooDeep}]`;

/** The input of a call in which a mark stands for each field that is too deep: no tool takes it then, and nobody is shown more of it. */
export function withoutDepths(input: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(input);
  if (!entries.some(([, value]) => isTooDeep(value))) return input;
  return Object.fromEntries(entries.map(([field, value]) => [field, isTooDeep(value) ? mark : value]));
}

/** The fields for which a mark stands. */
export const depthsLeftOut = (input: Record<string, unknown>): string[] =>
  Object.entries(input).flatMap(([field, value]) => (value === mark ? [field] : []));
