/** Hosts that a call reaches, and patterns on them: `domain:example.com`, `domain:*.example.com`. Pure. */
import { matchesAny } from '../shared/wildcards';

const sign = 'domain:';

/** As rules compare it: lower case, no trailing dot; undefined where the text is no address on the web. */
export function webHost(text: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? plain(hostname) : undefined;
  } catch {
    return undefined;
  }
}

const plain = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/** The host of a pattern; undefined where it is none on hosts. */
export const hostPattern = (pattern: string): string | undefined =>
  pattern.startsWith(sign) && pattern.length > sign.length ? plain(pattern.slice(sign.length).trim()) : undefined;

/** The very host, or with `*` any letters. */
export function coversHost(pattern: string, host: string): boolean {
  const wanted = hostPattern(pattern);
  return wanted !== undefined && matchesAny(plain(host), [wanted], true);
}
