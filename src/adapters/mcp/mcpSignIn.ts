/** Signing in to an MCP server that runs elsewhere, by OAuth: the client's own flow, with a loopback address to come back to. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { RemoteServer } from './mcpConfig';
import { isUnauthorized, startMs, transportTo } from './mcpTransport';

export interface Secrets {
  get(key: string): Promise<string | undefined>;
  /** Undefined takes it out. */
  set(key: string, value: string | undefined): Promise<void>;
}
export interface Browser {
  /** Shows the human this page. */
  open(url: string, server: string): Promise<void>;
  /** How a browser of the human reaches this address of ours. */
  reachable?(url: string): Promise<string>;
}

const kept = z.object({ client: z.unknown(), tokens: z.unknown(), discovery: z.unknown(), redirect: z.string() }).partial();
type Kept = z.infer<typeof kept>;
type Of<K extends 'clientInformation' | 'tokens' | 'discoveryState'> = Awaited<ReturnType<NonNullable<OAuthClientProvider[K]>>>;

/** How long the human may take. */
const signInMs = 300_000;

/** The signing in to one server: what is known of it is kept where secrets are. */
export class SignIn {
  private known: Kept | undefined;
  private leaving: (() => void) | undefined;

  constructor(
    private readonly url: string,
    private readonly secrets: Secrets,
  ) {}

  async hasTokens(): Promise<boolean> {
    return (await this.read()).tokens !== undefined;
  }

  /** The human signs in there. Rejects with why that failed. */
  async inBrowser(server: RemoteServer, browser: Browser, version: string): Promise<void> {
    this.leave();
    const back = await awaitReturn(browser.reachable?.bind(browser));
    this.leaving = back.close;
    try {
      let isShown = false;
      const open = async (url: string) => {
        isShown = true;
        if (!/^https?:/i.test(url)) throw new Error(`the server names ${url} as the page to sign in at`);
        await browser.open(url, server.name);
      };
      const provider = await this.provider({ redirect: back.url, state: back.state, open });
      const { Client, ...transports } = await import('@modelcontextprotocol/client');
      const attempt = () => transportTo(transports, server, provider, server.kind);
      let transport = attempt();
      const probe = new Client({ name: 'hooksmith', version });
      try {
        await probe.connect(transport, { timeout: startMs });
        await probe.close();
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
        // As of one that wants a key and knows no signing in: from a page that nobody has seen nobody comes back.
        if (!isShown) throw new Error('it names no page to sign in at: it may want a key in the headers of its declaration');
        transport = attempt();
        await transport.finishAuth(await back.came);
        await transport.close();
      }
    } finally {
      back.close();
      this.leaving = undefined;
    }
  }

  /** Nobody signs in any more. */
  leave(): void {
    this.leaving?.();
  }

  /** `redirect` only while the human signs in: without one nothing is registered anywhere, and tokens are at most renewed. */
  async provider(signingIn?: {
    redirect: string;
    state: string;
    open(url: string): Promise<void>;
  }): Promise<OAuthClientProvider> {
    const known = await this.read();
    const redirect = signingIn?.redirect ?? known.redirect ?? 'http://127.0.0.1/callback';
    let verifier = '';
    return {
      redirectUrl: redirect,
      clientMetadata: {
        client_name: 'Hooksmith',
        redirect_uris: [redirect],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      state: () => signingIn?.state ?? '',
      // A client is registered with the address that it comes back to: another one needs another client.
      clientInformation: async () => {
        const { client, redirect: registered } = await this.read();
        return (signingIn && registered !== redirect ? undefined : client) as Of<'clientInformation'>;
      },
      saveClientInformation: (client) => this.keep({ client, redirect }),
      tokens: async () => (await this.read()).tokens as Of<'tokens'>,
      saveTokens: (tokens) => this.keep({ tokens }),
      redirectToAuthorization: async (url) => signingIn?.open(url.href),
      saveCodeVerifier: (given) => {
        verifier = given;
      },
      codeVerifier: () => verifier,
      saveDiscoveryState: (discovery) => this.keep({ discovery }),
      discoveryState: async () => (await this.read()).discovery as Of<'discoveryState'>,
      invalidateCredentials: async (scope) => {
        if (scope === 'all') await this.keep({ client: undefined, tokens: undefined, discovery: undefined });
        else if (scope !== 'verifier') await this.keep({ [scope]: undefined });
      },
    };
  }

  private async read(): Promise<Kept> {
    if (this.known) return this.known;
    let value: unknown;
    try {
      value = JSON.parse((await this.secrets.get(this.url)) ?? '{}');
    } catch {
      value = {};
    }
    this.known ??= kept.safeParse(value).data ?? {};
    return this.known;
  }

  private async keep(part: Kept): Promise<void> {
    this.known = { ...(await this.read()), ...part };
    await this.secrets.set(this.url, JSON.stringify(this.known));
  }
}

export interface Return {
  /** Where the browser is to come back to. */
  url: string;
  state: string;
  /** What it brought; rejects where that is a refusal, or the human takes too long. */
  came: Promise<URLSearchParams>;
  close(): void;
}

/** Listens on loopback until the browser comes back, once, with our own state. */
async function awaitReturn(reachable?: Browser['reachable']): Promise<Return> {
  const state = randomBytes(16).toString('hex');
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  let timer: NodeJS.Timeout | undefined;
  const came = new Promise<URLSearchParams>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('nobody signed in')), signInMs);
    timer.unref();
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', local);
      const isOurs = pathname.endsWith('/callback') && searchParams.get('state') === state;
      const refusal = searchParams.get('error');
      const said = !isOurs ? 'This page is not known.' : refusal ? 'You were not signed in.' : 'You are signed in.';
      response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
      response.end(`<!doctype html><title>Hooksmith</title><p>${said} You may close this page.</p>`);
      if (isOurs && refusal) reject(new Error(`the server refused: ${searchParams.get('error_description') ?? refusal}`));
      else if (isOurs) resolve(searchParams);
    });
    server.once('close', () => reject(new Error('nobody signed in')));
  });
  // Whoever waits for it hears of it; who has gone does not.
  came.catch(() => undefined).finally(() => clearTimeout(timer));
  try {
    return { url: reachable ? await reachable(local) : local, state, came, close };
  } catch (error) {
    close();
    throw error;
  }
}
