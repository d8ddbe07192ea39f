/** What a dispatch saw of the run's metadata, where its event could not tell by its place in the record. */

import type { JsonObject } from '../../shared/basics/json';
import type { DispatchResult } from '../../shared/hooks/dispatch';
import type { EventName } from '../../shared/hooks/points';
import { differenceOf, type MetadataDifference, withChanges } from '../../shared/runs/runMetadata';

/** With the run's metadata as they were when the hooks were asked. */
export type Asked<E extends EventName = EventName> = DispatchResult<E> & { sawMetadata: JsonObject };

/**
 * The difference to where the record leads that there is before the event of this dispatch; the dispatch counts as told from now on. There is one only where another
 * went on beside it.
 */
export function tellMetadata(
  run: { toldMetadata: JsonObject },
  { sawMetadata, metadata }: Pick<Asked, 'sawMetadata' | 'metadata'>,
): MetadataDifference | undefined {
  const difference = differenceOf(run.toldMetadata, sawMetadata);
  // Alike, they are one object from now on, which is compared at a glance.
  if (!difference) run.toldMetadata = sawMetadata;
  if (metadata) run.toldMetadata = withChanges(run.toldMetadata, sawMetadata, metadata);
  return difference;
}
