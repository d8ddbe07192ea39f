/** What hooks and their chain ask the parent for, until it answers. */
import type { FromHost, HeardByParent, ToHost } from '../hostProtocol';

type Question = Extract<FromHost, { type: 'ask' }>;

export class Questions {
  private readonly open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private last = 0;

  constructor(private readonly send: (message: HeardByParent<FromHost>) => void) {}

  ask<T>(runId: string, what: Question['what'], ...args: unknown[]): Promise<T> {
    const k = ++this.last;
    return new Promise<T>((resolve, reject) => {
      this.open.set(k, { resolve: resolve as (value: unknown) => void, reject });
      this.send({ type: 'ask', k, runId, what, args });
    });
  }

  answered({ k, value, error }: Extract<ToHost, { type: 'answer' }>): void {
    const waiting = this.open.get(k);
    this.open.delete(k);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  }
}
