/** What a tool of another agent gave, as text, and the same with another text in it: agents pass over an answer of another shape than the tool's own. */
import { isObject } from '../shared/basics/json';

export function textOfResponse(response: unknown): string {
  if (typeof response === 'string') return response;
  if (response === undefined || response === null) return '';
  const place = placeOf(response);
  return place ? place.text : JSON.stringify(response, null, 2);
}

/** Undefined where it is not known in which place of it the text belongs. */
export function withText(response: unknown, text: string): unknown {
  if (typeof response === 'string') return text;
  return placeOf(response)?.put(text);
}

/** An output that takes the place of the tool's as the reason of a refusal: one without a reason is none. */
export const asReason = (output: string): string => (output.trim() === '' ? '(no output)' : output);

interface Place {
  text: string;
  put(text: string): unknown;
}

function placeOf(response: unknown): Place | undefined {
  if (Array.isArray(response)) {
    const texts = response.filter((block) => isObject(block) && block.type === 'text' && typeof block.text === 'string');
    if (texts.length === 0 || texts.length < response.length) return undefined;
    return { text: texts.map(({ text }) => text).join('\n'), put: (text) => [{ type: 'text', text }] };
  }
  if (!isObject(response)) return undefined;
  const { stdout, stderr, file, content, llmContent, textResultForLlm, mode, result } = response;
  if (typeof stdout === 'string') {
    const both = [stdout, stderr].filter((part) => typeof part === 'string' && part !== '').join('\n');
    return { text: both, put: (text) => ({ ...response, stdout: text, ...(stderr === undefined ? {} : { stderr: '' }) }) };
  }
  if (isObject(file) && typeof file.content === 'string')
    return { text: file.content, put: (text) => ({ ...response, file: { ...file, content: text } }) };
  // What Gemini CLI gives its model is text, or parts of it.
  const parts = [llmContent].flat().map((part) => (isObject(part) ? part.text : part));
  if (parts.length > 0 && parts.every((part) => typeof part === 'string'))
    return { text: parts.join('\n'), put: (text) => ({ ...response, llmContent: text, returnDisplay: text }) };
  if (typeof textResultForLlm === 'string')
    return { text: textResultForLlm, put: (text) => ({ ...response, textResultForLlm: text }) };
  // Of a search that shows lines, and of a page.
  if (typeof content === 'string' && mode === 'content')
    return { text: content, put: (text) => ({ ...response, content: text }) };
  if (typeof result === 'string' && content === undefined)
    return { text: result, put: (text) => ({ ...response, result: text }) };
  if (Array.isArray(content)) {
    const place = placeOf(content);
    return place && { text: place.text, put: (text) => ({ ...response, content: place.put(text) }) };
  }
  return undefined;
}
