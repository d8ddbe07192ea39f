import { brief } from '../shared/basics/brief';
import { isObject } from '../shared/basics/json';

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

/** What a failure comes to that mostly passes by itself, and what is to be done; undefined for any other. */
export function passingWords(status: number | undefined, kind: string, message: string): string | undefined {
  const said = `(${status ? `${status} ` : ''}${kind}: ${message})`;
  if (status === 529 || kind === 'overloaded_error')
    return `the model’s server is overloaded ${said}. That mostly passes within minutes: try again then, or with another model`;
  if (status === 429 || kind === 'rate_limit_error')
    return `more was asked of the model than its server allows for now ${said}. Try again in a minute, or with another model`;
  if (status !== undefined && status >= 500)
    return `the model’s server failed ${said}. That mostly passes: try again, or with another model`;
  return undefined;
}

/** Of a connection that went away in the middle of an answer. */
export const brokeOff = (why: string): string =>
  `the connection to the model broke off before its answer was whole (${why}). Try again; where it breaks off each time, look for what is between: a proxy, a VPN`;

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
