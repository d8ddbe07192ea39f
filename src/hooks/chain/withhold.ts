/** What a `redacts` hook has not cleaned is not shown, sent or stored: it failed, decided otherwise, or the chain ended before it. */
import type { HookRecord } from '../../shared/events';
import { isObject } from '../../shared/json';
import { noUsage } from '../../shared/messages';
import type { Patches, PatchName } from '../../shared/payloads';
import type { RedactedEvent } from '../../shared/points';
import { withheldText } from '../../shared/withheld';
import type { Carried, Dispatch } from './carried';
import type { RegisteredHook } from './registered';

type TextOf = (value: unknown) => string;
type Stand = (textOf: TextOf, value: unknown) => unknown;

const text: Stand = (textOf, value) => textOf(value);
type RedactedField = PatchName<RedactedEvent & keyof Patches>;
/**
 * What becomes of each field that hooks of a `redacts` event may patch. `stand`: what stands for it, of the type that its readers expect; without one it is only
 * added to what is there, or in no record. `closes`: nothing can take its place, so the step does not go on without it.
 */
const withheld: Record<RedactedField, { stand?: Stand; closes?: true }> = {
  output: { stand: text },
  system: { stand: text },
  message: { stand: (textOf, value) => ({ role: 'user', content: textOf(isObject(value) ? value.content : value) }) },
  error: {
    stand: (textOf, value) =>
      isObject(value) ? { kind: value.kind, status: value.status, name: 'Withheld', message: textOf(value.message) } : undefined,
  },
  response: {
    stand: (textOf, value) =>
      isObject(value)
        ? {
            role: 'assistant',
            content: [{ type: 'text', text: textOf(value.content) }],
            stop_reason: 'end_turn',
            usage: value.usage ?? noUsage,
          }
        : undefined,
  },
  input: {
    stand: (textOf, value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, textOf(part)])) : {},
    closes: true,
  },
  messages: { stand: text },
  text: { closes: true },
  event: { closes: true },
  isError: {},
  responseFormat: {},
  context: {},
  signal: {},
};

/** Takes the fields that a failed hook could have changed out of the payload; true where the step cannot go on without them. */
export const withholdFailed = (dispatch: Dispatch, hook: RegisteredHook): boolean =>
  withhold(dispatch, () => `[withheld: the hook ${hook.name}, which redacts this, failed]`);

/** The same where no `redacts` hook changed them, and none will. */
export const withholdUnseen = (dispatch: Dispatch): boolean => withhold(dispatch, withheldText);

function withhold({ carried, point, request }: Dispatch, textOf: TextOf): boolean {
  const next = { ...carried.payload };
  let closes = false;
  for (const field of point.modifies) {
    if (request.event === 'toolResultMessages' && field === 'messages') {
      const content = textOf(next.messages ?? next.defaultMessages);
      const result = { type: 'tool_result', tool_use_id: next.toolCallId, content, is_error: true };
      next.messages = [{ role: 'user', content: [result] }];
      continue;
    }
    if (field === 'metadata') continue;
    const { stand, closes: isNeeded } = withheld[field as RedactedField];
    // A user's text is that of their message, for which something stands.
    if (isNeeded && !(field === 'text' && next.message !== undefined)) closes = true;
    // An answer that stands is what the hooks made of it.
    if (stand && next[field] !== undefined && !(carried.recovered && field === 'response'))
      next[field] = stand(textOf, next[field]);
  }
  if (point.recovery) {
    if ('original' in next) next.original = next.error;
    if (!carried.recovered && next.output !== undefined) next.output = textOf(next.output);
  }
  carried.payload = next;
  markRedacted(carried);
  return closes;
}

/** From now on only the payload shows the fields: what earlier hooks saw and made of them is kept by name and length. */
export function markRedacted(carried: Carried, own?: HookRecord): void {
  carried.redacted = true;
  for (const record of carried.hooks) {
    if (record === own || !record.changed) continue;
    record.changed = record.changed.map((change) =>
      kept.has(change.field) ? change : { field: change.field, after: withheldText(change.after) },
    );
  }
}
const kept = new Set(['metadata', 'context']);
