/** Tools of MCP servers, which agents name each in its way: ours are `mcp__SERVER__TOOL`. */
import { isObject, type JsonObject } from '../shared/basics/json';

/** `mcp_SERVER_TOOL`; a server's name may have the same sign in it, and nobody can tell then where it ends: it is taken to be one word. */
export const mcpName = (theirs: string): string => theirs.replace(/^mcp_(?!_)([^_]+)_(?!_)(?=.)/, 'mcp__$1__');

/**
 * `SERVER-TOOL`, as Copilot's command line has it, and `SERVER/TOOL` where it asks its user; its own tools have no such sign. Where both have it in them the tool's name is what comes after the last one if
 * there is a `_` in that (`github-mcp-server-list_issues`); else the server is taken to be one word (`context7-resolve-library-id`).
 */
export function hyphenatedMcpName(theirs: string): string {
  const [, server, tool] =
    /^([^/]+)\/(.+)$/.exec(theirs) ?? /^(.+)-([^-]*_[^-]*)$/.exec(theirs) ?? /^([^-]+)-(.+)$/.exec(theirs) ?? [];
  return server === undefined || theirs.startsWith('mcp__') ? theirs : `mcp__${server}__${tool}`;
}

/** As the payload says it beside, where it does. */
export function withMcpName(payload: JsonObject): JsonObject {
  const { mcp_context: context } = payload;
  if (!isObject(context) || typeof context.server_name !== 'string' || typeof context.tool_name !== 'string') return payload;
  return { ...payload, tool_name: `mcp__${context.server_name}__${context.tool_name}` };
}
