/** `*` is any run of characters, newlines too, `?` is one; nothing else is special. */
const compiled = new Map<string, RegExp>();

export function matchesWildcard(text: string, pattern: string, ignoreCase: boolean): boolean {
  const key = `${ignoreCase ? 'i' : 's'}${pattern}`;
  let regex = compiled.get(key);
  if (!regex) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    regex = new RegExp(`^${source}$`, ignoreCase ? 'si' : 's');
    compiled.set(key, regex);
  }
  return regex.test(text);
}

export const matchesAny = (text: string, patterns: readonly string[], ignoreCase: boolean): boolean =>
  patterns.some((pattern) => matchesWildcard(text, pattern, ignoreCase));
