/** Threads and processes that a file of the workspace starts: they may take this process down when the code that started them is long over. */
import { ChildProcess } from 'node:child_process';
import Module from 'node:module';
import threads from 'node:worker_threads';

/** `begun` is told before each starts, and returns what to call when it has ended. To be called before Node's modules are closed. */
export function followStarted(begun: () => () => void): void {
  const follow = <T>(start: () => T, started: (result: T) => ChildProcess | threads.Worker | undefined): T => {
    const ended = begun();
    let isThere = false;
    try {
      const result = start();
      isThere = started(result)?.once('exit', ended) !== undefined;
      return result;
    } finally {
      if (!isThere) ended();
    }
  };
  const processes = ChildProcess.prototype as unknown as { spawn(this: ChildProcess, ...given: unknown[]): unknown };
  const { spawn } = processes;
  processes.spawn = function (...given) {
    return follow(
      () => spawn.apply(this, given),
      () => (this.pid === undefined ? undefined : this),
    );
  };
  const construct = (Thread: typeof threads.Worker, given: unknown[], newTarget: unknown) =>
    follow(
      () => Reflect.construct(Thread, given, newTarget as typeof threads.Worker) as threads.Worker,
      (thread) => thread,
    );
  Object.assign(threads, { Worker: new Proxy(threads.Worker, { construct }) });
  Module.syncBuiltinESMExports();
}
