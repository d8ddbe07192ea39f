/** MCP servers of `.mcp.json`, over stdio: each a scope whose tools are named `mcp__SERVER__TOOL`. */
import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ForeignTool, ToolContext, ToolScopes } from '../agent/ports';
import type { JsonObject } from '../shared/json';
import type { ConfinedProgram, ConfinedPrograms } from './confinedPrograms';

const serverSchema = z.object({
  type: z.literal('stdio', { error: 'only servers over stdio can be started' }).optional(),
  command: z.string({ error: 'must name the program to start' }).min(1),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  cwd: z.string().optional(),
  disabled: z.boolean().optional(),
});
const fileSchema = z.object({
  mcpServers: z.record(z.string().regex(/^[\w-]+$/, 'must be letters, digits, _ or -'), z.unknown()),
});
type ServerConfig = z.infer<typeof serverSchema>;

/** What would run. */
export interface ServerToStart {
  name: string;
  /** Where it is declared. */
  file: string;
  command: string;
  args: readonly string[];
  cwd: string;
  /** As the file says it: what `${NAME}` stands for comes from the human's own environment. */
  env: Readonly<Record<string, string>>;
}

export interface McpParts {
  scopes: ToolScopes;
  /** Whether the human has accepted exactly that; one that is not waits. All start where it is left out. */
  accepts?(server: ServerToStart): boolean;
  confined?: ConfinedPrograms;
  /** Where servers start, and `${workspaceFolder}`. */
  cwd: string;
  version: string;
  log: { info(text: string): void; error(text: string): void };
}

const startMs = 30_000;
const callMs = 600_000;
/** A server that ends by itself is started again this often within a minute. */
const mostRestarts = 3;

export class McpServers {
  private readonly servers = new Map<string, { config: string; server: Server }>();
  private queue: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();
  /** Those that start once they are accepted. */
  waiting: readonly ServerToStart[] = [];

  constructor(private readonly parts: McpParts) {}

  onDidChangeWaiting(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /**
   * Brings the running servers in line with these files; of two servers of one name the first counts. With `anew` those that run or have failed are started
   * again. Resolves when all have started or failed; what is wrong goes to the log.
   */
  load(files: readonly string[], anew = false): Promise<void> {
    this.queue = this.queue.then(async () => {
      const wanted = new Map<string, ServerConfig>();
      const waiting = new Map<string, ServerToStart>();
      for (const file of files)
        for (const [name, { config, server }] of this.read(file)) {
          if (wanted.has(name) || waiting.has(name)) continue;
          if (this.parts.accepts?.(server) === false) waiting.set(name, server);
          else wanted.set(name, config);
        }
      const before = JSON.stringify(this.waiting);
      this.waiting = [...waiting.values()];
      if (JSON.stringify(this.waiting) !== before) for (const listener of this.listeners) listener();
      const confined = this.parts.confined?.words();
      const keyOf = (config: ServerConfig | undefined) => config && JSON.stringify([config, confined]);
      const stale = [...this.servers].filter(([name, { config }]) => anew || config !== keyOf(wanted.get(name)));
      await Promise.all(stale.map(([name, { server }]) => this.servers.delete(name) && server.stop()));
      const added = [...wanted].filter(([name]) => !this.servers.has(name));
      await Promise.all(
        added.map(([name, config]) => {
          const server = new Server(name, config, this.parts);
          this.servers.set(name, { config: keyOf(config)!, server });
          return server.start();
        }),
      );
    });
    return this.queue;
  }

  async dispose(): Promise<void> {
    this.listeners.clear();
    await this.load([]);
  }

  private read(file: string): Map<string, { config: ServerConfig; server: ServerToStart }> {
    const configs = new Map<string, { config: ServerConfig; server: ServerToStart }>();
    const wrong = (why: string) => this.parts.log.error(`${file}: ${why}`);
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      return configs;
    }
    try {
      const parsed = fileSchema.safeParse(JSON.parse(text));
      if (!parsed.success) wrong(problemsOf(parsed.error));
      for (const [name, given] of Object.entries(parsed.data?.mcpServers ?? {})) {
        const config = serverSchema.safeParse(expanded(given, this.parts.cwd, (why) => wrong(`${name}: ${why}`)));
        if (!config.success) wrong(`${name}: ${problemsOf(config.error)}`);
        else if (!config.data.disabled) {
          const { command, args = [], cwd = this.parts.cwd } = config.data;
          const { env = {} } = given as { env?: Record<string, string> };
          configs.set(name, { config: config.data, server: { name, file, command, args, cwd, env } });
        }
      }
    } catch (error) {
      wrong((error as Error).message);
    }
    return configs;
  }
}

class Server {
  private client: Client | undefined;
  private stopped = false;
  private ends: number[] = [];
  private readonly scope: string;

  constructor(
    private readonly name: string,
    private readonly config: ServerConfig,
    private readonly parts: McpParts,
  ) {
    this.scope = `mcp__${name}`;
  }

  /** Never rejects: why it does not start is in the log. */
  async start(): Promise<void> {
    const { log, cwd, version } = this.parts;
    // Loaded with the first server: who has none pays nothing.
    const [{ Client }, { StdioClientTransport, getDefaultEnvironment }] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/client/stdio'),
    ]);
    const { args = [], env } = this.config;
    const place = this.config.cwd ?? cwd;
    let held: ConfinedProgram | undefined;
    try {
      held = await this.parts.confined?.start([this.config.command, ...args], place, () => void this.client?.close());
    } catch (error) {
      return log.error(`${this.scope} did not start: ${(error as Error).message}`);
    }
    const [command, ...words] = held?.argv ?? [this.config.command, ...args];
    const transport = new StdioClientTransport({
      command,
      args: words,
      env: { ...getDefaultEnvironment(), ...env },
      cwd: place,
      stderr: 'pipe',
    });
    const ended = once(() => void held?.end());
    let lastWords = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      lastWords = chunk.toString().trim() || lastWords;
      log.info(`${this.scope}: ${chunk.toString().trimEnd()}`);
    });
    const onChanged = (error: Error | null) => (error ? log.error(`${this.scope}: ${error.message}`) : void this.list(client));
    const client = new Client({ name: 'hooksmith', version }, { listChanged: { tools: { onChanged } } });
    try {
      await client.connect(transport, { timeout: startMs });
      if (this.stopped) {
        await client.close();
        return ended();
      }
      this.client = client;
      client.onclose = () => {
        ended();
        this.ended(client, lastWords);
      };
      await this.list(client);
    } catch (error) {
      await client.close().catch(() => undefined);
      ended();
      log.error(
        `${this.scope} did not start (${[this.config.command, ...args].join(' ')}): ${(error as Error).message}${lastWords && `. It said: ${lastWords}`}`,
      );
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.parts.scopes.unregister(this.scope);
    await this.client?.close().catch((error: Error) => this.parts.log.error(`${this.scope}: ${error.message}`));
  }

  private async list(client: Client): Promise<void> {
    const { scopes, log } = this.parts;
    try {
      const { tools } = await client.listTools(undefined, { timeout: startMs });
      if (this.stopped || client !== this.client) return;
      const made = tools.map((tool) => this.toolOf(client, tool));
      scopes.register(this.scope, made);
      log.info(`${this.scope}: ${made.map((tool) => tool.name).join(', ') || 'no tools'}`);
    } catch (error) {
      log.error(`${this.scope}: its tools cannot be listed: ${(error as Error).message}`);
    }
  }

  /** What a server says of its tools is not relied on: each of them may act. */
  private toolOf(client: Client, tool: { name: string; description?: string; inputSchema: object }): ForeignTool {
    return {
      name: `${this.scope}__${tool.name.replace(/[^\w-]/g, '_')}`.slice(0, 128),
      description: tool.description ?? tool.name,
      inputSchema: tool.inputSchema as JsonObject,
      run: (input, context) => this.call(client, tool.name, input, context),
    };
  }

  private async call(client: Client, name: string, input: JsonObject, { signal, onOutput }: ToolContext): Promise<unknown> {
    const { content, structuredContent, isError } = await client.callTool(
      { name, arguments: input },
      {
        signal,
        timeout: callMs,
        resetTimeoutOnProgress: true,
        onprogress: ({ progress, total, message }) =>
          onOutput(`${message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`}\n`),
      },
    );
    const blocks = content.map(blockOf);
    if (isError) throw new Error(blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n') || `${name} failed`);
    const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    if (blocks.length === 0) return structuredContent;
    return texts.length === blocks.length ? texts.join('\n') : blocks;
  }

  private ended(client: Client, lastWords: string): void {
    if (this.stopped || client !== this.client) return;
    const { scopes, log } = this.parts;
    this.client = undefined;
    scopes.unregister(this.scope);
    const now = Date.now();
    this.ends = [...this.ends.filter((at) => now - at < 60_000), now];
    const goesOn = this.ends.length <= mostRestarts;
    const next = goesOn ? 'it is started again' : 'it is not started again until hooks are reloaded or .mcp.json is saved';
    log.error(`${this.scope} ended by itself: ${next}${lastWords && `. It said: ${lastWords}`}`);
    if (goesOn) void this.start();
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}

type Content = Awaited<ReturnType<Client['callTool']>>['content'][number];

function blockOf(block: Content) {
  if (block.type === 'text') return { type: 'text' as const, text: block.text };
  if (block.type === 'image')
    return { type: 'image' as const, source: { type: 'base64' as const, media_type: block.mimeType, data: block.data } };
  if (block.type === 'resource' && 'text' in block.resource) return { type: 'text' as const, text: block.resource.text };
  const what = block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : block.mimeType;
  return { type: 'text' as const, text: `(${block.type}: ${what})` };
}

/** `${NAME}`, `${NAME:-default}` and `${workspaceFolder}` in all texts. */
function expanded(value: unknown, cwd: string, missing: (why: string) => void): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, fallback: string | undefined) => {
      const found = name === 'workspaceFolder' ? cwd : (process.env[name] ?? fallback);
      if (found === undefined) missing(`the environment has no ${name}`);
      return found ?? '';
    });
  if (Array.isArray(value)) return value.map((one) => expanded(one, cwd, missing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expanded(one, cwd, missing)]));
}

const problemsOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`).join('; ');
