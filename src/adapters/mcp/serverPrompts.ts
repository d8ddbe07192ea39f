/** What MCP servers bring to a message: their prompts as slash commands, their resources as mentions. */
import type { Mentions, SlashCommands } from '../../agent/ports/human';
import { type Message, textOf } from '../../shared/messages/messages';
import { argumentWords } from '../../shared/messages/slashCommands';
import type { McpServers, ServerPrompt, ServerResource } from './mcp';

export type PromptServers = Pick<McpServers, 'prompts' | 'prompt' | 'resources' | 'readResource'>;

const nameOf = ({ server, name }: ServerPrompt) => `mcp__${server}__${name}`.replace(/[^\w.:-]/g, '_');

/** Arguments stand behind it in their order, the last one takes what is left. */
export const serverPrompts = (servers: PromptServers): SlashCommands => ({
  list: async () =>
    (await servers.prompts()).map((prompt) => ({
      name: nameOf(prompt),
      description: prompt.description ?? '',
      ...(prompt.arguments.length > 0
        ? { argumentHint: prompt.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ') }
        : {}),
      origin: 'mcp' as const,
    })),
  expand: async (name, args) => {
    // Other names need no server to be asked.
    if (!name.toLowerCase().startsWith('mcp__')) return undefined;
    const prompt = (await servers.prompts()).find((one) => nameOf(one).toLowerCase() === name.toLowerCase());
    if (!prompt) return undefined;
    const words = argumentWords(args);
    const given: Record<string, string> = {};
    for (const [at, { name: wanted, required }] of prompt.arguments.entries()) {
      const isLast = at === prompt.arguments.length - 1;
      const value = isLast ? words.slice(at).join(' ') : (words[at] ?? '');
      if (value !== '') Object.defineProperty(given, wanted, { value, enumerable: true });
      else if (required) throw new Error(`/${name} needs <${wanted}>`);
    }
    const messages = await servers.prompt(prompt.server, prompt.name, given);
    return { kind: 'mcp', text: messages.map(spoken).join('\n\n') };
  },
});

const spoken = (message: Message, _: number, all: readonly Message[]) =>
  all.length > 1 && message.role === 'assistant' ? `(The assistant:) ${textOf(message)}` : textOf(message);

/** As it is mentioned: `server:uri`. */
export const mentionOf = ({ server, uri }: ServerResource): string => `${server}:${uri}`.replaceAll(' ', '\\ ');

export const serverResources = (servers: PromptServers): Mentions => ({
  read: async (mention) => {
    if (!mention.includes(':')) return undefined;
    const found = (await servers.resources()).find(({ server, uri }) => `${server}:${uri}` === mention);
    if (!found) return undefined;
    const content = await servers.readResource(found.server, found.uri);
    return { kind: 'resource', name: mention, text: textOf({ content }) || '(no text)' };
  },
});
