/** A line for each tool call: who decided it, and what became of it. */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hook } from 'hooksmith';

/** Inside `.hooksmith`, where the agent writes nothing without being asked. */
export const audit = hook('toolSettled', async (ctx) => {
  const folder = join(ctx.cwd, '.hooksmith', 'audit');
  const { sessionId, branch, toolName, input, outcome, decidedBy, reason } = ctx;
  const line = { at: ctx.updatedAt, sessionId, branch, toolName, input, outcome, decidedBy, reason };
  await mkdir(folder, { recursive: true });
  await appendFile(join(folder, `${ctx.updatedAt.slice(0, 10)}.jsonl`), `${JSON.stringify(line)}\n`);
});
