/** Where MCP servers are declared: `.mcp.json`, and VS Code's own `.vscode/mcp.json`, both as they are. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, resolve, sep } from 'node:path';
import { parseEnv } from 'node:util';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import * as z from 'zod';
import { withoutMark } from '../../shared/basics/byteOrderMark';
import { issuesText } from '../../shared/basics/issuesText';
import { isObject } from '../../shared/basics/json';

const texts = z.record(z.string(), z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]));
const program = z.object({
  type: z.literal('stdio').optional(),
  command: z.string({ error: 'must name the program to start' }).min(1),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  envFile: z.string().optional(),
  cwd: z.string().optional(),
  disabled: z.boolean().optional(),
});
const remote = z.object({
  type: z.enum(['http', 'streamable-http', 'sse'], { error: 'must be stdio, http or sse' }).default('http'),
  url: z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' }),
  headers: texts.optional(),
  disabled: z.boolean().optional(),
});

const input = z.object({
  id: z.string().min(1),
  type: z.enum(['promptString', 'pickString'], { error: 'is asked by no type but promptString and pickString here' }),
  description: z.string().default(''),
  default: z.string().optional(),
  password: z.boolean().default(false),
  options: z.array(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])).optional(),
});
/** What a server's declaration leaves to the human. */
export type ServerInput = z.infer<typeof input>;

interface Declared {
  /** As it is declared; letters that a tool's name cannot hold are underscores in the scope. */
  name: string;
  /** Where it is declared. */
  file: string;
}
/** A program to start. What `${NAME}` in `env` stands for comes from the human's own environment. */
export interface ServerProgram extends Declared {
  kind: 'stdio';
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** More of the environment, and what was in it. */
  envFile?: { path: string; digest: string };
}
/** A server that runs elsewhere; `env` variables in the headers are filled in when they are sent. */
export interface RemoteServer extends Declared {
  kind: 'http' | 'sse';
  url: string;
  headers: Readonly<Record<string, string>>;
}
/** What would run, or be asked. */
export type ServerToStart = ServerProgram | RemoteServer;

/** What is wrong with a file that declares servers. */
export interface DeclarationProblem {
  file: string;
  /** 1-based. */
  line: number;
  /** The server's, where it is about one. */
  name?: string;
  message: string;
}

export interface DeclaredServer {
  server: ServerToStart;
  /** Where its file declares it, 1-based. */
  line: number;
  /** Those of the inputs it names. */
  inputs: readonly ServerInput[];
  /** With the values of its inputs; says what stands for nothing. */
  filled(values: ReadonlyMap<string, string>): ServerToStart;
}

const isOfVsCode = (file: string): boolean => basename(dirname(file)) === '.vscode';

/** The servers that a file declares; none where there is no file. What is wrong is told, and the others count. */
export function readServers(file: string, wrong: (problem: DeclarationProblem) => void): DeclaredServer[] {
  let text: string;
  try {
    text = withoutMark(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  if (first) {
    const line = lineAt(first.offset);
    wrong({ file, line, message: `not JSON: ${printParseErrorCode(first.error)} at line ${line}` });
    return [];
  }
  const ofVsCode = isOfVsCode(file);
  const key = ofVsCode ? 'servers' : 'mcpServers';
  const tree = parseTree(text, [], { allowTrailingComma: true });
  /** Of a key, where there is one: what it stands for may begin further down. */
  const lineOf = (...path: (string | number)[]) => {
    const node = tree && findNodeAtLocation(tree, path);
    return lineAt((node?.parent?.type === 'property' ? node.parent : node)?.offset ?? 0);
  };
  const servers = isObject(value) ? value[key] : undefined;
  if (!isObject(value) || !isObject(servers)) {
    wrong({ file, line: lineOf(key), message: `${key}: must be an object of servers by their names` });
    return [];
  }
  const inputs = inputsIn(value.inputs, (at, why) =>
    wrong({ file, line: lineOf('inputs', at), message: `inputs.${at}: ${why}` }),
  );
  const folder = ofVsCode ? dirname(dirname(file)) : dirname(file);
  return Object.entries(servers).flatMap(([name, given]) => {
    const line = lineOf(key, name);
    const told = (why: string) => wrong({ file, line, name, message: `${name}: ${why}` });
    const server = serverOf({ name, file }, given, folder, told);
    if (!server) return [];
    const { found, ofFile } = server;
    const ids = new Set([...JSON.stringify(found).matchAll(/\$\{input:([^}]+)\}/g)].map(([, id]) => id!));
    const missing = [...ids].filter((id) => !inputs.has(id));
    if (missing.length > 0) told(`there is no input ${missing.join(', ')}`);
    if (missing.length > 0) return [];
    const used = [...ids].map((id) => inputs.get(id)!);
    return [{ server: found, line, inputs: used, filled: (values) => filled(found, ofFile, values, folder, told) }];
  });
}

function inputsIn(given: unknown, wrong: (at: number, why: string) => void): Map<string, ServerInput> {
  const inputs = new Map<string, ServerInput>();
  for (const [at, one] of (Array.isArray(given) ? given : []).entries()) {
    const parsed = input.safeParse(one);
    if (parsed.success) inputs.set(parsed.data.id, parsed.data);
    else wrong(at, issuesText(parsed.error.issues));
  }
  return inputs;
}

/** What is the environment's own stays by its name in what is only sent along; what says which program or server it is, is filled in at once. */
function serverOf(
  declared: Declared,
  given: unknown,
  folder: string,
  wrong: (why: string) => void,
): { found: ServerToStart; ofFile: string } | undefined {
  const isRemote =
    isObject(given) && (given.url !== undefined || ['http', 'streamable-http', 'sse'].includes(String(given.type)));
  const parsed = (isRemote ? remote : program).safeParse(given);
  if (!parsed.success) {
    wrong(issuesText(parsed.error.issues));
    return undefined;
  }
  if (parsed.data.disabled) return undefined;
  const now = (text: string) => expanded(text, { folder, file: declared.file, missing: wrong });
  if ('url' in parsed.data) {
    const { type, url, headers = {} } = parsed.data;
    return { found: { ...declared, kind: type === 'sse' ? 'sse' : 'http', url: now(url), headers }, ofFile: '' };
  }
  const { command, args = [], cwd, env = {}, envFile } = parsed.data;
  const path = envFile === undefined ? undefined : resolve(folder, now(envFile));
  let ofFile = '';
  try {
    if (path !== undefined) ofFile = readFileSync(path, 'utf8');
  } catch (error) {
    wrong(`its envFile cannot be read: ${(error as Error).message}`);
    return undefined;
  }
  const digest = createHash('sha256').update(ofFile).digest('hex');
  const found: ServerProgram = {
    ...declared,
    kind: 'stdio',
    command: now(command),
    args: args.map(now),
    cwd: cwd === undefined ? folder : resolve(folder, now(cwd)),
    env,
    ...(path === undefined ? {} : { envFile: { path, digest } }),
  };
  return { found, ofFile };
}

function filled(
  server: ServerToStart,
  ofFile: string,
  inputs: ReadonlyMap<string, string>,
  folder: string,
  missing: (why: string) => void,
): ServerToStart {
  const fill = (text: string) => expanded(text, { folder, file: server.file, missing, inputs });
  const all = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, text]) => [name, fill(text)]));
  // What the environment gave has been filled in already: only the human's own values are left there.
  const given = (text: string) => text.replace(/\$\{input:([^}]+)\}/g, (whole, id: string) => inputs.get(id) ?? whole);
  if (server.kind !== 'stdio') return { ...server, url: given(server.url), headers: all(server.headers) };
  return {
    ...server,
    command: given(server.command),
    args: server.args.map(given),
    env: { ...(parseEnv(ofFile) as Record<string, string>), ...all(server.env) },
  };
}

interface Expanding {
  folder: string;
  file: string;
  missing(why: string): void;
  /** Left as they are where they are not known yet. */
  inputs?: ReadonlyMap<string, string>;
}

/** `${NAME}` and `${NAME:-default}` of `.mcp.json`, and VS Code's variables in both. */
function expanded(text: string, { folder, file, missing, inputs }: Expanding): string {
  const ofEnvironment = (name: string, fallback?: string) => {
    const found = process.env[name] ?? fallback;
    if (found === undefined) missing(`the environment has no ${name}`);
    return found ?? '';
  };
  return text.replace(/\$\{([^}]*)\}/g, (whole, inside: string) => {
    const [, kind, rest = ''] = /^(env|input|workspaceFolder|command|config):(.*)$/s.exec(inside) ?? [];
    if (kind === 'env') return ofEnvironment(rest);
    if (kind === 'input') return inputs?.get(rest) ?? whole;
    if (kind === 'workspaceFolder' && rest === basename(folder)) return folder;
    if (kind !== undefined) {
      missing(`nothing stands for ${whole} here`);
      return '';
    }
    const place = places(folder).get(inside);
    if (place !== undefined) return place;
    const [, name, , fallback] = /^(\w+)(:-(.*))?$/s.exec(inside) ?? [];
    if (name === undefined || isOfVsCode(file)) return whole;
    return ofEnvironment(name, fallback);
  });
}

const places = (folder: string): ReadonlyMap<string, string> =>
  new Map([
    ['workspaceFolder', folder],
    ['workspaceFolderBasename', basename(folder)],
    ['userHome', homedir()],
    ['pathSeparator', sep],
    ['/', sep],
  ]);
