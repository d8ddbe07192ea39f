/** One spelling for all of an address on the web, and of patterns on such. Pure. */
import { matchesRuns } from '../../shared/basics/wildcards';

/** Without what no server is told, and what changes nothing: user, fragment, default port, dots behind the host, escapes of plain letters. Undefined of another text. */
export function plainAddress(text: string): string | undefined {
  // Blanks before it, and some within, are left out by who reads it.
  if (!/^[^\w]*h\s*t\s*t\s*p/i.test(text)) return undefined;
  try {
    const { protocol, hostname, port, pathname, search } = new URL(text);
    if (protocol !== 'http:' && protocol !== 'https:') return undefined;
    const host = hostname.replace(/\.+$/, '');
    return `${protocol}//${host}${port === '' ? '' : `:${port}`}${unescaped(pathname + search)}`;
  } catch {
    return undefined;
  }
}

/** A pattern for it that is written otherwise, as far as no wildcard stands in the way. */
export function plainAddressPattern(pattern: string): string {
  const [, scheme, host, rest = ''] = /^(https?):\/\/([^/#]*)(.*)$/is.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined) return pattern;
  const protocol = `${scheme.toLowerCase()}:`;
  const path = unescaped(rest.replace(/#.*$/s, ''));
  const whole = /[*?]/.test(host) ? undefined : plainAddress(`${protocol}//${host}`);
  if (whole !== undefined) return path === '' ? whole : whole.slice(0, -1) + path;
  const port = protocol === 'http:' ? /:80$/ : /:443$/;
  return `${protocol}//${host
    .toLowerCase()
    .replace(port, '')
    .replace(/\.+(?=$|:)/, '')}${path}`;
}

/** Whether a pattern covers an address, both as above: a server is found in any case, whatever stands before its name in the pattern. */
export function matchesAddress(address: string, pattern: string): boolean {
  const [origin] = /^https?:\/\/[^/]*/.exec(address) ?? [''];
  const signs = Array.from(address, (sign, i) => (i < origin.length ? sign.toLowerCase() + sign.toUpperCase() : sign));
  return matchesRuns(signs, pattern, '*', (one, sign) => one === '?' || sign.includes(one));
}

const unescaped = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (sign, code: string) => {
    const letter = String.fromCharCode(Number.parseInt(code, 16));
    return /[\w.~-]/.test(letter) ? letter : sign.toUpperCase();
  });
