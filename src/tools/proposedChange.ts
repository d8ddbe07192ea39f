/** The change that makes one text of another, as an edit names it: what the human made of a proposed file becomes the input of the call. Pure. */
import { applyChanges, type Replacement } from './changes';

/** The same text is replaced, by something else; undefined where the texts differ beside it. */
export function replacementOf({ old_string, replace_all }: Replacement, before: string, after: string): Replacement | undefined {
  const at = before.indexOf(old_string);
  if (replace_all || !isUnique(before, old_string)) return undefined;
  const [head, tail] = [before.slice(0, at), before.slice(at + old_string.length)];
  if (after.length < head.length + tail.length || !after.startsWith(head) || !after.endsWith(tail)) return undefined;
  return checked({ old_string, new_string: after.slice(head.length, after.length - tail.length) }, before, after);
}

/** Of whole lines, as few as name the place; undefined where nothing differs, or no edit can say it. */
export function changeBetween(before: string, after: string): Replacement | undefined {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  start = lineStart(before, start);
  let end = lineEnd(before, before.length - tail);
  while (!isUnique(before, before.slice(start, end)) && (start > 0 || end < before.length)) {
    start = lineStart(before, start - 1);
    end = lineEnd(before, end + 1);
  }
  const change = { old_string: before.slice(start, end), new_string: after.slice(start, after.length - (before.length - end)) };
  return checked(change, before, after);
}

function checked(change: Replacement, before: string, after: string): Replacement | undefined {
  try {
    return applyChanges(before, [change], '') === after ? change : undefined;
  } catch {
    return undefined;
  }
}

const isUnique = (text: string, part: string) =>
  part !== '' && text.includes(part) && text.indexOf(part) === text.lastIndexOf(part);
const lineStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
function lineEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  if (at > 0 && text[at - 1] === '\n') return at;
  const next = text.indexOf('\n', at);
  return next < 0 ? text.length : next + 1;
}
