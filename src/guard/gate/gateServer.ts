/** The guard at its socket: reads what agents ask, has the session of each judge it, and answers. What it cannot read or judge it refuses. */

import { isUtf8 } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { hearsAnything, readOccurrence } from '../../protocols';
import { isAgentName, type Occurrence } from '../../protocols/protocol';
import type { JsonObject } from '../../shared/basics/json';
import { Left, leftStatus } from '../guests/relay';
import type { Asker } from '../place/asker';
import type { HttpDoor } from '../place/http';
import { type GuardPlace, leaveGuardPlace, lockOf, makeGuardPlace } from '../place/place';
import { waits } from '../place/waits';

/** From a connection to the question on it, in milliseconds. */
const knockedMs = 200;
const watchMs = 2000;

export interface GateServerOptions {
  place: GuardPlace;
  /** Judges one moment of an agent. Rejects where it cannot: then the agent is refused. */
  hear(occurrence: Occurrence, from: Asker): Promise<JsonObject>;
  /** For people and tests. */
  status(): JsonObject;
  /** Asked to end, or nobody asked anything for so long. */
  ended(): void;
  /** Milliseconds without a question after which it ends; never where absent. */
  idleMs?: number;
  /** An answer that takes longer is a refusal. */
  deadlineMs?: number;
  /** Beside a guard, of a window of the editor: what stands at the guard's own place is none of its business. */
  isWindow?: true;
  /** Its own program is another by now, or gone, or it has no room for more: the next question is to find the one that comes in its place. */
  makesWay?(): boolean;
  /** For agents that speak HTTP. */
  door?: HttpDoor;
  log(text: string): void;
}

const mostBytes = 64 * 1024 * 1024;
/** The agent does not wait for what hooks make of them, where it could be told none of it. */
const observed: ReadonlySet<string | undefined> = new Set([undefined, 'sessionEnd', 'subagentStart', 'subagentStop']);

export class GateServer {
  private readonly server: Server;
  private readonly http: Server;
  private idle: NodeJS.Timeout | undefined;
  private inode: number | undefined;
  private watch: NodeJS.Timeout | undefined;
  private open = 0;

  constructor(private readonly options: GateServerOptions) {
    this.server = createServer((request, response) => void this.take(request, response));
    // Over the network of this machine anyone may knock: the token says who it is.
    this.http = createServer((request, response) => {
      if (!this.isKnown(request)) response.writeHead(401).end();
      // The token stands in agents' configurations, for who can read these: it is no word to end the guard, or to hear whom it guards.
      else if (gateOf(request) === undefined) response.writeHead(404).end();
      else void this.take(request, response);
    });
    this.http.keepAliveTimeout = 5 * 60_000;
  }

  /** False where another guard holds the socket already. */
  async listen(): Promise<boolean> {
    const { place } = this.options;
    makeGuardPlace(place);
    const begun = () => {
      if (place.folder !== undefined && !this.options.isWindow) rmSync(lockOf(place), { force: true });
    };
    if (await answers(place.socket)) {
      // One that is being killed may seem to: whoever finds it gone starts another at once.
      begun();
      return false;
    }
    if (place.folder !== undefined) rmSync(place.socket, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(place.socket, () => resolve());
    });
    if (place.folder !== undefined) {
      chmodSync(place.socket, 0o600);
      this.inode = lstatSync(place.socket).ino;
      begun();
    }
    this.watch = setInterval(() => this.endWhereReplaced(), watchMs).unref();
    await this.openDoor();
    this.waitForMore();
    return true;
  }

  /** Where the port is taken, the agents that use it are refused; the socket serves all others. */
  private async openDoor(): Promise<void> {
    const { door, log } = this.options;
    if (!door) return;
    await new Promise<void>((resolve) => {
      this.http.once('error', (error) => {
        log(`hooksmith: nobody is guarded over HTTP: ${error.message}`);
        resolve();
      });
      this.http.listen(door.port, '127.0.0.1', () => resolve());
    });
  }

  private isKnown({ headers }: IncomingMessage): boolean {
    const { door } = this.options;
    if (!door) return false;
    const given = createHash('sha256')
      .update(headers.authorization ?? '')
      .digest();
    const wanted = createHash('sha256').update(`Bearer ${door.token}`).digest();
    // A page is no agent, be it one that has a name of its own for this machine.
    const isPage = headers.origin !== undefined || headers.host !== `127.0.0.1:${door.port}`;
    return !isPage && timingSafeEqual(given, wanted);
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    clearInterval(this.watch);
    const { place } = this.options;
    const isOurs = place.folder !== undefined && !this.isReplaced();
    if (isOurs) rmSync(place.socket, { force: true });
    // Nobody finds it any more; who had is heard still, and told where to go: hung up on, they could not know whether they were judged.
    await new Promise((resolve) => setTimeout(resolve, knockedMs));
    await Promise.all(
      [this.server, this.http].map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeIdleConnections();
          }),
      ),
    );
    if (isOurs) leaveGuardPlace(place);
  }

  private get deadlineMs(): number {
    const { deadlineMs, isWindow } = this.options;
    return deadlineMs ?? (isWindow ? waits.window : waits.guard);
  }

  private isReplaced(): boolean {
    if (this.options.place.folder === undefined) return false;
    try {
      return lstatSync(this.options.place.socket).ino !== this.inode;
    } catch {
      return true;
    }
  }

  /** Nobody can ask it any more, or is to: another guard has its place, the folder was removed, or it makes way. */
  private endWhereReplaced(): void {
    if (this.open === 0 && (this.isReplaced() || this.options.makesWay?.())) this.options.ended();
  }

  private waitForMore(): void {
    const { idleMs, ended } = this.options;
    if (this.idle) this.idle.refresh();
    else if (idleMs !== undefined) this.idle = setTimeout(() => (this.open === 0 ? ended() : this.waitForMore()), idleMs).unref();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open++;
    this.waitForMore();
    const say = (status: number, text: string) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    };
    try {
      const url = request.url ?? '';
      if (url === '/status') return say(200, JSON.stringify(this.options.status()));
      if (request.method !== 'POST') return say(405, 'only POST');
      if (url === '/stop') {
        say(200, '{}');
        return this.options.ended();
      }
      const agent = gateOf(request);
      if (!isAgentName(agent)) return say(404, 'there is no such gate');
      const body = await bodyOf(request);
      const occurrence = readOccurrence(agent, body);
      if ('problem' in occurrence) return say(400, `refused: what ${agent} sent cannot be read: ${occurrence.problem}`);
      const gone = new AbortController();
      // To abort costs more than to ask whether anybody can still hear of it.
      response.once('close', () => response.writableFinished || gone.abort());
      const judged = this.options.hear(occurrence, { gate: agent, gone: gone.signal, ...askerOf(request) });
      if (observed.has(occurrence.told.event) && !hearsAnything(occurrence)) {
        judged.catch(() => undefined);
        return say(200, '{}');
      }
      say(200, textOf(await inTime(judged, this.deadlineMs)));
    } catch (error) {
      say(error instanceof Left ? leftStatus : 500, `refused: ${(error as Error).message}`);
    } finally {
      this.open--;
    }
  }
}

/** Half a character, where a hook has cut a text, is no text to agents that read UTF-8 alone: they would take a refusal with it for no answer. */
const textOf = (json: JsonObject): string =>
  // Nothing else is written so: whole characters stand as they are, and a backslash as two.
  JSON.stringify(json).replace(/\\(?:(ud[89a-f]..)|.)/g, (escaped, half) => (half ? '\ufffd' : escaped));

const gateOf = ({ url = '' }: IncomingMessage): string | undefined => /^\/gate\/([a-z]+)$/.exec(url)?.[1];

function askerOf({ headers }: IncomingMessage): Omit<Asker, 'gate'> {
  const text = (name: string) => {
    const value = headers[name];
    // The bytes of a path as they are: Node reads each as a character.
    return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : undefined;
  };
  const project = text('x-hooksmith-project');
  const cwd = text('x-hooksmith-cwd');
  return { ...(project ? { project } : {}), ...(cwd ? { cwd } : {}) };
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= mostBytes) chunks.push(chunk);
      else {
        // Whoever sends it is to hear why.
        chunks = [];
        reject(new Error('it is too much to read'));
      }
    });
    request.once('end', () => {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      // What is put in for a byte that is no text is not what the agent will do.
      if (isUtf8(bytes)) resolve(bytes.toString('utf8'));
      else reject(new Error('it is not in UTF-8'));
    });
    request.once('error', reject);
    request.once('close', () => reject(new Error('it came to no end')));
  });
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the hooks took too long')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Somebody listens there. */
export const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
