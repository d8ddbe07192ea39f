/** The one place where code of a conversation gets its colours; without a highlighter it is shown plain. */
import { visible } from './format';

/** What to draw inside `<code>`: text, a template or a directive. `language` is the fence's word, or empty. */
export type Highlighter = (code: string, language: string) => unknown;

let highlighter: Highlighter = visible;

/** Takes effect for blocks that are drawn from now on. */
export function useHighlighter(next: Highlighter): void {
  highlighter = next;
}

export const highlight: Highlighter = (code, language) => highlighter(code, language);
