/** The border where messages come in as plain JSON. */
import * as z from 'zod';
import type { ContentBlock, Message } from './messages';

const object = z.looseObject;
const text = z.string();
const json = z.record(z.string(), z.unknown());

const textBlock = object({ type: z.literal('text'), text });
const imageBlock = object({
  type: z.literal('image'),
  source: z.union([
    object({ type: z.literal('base64'), media_type: text, data: text }),
    object({ type: z.literal('url'), url: text }),
  ]),
});
/** Of a tool's result. */
const content = z.union([textBlock, imageBlock]);

const known = [
  textBlock,
  imageBlock,
  object({ type: z.literal('thinking'), thinking: text }),
  object({ type: z.literal('redacted_thinking') }),
  object({ type: z.literal('tool_use'), id: text, name: text, input: json }),
  object({
    type: z.literal('tool_result'),
    tool_use_id: text,
    content: z.union([text, z.array(content)]).optional(),
  }),
] as const;
const names: ReadonlySet<string> = new Set(known.map(({ shape }) => shape.type.value));
/** Models have blocks that are not known here: those pass as they are. */
const block = z.union([
  ...known,
  object({ type: text.refine((type) => !names.has(type)) }),
]) as unknown as z.ZodType<ContentBlock>;
export const messageShape: z.ZodType<Message> = object({
  role: z.enum(['user', 'assistant']),
  content: z.union([text, z.array(block)]),
});
