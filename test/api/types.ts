/** Types that must hold; compiled by `npm run check`, never run. */
import { defineTool, group, hook, policy, z } from 'hooksmith';

export const patientTests = hook('preToolUse', { tools: 'Bash', match: { command: 'npm test*' } }, (ctx) =>
  ctx.modify({ input: { timeout: 600_000 } }),
);
export const pushes = policy({ tools: 'Bash', match: { command: 'git push*' } }, (ctx) =>
  ctx.ask(`Pushes need a human: ${ctx.input.command.trim()}`),
);
export const both = hook(['preToolUse', 'postToolUse'], (ctx) => ctx.modify({ metadata: {} }));

// @ts-expect-error an option that does not exist
hook('preToolUse', { toolz: 'Bash' }, () => undefined);
// @ts-expect-error postToolUse does not accept deny
hook('postToolUse', (ctx) => ctx.deny('no'));
// @ts-expect-error a policy cannot allow
policy((ctx) => ctx.allow());
// @ts-expect-error not an event
hook('preTool', () => undefined);
// @ts-expect-error a number where the tool takes text
hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.modify({ input: { command: 1 } }));
// @ts-expect-error no such field of Bash
hook('preToolUse', { tools: 'Bash' }, (ctx) => ctx.modify({ input: { comand: 'ls' } }));
// @ts-expect-error contexts are read-only
hook('preToolUse', { tools: 'Bash' }, (ctx) => void (ctx.input.command = 'ls'));
// @ts-expect-error not both events accept deny
hook(['preToolUse', 'postToolUse'], (ctx) => ctx.deny('no'));
hook(['postToolUse', 'afterAgent'], { redacts: true }, () => undefined);
hook('UserPromptSubmit', { redacts: true }, () => undefined);
hook('message', { redacts: false, priority: 1 }, () => undefined);
// @ts-expect-error a policy has no priority
policy({ priority: 3 }, () => undefined);

export const narrowed = hook('postToolUse', { tools: ['Read', 'Write'], match: { file_path: 'src/**' } }, (ctx) => {
  const path: string = ctx.input.file_path;
  if (!ctx.isError) return ctx.modify({ output: path, context: 'seen' });
});
/** An unknown name gives `unknown`, a known one beside it does not change that of the others. */
export const foreign = hook('preToolUse', { tools: 'mcp__db__query', match: { sql: 'DROP*' } }, (ctx) =>
  typeof ctx.input.sql === 'string' ? ctx.deny(ctx.input.sql) : undefined,
);
/** A tool is found in any case and by its older names, and lists that are made when it runs are checked then. */
export const lower = hook('preToolUse', { tools: ['bash', 'KillShell'] }, (ctx) =>
  'command' in ctx.input ? ctx.modify({ input: { command: ctx.input.command.trim() } }) : ctx.deny(ctx.input.task_id),
);
declare const names: string[];
export const listed = hook('preToolUse', { tools: names, agents: names, match: { command: names } }, (ctx) =>
  ctx.log(ctx.input.command),
);
export const alias = hook('UserPromptSubmit', (ctx) => ctx.modify({ context: ctx.message.role }));
export const plain = hook('preToolUse', { tools: 'Bash' }, async (ctx) => {
  if (ctx.input.command === 'ls') return { action: 'modify', input: { timeout: 1 } };
  return { action: 'deny', reason: 'no' };
});
export const told = hook(['preToolUse', 'message'], (ctx) => {
  if (ctx.event === 'message') ctx.log(ctx.message.role);
  else ctx.log(ctx.toolName);
});
export const answered = hook('preModelCall', (ctx) =>
  ctx.respond(ctx.request.messages.length > 9 ? 'enough' : [{ type: 'text', text: 'x' }]),
);
export const softened = hook(['toolError', 'modelError'], (ctx) => ctx.modify({ error: new Error(ctx.error.message) }));
export const shouted = hook('userMessage', (ctx) => ctx.modify({ text: ctx.text.toUpperCase() }));
export const noted = hook('stop', (ctx) => ctx.modify({ signal: { reason: 'retry_limit', message: `${ctx.turns} turns` } }));
export const unseen = hook('preToolUse', (ctx) => ctx.respond('cached', { final: false }));
export const shape = defineTool({
  name: 'Add',
  description: 'Adds',
  input: z.object({ a: z.number() }),
  run: ({ a }) => a + 1,
});
export const confirmed = defineTool({
  name: 'Deploy',
  description: 'Deploys',
  input: z.object({ to: z.string() }),
  run: async ({ to }, ctx) => ((await ctx.confirm(`Deploy to ${to}?`)) ? 'done' : 'left alone'),
});
export const outside = defineTool({ name: 'Ask', description: 'Asks', input: z.object({}), external: true });
export const guarded = group(
  { continueOnError: true },
  hook('preToolUse', () => undefined),
);

// @ts-expect-error a reason that no signal has
hook('stop', (ctx) => ctx.modify({ signal: { reason: 'boredom', message: 'x' } }));
// @ts-expect-error a field that Bash does not have
hook('preToolUse', { tools: 'Bash', match: { comand: 'ls' } }, () => undefined);
// @ts-expect-error a typo in a patch
hook('postToolUse', (ctx) => ctx.modify({ ouput: 'x' }));
// @ts-expect-error a plain patch with text where the field is true or false
hook('postToolUse', () => ({ action: 'modify', isError: 'yes' }));
// @ts-expect-error a plain decision that the event does not accept
hook('postToolUse', () => ({ action: 'deny', reason: 'no' }));
// @ts-expect-error a plain decision that a policy does not have
policy(() => ({ action: 'allow' }));
// @ts-expect-error `input` is preToolUse's alone
hook(['preToolUse', 'postToolUse'], (ctx) => ctx.modify({ input: {} }));
// @ts-expect-error an observer decides nothing
hook('toolSettled', (ctx) => ctx.stop('no'));
// @ts-expect-error nonsense is no decision
hook('preToolUse', () => 'deny');
// @ts-expect-error a model's answer is no number
hook('preModelCall', (ctx) => ctx.respond(42));
// @ts-expect-error nor where it may be a tool's or a model's
hook(['toolError', 'modelError'], (ctx) => ctx.respond(42));
// @ts-expect-error another system's name
hook('BeforeTool', () => undefined);
// @ts-expect-error another mode
group({ continueOnErrors: true }, guarded);
// @ts-expect-error the command of Bash is not in Read
hook('preToolUse', { tools: 'Read' }, (ctx) => ctx.log(ctx.input.command));
// @ts-expect-error onError has four values
hook('preToolUse', { onError: 'ignore' }, () => undefined);
// @ts-expect-error a list that matches nothing
hook('preToolUse', { tools: [] }, () => undefined);
// @ts-expect-error nor does an empty name
hook('preToolUse', { tools: ['Bash', ''] }, () => undefined);
// @ts-expect-error no agent
policy({ agents: [] }, () => undefined);
// @ts-expect-error no pattern
policy({ tools: 'Bash', match: { command: [] } }, () => undefined);
// @ts-expect-error no event
hook([], () => undefined);
// @ts-expect-error no such field of Bash, however it is written
hook('preToolUse', { tools: 'bash' }, (ctx) => ctx.modify({ input: { comand: 'ls' } }));
// @ts-expect-error neither run nor external
defineTool({ name: 'x', description: 'x', input: z.object({}) });
// @ts-expect-error an external tool is not run
defineTool({ name: 'x', description: 'x', input: z.object({}), external: true, run: () => '' });
// @ts-expect-error the tool's input is a number
defineTool({ name: 'x', description: 'x', input: z.object({ a: z.number() }), run: ({ a }) => a.trim() });
