/** Types that must hold; compiled by `npm run check`, never run. */
import { hook, policy } from 'hooksmith';

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
// @ts-expect-error a policy has no priority
policy({ priority: 3 }, () => undefined);
