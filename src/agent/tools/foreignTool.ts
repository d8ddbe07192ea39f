/** Tools that others bring: files of the workspace, MCP servers, other extensions. What they lack of a tool of ours is made here, once. */
import { z } from 'zod/v4';
import type { JsonObject } from '../../shared/basics/json';
import { outputProblem } from '../../shared/messages/history';
import { toContent } from '../../shared/messages/messages';
import type { ForeignTool, MarkedAnswer, ToolScopes } from '../ports/foreignTools';
import type { Tool, ToolOutput } from '../ports/tool';
import { timedSchema } from './timedSchema';
import type { ToolRegistry } from './toolRegistry';

const mostCharacters = 30_000;

export function foreignScopes(registry: ToolRegistry): ToolScopes {
  return {
    register: (scope, tools) =>
      registry.registerScope(
        scope,
        tools.map((tool) => foreignTool(scope, tool)),
      ),
    unregister: (scope) => registry.unregisterScope(scope),
    ownerOf: (toolName) => registry.ownerOf(toolName),
  };
}

export function foreignTool(
  scope: string,
  { run, inputSchema, accepted = inputSchema, readOnly = false, marksErrors, ...tool }: ForeignTool,
): Tool {
  return {
    ...tool,
    scope,
    readOnly,
    inputSchema,
    input: inputOf(accepted),
    async run(input, context): Promise<ToolOutput> {
      const answer = await run(input, context);
      const { value, isError } = marksErrors ? (answer as MarkedAnswer) : { value: answer, isError: false };
      if (typeof value === 'function' || typeof value === 'symbol')
        throw new TypeError(`what ${tool.name} returned is a ${typeof value}, of which JSON has nothing to say`);
      const marked = isError ? { isError } : {};
      const problem = outputProblem(value);
      if (problem) throw new TypeError(`what ${tool.name} returned is no list of content blocks: ${problem}`);
      // A list of nothing is an answer, as that of a search: no blocks would say nothing.
      const content = Array.isArray(value) && value.length === 0 ? '[]' : toContent(value);
      if (typeof content === 'string') return { content: content === '' ? '(no output)' : bounded(content), ...marked };
      let left = mostCharacters;
      return {
        content: content.map((block) => {
          if (block.type !== 'text') return block;
          const text = bounded(block.text, left);
          left = Math.max(0, left - text.length);
          return { ...block, text };
        }),
        ...marked,
      };
    },
  };
}

/** Checks what JSON schema can say and zod has a word for; where it has none, whoever runs the tool checks the input. */
function inputOf(inputSchema: JsonObject): z.ZodType<JsonObject> {
  try {
    const schema = z.fromJSONSchema(inputSchema as Parameters<typeof z.fromJSONSchema>[0]) as z.ZodType<JsonObject>;
    return JSON.stringify(inputSchema).includes('"pattern') ? timedSchema(schema) : schema;
  } catch {
    return z.record(z.string(), z.unknown());
  }
}

function bounded(text: string, most = mostCharacters): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const tail = half === 0 ? '' : text.slice(-half);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out. Ask the tool for less to see the rest.\n${tail}`;
}
