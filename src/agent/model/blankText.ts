/**
 * The Messages API refuses a text block without a word in it, and every later request of a history that holds one. Hooks empty texts for good reason, and models
 * say nothing at times: the history keeps it so, what goes to a model has none.
 */
import { joinNeighbours } from '../../shared/messages/history';
import { blocksOf, type ContentBlock, isThinking, type Message } from '../../shared/messages/messages';

const noWords = '(no text)';

/** Messages do not change, and who encodes them knows them by what they are. */
const said = new WeakMap<Message, Message | 'nothing'>();

/** The same list where all of it says something. */
export function withoutBlanks(messages: Message[]): Message[] {
  const next = messages.map((message) => {
    let known = said.get(message);
    if (!known) {
      known = worded(message);
      said.set(message, known);
    }
    return known;
  });
  if (next.every((message, index) => message === messages[index])) return messages;
  return joinNeighbours(next.filter((message) => message !== 'nothing'));
}

function worded(message: Message): Message | 'nothing' {
  const blocks = blocksOf(message);
  const content = blocks.flatMap(wordedBlock);
  if (content.length > 0 && content.length === blocks.length && content.every((block, index) => block === blocks[index]))
    return message;
  if (message.role === 'user') return { ...message, content: content.length > 0 ? content : noWords };
  // Thinking that leads to nothing cannot end a message.
  return content.every(isThinking) ? 'nothing' : { ...message, content };
}

const isBlank = (block: ContentBlock): boolean => block.type === 'text' && !/\S/.test(block.text);

function wordedBlock(block: ContentBlock): ContentBlock[] {
  if (isBlank(block)) return [];
  if (block.type !== 'tool_result') return [block];
  const { content, is_error } = block;
  const parts = Array.isArray(content) && content.some(isBlank) ? content.filter((part) => !isBlank(part)) : content;
  // A failure must say something.
  if (is_error && !(typeof parts === 'string' ? /\S/.test(parts) : parts?.length)) return [{ ...block, content: noWords }];
  return [parts === content ? block : { ...block, content: parts }];
}
