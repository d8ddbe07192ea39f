/** Hosts that a call reaches, and patterns on them: `domain:example.com`, `domain:*.example.com`. Pure. */
import { matchesAny } from '../../shared/basics/wildcards';

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

/** The host of a pattern, spelled as those of addresses are; undefined where it is none on hosts, or none that an address could have. */
export function hostPattern(pattern: string): string | undefined {
  if (!pattern.startsWith(sign)) return undefined;
  const host = plain(pattern.slice(sign.length).trim());
  // An address, a port: nothing is compared with those.
  if (host === '' || /[\s/@#\\]|^(?!\[)[^:]*:[^:]*$|\]:/.test(host)) return undefined;
  // Other alphabets, and numbers of a machine, have one spelling there.
  if (!/[*?]/.test(host)) return webHost(`http://${/^[^[]*:/.test(host) ? `[${host}]` : host}`);
  return host
    .split('.')
    .map((label) => (/[*?]/.test(label) ? label : (webHost(`http://${label}.x`)?.slice(0, -2) ?? label)))
    .join('.');
}

/** The very host, or with `*` any letters. */
export function coversHost(pattern: string, host: string): boolean {
  const wanted = hostPattern(pattern);
  return wanted !== undefined && matchesAny(plain(host), [wanted], true);
}
