/** `group`: S1's chain modes, run as one hook. */
import type { HookDefinition } from '../api/define';
import { isObject } from '../shared/json';

/**
 * Without `continueOnError` the first failure ends the group; with it later members run and the first error counts at the end, unless a member answered.
 * Without `continueOnResponse` the first decision ends the group; with it the last one counts. A member that returns nothing erases nothing (S1-03 to S1-09).
 */
export function runGroup({ members = [], modes = {} }: HookDefinition): (ctx: unknown) => Promise<unknown> {
  return async (ctx) => {
    let answer: unknown;
    let failure: { error: unknown } | undefined;
    for (const member of members) {
      try {
        const result = await member.handler(ctx as never);
        if (!isObject(result) || result.action === 'continue') continue;
        answer = result;
        if (!modes.continueOnResponse) break;
      } catch (error) {
        if (!modes.continueOnError) throw error;
        failure ??= { error };
      }
    }
    if (failure && answer === undefined) throw failure.error;
    return answer;
  };
}
