/** A run, and a session, cost no more than this. */
import { hook } from 'hooksmith';

const perRun = 2;
const perSession = 10;
const dollars = (usd: number) => `$${usd.toFixed(2)}`;

export const budget = hook('beforeStep', { priority: 200 }, (ctx) => {
  const session = ctx.earlier.costUsd + ctx.costUsd;
  // As a limit it is one that the human may go on past.
  if (ctx.costUsd >= perRun) return ctx.stop(`This run has cost ${dollars(ctx.costUsd)} of ${dollars(perRun)}.`, {}, 'token_limit');
  if (session >= perSession) return ctx.stop(`This session has cost ${dollars(session)} of ${dollars(perSession)}.`, {}, 'token_limit');
  if (ctx.costUsd >= 0.8 * perRun) ctx.log(`${dollars(ctx.costUsd)} of ${dollars(perRun)}`);
});
