/** What goes with a message beside its words. */
import type { ComposeOptions } from '../../agent/prompt/compose';
import { isObject } from '../../shared/basics/json';
import { type ContentBlock, contentOf, type ImageBlock, textOfBlocks } from '../../shared/messages/messages';
import { splitParts } from '../../shared/messages/promptParts';

export const imageBlock = ({ media_type, data }: { media_type: string; data: string }): ImageBlock => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});

/** What goes with a message again when its words are changed: pictures, and what was attached by other means than its words. */
export function keptOf(value: unknown): ComposeOptions {
  const { parts } = splitParts(textOfBlocks(contentOf(value)));
  return { images: imagesOf(value), parts: parts.filter(({ kind }) => kept.has(kind)).map(({ tag: _, ...part }) => part) };
}
const kept: ReadonlySet<string> = new Set(['selection', 'pasted']);

/** Of a message, or of its content alone. */
function imagesOf(value: unknown): ImageBlock[] {
  const content: unknown = Array.isArray(value) ? value : isObject(value) ? value.content : undefined;
  return Array.isArray(content) ? (content as ContentBlock[]).filter((block): block is ImageBlock => block.type === 'image') : [];
}
