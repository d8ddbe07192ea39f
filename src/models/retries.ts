/** Asking a model again where that may help, with every wait told before it begins. */
import type { ModelError, ModelStream } from '../agent/ports/model';

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;
export interface Failure {
  error: ModelError;
  /** As the server asks for. */
  retryAfterMs?: number;
}

/** Milliseconds that a server asks for, in whichever of the three ways: a number of them, of seconds, or a date. */
export function retryAfterOf(headers: Headers | undefined): number | undefined {
  const after = headers?.get('retry-after') ?? '';
  const ways = [Number(headers?.get('retry-after-ms')), Number(after) * 1000, Date.parse(after) - Date.now()];
  return ways.find((ms) => ms > 0);
}

const mostAttempts = 5;
const longestWaitMs = 60_000;

/** `ask` may take an attempt of its own for what it mends itself: it is given the number of this one. */
export async function patiently<T>(
  ask: (attempt: number) => Promise<T>,
  { signal, onRetry }: ModelStream,
  failureOf: (thrown: unknown) => Promise<Failure>,
  sleep: Sleep = wait,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(attempt);
    } catch (thrown) {
      signal.throwIfAborted();
      const { error, retryAfterMs } = await failureOf(thrown);
      const { status, retryable } = error.facts;
      if (!retryable || attempt >= mostAttempts) throw error;
      const waitMs = Math.min(retryAfterMs ?? 500 * 2 ** (attempt - 1), longestWaitMs);
      onRetry({ attempt, waitMs, status, message: error.message });
      await sleep(waitMs, signal);
    }
  }
}

const wait: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
