/** What stands on the input of a command, as far as the line says it. Pure. */

/** What a command reads: nothing that the line gives it, a file, by the text that names it, a text of the line, or what is only known when it runs; then `named` is the text of what writes it. */
export type Feed =
  | { kind: 'nothing' }
  | { kind: 'file'; from: string }
  | { kind: 'text'; text: string }
  /** `written`: texts of the line that are among it. `isStored`: all else is what files and hosts hold, as it stands there. */
  | { kind: 'unknown'; named?: string; isPipe?: true; isStored?: true; written?: readonly string[] };

/** The texts of the line that a command reads. */
export const wordsFed = (feed: Feed): readonly string[] => {
  if (feed.kind === 'text') return [feed.text];
  if (feed.kind !== 'unknown') return [];
  return feed.written?.length ? feed.written : feed.named === undefined ? [] : [feed.named];
};
