/** A hook file for an event that was seen: for just that call, narrow, and easy to widen. What a model chose (names, inputs) becomes data in it, never code. */
import { hookPointOf } from '../hooks/chain/explain';
import { type HookEvent, typeOf } from '../shared/events';
import { isObject } from '../shared/json';

/** What a pattern can tell a call by. */
const telling = ['command', 'file_path', 'path', 'url', 'subagent_type'];
/** Events after which there is nothing left to judge. */
const after = new Set(['post_tool_use', 'tool_error', 'tool_result_messages', 'tool_settled']);

/** `name` is the file's, without its ending. */
export function hookForEvent(event: HookEvent): { name: string; code: string } {
  const { toolName, input } = event;
  const type = typeOf(event);
  const point = hookPointOf(type);
  const name = fileName(toolName ?? type);
  if (!toolName) {
    const seen = point
      ? `hook(${quoted(point)}, (ctx) => {\n  ctx.log(ctx.event, ctx.branch);\n});`
      : `hook('event', ({ hookEvent, log }) => {\n  if (hookEvent.type === ${quoted(type)}) log(hookEvent.reason);\n});`;
    return {
      name,
      code: `import { hook } from 'hooksmith';\n\n/** Made from ${fileName(type)}. */\nexport const seen = ${seen}\n`,
    };
  }
  const fields = isObject(input) ? telling.filter((field) => typeof input[field] === 'string') : [];
  const match = fields
    .slice(0, 1)
    .map((field) => `, match: { ${field}: ${quoted(literally((input as Record<string, string>)[field]!))} }`);
  const options = `{ tools: ${quoted(toolName)}${match.join('')} }`;
  const made = `/** Made from ${fileName(type)} of ${fileName(toolName)}. */`;
  if (point && after.has(type))
    return {
      name,
      code: `import { hook } from 'hooksmith';\n\n${made}\nexport const seen = hook(${quoted(point)}, ${options}, (ctx) => {\n  ctx.log(ctx.toolName, ctx.input);\n});\n`,
    };
  return {
    name,
    code: `import { policy } from 'hooksmith';\n\n${made}\nexport const judge = policy(${options}, (ctx) =>\n  ctx.ask('This call needs a human.'));\n`,
  };
}

const quoted = (text: string) => (/^[\w ./:@-]*$/.test(text) ? `'${text}'` : JSON.stringify(text));

/** A pattern for a long text goes by how it begins. */
const literally = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}*` : text);

const fileName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'hook';
