/** Words of a line of which a part is only known when it runs. Pure. */
import { isAbsolute, relative } from 'node:path';
import type { Value } from '../syntax/words';

/** A text that the line only has when it runs. */
export const opened = (text: string): Value => ({ text, dynamic: true, tilde: false, pieces: [null] });

/** Its known parts, null between them. */
export const piecesOf = ({ pieces = [null] }: Value): readonly (string | null)[] => pieces;

/** What stands in front of the one part that is not known, and behind it. */
export function around(pieces: readonly (string | null)[]): [start: string, end: string] {
  const at = pieces.indexOf(null);
  return [pieces[at - 1] ?? '', pieces[at + 1] ?? ''];
}

/** The one part of it that is not known, as it is written; of more, nobody says which is meant. */
export function openPart(value: Value): string | undefined {
  const pieces = piecesOf(value);
  const [start, end] = around(pieces);
  const own = value.text.slice(start.length, value.text.length - end.length);
  return pieces.filter((one) => one === null).length === 1 ? own : undefined;
}

/** A path that a pattern reaches, as the shell writes it in the place of that. */
export const asWritten = ({ text }: Value, base: string, path: string): string =>
  isAbsolute(text) || text.startsWith('~') ? path : relative(base, path);

/** A name of which parts are not known: a folder is any, and so is a part of a name. */
export const withGaps = (pieces: readonly (string | null)[]): string =>
  pieces
    .map((piece) => piece ?? '\0')
    .join('')
    .replace(/(^|\/)\0+(?=\/|$)/g, '$1.')
    .replace(/\0+/g, '_');
