import { randomUUID } from 'node:crypto';
import type { Clock } from '../../agent/ports/machine';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, told) {
    const timer = setTimeout(told, ms);
    return () => clearTimeout(timer);
  },
  id: (prefix) => `${prefix}_${randomUUID()}`,
};
