/** What MCP servers say of their tools, and what tools answer. Nothing of it is relied on: each tool may act, and a changed one is asked about again. */
import { createHash } from 'node:crypto';
import type { Client, specTypeSchemas } from '@modelcontextprotocol/client';
import type { ForeignTool, MarkedAnswer, ToolScopes } from '../../agent/ports/foreignTools';
import { isTooDeep, nestedTooDeep } from '../../shared/basics/depth';
import { issuesText } from '../../shared/basics/issuesText';
import { isObject, type JsonObject } from '../../shared/basics/json';
import type { ImageBlock, TextBlock } from '../../shared/messages/messages';
import { isTooWide, pictureSize, pictureTypeOf } from '../../shared/messages/pictureBytes';
import { mostPictureBytes, pictureTypes } from '../../shared/messages/pictureLimits';
import type { KnownDefinitions } from './knownDefinitions';
import type { ServerToStart } from './mcpConfig';

/** What a server says of itself goes into every request: more than this is not taken from it. */
const mostTools = 500;
const longestDescription = 4000;
const longestSchema = 64_000;

type ListedTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

interface Parts {
  server: ServerToStart;
  scopes: ToolScopes;
  definitions: KnownDefinitions;
  /** Told of what is refused. */
  log: { error(text: string): void };
  call: (name: string, ...given: Parameters<ForeignTool['run']>) => Promise<MarkedAnswer>;
}

/** The tools that are taken from a server's list. */
export function toolsOf(listed: readonly ListedTool[], parts: Parts): ForeignTool[] {
  const { server, log } = parts;
  if (listed.length > mostTools)
    log.error(`${scopeOf(server.name)} lists ${listed.length} tools: only the first ${mostTools} are taken`);
  return distinct(
    listed.slice(0, mostTools).flatMap((tool) => toolOf(tool, parts)),
    parts,
  );
}

/** Takes out of a list, as the server sends it, what is no tool: the list would be refused whole. */
export function dropWrongTools(message: object, scope: string, { Tool }: typeof specTypeSchemas, log: Parts['log']): void {
  if (!('result' in message) || !isObject(message.result) || !Array.isArray(message.result.tools)) return;
  const { result } = message;
  result.tools = message.result.tools.filter((tool: unknown, n) => {
    const read = Tool['~standard'].validate(tool);
    if (!('issues' in read) || !read.issues) return true;
    const name = isObject(tool) && typeof tool.name === 'string' ? tool.name : `${n + 1}`;
    const why = issuesText(read.issues, 'it');
    log.error(`${scope}: its tool ${name} is refused: ${why}`);
    return false;
  });
}

/** Of tools of one name the first counts; a name that another scope has is refused. */
function distinct(tools: readonly ForeignTool[], { server, scopes, log }: Parts): ForeignTool[] {
  const scope = scopeOf(server.name);
  const taken = new Set<string>();
  return tools.filter(({ name }) => {
    const owner = scopes.ownerOf(name);
    const elsewhere = owner !== undefined && owner !== scope;
    const isTaken = taken.has(name.toLowerCase());
    taken.add(name.toLowerCase());
    if (elsewhere) log.error(`${scope}: its tool ${name} is refused: the scope ${owner} has one of that name`);
    else if (isTaken) log.error(`${scope}: a second tool of the name ${name} is refused`);
    return !elsewhere && !isTaken;
  });
}

function toolOf(tool: ListedTool, { server, definitions, log, call }: Parts): ForeignTool[] {
  const scope = scopeOf(server.name);
  const name = `${scope}__${tool.name.replace(/[^\w-]/g, '_')}`.slice(0, 128);
  if (isTooDeep(tool)) {
    log.error(`${scope}: its tool ${tool.name} is refused: what is said of it ${nestedTooDeep}`);
    return [];
  }
  if (JSON.stringify(tool.inputSchema).length > longestSchema) {
    log.error(`${scope}: its tool ${tool.name} is refused: its schema is too long`);
    return [];
  }
  const digest = digestOf(tool);
  const owner = `tools of ${server.file} ${server.name}`;
  definitions.see(owner, tool.name, digest);
  const said = tool.annotations && claimsOf(tool.annotations);
  return [
    {
      name,
      description: clipped(tool.description ?? tool.title ?? tool.name),
      inputSchema: tool.inputSchema as JsonObject,
      risk: `Acts outside of Hooksmith, as the MCP server ${server.name} does.${said ? ` The server says of it: ${said}; nobody has checked that.` : ''}`,
      changed: () =>
        definitions.isKnown(owner, tool.name, digest)
          ? undefined
          : `the MCP server ${server.name} has changed what it says of ${tool.name} since it was allowed`,
      allowed: () => definitions.accept(owner, tool.name, digest),
      marksErrors: true,
      run: (input, context) => call(tool.name, input, context),
    },
  ];
}

/** Two `_` part a server's name from its tools': none has them of its own, nor one at its end, so that what is said of all tools of one is said of no other. */
export const scopeOf = (name: string): string =>
  `mcp__${name
    .replace(/[^\w-]/g, '_')
    .replace(/_+/g, '_')
    .replace(/(?<=.)_$/, '')}`;

const clipped = (text: string): string =>
  text.length > longestDescription
    ? `${text.slice(0, longestDescription)}… (${text.length - longestDescription} characters left out)`
    : text;

function digestOf({ name, title, description, inputSchema, annotations }: ListedTool): string {
  return createHash('sha256')
    .update(JSON.stringify([name, title, description, inputSchema, annotations]))
    .digest('hex');
}

function claimsOf({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: NonNullable<ListedTool['annotations']>): string {
  return [
    readOnlyHint === true ? 'it only reads' : '',
    destructiveHint === false ? 'it destroys nothing' : destructiveHint ? 'it may destroy' : '',
    idempotentHint ? 'twice is as once' : '',
    openWorldHint === false ? 'it stays within its own world' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

type Result = Awaited<ReturnType<Client['callTool']>>;

/** What the model is given of a call's result, marked where the server says that it is an error. */
export function toolOutputOf(name: string, { content, structuredContent, isError = false }: Result): MarkedAnswer {
  const blocks = content.map(blockOf);
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (blocks.length === 0 && isTooDeep(structuredContent)) throw new Error(`what ${name} answered ${nestedTooDeep}`);
  const value = blocks.length === 0 ? structuredContent : texts.length === blocks.length ? texts.join('\n') : blocks;
  return { value: isError && (value === undefined || value === '') ? `${name} failed` : value, isError };
}

/** The protocol's own words are a dump of every form that a block may have. */
export function noResult(error: unknown): string {
  const [, at] = /"content",\s*(\d+)/.exec(String(error)) ?? [];
  const blocks = 'text, image, audio, resource or resource_link, each with its own fields';
  return at === undefined
    ? `no result of a tool: it must have content, a list of blocks (${blocks})`
    : `no result of a tool: its content[${at}] is no block that is known: ${blocks}`;
}

/** What no model takes, and would refuse again with each message that follows, is told instead. */
function pictureBlock(data: string, mimeType: string): TextBlock | ImageBlock {
  const bytes = Buffer.from(data, 'base64');
  const media_type = pictureTypeOf(bytes) ?? pictureTypes.find((type) => type === mimeType);
  if (!media_type) return { type: 'text', text: `(${mimeType}: a picture of a type that cannot be shown)` };
  if (bytes.length > mostPictureBytes || isTooWide(bytes)) {
    const sides = pictureSize(bytes)?.join(' × ') ?? 'unknown';
    return { type: 'text', text: `(${media_type}: ${bytes.length} bytes, ${sides} pixels: too large a picture to be shown)` };
  }
  return { type: 'image', source: { type: 'base64', media_type, data } };
}

/** What a resource holds. */
export function contentBlock(
  content: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }),
): TextBlock | ImageBlock {
  if ('text' in content) return { type: 'text', text: content.text };
  const { mimeType = '', blob, uri } = content;
  return mimeType.startsWith('image/')
    ? pictureBlock(blob, mimeType)
    : { type: 'text', text: `(${mimeType || 'binary'}: ${uri})` };
}

export function blockOf(block: Result['content'][number]): TextBlock | ImageBlock {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'image') return pictureBlock(block.data, block.mimeType);
  if (block.type === 'resource' && 'text' in block.resource) return { type: 'text', text: block.resource.text };
  const what = block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : block.mimeType;
  return { type: 'text', text: `(${block.type}: ${what})` };
}
