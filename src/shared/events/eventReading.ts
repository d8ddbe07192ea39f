/** What is read off an event of any type, or of a run's last one. */

import { isLimit } from '../runs/stopReasons';
import type { EventFacts, EventOf, EventType, HookEvent } from './events';

type DataOf<T> = T extends { data?: infer D } ? NonNullable<D> : never;
type KnownData = DataOf<EventFacts[EventType]>;
type KeyOf<D> = D extends unknown ? keyof D & string : never;
type AtKey<D, K> = D extends { [N in K & string]?: infer V } ? V : never;
/** What events of some type have in their `data`, from an event of any type: unlike a test by `in`, a misspelt name does not compile. */
export const dataAt = <K extends KeyOf<KnownData>>({ data }: Pick<HookEvent, 'data'>, name: K): AtKey<KnownData, K> | undefined =>
  (data as { [N in K]?: AtKey<KnownData, K> } | undefined)?.[name];

/** How the chain of a hook point ended, where it did not go on. */
export const decisionOf = (event: HookEvent): string | undefined => {
  const decision = event.type === 'approval_resolved' ? undefined : dataAt(event, 'decision');
  return decision === undefined ? undefined : String(decision);
};

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
