/**
 * The AG-UI export: server-sent events on loopback, for those who know the token. It only shows, but for approvals where the user allows that.
 * `GET /events` goes on for ever; `POST /`, as `HttpAgent` of @ag-ui/client does, is answered with the run that is on, or the next, and ends with it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventType } from '@ag-ui/core';
import * as z from 'zod';
import { issuesText } from '../shared/basics/issuesText';
import type { ApprovalAnswer } from '../shared/calls/approvals';
import type { AguiFeed } from './feed';
import type { AguiEvent } from './state';

export interface AguiOptions {
  /** 0 takes one that is free. */
  port: number;
  feed: AguiFeed;
  /** Asked for each request, so that a new one counts at once. */
  token(): string;
  /** Undefined where approvals may not be answered from here; false where the prompt is gone or stands on another input. */
  approve(answer: ApprovalAnswer): boolean | undefined;
  /** Between signs of life; 15,000 by default. */
  pingMs?: number;
}

const mostClients = 16;
/** A client that is this many bytes behind, beyond its beginning, is let go: it may come again. */
const mostBehind = 4 * 1024 * 1024;
const mostBody = 64 * 1024;

const approval = z.discriminatedUnion('decision', [
  z.strictObject({ id: z.string(), inputHash: z.string(), decision: z.literal('allow') }),
  z.strictObject({ id: z.string(), inputHash: z.string(), decision: z.literal('deny'), reason: z.string().optional() }),
]);

export class AguiServer {
  private readonly clients = new Set<ServerResponse>();
  private readonly ping: NodeJS.Timeout;

  private constructor(
    private readonly server: Server,
    private readonly options: AguiOptions,
  ) {
    // Who goes away in the middle of a request is not told what is wrong with it.
    server.on('request', (request, response) => void this.handle(request, response).catch(() => response.destroy()));
    this.ping = setInterval(() => {
      // One whose run is over may still be reading the end of it: nothing may follow that.
      for (const client of this.clients) if (!client.writableEnded) client.write(': ping\n\n');
    }, options.pingMs ?? 15_000).unref();
  }

  /** Rejects with the error of the port: EADDRINUSE, EACCES. */
  static async start(options: AguiOptions): Promise<AguiServer> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, '127.0.0.1', resolve);
    });
    return new AguiServer(server, options);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Clients at the moment. */
  get connected(): number {
    return this.clients.size;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    clearInterval(this.ping);
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', origin, authorization } = request.headers;
    // A web page that bends its own name to this address comes with that name.
    if (!isLoopback(host) || (origin !== undefined && !isLocalOrigin(origin)))
      return refuse(response, 403, 'not from this machine');
    if (origin !== undefined) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('vary', 'origin');
    }
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', 'authorization, content-type, accept');
      response.setHeader('access-control-allow-methods', 'GET, POST');
      response.writeHead(204).end();
      return;
    }
    if (!this.knows(authorization)) {
      response.setHeader('www-authenticate', 'Bearer');
      return refuse(response, 401, 'the token is missing or wrong: copy it with Hooksmith: Show AG-UI Address');
    }
    const path = request.url?.split('?')[0];
    if (request.method === 'GET' && path === '/events') return this.stream(response, false);
    if (request.method === 'POST' && path === '/approvals') return this.answer(request, response);
    if (request.method === 'POST' && path === '/') {
      // What a client would say is not taken: this shows the runs of the editor.
      request.resume();
      return this.stream(response, true);
    }
    refuse(response, 404, 'there are GET /events, POST / and POST /approvals');
  }

  /** Compared by hash, in constant time whatever its length. */
  private knows(authorization: string | undefined): boolean {
    const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && timingSafeEqual(digest(given), digest(this.options.token()));
  }

  /** `once`: one run, and no more. */
  private stream(response: ServerResponse, once: boolean): void {
    const { feed } = this.options;
    if (this.clients.size >= mostClients) return refuse(response, 503, 'too many clients');
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    let limit = mostBehind;
    const send = (events: AguiEvent[]) => {
      if (response.writableEnded || response.destroyed) return;
      const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      response.write(text);
      if (response.writableLength > limit) response.destroy();
    };
    const begin = () => {
      const events = feed.beginning();
      limit = mostBehind + Buffer.byteLength(JSON.stringify(events)) * 2;
      send(events);
    };
    let isBegun = !once || feed.isRunning;
    if (isBegun) begin();
    const subscription = feed.subscribe((events) => {
      if (!isBegun) {
        const first = events.findLastIndex(({ type }) => type === EventType.RUN_STARTED);
        if (first < 0 || !feed.isRunning) return;
        isBegun = true;
        return begin();
      }
      send(events);
      if (once && events.some(isEnd)) response.end();
    });
    this.clients.add(response);
    response.on('close', () => {
      subscription.dispose();
      this.clients.delete(response);
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    if (body === undefined) return refuse(response, 413, `at most ${mostBody} bytes`);
    const parsed = approval.safeParse(parsedJson(body));
    if (!parsed.success) return refuse(response, 400, issuesText(parsed.error.issues));
    const { data } = parsed;
    const done = this.options.approve(data.decision === 'allow' ? { ...data, scope: 'once' } : data);
    if (done === undefined)
      return refuse(response, 403, 'approvals are answered in the editor; hooksmith.agui.allowApprovals allows it here');
    if (!done) return refuse(response, 409, 'that prompt has changed or is gone; nothing was decided');
    response.writeHead(204).end();
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isEnd = ({ type }: AguiEvent) => type === EventType.RUN_FINISHED || type === EventType.RUN_ERROR;
const isLoopback = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);
const isLocalOrigin = (origin: string) => /^https?:\/\//i.test(origin) && isLoopback(origin.replace(/^https?:\/\//i, ''));

function refuse(response: ServerResponse, status: number, error: string): void {
  // What is left of the request is not read; the connection ends with the answer.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify({ error }));
}

/** Undefined where it is too long. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > mostBody) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
