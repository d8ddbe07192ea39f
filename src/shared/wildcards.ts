/** `*` is any run of characters, newlines too, `?` is one; nothing else is special. Takes at most as many steps as text and pattern have characters, multiplied. */
export function matchesWildcard(text: string, pattern: string, ignoreCase: boolean): boolean {
  return ignoreCase ? matches(text.toLowerCase(), pattern.toLowerCase()) : matches(text, pattern);
}

function matches(text: string, pattern: string): boolean {
  let [at, next] = [0, 0];
  // Where the last star stands, and the first character that it does not cover yet.
  let [star, covered] = [-1, 0];
  while (at < text.length) {
    if (pattern[next] === '*') {
      star = next++;
      covered = at;
    } else if (next < pattern.length && (pattern[next] === '?' || pattern[next] === text[at])) {
      at++;
      next++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++covered;
    } else return false;
  }
  while (pattern[next] === '*') next++;
  return next === pattern.length;
}

export const matchesAny = (text: string, patterns: readonly string[], ignoreCase: boolean): boolean =>
  patterns.some((pattern) => matchesWildcard(text, pattern, ignoreCase));
