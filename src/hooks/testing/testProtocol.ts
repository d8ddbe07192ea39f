/** What the process of a test file tells its parent. */
import * as z from 'zod';

const failure = z.object({
  message: z.string(),
  stack: z.string(),
  /** The message shows what was expected beside what came. */
  compares: z.literal(true).optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
});

/** A test that ended; a test with tests in it is told after those. Some versions of Node tell places of the source, some of the bundle. */
export const fromTests = z.object({
  /** Names of the suites around it, and its own. */
  path: z.array(z.string()),
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  status: z.enum(['passed', 'failed', 'skipped']),
  durationMs: z.number(),
  failure: failure.optional(),
});

/** What nobody caught, as that came: where no test was at work any more, no test tells it. */
export const stray = z.object({ stray: failure });
export type Stray = z.infer<typeof stray>;

/** How far the process came; it may end between, by its own `process.exit`. */
export const progress = z.object({
  /** The tests began and ended, or nothing was left to do. */
  reached: z.enum(['tests', 'end of tests', 'idle']),
});
export type Progress = z.infer<typeof progress>;

export type FromTests = z.infer<typeof fromTests>;
export type TestFailure = z.infer<typeof failure>;
