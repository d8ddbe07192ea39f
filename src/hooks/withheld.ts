/** What a failed `redacts` hook should have cleaned is not shown, sent or stored (contract §4.7 and §4.11). */
import { isObject, type JsonObject } from '../shared/json';
import { noUsage } from '../shared/messages';
import type { Dispatch } from './carried';
import type { RegisteredHook } from './registered';

type Stand = (text: string, value: unknown, payload: JsonObject) => unknown;

/** What stands for each field, of the type that its readers expect. */
const stands = new Map<string, Stand>([
  ['output', (text) => text],
  ['system', (text) => text],
  ['instructions', (text) => text],
  ['message', (text) => ({ role: 'user', content: text })],
  ['error', (text, value) => ({ ...(isObject(value) ? { kind: value.kind } : {}), name: 'Withheld', message: text })],
  [
    'response',
    (text, value) =>
      value === undefined
        ? undefined
        : { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: noUsage },
  ],
  ['input', (text, value) => (isObject(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, text])) : {})],
]);
/** Nothing can stand for these: where one is withheld, the step does not go on. */
const closing = new Set(['input', 'request', 'messages', 'text', 'event']);

/** Takes the fields that the hook could have changed out of the payload; true where the step cannot go on without them. */
export function withhold({ carried, point, request }: Dispatch, hook: RegisteredHook): boolean {
  const text = `[withheld: the hook ${hook.name}, which redacts this, failed]`;
  const next = { ...carried.payload };
  let closes = false;
  for (const field of point.modifies) {
    if (request.event === 'toolResultMessages' && field === 'messages') {
      const result = { type: 'tool_result', tool_use_id: next.toolCallId, content: text, is_error: true };
      next.messages = [{ role: 'user', content: [result] }];
      continue;
    }
    if (closing.has(field)) closes = true;
    const stand = stands.get(field);
    if (stand) next[field] = stand(text, next[field], next);
  }
  if (point.recovery) {
    if ('original' in next) next.original = next.error;
    if (!carried.recovered && 'output' in next) next.output = text;
  }
  carried.payload = next;
  carried.redacted = true;
  return closes;
}
