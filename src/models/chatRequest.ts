/** A request of ours in the words of the Chat Completions API, as OpenAI and the many servers that speak like it take it. */
import { isObject, type JsonObject } from '../shared/basics/json';
import {
  blocksOf,
  type ImageBlock,
  type Message,
  type ModelRequest,
  type TextBlock,
  type ToolResultBlock,
  toolUsesOf,
} from '../shared/messages/messages';

/** Of the Messages API, with no like over there. */
const untranslated: ReadonlySet<string> = new Set([
  'thinking',
  'metadata',
  'top_k',
  'cache_control',
  'container',
  'context_management',
  'service_tier',
]);
/** Whether what a request says in this field has a word over there. */
export const isTranslated = (field: string): boolean => !untranslated.has(field);

/** `limit` names the field for the most tokens of an answer; none is sent where the request asks for no other than `most`. */
export function chatRequest(
  request: ModelRequest,
  { limit, most }: { limit: 'max_tokens' | 'max_completion_tokens'; most?: number },
): JsonObject {
  const { model, max_tokens, messages, system, tools, tool_choice, output_config, stop_sequences, ...others } = request;
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => isTranslated(name)));
  const { format, effort } = output_config ?? {};
  const schema = isObject(format) && format.type === 'json_schema' ? format.schema : undefined;
  return {
    ...rest,
    model,
    messages: [...(system ? [{ role: 'system', content: system }] : []), ...messages.flatMap(messageFor)],
    ...(max_tokens === most ? {} : { [limit]: max_tokens }),
    ...(tools?.length
      ? {
          tools: tools.map(({ name, description, input_schema }) => ({
            type: 'function',
            function: { name, description, parameters: input_schema },
          })),
          ...choiceOf(tool_choice),
        }
      : {}),
    ...(Array.isArray(stop_sequences) ? { stop: stop_sequences } : {}),
    ...(schema ? { response_format: { type: 'json_schema', json_schema: { name: 'response', schema } } } : {}),
    ...(effort ? { reasoning_effort: effort } : {}),
  };
}

/** Whether the model may call a tool at all. */
export const mayCall = ({ tools, tool_choice: choice }: ModelRequest): boolean =>
  Boolean(tools?.length) && !(isObject(choice) && choice.type === 'none');

function choiceOf(choice: unknown): JsonObject {
  if (!isObject(choice)) return {};
  const alone = choice.disable_parallel_tool_use === true ? { parallel_tool_calls: false } : {};
  if (choice.type === 'tool') return { ...alone, tool_choice: { type: 'function', function: { name: choice.name } } };
  const word = choice.type === 'any' ? 'required' : choice.type;
  return word === 'none' || word === 'auto' || word === 'required' ? { ...alone, tool_choice: word } : alone;
}

/** Results of tools are messages of their own there, right after the calls. They hold text alone: pictures in them follow as the user's. */
function messageFor(message: Message): JsonObject[] {
  const blocks = blocksOf(message);
  if (message.role === 'assistant') {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    const calls = toolUsesOf(message).map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    // A message of thinking alone says nothing here.
    return [
      { role: 'assistant', content: text || (calls.length > 0 ? null : '…'), ...(calls.length > 0 ? { tool_calls: calls } : {}) },
    ];
  }
  const results = blocks.filter((block) => block.type === 'tool_result');
  const parts = blocks.flatMap((block) => (block.type === 'text' || block.type === 'image' ? [block] : []));
  const pictures = results.flatMap(picturesIn);
  const said = [...pictures, ...parts];
  return [
    ...results.map((result) => ({ role: 'tool', tool_call_id: result.tool_use_id, content: textIn(result) })),
    ...(said.length > 0 ? [{ role: 'user', content: contentFor(said) }] : []),
  ];
}

const isImage = (block: { type: string }): block is ImageBlock => block.type === 'image';

function textIn(result: ToolResultBlock): string {
  const blocks = blocksOf(result);
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const count = blocks.filter(isImage).length;
  if (count > 0) texts.push(count === 1 ? '[a picture, which follows]' : `[${count} pictures, which follow]`);
  const text = texts.join('\n');
  return result.is_error === true && !/^\W*error\b/i.test(text) ? `Error: ${text}` : text;
}

function picturesIn(result: ToolResultBlock): (TextBlock | ImageBlock)[] {
  const pictures = blocksOf(result).filter(isImage);
  return pictures.length > 0 ? [{ type: 'text', text: `From the result of ${result.tool_use_id}:` }, ...pictures] : [];
}

/** Bare text where there is nothing else: some servers take no parts. */
function contentFor(blocks: (TextBlock | ImageBlock)[]): string | JsonObject[] {
  if (!blocks.some(isImage)) return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return blocks.map((block) => {
    if (block.type === 'text') return { type: 'text', text: block.text };
    const { source } = block;
    return {
      type: 'image_url',
      image_url: { url: source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}` },
    };
  });
}
