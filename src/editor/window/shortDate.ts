/** When it was, in as few words as tell it: in a narrow list what stands behind a whole date is not seen. */
export function shortDate(ms: number, now = Date.now(), locale?: string): string {
  const [then, today] = [new Date(ms), new Date(now)];
  if (then.toDateString() === today.toDateString()) return then.toLocaleTimeString(locale, { timeStyle: 'short' });
  const year = then.getFullYear() === today.getFullYear() ? undefined : ('numeric' as const);
  return then.toLocaleString(locale, { year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}
