/** The fields that a dispatch began with, from those that it ended with and what its record says that hooks changed. */

import { isObject } from '../../shared/basics/json';
import type { HookEvent } from '../../shared/events/events';
import type { PayloadFields } from '../../shared/hooks/payloads';
import type { Message } from '../../shared/messages/messages';
import { isWithheldText } from '../../shared/messages/withheld';
import { type ChangedField, recordedLists } from '../../shared/verdicts/patches';

/** They were added to what was there. */
const added: ReadonlySet<string> = new Set<ChangedField>(['metadata', 'context', 'signal']);

/**
 * Takes back what hooks did to these fields, last change first. Returns why it cannot, where what stood there was never recorded. `redacts` says of a hook's id
 * whether its records keep nothing of what was before.
 */
export function undo(
  fields: PayloadFields,
  event: Pick<HookEvent, 'hooks'>,
  redacts: (hookId: string) => boolean,
): string | undefined {
  for (const { id, changed = [], shadow, dropped, error } of [...event.hooks].reverse()) {
    if (shadow || error || dropped) continue;
    for (const change of [...changed].reverse()) {
      const { field, before, after } = change;
      // Lists come from elsewhere.
      if (added.has(field) || recordedLists.has(field)) continue;
      const [name, part] = split(field);
      if (!Object.hasOwn(fields, name) && name !== 'text') continue;
      if (redacts(id) || isWithheldText(after)) return `${name} as it came was not recorded`;
      if (name === 'text') {
        const problem = undoText(fields, before);
        if (problem) return problem;
      } else if (part === undefined) fields[name] = before;
      else {
        const was = fields[name];
        const whole = isObject(was) ? { ...was } : {};
        // JSON knows no undefined: a field without a value before was not there.
        if (before === undefined) delete whole[part];
        else whole[part] = before;
        fields[name] = whole;
      }
    }
  }
  return undefined;
}

function split(field: ChangedField): [name: keyof PayloadFields, part: string | undefined] {
  const at = field.indexOf('.');
  const name = at < 0 ? field : field.slice(0, at);
  return [name as keyof PayloadFields, at < 0 ? undefined : field.slice(at + 1)];
}

function undoText(fields: PayloadFields, before: unknown): string | undefined {
  const message = fields.message as Message | undefined;
  if (!message || typeof before !== 'string') return 'the text as it came was not recorded';
  if (typeof message.content === 'string') fields.message = { ...message, content: before };
  else if (message.content.filter(({ type }) => type === 'text').length === 1)
    fields.message = {
      ...message,
      content: message.content.map((block) => (block.type === 'text' ? { ...block, text: before } : block)),
    };
  else return 'the message as it came was not recorded';
  return undefined;
}
