/** A search of the web by the provider of the agent's model: one call of its own, recorded and counted as one that a hook asks for is. */

import { isObject, type JsonObject } from '../../shared/basics/json';
import type { BuiltInName } from '../../shared/calls/toolNames';
import type { ModelRequest, ModelResponse } from '../../shared/messages/messages';
import type { AgentContext } from '../context/agentContext';
import { ownCall } from '../model/ownCall';
import type { ToolContext } from '../ports/tool';

const mostMs = 120_000;
const mostTokens = 4096;

/** Undefined where the agent's model searches nothing. */
export function webSearcher(ctx: AgentContext, signal: AbortSignal): ToolContext['searchWeb'] {
  const { deps, agent } = ctx;
  const port = deps.model(agent.name);
  const { searchTool } = port;
  if (!searchTool) return undefined;
  return (query, limits) =>
    ownCall(ctx, {
      ...{ port, mostMs, signal, outputOf: foundIn },
      prompt: `Search the web for: ${query}\nSay what you found, briefly, with the pages that it is from.`,
      request: {
        model: port.model,
        max_tokens: Math.min(mostTokens, port.maxTokens),
        tools: [searchTool.call(port, limits)] as unknown as ModelRequest['tools'],
      },
      by: { hook: 'WebSearch' satisfies BuiltInName, file: '', line: 0, event: 'tool' },
    });
}

/** The model's words, then the pages. Throws where the search itself failed. */
function foundIn({ content }: ModelResponse): string {
  const blocks = content as unknown as JsonObject[];
  const words = blocks.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('');
  const results = blocks.flatMap((block) => (block.type === 'web_search_tool_result' ? [block.content] : []));
  const pages = results.flatMap((list) => (Array.isArray(list) ? list : [])).filter(isObject);
  const failed = results.find(isObject)?.error_code;
  if (pages.length === 0 && failed !== undefined && words === '') throw new Error(`the search failed: ${String(failed)}`);
  const lines = new Set(pages.map(({ title, url }) => `- ${String(title ?? url)}: ${String(url)}`));
  return (
    [words.trim(), lines.size > 0 ? `Pages:\n${[...lines].join('\n')}` : ''].filter(Boolean).join('\n\n') || 'Nothing was found.'
  );
}
