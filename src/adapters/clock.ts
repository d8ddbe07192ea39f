import { randomUUID } from 'node:crypto';
import type { Clock } from '../agent/ports/machine';

export const systemClock: Clock = { now: () => Date.now(), id: (prefix) => `${prefix}_${randomUUID()}` };
