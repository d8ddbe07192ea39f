/** Texts of a line that bash itself expands nowhere, as they come to whoever evaluates them. One pass, however long it is. Pure. */

/** Those that hold a substitution: between single quotes, or behind a backslash between double ones. */
export function quotedSubstitutions(line: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (sign === '\\') at++;
    if (sign !== "'" && sign !== '"') continue;
    const start = at + 1;
    for (at = start; at < line.length && line[at] !== sign; at++) if (sign === '"' && line[at] === '\\') at++;
    const text = line.slice(start, at);
    if (sign === "'" ? /\$\(|`/.test(text) : /\\\$\(|\\`/.test(text)) found.push(text.replace(/\\([$`"\\])/g, '$1'));
  }
  return found;
}
