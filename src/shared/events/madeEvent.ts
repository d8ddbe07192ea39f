/** The one place where an event is put together: of any other field than these, the compiler asks where it is said. */

import { noSkips } from '../verdicts/hookRecord';
import type { EventType, HookEvent, Said } from './events';

type Where = Pick<HookEvent, 'id' | 'timestamp' | 'sessionId' | 'runId' | 'agentName' | 'branch' | 'taskId' | 'step'>;

export function madeEvent<T extends EventType>(type: T, { id, ...where }: Where, facts: Said<T>): HookEvent {
  const event: Where & { type: T } & Pick<HookEvent, 'hooks' | 'skipped'> = {
    id,
    type,
    ...where,
    hooks: [],
    skipped: noSkips,
    ...facts,
  };
  // The fields of its type are those that it says, which were checked there.
  return event as unknown as HookEvent;
}
