/** What is read off an event of any type, or of a run's last one. */
import type { EventOf, EventType, HookEvent } from './events';
import { isLimit } from './stopReasons';

/** How the chain of a hook point ended, where it did not go on. */
export const decisionOf = ({ type, data }: HookEvent): string | undefined =>
  type === 'approval_resolved' || !data || !('decision' in data) ? undefined : String(data.decision);

/** The type that people read. */
export const typeOf = ({ type, was }: { type: string; was?: string }): string => was ?? type;

/** The same to be compared with types that are known here: a misspelt one does not compile, and what only another version knows equals none. */
export const knownTypeOf = (event: HookEvent): EventType | undefined => typeOf(event) as EventType;

/** How the run of this `run_done` can be gone on with: past a limit that ended it, or where the model's answer was cut off. */
export function continuation({ data }: EventOf<'run_done'>): 'limit' | 'cutOff' | undefined {
  const strongest = data.signals[0];
  if (data.status !== 'stopped' || !strongest) return undefined;
  if (isLimit(strongest)) return 'limit';
  return strongest.context?.stop_reason === 'max_tokens' ? 'cutOff' : undefined;
}
