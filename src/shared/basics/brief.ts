/** As much of a text as `most` UTF-16 units hold, with a sign where more of it follows; no character is cut in two. */
export function brief(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
