/** What stands in records for values that a `redacts` hook has yet to see: each field's name and length, nothing of its value. */
import type { JsonObject } from '../basics/json';
import type { Message } from './messages';

const mark = /^\[withheld: \d+ characters\]$/;

export function withheldText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return mark.test(text) ? text : `[withheld: ${text.length} characters]`;
}

export const isWithheldText = (value: unknown): boolean => typeof value === 'string' && mark.test(value);

export const withheldInput = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withheldText(value)]));

/** True of an input whose values were never recorded, so that the call cannot be made from the record. */
export const isWithheld = (input: JsonObject): boolean => Object.values(input).some((value) => isWithheldText(value));

/** The message with other inputs in its tool calls, by call id. */
export function withInputs(message: Message, inputOf: (id: string, input: JsonObject) => JsonObject): Message {
  if (typeof message.content === 'string') return message;
  const content = message.content.map((block) =>
    block.type === 'tool_use' ? { ...block, input: inputOf(block.id, block.input) } : block,
  );
  return { ...message, content };
}
