/**
 * Model-facing values in the shapes and names of the Messages API, kept structural so that hook authors, the rehearsal model and the SDK adapter share them.
 * Only the fields that Hooksmith reads are spelled out; others pass through untouched.
 */
import { isObject, type JsonObject } from '../basics/json';

export interface TextBlock {
  type: 'text';
  text: string;
  cache_control?: unknown;
}
export interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
  signature: string;
}
export interface RedactedThinkingBlock {
  type: 'redacted_thinking';
  data: string;
}
export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: JsonObject;
  cache_control?: unknown;
}
export interface ImageBlock {
  type: 'image';
  source: { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string };
  cache_control?: unknown;
}
export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content: string | (TextBlock | ImageBlock)[];
  is_error?: boolean;
  cache_control?: unknown;
}
export type ContentBlock = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ImageBlock | ToolResultBlock;

export interface Message {
  role: 'user' | 'assistant';
  content: string | ContentBlock[];
}

/** What the model is offered for one tool; `input_schema` is JSON schema. */
export interface ToolDeclaration {
  name: string;
  description: string;
  input_schema: JsonObject;
}

/** Tokens of one model call, as the API counts them. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens?: number;
  cache_read_input_tokens?: number;
}

export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded';

export interface ModelRequest {
  model: string;
  max_tokens: number;
  messages: Message[];
  system?: string;
  tools?: ToolDeclaration[];
  temperature?: number;
  thinking?:
    | { type: 'enabled'; budget_tokens: number }
    | { type: 'disabled' }
    | { type: 'adaptive'; display?: 'summarized' | 'omitted' };
  output_config?: JsonObject;
  tool_choice?: unknown;
  stop_sequences?: unknown;
}
/** As hooks see and change it: other fields than we read go to the model as they are. */
export type OpenRequest = ModelRequest & { [field: string]: unknown };

export interface ModelResponse {
  id?: string;
  model?: string;
  role: 'assistant';
  content: ContentBlock[];
  stop_reason: StopReason | string | null;
  usage: Usage;
}

export const noUsage: Usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** All tokens that a call took. */
export const tokensUsed = (usage: Usage): number =>
  usage.input_tokens + usage.output_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);

/** Sums two usages field by field. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_creation_input_tokens: (a.cache_creation_input_tokens ?? 0) + (b.cache_creation_input_tokens ?? 0),
    cache_read_input_tokens: (a.cache_read_input_tokens ?? 0) + (b.cache_read_input_tokens ?? 0),
  };
}

export const isThinking = (block: ContentBlock): block is ThinkingBlock | RedactedThinkingBlock =>
  block.type === 'thinking' || block.type === 'redacted_thinking';

export function blocksOf(message: Pick<Message, 'content'>): ContentBlock[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

/** The text of a message or response, its text blocks joined; thinking and tool calls left out. */
export function textOf(message: Pick<Message, 'content'>): string {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}

export function toolUsesOf(message: Pick<Message, 'content'>): ToolUseBlock[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block] : []));
}

/** The blocks of what an event records as its message: the message, its content, or bare text; none of anything else. */
export function contentOf(value: unknown): ContentBlock[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  if (!isObject(value)) return [];
  if (typeof value.content === 'string') return [{ type: 'text', text: value.content }];
  return Array.isArray(value.content) ? (value.content.filter(isObject) as unknown as ContentBlock[]) : [];
}

/** Their text, a blank line between the blocks, as people read it. */
export function textOfBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

/** Tool output in the API's form: text stays text, content blocks stay blocks, anything else is shown as JSON. */
export function toContent(value: unknown): string | (TextBlock | ImageBlock)[] {
  if (typeof value === 'string') return value;
  if (isContent(value)) return value;
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Whether its types make a list of content, for which it may lack what these have. */
export const isContent = (value: unknown): value is (TextBlock | ImageBlock)[] =>
  Array.isArray(value) && value.every((block) => isObject(block) && (block.type === 'text' || block.type === 'image'));
