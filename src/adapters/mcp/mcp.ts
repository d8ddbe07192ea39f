/** MCP servers of `.mcp.json` and `.vscode/mcp.json`: each a scope whose tools are named `mcp__SERVER__TOOL`, with its resources and prompts. */
import type { ToolScopes } from '../../agent/ports/foreignTools';
import { Listeners } from '../../shared/basics/listeners';
import type { ImageBlock, Message, TextBlock } from '../../shared/messages/messages';
import type { ConfinedPrograms } from '../machine/confinedPrograms';
import { type DefinitionStore, KnownDefinitions } from './knownDefinitions';
import { type DeclarationProblem, type DeclaredServer, readServers, type ServerInput, type ServerToStart } from './mcpConfig';
import { Server, type ServerParts, type ServerStatus } from './mcpServer';
import type { Browser, Secrets } from './mcpSignIn';
import { blockOf, contentBlock, scopeOf } from './mcpTools';

export type { ServerInput, ServerToStart } from './mcpConfig';

export interface McpParts {
  scopes: ToolScopes;
  /** Whether the human has accepted exactly that; one that is not waits. All start where it is left out. */
  accepts?(server: ServerToStart): boolean;
  /** What a declaration leaves to the human; undefined where none is given. Nobody is asked where it is left out. */
  inputs?(server: ServerToStart, input: ServerInput): Promise<string | undefined>;
  secrets?: Secrets;
  browser?: Browser;
  /** A server that wants it signs the human in at once, where nobody could ask for it later. */
  signsInAtOnce?: boolean;
  definitions?: DefinitionStore;
  confined?: ConfinedPrograms;
  version: string;
  log: { info(text: string): void; error(text: string): void };
  wait?: ServerParts['wait'];
}

/** A server as it stands. */
export interface ServerState {
  name: string;
  file: string;
  status: ServerStatus | 'waiting';
  tools: readonly string[];
  /** Why it does not run. */
  problem?: string;
}
/** What the human can put into a message. */
export interface ServerResource {
  server: string;
  uri: string;
  name: string;
  description?: string;
  mimeType?: string;
}
/** What the human can ask by a slash command. */
export interface ServerPrompt {
  server: string;
  name: string;
  description?: string;
  arguments: { name: string; description?: string; required: boolean }[];
}

const listMs = 10_000;
const mostListed = 1000;

export class McpServers {
  private readonly servers = new Map<string, { config: string; server: Server }>();
  private queue: Promise<void> = Promise.resolve();
  private readonly waitingListeners = new Listeners();
  private readonly listeners = new Listeners();
  private readonly definitions: KnownDefinitions;
  private readonly secrets: Secrets;
  /** Those that start once they are accepted. */
  waiting: readonly ServerToStart[] = [];
  /** What is wrong with the files themselves. */
  problems: readonly DeclarationProblem[] = [];

  constructor(private readonly parts: McpParts) {
    this.definitions = new KnownDefinitions(parts.definitions);
    this.secrets = parts.secrets ?? forgetful();
  }

  onDidChangeWaiting(listener: () => void): { dispose(): void } {
    return this.waitingListeners.add(listener);
  }

  /** A server started, ended, or changed what it offers, or something else is wrong with the files. */
  onDidChange(listener: () => void): { dispose(): void } {
    return this.listeners.add(listener);
  }

  get states(): ServerState[] {
    const running = [...this.servers.values()].map(({ server: { server, status, tools, problem } }) => ({
      name: server.name,
      file: server.file,
      status,
      tools,
      ...(problem === undefined ? {} : { problem }),
    }));
    const waiting = this.waiting.map(({ name, file }) => ({ name, file, status: 'waiting' as const, tools: [] }));
    return [...running, ...waiting];
  }

  /**
   * Brings the running servers in line with these files; of two servers of one name the first counts. With `anew` those that run or have failed are started
   * again. Resolves when all have started or failed.
   */
  load(files: readonly string[], anew = false): Promise<void> {
    this.queue = this.queue.then(async () => {
      const known = this.problems;
      this.problems = [];
      const wanted = new Map<string, DeclaredServer>();
      const waiting = new Map<string, ServerToStart>();
      for (const [scope, declared] of this.declaredIn(files))
        if (this.parts.accepts?.(declared.server) === false) waiting.set(scope, declared.server);
        else wanted.set(scope, declared);
      // Those of inputs come once the human was asked for them.
      if (known.length > 0) this.tellChange();
      const before = JSON.stringify(this.waiting);
      this.waiting = [...waiting.values()];
      if (JSON.stringify(this.waiting) !== before) this.waitingListeners.tell();
      const words = this.parts.confined?.words();
      const servers = new Map<string, ServerToStart>();
      for (const [scope, declared] of wanted) {
        const server = await this.filled(declared);
        if (server) servers.set(scope, server);
      }
      const keyOf = (server: ServerToStart | undefined) => server && JSON.stringify([server, words]);
      const stale = [...this.servers].filter(([scope, { config }]) => anew || config !== keyOf(servers.get(scope)));
      await Promise.all(stale.map(([scope, { server }]) => this.servers.delete(scope) && server.stop()));
      const added = [...servers].filter(([scope]) => !this.servers.has(scope));
      await Promise.all(added.map(([scope, server]) => this.start(scope, server, keyOf(server)!)));
    });
    return this.queue;
  }

  /** Resolves once this tool is there, or all servers that are being started have started or failed. */
  async bring(tool: string): Promise<void> {
    const isThere = () => this.parts.scopes.ownerOf(tool) !== undefined;
    if (!tool.toLowerCase().startsWith('mcp__') || isThere()) return;
    await new Promise<void>((resolve) => {
      const listener = this.onDidChange(() => isThere() && resolve());
      void Promise.allSettled([this.queue]).then(() => {
        listener.dispose();
        resolve();
      });
    });
  }

  /** Opens the browser, and resolves when the human has signed in. Rejects with why that failed. */
  async signIn(name: string): Promise<void> {
    await this.named(name).signIn();
  }

  async restart(name: string): Promise<void> {
    const { server, scope } = this.named(name);
    const key = scope.toLowerCase();
    const known = this.servers.get(key)!;
    const again = known.server.stop().then(() => this.start(key, server, known.config));
    // Whoever asked is told where it fails: those that are loaded later start all the same.
    this.queue = Promise.allSettled([this.queue, again]).then(() => undefined);
    await again;
  }

  /** Of all servers that run; one that does not answer in time has none. Never rejects. */
  async resources(): Promise<ServerResource[]> {
    return this.listed('resources', async (server, client) => {
      const { resources } = await client.listResources(undefined, { timeout: listMs });
      return resources.map(({ uri, name, title, description, mimeType }) => ({
        server,
        uri,
        name: title ?? name,
        ...(description ? { description } : {}),
        ...(mimeType ? { mimeType } : {}),
      }));
    });
  }

  /** Rejects where it cannot be read. */
  async readResource(server: string, uri: string): Promise<(TextBlock | ImageBlock)[]> {
    const { contents } = await this.clientOf(server).readResource({ uri }, { timeout: listMs });
    return contents.map(contentBlock);
  }

  /** As `resources`. */
  async prompts(): Promise<ServerPrompt[]> {
    return this.listed('prompts', async (server, client) => {
      const { prompts } = await client.listPrompts(undefined, { timeout: listMs });
      return prompts.map(({ name, description, arguments: wanted = [] }) => ({
        server,
        name,
        ...(description ? { description } : {}),
        arguments: wanted.map((one) => ({ name: one.name, description: one.description, required: one.required === true })),
      }));
    });
  }

  /** What the server makes of a prompt. Rejects where it refuses. */
  async prompt(server: string, name: string, given: Readonly<Record<string, string>>): Promise<Message[]> {
    const { messages } = await this.clientOf(server).getPrompt({ name, arguments: { ...given } }, { timeout: listMs });
    return messages.map(({ role, content }) => ({ role, content: [blockOf(content)] }));
  }

  async dispose(): Promise<void> {
    this.waitingListeners.clear();
    this.listeners.clear();
    // What waits for the human, or for a server that does not answer, would keep the queue waiting.
    await Promise.all([...this.servers.values()].map(({ server }) => server.stop()));
    await this.load([]);
  }

  private declaredIn(files: readonly string[]): Map<string, DeclaredServer> {
    const found = new Map<string, DeclaredServer>();
    for (const file of files)
      for (const declared of readServers(file, (problem) => this.isWrong(problem))) {
        const scope = scopeOf(declared.server.name).toLowerCase();
        const first = found.get(scope)?.server;
        if (!first) found.set(scope, declared);
        else if (contentOf(first) !== contentOf(declared.server))
          this.isWrong({
            ...{ file, line: declared.line, name: declared.server.name },
            message: `the server ${declared.server.name} is refused: ${first.file} declares ${first.name}, whose tools would have the same names`,
          });
      }
    return found;
  }

  private isWrong(problem: DeclarationProblem): void {
    const { file, message } = problem;
    // What stands for nothing is met once as the file is read, and once as it is filled in.
    if (this.problems.some((one) => one.file === file && one.message === message)) return;
    this.parts.log.error(`${file}: ${message}`);
    this.problems = [...this.problems, problem];
    this.tellChange();
  }

  private tellChange(): void {
    this.listeners.tell();
  }

  private async filled({ server, line, inputs, filled }: DeclaredServer): Promise<ServerToStart | undefined> {
    const values = new Map<string, string>();
    for (const input of inputs) {
      const value = await this.parts.inputs?.(server, input);
      if (value === undefined) {
        const { file, name } = server;
        this.isWrong({ file, line, name, message: `${name} is not started: its input ${input.id} was not given` });
        return undefined;
      }
      values.set(input.id, value);
    }
    return filled(values);
  }

  private async start(scope: string, started: ServerToStart, config: string): Promise<void> {
    const { scopes, confined, browser, version, log, wait } = this.parts;
    const changed = () => this.tellChange();
    const { definitions, secrets } = this;
    const server = new Server(started, { scopes, confined, definitions, secrets, browser, version, log, changed, wait });
    this.servers.set(scope, { config, server });
    await server.start();
    if (this.parts.signsInAtOnce && server.status === 'signIn')
      await server.signIn().catch((error: Error) => log.error(`${server.scope}: ${error.message}`));
  }

  private named(name: string): Server {
    const found = this.servers.get(scopeOf(name).toLowerCase());
    if (!found) throw new Error(`there is no MCP server ${name}`);
    return found.server;
  }

  private clientOf(name: string) {
    const { connected, problem } = this.named(name);
    if (!connected) throw new Error(`the MCP server ${name} is not running${problem ? `: ${problem}` : ''}`);
    return connected;
  }

  private async listed<T>(
    kind: 'resources' | 'prompts',
    list: (server: string, client: NonNullable<Server['connected']>) => Promise<T[]>,
  ): Promise<T[]> {
    const all = [...this.servers.values()].map(async ({ server: { connected, server, scope } }) => {
      if (!connected?.getServerCapabilities()?.[kind]) return [];
      try {
        return await list(server.name, connected);
      } catch (error) {
        this.parts.log.error(`${scope}: its ${kind} cannot be listed: ${(error as Error).message}`);
        return [];
      }
    });
    return (await Promise.all(all)).flat().slice(0, mostListed);
  }
}

/** Two declarations of the same server are one. */
const contentOf = ({ file: _, name: __, ...rest }: ServerToStart): string => JSON.stringify(rest);

/** Where there is no storage for secrets: signed in as long as this lives. */
function forgetful(): Secrets {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key),
    set: async (key, value) => void (value === undefined ? values.delete(key) : values.set(key, value)),
  };
}
