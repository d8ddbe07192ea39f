/** Pages of the web for the agent: bounded in size and time, never from a private address that nobody allowed, redirects to another host told. */

import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Web, WebPage } from '../../agent/ports/machine';
import { within } from '../../shared/basics/within';
import { systemClock } from '../machine/clock';
import { acceptedEncodings, unpacked } from './httpBody';

const mostBytes = 5_000_000;
const mostMs = 30_000;
const mostRedirects = 5;

export interface WebOptions {
  /** Hosts whose private addresses may be reached, as `localhost` or `localhost:3000`. */
  privateHosts(): readonly string[];
}

export function webPages({ privateHosts }: WebOptions): Web {
  return {
    get: (address, stop) =>
      within(systemClock, mostMs, stop, async (signal) => {
        try {
          let url = new URL(address);
          for (let count = 0; count <= mostRedirects; count++) {
            const response = await answerOf(url, signal, isAllowed(url, privateHosts()));
            const { statusCode: status = 0, headers } = response;
            if (status < 300 || status > 399 || !headers.location) return await pageOf(url, response, signal);
            response.destroy();
            const next = new URL(headers.location, url);
            if (
              next.hostname !== url.hostname ||
              !/^https?:$/.test(next.protocol) ||
              (url.protocol === 'https:' && next.protocol === 'http:')
            )
              return { kind: 'elsewhere', url: url.href, to: next.href };
            url = next;
          }
          throw new Error(`${address} redirects more than ${mostRedirects} times`);
        } catch (error) {
          stop.throwIfAborted();
          if (signal.aborted) throw new Error(`${address} did not answer within ${mostMs / 1000} seconds`);
          throw error;
        }
      }),
  };
}

const isAllowed = ({ hostname, port }: URL, hosts: readonly string[]): boolean =>
  hosts.some((host) => host.toLowerCase() === hostname || host.toLowerCase() === `${hostname}:${port}`);

/** Whatever the name is, it is the address that is looked at, where the connection is made: a name may lead anywhere. */
function answerOf(url: URL, signal: AbortSignal, allowed: boolean): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const refused = () =>
    new Error(
      `${url.hostname} leads to a private address: what runs on this machine or in this network is fetched only where hooksmith.webFetch.privateHosts names its host (--private-host on the command line)`,
    );
  if (!allowed && isIP(host) && isPrivate(host)) return Promise.reject(refused());
  const lookup: LookupFunction = (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      if (!allowed && found.some(({ address }) => isPrivate(address))) return done(refused(), []);
      if (options.all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
  const headers = {
    accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5',
    'accept-encoding': acceptedEncodings,
    'user-agent': 'Hooksmith',
  };
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolved, reject) => {
    const sent = request(url, { headers, lookup, signal, agent: false }, resolved);
    sent.on('error', reject);
    sent.end();
  });
}

async function pageOf(url: URL, response: IncomingMessage, signal: AbortSignal): Promise<WebPage> {
  const { statusCode: status = 0, headers } = response;
  const { bytes, cut } = await bodyOf(response, signal);
  const type = headers['content-type'] ?? '';
  const page = { kind: 'page' as const, url: url.href, status, type, cut };
  if (!/^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript|yaml|x-yaml)\b)|^$/i.test(type))
    return { ...page, text: `(${bytes.length} bytes of ${type}, which is no text)` };
  const text = decoded(bytes, type);
  if (!/html/i.test(type) && !/^\s*<(!doctype html|html)\b/i.test(text)) return { ...page, text };
  const { title, markdown } = await asMarkdown(text);
  return { ...page, title, text: markdown };
}

/** What is more than we take is not read: a short answer may unfold to a long one. */
async function bodyOf(response: IncomingMessage, signal: AbortSignal): Promise<{ bytes: Buffer; cut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(response)) {
    signal.throwIfAborted();
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > mostBytes) break;
  }
  response.destroy();
  return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), cut: size > mostBytes };
}

function decoded(bytes: Buffer, type: string): string {
  const charset =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 1024))?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

async function asMarkdown(html: string): Promise<{ title?: string; markdown: string }> {
  // Loaded with the first page.
  const { default: Turndown } = await import('turndown');
  const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.remove(['script', 'style', 'noscript', 'template', 'iframe', 'title']);
  service.remove((node) => node.nodeName.toLowerCase() === 'svg');
  // Comments are gone before anything is made of the page: nobody sees them there.
  const markdown = service
    .turndown(html)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const [, title] = /<title[^>]*>([^<]*)<\/title>/i.exec(html) ?? [];
  return { title: title?.replace(/\s+/g, ' ').trim() || undefined, markdown };
}

// biome-ignore lint/plugin: it is filled below and asked from then on; the library has no other form of it
const privateAddresses = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateAddresses.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['2002::', 16],
] as const)
  privateAddresses.addSubnet(address, bits, 'ipv6');

/** Addresses of this machine, of its network, and those that carry another one in them. */
export function isPrivate(address: string): boolean {
  const [plain = ''] = address.split('%');
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return isPrivate(mapped);
  return isIP(plain) === 0 || privateAddresses.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
