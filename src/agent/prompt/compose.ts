/** What a message of the human comes to: what its slash command stands for, and what it mentions with an @. Hooks of `userMessage` see all of it before it is sent. */
import { importsIn, spellingsOf } from '../../shared/messages/imports';
import type { ContentBlock, ImageBlock, TextBlock } from '../../shared/messages/messages';
import { type PromptPart, partText } from '../../shared/messages/promptParts';
import { readSlash } from '../../shared/messages/slashCommands';
import type { AgentContext } from '../context/agentContext';
import { whyHidden } from '../judging/mayRead';
import type { ExpandedCommand } from '../ports/human';
import { boundedPart, readMention } from './attachments';

export interface Composed {
  content: string | ContentBlock[];
  /** What the command wants to be answered by. */
  model?: string;
  /** For the human: what was not attached and why. */
  notes: string[];
}

export interface ComposeOptions {
  images?: readonly ImageBlock[];
  /** Attached by other means than its words. */
  parts?: readonly Omit<PromptPart, 'tag'>[];
}

/** Of all parts together. */
export const mostPromptCharacters = 240_000;
const mostMentions = 40;

/** Rejects where a command or a source of mentions says what is wrong. */
export async function compose(
  ctx: AgentContext,
  text: string,
  { images = [], parts = [] }: ComposeOptions = {},
): Promise<Composed> {
  const notes: string[] = [];
  const slash = readSlash(text);
  const command = slash && (await expand(ctx, slash.name, slash.args));
  for (const note of command?.notes ?? []) notes.push(`/${slash!.name}: ${note}`);
  const pictures: ImageBlock[] = [...images];
  const attached: Omit<PromptPart, 'tag'>[] = [];
  let room = mostPromptCharacters;
  const add = (part: Omit<PromptPart, 'tag'>) => {
    if (attached.some(({ kind, name }) => kind === part.kind && name === part.name)) return;
    if (room <= 0)
      return void notes.push(`${part.name} is not attached: the message holds ${mostPromptCharacters} characters already`);
    const fitting = boundedPart(part, room);
    room -= fitting.text.length;
    attached.push(fitting);
    if (fitting.note) notes.push(`${fitting.name}: ${fitting.note}`);
  };
  const words = new Set([...importsIn(text), ...(command ? importsIn(command.text) : [])]);
  for (const word of [...words].slice(0, mostMentions)) {
    for (const mention of spellingsOf(word)) {
      const found = await mentioned(ctx, mention);
      if (!found) continue;
      if ('refused' in found) notes.push(`@${mention} is not attached: ${found.refused}`);
      else {
        add(found.part);
        if (found.image) pictures.push(found.image);
      }
      break;
    }
  }
  for (const part of parts) {
    const hidden = part.path === undefined ? undefined : await whyHidden(ctx, part.path);
    if (hidden) notes.push(`${part.name} is not attached: ${hidden.reason}`);
    else add(boundedPart(part));
  }
  const block = (text: string): TextBlock => ({ type: 'text', text });
  const blocks = [
    ...pictures,
    ...(text === '' ? [] : [block(text)]),
    ...(command ? [block(commandText(slash!.name, command))] : []),
    ...attached.map((part) => block(partText({ tag: 'attached', ...part }))),
  ];
  const bare = blocks.length === 1 && blocks[0]!.type === 'text';
  return { content: bare ? text : blocks, ...(command?.model ? { model: command.model } : {}), notes };
}

const commandText = (name: string, { kind, text, path }: ExpandedCommand): string =>
  partText({ tag: 'command', kind, name: `/${name}`, ...(path === undefined ? {} : { path }), text });

async function expand({ deps }: AgentContext, name: string, args: string): Promise<ExpandedCommand | undefined> {
  for (const source of deps.commands ?? []) {
    const found = await source.expand(name, args);
    if (found) return found;
  }
  return undefined;
}

async function mentioned(ctx: AgentContext, mention: string): ReturnType<typeof readMention> {
  const hides = async (path: string) => (await whyHidden(ctx, path))?.reason;
  for (const source of ctx.deps.mentions ?? []) {
    try {
      const part = await source.read(mention, hides);
      if (part) return { part: boundedPart(part) };
    } catch (error) {
      return { refused: (error as Error).message };
    }
  }
  return readMention(ctx, mention);
}
