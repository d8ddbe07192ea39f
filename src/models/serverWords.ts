import { brief } from '../shared/brief';
import { isObject } from '../shared/json';

/** Characters of what a server said that are passed on: a proxy may answer with a whole page. */
const mostWords = 500;

/** What a server said of its failure, without the status that the SDK puts before it; of a page of HTML its title, else its text. */
export function serverWords(message: string): string {
  const said = message.replace(/^\d{3} (?=\S)/, '');
  const words = /^\s*<(?:!doctype|html|head|body)\b/i.test(said) ? pageWords(said) : said;
  return brief(words, mostWords);
}

/** Whether a server says that a conversation is more than its model takes: each has its own words for that. */
export const saysTooLong = (words: string): boolean =>
  /context[ _]?(length|window|size|limit)|maximum context|too many tokens|prompt is too long|max_model_len|request_too_large/i.test(
    words,
  );

function pageWords(page: string): string {
  const title = /<title[^>]*>([^<]+)<\/title>/i.exec(page)?.[1];
  const text =
    title ??
    page
      .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&nbsp;/gi, ' ');
  return text.replace(/\s+/g, ' ').trim() || 'a page of HTML';
}

/** The text in what a server answered as JSON: each has its own place for it, at most so many `levels` down. */
export function saidIn(answer: unknown, levels = 8): string | undefined {
  if (typeof answer === 'string') return answer || undefined;
  if (levels === 0) return undefined;
  if (Array.isArray(answer)) return saidIn(answer[0], levels - 1);
  if (!isObject(answer)) return undefined;
  for (const place of ['message', 'detail', 'msg', 'error']) {
    const words = saidIn(answer[place], levels - 1);
    if (words !== undefined) return words;
  }
  return undefined;
}
