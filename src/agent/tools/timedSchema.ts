/** Schemas of others, checked in bounded time: some patterns keep some texts busy for ever, and this process with them. */
import { runInNewContext } from 'node:vm';
import { z } from 'zod/v4';

const mostMs = 250;

/** The schema itself, whose `safeParse` refuses what it takes too long to check. */
export function timedSchema<T extends z.ZodType>(schema: T): T {
  const check = schema.safeParse.bind(schema);
  const timed = (...given: Parameters<typeof check>): ReturnType<typeof check> => {
    try {
      return runInNewContext('check()', { check: () => check(...given) }, { timeout: mostMs }) as ReturnType<typeof check>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const message = 'takes too long to be compared with a pattern of the schema';
      return { success: false, error: new z.ZodError([{ code: 'custom', path: [], message, input: given[0] }]) } as never;
    }
  };
  return Object.assign(schema, { safeParse: timed });
}
