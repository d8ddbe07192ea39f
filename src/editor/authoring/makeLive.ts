/** Takes `shadow: true` out of a hook's definition, so that it decides. */

/** The text without it, or undefined where the definition that begins at this line (1-based) has none. */
export function withoutShadow(text: string, line: number): string | undefined {
  const from =
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length + (line > 1 ? 1 : 0);
  const end = endOfStatement(text, from);
  for (const { at, length } of codeIn(text, from, end)) {
    const found = /(^|[{,\s])shadow\s*:\s*true\s*,?[ \t]*/.exec(text.slice(at, at + length));
    if (!found) continue;
    const start = at + found.index + found[1]!.length;
    const stop = at + found.index + found[0].length;
    const before = text.slice(0, start);
    const after = text.slice(stop);
    // The last of its object leaves the comma before it; a line of its own goes whole.
    const isLast = /^\s*}/.test(after) && !found[0].includes(',');
    const head = isLast ? before.replace(/,\s*$/, ' ') : before;
    const isOwnLine = /\n[ \t]*$/.test(before) && /^\r?\n/.test(after);
    return isOwnLine ? before.replace(/[ \t]*$/, '') + after.replace(/^\r?\n/, '') : head + after;
  }
  return undefined;
}

/** Code between strings and comments. */
function* codeIn(text: string, from: number, end: number): Generator<{ at: number; length: number }> {
  const other = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  other.lastIndex = from;
  let at = from;
  for (let found = other.exec(text); found && found.index < end; found = other.exec(text)) {
    yield { at, length: found.index - at };
    at = found.index + found[0].length;
  }
  if (at < end) yield { at, length: end - at };
}

/** Where the brackets that it opens are closed again. */
function endOfStatement(text: string, from: number): number {
  let depth = 0;
  for (const { at, length } of codeIn(text, from, text.length))
    for (let i = at; i < at + length; i++) {
      if ('([{'.includes(text[i]!)) depth++;
      else if (')]}'.includes(text[i]!) && --depth === 0 && text[i] === ')') return i + 1;
    }
  return text.length;
}
