/** How `modify` changes a payload: objects merge one level, `undefined` removes, arrays and strings replace. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../../shared/basics/json';
import { canonical } from '../../../shared/hooks/outcome';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import type { HookPoint, Patchable } from '../../../shared/hooks/points';
import { type ContentBlock, type Message, textOf } from '../../../shared/messages/messages';
import type { StopSignal } from '../../../shared/runs/stopReasons';
import { byStrength } from '../../../shared/runs/stopSignals';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import { type ChangedField, recordedLists } from '../../../shared/verdicts/patches';

type Changed = NonNullable<HookRecord['changed']>;

type Form = (text: string) => { field: Patchable; value: JsonObject };
/** Text is short for a value of the field's own form, so that later hooks see that form. */
const forms: ReadonlyMap<Patchable, Form> = new Map<Patchable, Form>([
  ['response', (text) => ({ field: 'response', value: { content: [{ type: 'text', text }] } })],
  ['message', (text) => ({ field: 'message', value: { role: 'user', content: text } })],
  ['error', (text) => ({ field: 'error', value: { message: text } })],
]);

/** What is there to be changed: the event's own fields, and those of its run. */
type Patched = PayloadFields & { metadata?: unknown };
type Patch = { [F in Patchable | 'action']?: unknown };

/** A new payload with the patch in it, and what it changed; the old one is left alone. `withBefore` is false where the old values must not be kept. */
export function applyPatch(
  payload: Patched,
  patch: Patch,
  withBefore: boolean,
  rules: HookPoint['patches'],
): { payload: Patched; changed: Changed } {
  const next: Patched = { ...payload };
  const changed: Changed = [];
  const note = (field: ChangedField, before: unknown, after: unknown) => {
    if (isSame(before, after)) return;
    const told = recordedLists.has(field) ? differing(before, after) : { before, after };
    changed.push({ field, ...(withBefore ? { before: told.before } : {}), after: told.after });
  };
  // A text is that of the message, also of one that the same patch brings.
  const fields = (Object.entries(patch) as [keyof Patch, unknown][]).sort(
    ([a], [b]) => Number(a === 'text') - Number(b === 'text'),
  );
  for (const [name, given] of fields) {
    if (name === 'action' || name === 'context' || given === undefined) continue;
    if (name === 'text' && isObject(next.message)) {
      const message = next.message as unknown as Message;
      // Nobody takes from the user all that they said.
      if (given === '') continue;
      note('text', textOf(message), given);
      next.message = withText(message, given as string);
      continue;
    }
    if (name === 'signal') {
      const signals = byStrength([...(next.signals as StopSignal[]), given as unknown as StopSignal]);
      note('signal', undefined, given);
      next.signals = signals;
      next.reason = signals[0]!.reason;
      continue;
    }
    if (name === 'text' && isObject(next.delta)) {
      note('text', next.delta.text, given);
      next.delta = { ...next.delta, text: given };
      continue;
    }
    if (name === 'event') {
      // `ctx.event` is the event's own name, so what is translated is read under another.
      const read = next.hookEvent === undefined ? 'aguiEvent' : 'hookEvent';
      note('event', next[read], given);
      next[read] = given;
      continue;
    }
    const form = typeof given === 'string' ? forms.get(name)?.(given) : undefined;
    const { field, value } = form ?? { field: name, value: given };
    const before = next[field];
    if (rules[field] !== 'merges') {
      if (field === 'messages' && isSame(orDefault(before, payload), orDefault(value, payload))) continue;
      next[field] = value;
      note(field, before, value);
      continue;
    }
    const parts = new Map(Object.entries(isObject(before) ? before : {}));
    for (const [key, part] of Object.entries(value as JsonObject)) {
      note(`${field}.${key}`, parts.get(key), part);
      if (part === undefined) parts.delete(key);
      else parts.set(key, part);
    }
    next[field] = Object.fromEntries(parts);
  }
  return { payload: next, changed };
}

/** No messages stand for those that there would be anyway, where the event has any. */
const orDefault = (messages: unknown, { defaultMessages = messages }: Patched): unknown =>
  (messages as Message[] | undefined)?.length ? messages : defaultMessages;

/** A field inside a value that is undefined is none: nobody else is told of it. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((part, index) => isSame(part, b[index]));
  if (!isObject(a) || !isObject(b)) return isDeepStrictEqual(a, b);
  return Object.keys({ ...a, ...b }).every((key) => isSame(a[key], b[key]));
}

/** The message with another text: in the place of its first text, after all else where it has none. */
function withText(message: Message, text: string): Message {
  if (typeof message.content === 'string') return { ...message, content: text };
  const first = message.content.findIndex((block) => block.type === 'text');
  const content: ContentBlock[] = message.content.filter((block) => block.type !== 'text');
  content.splice(first < 0 ? content.length : first, 0, { type: 'text', text });
  return { ...message, content };
}

/** Of two lists what only one of them has; of those with the same elements in another order, the order. */
function differing(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after };
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start++;
  const [was, is] = [before.slice(start), after.slice(start)];
  const told = { before: without(was, is), after: without(is, was) };
  return told.before.length + told.after.length > 0 ? told : { before: was, after: is };
}

function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const left = new Map<string, number>();
  for (const text of others.map(canonical)) left.set(text, (left.get(text) ?? 0) + 1);
  return list.filter((one) => {
    const text = canonical(one);
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
