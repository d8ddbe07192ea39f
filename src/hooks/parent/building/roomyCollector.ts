/**
 * esbuild is a program in Go, and where a change concerns many files it spends a third of its time collecting: little of what it holds lives on. It may hold more
 * before it does. The program reads that from the environment of whoever starts it, so it is there for just as long as that takes.
 */
const name = 'GOGC';
/** Per cent that it may grow by; three times what it is without a word. What somebody has set stays. */
const growth = '300';

/** `start` may start the program, at once and not later. */
export function withRoomyCollector<T>(start: () => T): T {
  if (process.env[name] !== undefined) return start();
  process.env[name] = growth;
  try {
    return start();
  } finally {
    delete process.env[name];
  }
}
