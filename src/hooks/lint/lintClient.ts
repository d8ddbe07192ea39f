/** The linter's thread, as the editor and the command line see it: started with the first hook file that is looked at. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answers, ReadAnswer, ReadRequest } from './lintProtocol';

export class LintClient {
  private worker: Worker | undefined;
  private last = 0;
  private readonly waiting = new Map<number, { done(value: never): void; failed(error: Error): void }>();

  /** `dist` holds the built product. */
  constructor(private readonly dist: string) {}

  ask<R extends ReadRequest>(request: R): Promise<Answers[R['kind']]> {
    const worker = this.started();
    const n = ++this.last;
    return new Promise((done, failed) => {
      this.waiting.set(n, { done, failed });
      worker.postMessage({ ...request, n });
    });
  }

  dispose(): void {
    void this.worker?.terminate();
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(join(this.dist, 'lintThread.js'), { name: 'hooksmith-lint' });
    worker.on('message', (answer: ReadAnswer) => {
      const one = this.waiting.get(answer.n);
      this.waiting.delete(answer.n);
      if ('value' in answer) one?.done(answer.value as never);
      else one?.failed(new Error(answer.error));
    });
    const gone = (error: Error) => {
      if (this.worker === worker) this.worker = undefined;
      for (const { failed } of this.waiting.values()) failed(error);
      this.waiting.clear();
    };
    worker.on('error', gone);
    worker.on('exit', () => gone(new Error('the linter has ended')));
    this.worker = worker;
    return worker;
  }
}
