/** Whether what a hook said quotes what another was to redact: what cannot be parsed, for one, is quoted by those who parse. */
import { isObject } from '../../../shared/basics/json';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import { type EventName, hookPoints } from '../../../shared/hooks/points';
import { blocksOf, type ContentBlock, type Message, textOf } from '../../../shared/messages/messages';

/** What stands for words that do. */
export const withheldQuote = 'withheld: it quotes what a later hook is to redact';
/** Of a line that a hook is to redact, whichever. */
export const withheldUncertain = 'what is not known is withheld: it quotes what a hook is to redact';

/** Shorter pieces are in any two texts. */
const pieceLength = 6;

/** What the engine itself says of code that fails: it is of the hook's code and not of the value. */
const engineWords =
  /Cannot (?:read|set|assign to read only|add|delete|convert|destructure)(?: propert(?:y|ies))?(?: of)?|(?:undefined|null) \((?:reading|setting)|is not (?:a function|a constructor|defined|iterable|an object)|Unexpected (?:token|end of JSON input|non-whitespace character)|is not valid JSON|after JSON at position|in JSON at position/g;

/** Words of the Messages API, by which every message is built: they are no part of what is said in it. */
const apiWords: ReadonlySet<string> = new Set([
  ...['user', 'assistant', 'message', 'text', 'image', 'base64', 'thinking', 'redacted_thinking'],
  ...['tool_use', 'tool_result', 'end_turn'],
]);

/** What hooks of such events are shown beside the fields that they may change. */
const alsoShown: readonly (keyof PayloadFields)[] = ['delta', 'output', 'defaultMessages'];

export function quotes(said: string, event: EventName, fields: PayloadFields): boolean {
  const text = said.replace(engineWords, '\n');
  const pieces = new Set<string>();
  for (let at = 0; at + pieceLength <= text.length; at++) pieces.add(text.slice(at, at + pieceLength));
  const isQuoted = (value: string): boolean => {
    if (value.length < pieceLength) return value.trim().length > 1 && text.includes(value.trim());
    for (let at = 0; at + pieceLength <= value.length; at++) if (pieces.has(value.slice(at, at + pieceLength))) return true;
    return false;
  };
  const has = (value: unknown): boolean => {
    if (typeof value === 'string') return !apiWords.has(value) && isQuoted(value);
    if (typeof value === 'number' || typeof value === 'bigint') return isQuoted(String(value));
    return typeof value === 'object' && value !== null && Object.values(value).some(has);
  };
  if (!('redacts' in hookPoints[event])) return has(answersIn([fields.messages, fields.request]));
  return [...hookPoints[event].modifies, ...alsoShown].some((field) => field !== 'metadata' && has(fields[field]));
}

/** Texts of the answers since the human spoke last: one of them may be what the agent ends with. `shown` has lists of messages, in whatever it is. */
function answersIn(shown: unknown): string[] {
  if (isObject(shown)) return answersIn(shown.messages);
  if (!Array.isArray(shown)) return [];
  if (!shown.every(isMessage)) return shown.flatMap(answersIn);
  const asked = shown.findLastIndex((message) => message.role === 'user' && !blocksOf(message).some(isResult));
  return shown.slice(asked + 1).flatMap((message) => (message.role === 'assistant' ? textOf(message) : []));
}
const isMessage = (value: unknown): value is Message => isObject(value) && 'role' in value;
const isResult = ({ type }: ContentBlock): boolean => type === 'tool_result';

/** The value with its texts and names that are said to quote withheld, the rest as it is. */
export function unquoted<T>(value: T, isQuote: (said: string) => boolean): T {
  const told = (part: unknown): unknown => {
    if (typeof part === 'string') return isQuote(part) ? withheldQuote : part;
    if (typeof part === 'number' || typeof part === 'bigint') return isQuote(String(part)) ? withheldQuote : part;
    if (Array.isArray(part)) return part.map(told);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([name, one]) => [told(name), told(one)])) : part;
  };
  return told(value) as T;
}
