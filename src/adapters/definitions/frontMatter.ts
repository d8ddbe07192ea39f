/** Markdown that begins with YAML between two lines of `---`. */

/** Undefined where the text does not begin so. */
export function splitFrontMatter(text: string): { head: string; body: string } | undefined {
  const parts = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  return parts ? { head: parts[1] ?? '', body: parts[2] ?? '' } : undefined;
}
