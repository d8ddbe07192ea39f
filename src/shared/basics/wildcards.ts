/** `*` is any run of characters, newlines too, `?` is one; nothing else is special. */
export function matchesWildcard(text: string, pattern: string, ignoreCase: boolean): boolean {
  const [plain, sought] = ignoreCase ? [text.toLowerCase(), pattern.toLowerCase()] : [text, pattern];
  return matchesRuns(plain, sought, '*', (one, character) => one === '?' || one === character);
}

/**
 * Whether a pattern covers all the items in their order, where `star` in it stands for any run of them.
 * Takes at most as many steps as items and pattern have elements, multiplied.
 */
export function matchesRuns(
  items: ArrayLike<string>,
  pattern: ArrayLike<string>,
  star: string,
  covers: (one: string, item: string) => boolean,
): boolean {
  let [at, next] = [0, 0];
  // Where the last star stands, and the first item that it does not cover yet.
  let [last, covered] = [-1, 0];
  while (at < items.length) {
    const one = pattern[next];
    if (one === star) {
      last = next++;
      covered = at;
    } else if (one !== undefined && covers(one, items[at]!)) {
      at++;
      next++;
    } else if (last >= 0) {
      next = last + 1;
      at = ++covered;
    } else return false;
  }
  while (pattern[next] === star) next++;
  return next === pattern.length;
}

export const matchesAny = (text: string, patterns: readonly string[], ignoreCase: boolean): boolean =>
  patterns.some((pattern) => matchesWildcard(text, pattern, ignoreCase));
