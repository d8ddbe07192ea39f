/** What was thrown, as text: it may be anything, a proxy or an object whose getters throw too, and none of that may hit whoever tells of it. */
import { inspect } from 'node:util';

export interface Thrown {
  name: string;
  message: string;
  stack: string;
}

const longestName = 200;
export const longestMessage = 10_000;
const longestStack = 100_000;
const mostGathered = 20;

/** Never throws. It may run code of what was thrown, which may never end. */
export function readThrown(thrown: unknown): Thrown {
  const message = textOf(thrown, 'message');
  if (message === undefined) return { name: 'Error', message: shown(thrown).slice(0, longestMessage), stack: '' };
  const name = textOf(thrown, 'name')?.slice(0, longestName) || 'Error';
  return {
    name,
    message: (message || gathered(thrown) || `${name} without a message`).slice(0, longestMessage),
    stack: (textOf(thrown, 'stack') ?? '').slice(0, longestStack),
  };
}

/** No longer than it can be read: what is wrong is often told with the words of who did it. */
export const clipped = <E extends { name: string; message: string }>(error: E): E => {
  const { name, message } = error;
  if (name.length <= longestName && message.length <= longestMessage) return error;
  return { ...error, name: name.slice(0, longestName), message: message.slice(0, longestMessage) };
};

/** What an `AggregateError` holds, which often says nothing itself. */
function gathered(thrown: unknown): string {
  try {
    const { errors } = thrown as { errors?: unknown };
    if (!Array.isArray(errors)) return '';
    return errors
      .slice(0, mostGathered)
      .map((one) => (textOf(one, 'message') ?? shown(one)).slice(0, longestMessage))
      .join('; ');
  } catch {
    return '';
  }
}

function textOf(holder: unknown, field: string): string | undefined {
  if (typeof holder !== 'object' || holder === null) return undefined;
  try {
    const value = (holder as Record<string, unknown>)[field];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return `${value} was thrown, which says nothing`;
  if (typeof value === 'function') return inspected(value);
  try {
    const text = String(value);
    return /^\[object .*\]$/.test(text) ? inspected(value) : text;
  } catch {
    return inspected(value);
  }
}

/** As `inspect`, which runs code of the value where it has some for that. Never throws. */
export function inspected(value: unknown, depth = 4): string {
  try {
    return inspect(value, { depth });
  } catch {
    return `(a value of type ${typeof value} that cannot be shown)`;
  }
}
