/** A conversation as a Markdown document: what was said, which tools were called and how that ended; subagents' work is left to their results. */
import { dataAt, knownTypeOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { blocksOf, type ContentBlock, textOf } from '../../shared/messages/messages';
import { splitParts } from '../../shared/messages/promptParts';
import type { StreamItem } from '../../shared/stream/stream';

/** Characters of one tool result. */
const longestResult = 4000;

interface Section {
  text: string;
  /** The `user_message` event that it is part of, to be taken back with it. */
  after: number;
}

export function sessionMarkdown(items: Iterable<StreamItem>, title: string): string {
  const sections: Section[] = [];
  const takenBack: Section[][] = [];
  /** How many sections stood when each message of the human came, by its event's id. */
  const places = new Map<string, number>();
  const calls = new Map<string, Section>();
  const add = (text: string): Section => {
    const section = { text, after: sections.length };
    sections.push(section);
    return section;
  };
  for (const item of items) {
    if (item.kind === 'history' && item.branch === 'main') {
      const place = item.rewoundTo === undefined ? undefined : places.get(item.rewoundTo);
      if (place !== undefined) takenBack.push(sections.splice(place));
      else if (item.redone !== undefined) sections.push(...(takenBack.pop() ?? []));
    }
    if (item.kind !== 'event' || item.event.branch !== 'main') continue;
    const { event } = item;
    if (event.type === 'before_run') takenBack.length = 0;
    if (event.type === 'user_message') places.set(event.id, sections.length);
    if (event.type === 'user_message' && event.data?.decision === 'deny')
      add(`## You\n\n${asked(textOf(event.input))}\n\n*Not sent: ${event.reason ?? 'a hook refused it'}*`);
    if (event.type === 'message') said(event.input.role, blocksOf(event.input), add, calls);
    if (event.type === 'tool_settled') {
      const call = calls.get(event.toolCallId);
      if (call) call.text += settled(event);
    }
    const end = ending(event);
    if (end) add(end);
  }
  return `# ${title}\n\n${sections.map(({ text }) => text).join('\n\n')}\n`;
}

function said(
  role: 'user' | 'assistant',
  blocks: readonly ContentBlock[],
  add: (text: string) => Section,
  calls: Map<string, Section>,
): void {
  // What comes with a result stands at its call.
  if (role === 'user' && blocks.some(({ type }) => type === 'tool_result')) return;
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(role === 'user' ? '\n' : '\n\n');
  const pictures = blocks.filter(({ type }) => type === 'image').length;
  const words = [asked(text), ...(pictures > 0 ? [`*${pictures} picture${pictures > 1 ? 's' : ''}*`] : [])].filter(Boolean);
  if (words.length > 0) add(`## ${role === 'user' ? 'You' : 'Agent'}\n\n${words.join('\n\n')}`);
  for (const block of blocks)
    if (block.type === 'tool_use')
      calls.set(block.id, add(`### ${block.name}\n\n${fenced(JSON.stringify(block.input, undefined, 2), 'json')}`));
}

/** The words, and by name what went with them. */
function asked(text: string): string {
  const { own, parts } = splitParts(text);
  return [own, ...parts.map(({ name, note }) => `- *${name}${note ? ` (${note})` : ''}*`)].filter(Boolean).join('\n');
}

function settled({ output, reason, data }: Extract<HookEvent, { type: 'tool_settled' }>): string {
  const { outcome } = data;
  const how = outcome === 'ok' ? '' : `\n\n**${outcome}**${reason ? `: ${reason}` : ''}`;
  const text = typeof output === 'string' ? output : Array.isArray(output) ? textOf({ content: output as ContentBlock[] }) : '';
  if (text.trim() === '' || (outcome !== 'ok' && outcome !== 'error')) return how;
  return `${how}\n\n${fenced(text.length > longestResult ? `${text.slice(0, longestResult)}\n… (${text.length - longestResult} more characters)` : text)}`;
}

function ending(event: HookEvent): string | undefined {
  const status = dataAt(event, 'status');
  if (event.type === 'run_done' && status === 'stopped') return `*Stopped: ${event.reason ?? ''}*`;
  if (event.type === 'run_abort' && event.data.interrupted) return `*${event.reason ?? ''}.*`;
  if (event.type === 'run_abort') return event.data.status === 'denied' ? undefined : '*Stopped.*';
  if (event.type === 'run_error') return `*Error: ${event.error?.message ?? event.reason ?? ''}*`;
  return knownTypeOf(event) === 'compacted' && !('isError' in event && event.isError)
    ? '*The conversation was summed up.*'
    : undefined;
}

/** With a fence that nothing in the text ends. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
