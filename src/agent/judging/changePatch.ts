/** The change of a file as a patch for the human, in bounded time: what is compared is a model's to choose. Pure. */
import { createTwoFilesPatch } from 'diff';

/** Lines that come and go beyond which nobody looks for a shorter way to say the change. */
const mostEdits = 400;
/** Of both texts; longer ones are shown as the input alone. */
const mostCharacters = 4_000_000;
const context = 3;

/** Undefined where the texts are too long to be compared. */
export function changePatch(path: string, before: string, after: string): string | undefined {
  if (before.length + after.length > mostCharacters) return undefined;
  return (
    createTwoFilesPatch(path, path, before, after, '', '', { context, maxEditLength: mostEdits }) ??
    wholeChange(path, before, after)
  );
}

/** All lines between those that the texts begin and end with in common: longer than it need be, and as true. */
function wholeChange(path: string, before: string, after: string): string {
  const [old, made] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, made.length);
  let start = 0;
  while (start < most && old[start] === made[start]) start++;
  let tail = 0;
  while (tail < most - start && old[old.length - 1 - tail] === made[made.length - 1 - tail]) tail++;
  const from = Math.max(0, start - context);
  const left = Math.max(0, tail - context);
  const range = (lines: readonly string[]) => {
    const count = lines.length - left - from;
    return `${count === 0 ? from : from + 1},${count}`;
  };
  const marked = (sign: string, lines: readonly string[]) =>
    lines.map((line) => (line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`));
  const hunk = [
    ...marked(' ', old.slice(from, start)),
    ...marked('-', old.slice(start, old.length - tail)),
    ...marked('+', made.slice(start, made.length - tail)),
    ...marked(' ', old.slice(old.length - tail, old.length - left)),
  ];
  const line = '='.repeat(67);
  return `${line}\n--- ${path}\t\n+++ ${path}\t\n@@ -${range(old)} +${range(made)} @@\n${hunk.join('')}`;
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
