/** Loaded by Node's test runner in the process of a test file: tells its parent of each test that ends. */
import { inspect } from 'node:util';
import type { FromTests, Progress, Stray, TestFailure } from './testProtocol';

interface TestData {
  name: string;
  nesting: number;
  file?: string;
  line?: number;
  column?: number;
  skip?: string | boolean;
  todo?: string | boolean;
  details?: { duration_ms?: number; type?: string; error?: Error & { cause?: unknown; failureType?: string } };
}
export interface ReporterEvent {
  type: string;
  data: TestData;
}

/** Suites around a test, outermost first: a test is told after all that began before it, and before what is around it ends. */
export default async function* reporter(events: AsyncIterable<ReporterEvent>): AsyncGenerator<string> {
  const begun: string[] = [];
  const strayed = (thrown: unknown) => send({ stray: thrownAs(thrown) });
  process.on('unhandledRejection', strayed);
  process.on('uncaughtExceptionMonitor', strayed);
  send({ reached: 'tests' });
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      begun.length = data.nesting;
      begun[data.nesting] = data.name;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, file, line, column, skip, todo, details = {} } = data;
    const error = details.error;
    const isSuite = details.type === 'suite';
    // A suite, or a test with tests in it, that fails by one of those has said so there.
    const isTold = error?.failureType === 'subtestsFailed';
    // One to be written yet says nothing, whatever it came to.
    const isLeftOut = skip !== undefined || todo !== undefined;
    const status = isLeftOut ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    if (!isTold && (!isSuite || status === 'failed'))
      send({
        path: [...begun.slice(0, nesting), name],
        file,
        line,
        column,
        status,
        durationMs: details.duration_ms ?? 0,
        ...(status === 'failed' && error ? { failure: failureOf(error) } : {}),
      });
  }
  send({ reached: 'end of tests' });
  yield '';
}

const send = (message: FromTests | Progress | Stray): void => void process.send?.(message);

/** What a test threw stands in the cause of the runner's own error. */
const failureOf = (error: Error & { cause?: unknown }): TestFailure => thrownAs(error.cause ?? error);

function thrownAs(thrown: unknown): TestFailure {
  if (!(thrown instanceof Error)) return { message: typeof thrown === 'string' ? thrown : inspect(thrown), stack: '' };
  const { expected, actual, generatedMessage } = thrown as { expected?: unknown; actual?: unknown; generatedMessage?: boolean };
  const isCompared = 'expected' in thrown && 'actual' in thrown;
  return {
    message: thrown.message,
    stack: thrown.stack ?? '',
    ...(generatedMessage ? { compares: true as const } : {}),
    ...(isCompared ? shown(expected, actual) : {}),
  };
}

/** As a diff shows them: a text of several lines as it reads, and of all else each part on a line of its own, since what differs in a long line is not seen. */
function shown(expected: unknown, actual: unknown): { expected: string; actual: string } {
  if (typeof expected === 'string' && typeof actual === 'string' && `${expected}${actual}`.includes('\n'))
    return { expected, actual };
  const text = (value: unknown) => inspect(value, { depth: 8, compact: false, sorted: true, breakLength: 120 });
  return { expected: text(expected), actual: text(actual) };
}
