/** A request as it goes to the Messages API. Each step tells the whole conversation again: what was told before is encoded once. */
import { type ContentBlock, isThinking, type Message, type ModelRequest, toolUsesOf } from '../shared/messages/messages';

const cache_control = { type: 'ephemeral' };

/** Messages do not change; one that a hook changes is another. */
const encoded = new WeakMap<Message, string>();

function encode(message: Message): string {
  let text = encoded.get(message);
  if (text === undefined) {
    text = JSON.stringify(message);
    encoded.set(message, text);
  }
  return text;
}

/** Models that the SDK was told of. */
// biome-ignore lint/plugin: the SDK warns on the console of the process, which all sessions share
const told = new Set<string>();

/** The fields that the SDK looks at itself: of some it makes headers, of some it warns: once is enough. */
export function aboutRequest({ system: _, tools: __, messages: ___, model, thinking, ...rest }: ModelRequest) {
  const isNew = !told.has(model);
  told.add(model);
  return { ...rest, ...(isNew ? { model, thinking } : {}), messages: [] };
}

/**
 * The body as JSON. Caching marks are added to what is sent only and never reach the history. The API takes four: on the tools, on the system prompt, at the
 * end, and where the request before this one ended, which is what is read back however many blocks have come since.
 */
export function bodyOf(request: ModelRequest, stream: boolean): string {
  const { user_profile_id: _, workspace_id: __, ...body } = declared(request) as ModelRequest & HeaderFields;
  const { system, tools, messages, ...rest } = body;
  const last = messages.length - 1;
  const texts = messages.map((message, index) =>
    index === last || index === last - 2 ? JSON.stringify(marked(message)) : encode(message),
  );
  const rim = JSON.stringify({
    ...rest,
    ...(system ? { system: [{ type: 'text', text: system, cache_control }] } : {}),
    ...(tools?.length
      ? { tools: tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, cache_control } : tool)) }
      : {}),
    stream,
  });
  return `${rim.slice(0, -1)},"messages":[${texts.join(',')}]}`;
}

/** What the SDK takes out of a body and sends as headers. */
interface HeaderFields {
  user_profile_id?: unknown;
  workspace_id?: unknown;
}

/** The API takes no history with tool calls in it without tools: where none is offered, those of the history are named, and none is to be called. */
function declared(request: ModelRequest): ModelRequest {
  if (request.tools?.length) return request;
  const names = new Set(request.messages.flatMap((message) => toolUsesOf(message).map(({ name }) => name)));
  if (names.size === 0) return request;
  const tools = [...names].map((name) => ({ name, description: '', input_schema: { type: 'object' } }));
  return { ...request, tools, tool_choice: { type: 'none' } };
}

function marked(message: Message): Message {
  const content = typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content;
  const at = content.findLastIndex((block) => !isThinking(block) && !(block.type === 'text' && block.text === ''));
  return {
    ...message,
    content: content.map((block, index) => (index === at ? ({ ...block, cache_control } as ContentBlock) : block)),
  };
}
