/** An event that belongs to no run: a reload, a failed observer, a session's new name. */
import { randomUUID } from 'node:crypto';
import type { EventType, HookEvent, Said } from '../../shared/events/events';
import { madeEvent } from '../../shared/events/madeEvent';

export const runlessEvent = <T extends EventType>(sessionId: string, type: T, facts: Said<T>): HookEvent =>
  madeEvent(
    type,
    {
      id: `ev_${randomUUID()}`,
      timestamp: new Date().toISOString(),
      sessionId,
      runId: '',
      agentName: 'main',
      branch: 'main',
      step: 0,
    },
    facts,
  );
