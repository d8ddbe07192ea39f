/** The fields that a dispatch began with, from those that it ended with and what its record says that hooks changed. */
import type { HookEvent } from '../../shared/events';
import { isObject, type JsonObject } from '../../shared/json';
import type { Message } from '../../shared/messages';
import type { PatchName } from '../../shared/payloads';
import { isWithheldText } from '../../shared/withheld';

/** Lists are told by their length; they come from elsewhere. */
const isList = (field: string): boolean => /messages$|tools$/i.test(field);
/** They were added to what was there. */
const added: ReadonlySet<string> = new Set<PatchName | 'metadata'>(['metadata', 'context', 'signal']);

/**
 * Takes back what hooks did to these fields, last change first. Returns why it cannot, where what stood there was never recorded. `redacts` says of a hook's id
 * whether its records keep nothing of what was before.
 */
export function undo(
  fields: JsonObject,
  event: Pick<HookEvent, 'hooks'>,
  redacts: (hookId: string) => boolean,
): string | undefined {
  for (const { id, changed = [], shadow, dropped, error } of [...event.hooks].reverse()) {
    if (shadow || error || dropped) continue;
    for (const change of [...changed].reverse()) {
      const { field, before, after } = change;
      if (added.has(field) || isList(field)) continue;
      const [name, part] = split(field);
      if (!(name in fields) && name !== 'text') continue;
      if (redacts(id) || isWithheldText(after)) return `${name} as it came was not recorded`;
      if (name === 'text') {
        const problem = undoText(fields, before);
        if (problem) return problem;
      } else if (part === undefined) fields[name] = before;
      else {
        const whole = isObject(fields[name]) ? { ...fields[name] } : {};
        // JSON knows no undefined: a field without a value before was not there.
        if (before === undefined) delete whole[part];
        else whole[part] = before;
        fields[name] = whole;
      }
    }
  }
  return undefined;
}

function split(field: string): [name: string, part: string | undefined] {
  const at = field.indexOf('.');
  return at < 0 ? [field, undefined] : [field.slice(0, at), field.slice(at + 1)];
}

function undoText(fields: JsonObject, before: unknown): string | undefined {
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
