/** A run as text that stays the same from run to run: what happened, in order, with ids, times and folders left out. */
import type { HookEvent } from '../../src/shared/events/events';
import { textOf } from '../../src/shared/messages/messages';

export function transcript(events: readonly HookEvent[], folder: string): string {
  const lines = events.map((event) => {
    const parts: string[] = [event.type];
    if (event.toolName && event.type !== 'message') parts.push(event.toolName);
    if (event.type === 'message') parts.push(messageText(event.input));
    else if (event.input !== undefined && event.toolName) parts.push(JSON.stringify(event.input));
    if (event.requestedInput !== undefined) parts.push(`(asked for ${JSON.stringify(event.requestedInput)})`);
    if (event.output !== undefined && event.type !== 'tool_settled') parts.push(`→ ${JSON.stringify(event.output)}`);
    if (event.type === 'tool_settled') parts.push(event.data.outcome);
    if (event.decidedBy && event.type === 'tool_settled')
      parts.push(`by ${event.decidedBy.kind}${event.decidedBy.name ? ` ${event.decidedBy.name}` : ''}`);
    if (event.reason) parts.push(`“${event.reason}”`);
    for (const hook of event.hooks) parts.push(`[${hook.name}: ${hook.decision}${hook.error ? ` ${hook.error.message}` : ''}]`);
    return `${'  '.repeat(event.branch.split('/').length - 1)}${parts.join(' ')}`;
  });
  return `${lines.join('\n').replaceAll(folder, 'WORKSPACE')}\n`;
}

function messageText(input: unknown): string {
  const message = input as { role: string; content: never };
  const blocks =
    typeof message.content === 'string'
      ? []
      : (message.content as { type: string; name?: string; content?: unknown; is_error?: boolean }[]);
  const others = blocks.flatMap((block) =>
    block.type === 'tool_use'
      ? [`tool_use ${block.name}`]
      : block.type === 'tool_result'
        ? [`${block.is_error ? 'error' : 'result'} ${JSON.stringify(block.content)}`]
        : [],
  );
  return [message.role, JSON.stringify(textOf(message)), ...others].join(' ');
}
