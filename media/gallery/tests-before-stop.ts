/** The agent does not stop before the tests have passed on what it changed. */
import { hook } from 'hooksmith';

const test = 'npm test';

/** What was changed since the tests last passed. */
export const changed = hook('postToolUse', { tools: ['Write', 'Edit', 'MultiEdit'] }, (ctx) => {
  if (!ctx.isError) ctx.state.set('untested', true);
});
export const passed = hook('postToolUse', { tools: 'Bash', match: { command: `${test}*` } }, (ctx) => {
  // The whole line is the test: what stands beside it could hide how it ended.
  if (!ctx.isError && ctx.commands?.length === 1) ctx.state.delete('untested');
});

export const testsFirst = hook('stop', (ctx) => {
  if (ctx.reason === 'completed' && ctx.state.has('untested'))
    return ctx.continueWith(`Run \`${test}\` on its own, and mend what fails, before you stop.`);
});
