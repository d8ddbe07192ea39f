/** One MCP server: started or reached, listed, called, started again when it ends by itself. Nothing it does ends anything but itself. */
import type { Client, Transport } from '@modelcontextprotocol/client';
import type { MarkedAnswer, ToolScopes } from '../../agent/ports/foreignTools';
import type { ToolContext } from '../../agent/ports/tool';
import type { JsonObject } from '../../shared/basics/json';
import type { ConfinedPrograms } from '../machine/confinedPrograms';
import type { KnownDefinitions } from './knownDefinitions';
import type { RemoteServer, ServerProgram, ServerToStart } from './mcpConfig';
import { mcpProgram, NotHeld } from './mcpProgram';
import { Restarts } from './mcpRestarts';
import { type Browser, type Secrets, SignIn } from './mcpSignIn';
import { dropWrongTools, noResult, scopeOf, toolOutputOf, toolsOf } from './mcpTools';
import {
  failureReasonOf,
  isHost,
  isNoResult,
  isRefusal,
  isServerAnswer,
  isUnauthorized,
  startMs,
  transportTo,
} from './mcpTransport';

export type ServerStatus = 'starting' | 'running' | 'signIn' | 'restarting' | 'failed' | 'stopped';

export interface ServerParts {
  scopes: ToolScopes;
  confined?: ConfinedPrograms;
  definitions: KnownDefinitions;
  secrets: Secrets;
  /** Absent where nobody can sign in. */
  browser?: Browser;
  version: string;
  log: { info(text: string): void; error(text: string): void };
  changed(): void;
  /** Waits before a server is started again; replaced in tests. */
  wait?(ms: number): Promise<void>;
}

export const callMs = 600_000;
const longestCallMs = 3_600_000;

export class Server {
  status: ServerStatus = 'stopped';
  problem: string | undefined;
  tools: readonly string[] = [];
  readonly scope: string;
  private client: Client | undefined;
  /** Whoever stops the server does not wait until it answers. */
  private connecting: Client | undefined;
  private stopped = false;
  private readonly restarts = new Restarts();
  private readonly signingIn: SignIn;

  constructor(
    readonly server: ServerToStart,
    private readonly parts: ServerParts,
  ) {
    this.scope = scopeOf(server.name);
    this.signingIn = new SignIn(server.kind === 'stdio' ? '' : server.url, parts.secrets);
  }

  get connected(): Client | undefined {
    return this.client;
  }

  /** Never rejects: why it does not start is in the log, and in `problem`. */
  async start(): Promise<void> {
    if (this.status !== 'restarting') this.is('starting');
    try {
      await (this.server.kind === 'stdio' ? this.startProgram(this.server) : this.reach(this.server));
    } catch (error) {
      const why = failureReasonOf(error);
      if (this.stopped) return;
      if (isUnauthorized(error)) return this.wantSignIn();
      const what = error instanceof NotHeld ? '' : ` (${addressOf(this.server)})`;
      this.parts.log.error(`${this.scope} did not start${what}: ${why}`);
      if (this.restarts.areUnderWay) return this.again(why);
      this.is('failed', why);
    }
  }

  /** Lets the human sign in, in the browser. Rejects with why that failed. */
  async signIn(): Promise<void> {
    const { server } = this;
    const { browser, log, version } = this.parts;
    if (server.kind === 'stdio' || !browser) throw new Error(`${this.scope}: nobody can sign in here`);
    await this.signingIn.inBrowser(server, browser, version);
    log.info(`${this.scope}: signed in`);
    await this.disconnect();
    await this.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    // Nobody signs in any more.
    this.signingIn.leave();
    this.parts.scopes.unregister(this.scope);
    await this.disconnect();
    this.is('stopped');
  }

  private async disconnect(): Promise<void> {
    const { client = this.connecting } = this;
    this.client = undefined;
    await client?.close().catch((error: Error) => this.parts.log.error(`${this.scope}: ${error.message}`));
  }

  private async startProgram(server: ServerProgram): Promise<void> {
    const { log, confined } = this.parts;
    const { transport, lastWords, ended } = await mcpProgram(server, {
      confined,
      lost: () => void this.client?.close(),
      said: (text) => log.info(`${this.scope}: ${text}`),
    });
    try {
      await this.connect(transport, lastWords, ended);
    } catch (error) {
      throw lastWords() ? new Error(`${failureReasonOf(error)}. It said: ${lastWords()}`) : error;
    }
  }

  /** A server of the older kind answers the newer one's first request with an error of its own. */
  private async reach(server: RemoteServer): Promise<void> {
    const held = this.parts.confined?.words();
    const { hostname } = new URL(server.url);
    if (held && !(held.hosts ?? []).some((host) => isHost(hostname, host)))
      throw new NotHeld(`everything is to run in the sandbox, and ${hostname} is none of its hosts`);
    const transports = await import('@modelcontextprotocol/client');
    // Without tokens there is nothing to renew: then nobody is registered anywhere unasked.
    const provider = (await this.signingIn.hasTokens()) ? await this.signingIn.provider() : undefined;
    const attempt = (kind: RemoteServer['kind']) =>
      this.connect(
        transportTo(transports, server, provider, kind),
        () => '',
        () => undefined,
      );
    if (server.kind === 'sse') return attempt('sse');
    try {
      await attempt('http');
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await attempt('sse').catch((second: unknown) => {
        throw isUnauthorized(second) ? second : error;
      });
    }
  }

  private async connect(transport: Transport, lastWords: () => string, ended: () => void): Promise<void> {
    const { log, version } = this.parts;
    const { Client, specTypeSchemas } = await import('@modelcontextprotocol/client');
    // Heard before the client hears it.
    transport.onmessage = (message) => dropWrongTools(message, this.scope, specTypeSchemas, log);
    const onChanged = (error: Error | null) => (error ? log.error(`${this.scope}: ${error.message}`) : void this.list(client));
    const others = { onChanged: () => this.parts.changed(), autoRefresh: false };
    const listChanged = { tools: { onChanged }, resources: others, prompts: others };
    const client = new Client({ name: 'hooksmith', version }, { listChanged });
    this.connecting = client;
    try {
      await client.connect(transport, { timeout: startMs });
      if (this.stopped) {
        await client.close();
        return ended();
      }
      this.client = client;
      client.onclose = () => {
        ended();
        if (client === this.client) this.lost(lastWords());
      };
      await this.list(client, true);
    } catch (error) {
      if (this.client === client) this.client = undefined;
      await client.close().catch(() => undefined);
      ended();
      throw error;
    } finally {
      if (this.connecting === client) this.connecting = undefined;
    }
  }

  private async list(client: Client, first = false): Promise<void> {
    const { scopes, definitions, log } = this.parts;
    try {
      const listed = client.getServerCapabilities()?.tools
        ? await client.listTools(undefined, { timeout: startMs })
        : { tools: [] };
      if (this.stopped || client !== this.client) return;
      const { server } = this;
      const made = toolsOf(listed.tools, { server, scopes, definitions, log, call: (...given) => this.call(...given) });
      scopes.register(this.scope, made);
      this.tools = made.map((tool) => tool.name);
      this.is('running');
      log.info(`${this.scope}: ${this.tools.join(', ') || 'no tools'}`);
    } catch (error) {
      if (first) throw error;
      log.error(`${this.scope}: its tools cannot be listed: ${failureReasonOf(error)}`);
    }
  }

  private async call(name: string, input: JsonObject, { signal, onOutput }: ToolContext): Promise<MarkedAnswer> {
    const { client } = this;
    if (!client) throw new Error(`the MCP server ${this.server.name} is not running${this.problem ? `: ${this.problem}` : ''}`);
    const asked = client.callTool(
      { name, arguments: input },
      {
        signal,
        timeout: callMs,
        maxTotalTimeout: longestCallMs,
        resetTimeoutOnProgress: true,
        onprogress: ({ progress, total, message }) =>
          onOutput(`${message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`}\n`),
      },
    );
    const result = await asked.catch((error: unknown) => {
      signal.throwIfAborted();
      if (this.client !== client)
        throw new Error(`the MCP server ${this.server.name} ended while ${name} ran: it may have partly run`);
      if (isUnauthorized(error)) {
        this.drop();
        this.wantSignIn();
        throw new Error(`the MCP server ${this.server.name} wants the user to sign in again: ${name} did not run`);
      }
      // A server elsewhere has no pipe that closes: that it is gone is seen here.
      if (this.server.kind !== 'stdio' && !isServerAnswer(error)) this.lost(failureReasonOf(error));
      if (isNoResult(error)) throw new Error(`what ${name} of the MCP server ${this.server.name} answered is ${noResult(error)}`);
      throw error;
    });
    return toolOutputOf(name, result);
  }

  private wantSignIn(): void {
    this.is('signIn', 'it wants you to sign in');
    this.parts.log.error(`${this.scope} wants you to sign in (${addressOf(this.server)})`);
  }

  private drop(): void {
    void this.disconnect();
    this.parts.scopes.unregister(this.scope);
    this.tools = [];
  }

  private lost(lastWords: string): void {
    if (this.stopped) return;
    this.drop();
    this.again(lastWords);
  }

  private again(lastWords: string): void {
    const ms = this.restarts.next(Date.now());
    const next =
      ms === undefined
        ? 'it is not started again until hooks are reloaded or its file is saved'
        : `it is started again${ms === 0 ? '' : ` in ${ms / 1000} s`}`;
    this.parts.log.error(`${this.scope} ended by itself: ${next}${lastWords && `. It said: ${lastWords}`}`);
    this.is(ms === undefined ? 'failed' : 'restarting', lastWords || 'it ended by itself');
    if (ms !== undefined)
      void (this.parts.wait ?? wait)(ms).then(() => {
        if (!this.stopped && this.status === 'restarting') void this.start();
      });
  }

  private is(status: ServerStatus, problem?: string): void {
    this.status = status;
    this.problem = problem;
    this.parts.changed();
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const addressOf = (server: ServerToStart): string =>
  server.kind === 'stdio' ? [server.command, ...server.args].join(' ') : server.url;
