/** Wildcards against a text that is only partly known: whether all that it may become matches, or some of it, or nothing. Pure. */

import { matchesWildcard } from '../../shared/basics/wildcards';
import type { PartialWord } from '../../shared/calls/toolFacts';

/** `maybe` where it depends on what is not known. */
export type PartialAnswer = 'yes' | 'no' | 'maybe';

/** Stands for any text. */
const gap = '\ue000';
/** The same, but never with a dash in front. */
const operandGap = '\ue001';
const gaps = /[\ue000\ue001]/g;
const plain = (text: string) => text.replace(gaps, '\ufffd');

const encode = ({ pieces, operand }: PartialWord): string =>
  pieces.map((piece, i) => (piece === null ? (operand && i === 0 ? operandGap : gap) : plain(piece))).join('');

/** The words as one text, gaps in it. A word that may not be there at all takes the blank before it along. */
export function partialText(words: readonly (string | PartialWord)[]): string {
  let text = '';
  for (const [i, word] of words.entries()) {
    const vanishes = typeof word !== 'string' && word.many && word.pieces.every((piece) => piece === null || piece === '');
    if (i > 0 && !vanishes) text += ' ';
    text += typeof word === 'string' ? plain(word) : encode(word);
  }
  return text;
}

/** `*` is any run of characters, `?` is one. `text` is of `partialText`. */
export function matchPartial(text: string, pattern: string): PartialAnswer {
  const start = pattern.search(/[*?]/);
  const fixed = start < 0 ? pattern : pattern.slice(0, start);
  const firstGap = text.search(gaps);
  const known = firstGap < 0 ? text : text.slice(0, firstGap);
  // Most patterns differ from most commands in their first words.
  if (!known.startsWith(fixed.slice(0, known.length)) || (firstGap < 0 && known.length < fixed.length)) return 'no';
  if (firstGap < 0) return matchesWildcard(text, pattern, false) ? 'yes' : 'no';
  if (steps(text, pattern, false)) return 'yes';
  return steps(text, pattern, true) ? 'maybe' : 'no';
}

/**
 * Walks the text with the set of places of the pattern that it may have reached. In a gap only a star is sure to hold; where anything that may be
 * counts (`may`), a gap reaches every later place.
 */
function steps(text: string, pattern: string, may: boolean): boolean {
  const end = pattern.length;
  let reached = new Uint8Array(end + 1);
  reached[0] = 1;
  for (let i = 0; i <= text.length; i++) {
    let any = false;
    for (let p = 0; p <= end; p++) {
      if (!reached[p]) continue;
      any = true;
      if (pattern[p] === '*') reached[p + 1] = 1;
    }
    if (!any) return false;
    if (i === text.length) break;
    const char = text[i]!;
    const next = new Uint8Array(end + 1);
    const isGap = char === gap || char === operandGap;
    let open = false;
    for (let p = 0; p <= end; p++) {
      if (isGap && may) {
        // An operand's gap holds no dash at its beginning.
        const starts = reached[p] && !(char === operandGap && pattern[p] === '-');
        if (reached[p] || open) next[p] = 1;
        open ||= Boolean(starts);
        continue;
      }
      if (!reached[p]) continue;
      if (pattern[p] === '*') next[p] = 1;
      else if (!isGap && (pattern[p] === '?' || pattern[p] === char)) next[p + 1] = 1;
    }
    reached = next;
  }
  return reached[end] === 1;
}

/** The word alone against a pattern of one word. */
export const matchWord = (word: string | PartialWord, pattern: string): PartialAnswer =>
  matchPartial(typeof word === 'string' ? plain(word) : encode(word), pattern);
