/** The way to an MCP server that runs elsewhere, and what its failures mean. */
import type { OAuthClientProvider, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isObject } from '../../shared/basics/json';
import type { RemoteServer } from './mcpConfig';

/** How long a server may take to answer while it starts. */
export const startMs = 30_000;

/** The client's own, once they are loaded. */
interface Transports {
  StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport;
  SSEClientTransport: typeof SSEClientTransport;
}

export function transportTo(
  { StreamableHTTPClientTransport, SSEClientTransport }: Transports,
  { url, headers }: RemoteServer,
  authProvider: OAuthClientProvider | undefined,
  kind: RemoteServer['kind'],
) {
  const options = { requestInit: { headers: { ...headers } }, ...(authProvider ? { authProvider } : {}) };
  return kind === 'sse'
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}

const isProtocolError = (error: unknown): boolean => error instanceof Error && error.name === 'ProtocolError';
const statusOf = (error: unknown): number | undefined => {
  // What the server itself says is none of HTTP's: a tool may pass on the code of whatever it asked.
  if (!isObject(error) || isProtocolError(error)) return undefined;
  const { status, code, data } = error as { status?: unknown; code?: unknown; data?: { status?: unknown } };
  return [status, data?.status, code].find((one): one is number => typeof one === 'number' && one >= 400 && one < 600);
};
export const isUnauthorized = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'UnauthorizedError') || statusOf(error) === 401;
/** As a server answers that knows no such transport. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
};
/** It answered, with what the protocol has no such result for. */
export const isNoResult = (error: unknown): boolean => isObject(error) && error.code === 'INVALID_RESULT';
/** The server itself spoke, or the human's patience ended: it is there. */
export const isServerAnswer = (error: unknown): boolean =>
  isProtocolError(error) || isNoResult(error) || (error instanceof Error && /timed? ?out/i.test(error.message));

export const isHost = (name: string, pattern: string): boolean => {
  const [host = ''] = pattern.split(':');
  return host === '*' || host === name || (host.startsWith('*.') && name.endsWith(host.slice(1)));
};

export function failureReasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause instanceof Error ? `${message} (${cause.message || (cause as NodeJS.ErrnoException).code})` : message;
}
