/** Where a key leads in a grid of rows: `at` is the row it stands on, or -1; the answer may lie beyond the ends. Undefined for other keys. */
export function rowAfterKey(key: string, { at, count, page }: { at: number; count: number; page: number }): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at < 0 ? count - 1 : at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
