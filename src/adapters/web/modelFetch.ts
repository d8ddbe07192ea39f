/**
 * HTTP to models by Node's own client. The body of an answer is read as it comes in, where `fetch` first makes a stream of the web of it: that took more of
 * the time of a step than all else in it. What this client does not do by itself is left to `fetch`: redirects, bodies that are no text, and connections
 * through a proxy of the editor's, which it keeps.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { unpacked } from './httpBody';

/** A server that streams says that it is there long before, as with the pings of the Messages API. */
const mostSilentMs = 300_000;

/** Rejects and aborts as `fetch` does. */
export function modelFetch(): typeof fetch {
  const proxied = new Set<string>();
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { body } = init;
    if (input instanceof Request || proxied.has(url.origin) || !(body === undefined || body === null || typeof body === 'string'))
      return fetch(input, init);
    const answer = await answerOf(url, init, () => proxied.add(url.origin));
    const { statusCode: status = 0, headers } = answer;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      answer.destroy();
      return fetch(input, init);
    }
    return responseOf(answer, status);
  };
}

function answerOf(url: URL, init: RequestInit, viaProxy: () => void): Promise<IncomingMessage> {
  const { method = 'GET', signal, body } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal: signal ?? undefined }, (answer) => {
      answer.setTimeout(mostSilentMs, () => answer.destroy(new Error(`nothing came for ${mostSilentMs / 60_000} minutes`)));
      resolve(answer);
    });
    // The editor tells so of each connection that it makes: through a proxy, each is a new one.
    sent.on('proxy', ({ proxy }: { proxy?: string }) => void (proxy && proxy !== 'DIRECT' && viaProxy()));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server had closed the connection that was kept before the request came to it.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(answerOf(url, init, viaProxy));
      // Of a name with several addresses each was tried: the whole has no words of its own.
      else reject(error instanceof AggregateError ? (error.errors[0] as Error) : error);
    });
    sent.end(body);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) pairs.push([rawHeaders[at]!, rawHeaders[at + 1]!]);
  return pairs;
}

/** An answer whose `body`, as clients of models read it, is what gives its pieces, one after the other. */
function responseOf(answer: IncomingMessage, status: number): Response {
  const came = unpacked(answer);
  const read = () => text(came);
  const response = new Response(null, { status, statusText: answer.statusMessage, headers: headersOf(answer) });
  return Object.defineProperties(response, {
    body: { value: came },
    text: { value: read },
    json: { value: async () => JSON.parse(await read()) as unknown },
  });
}
