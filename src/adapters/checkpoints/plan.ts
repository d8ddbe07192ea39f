/** What a restore would do, before anything is done: what is plain, and what the human has to decide because it is theirs too. */

import type { FileVersion } from '../../shared/events/fileChanges';
import { type Changed, sameVersion } from '../../shared/stream/checkpoints';
import type { Target } from './restore';

export interface Conflict extends Target {
  /** `since`: it was changed after the agent. `between`: between two of its changes. `unsaved`: in an editor, and not saved. */
  why: 'since' | 'between' | 'unsaved';
}
export interface RestorePlan {
  targets: Target[];
  conflicts: Conflict[];
  /** What they were is not kept. */
  lost: string[];
}

export function planRestore(
  changes: readonly Changed[],
  now: { current(path: string): FileVersion | undefined; isUnsaved(path: string): boolean },
): RestorePlan {
  const plan: RestorePlan = { targets: [], conflicts: [], lost: [] };
  for (const { path, before: to, after, mixed } of changes) {
    const current = now.current(path);
    const target = { path, ...(to ? { to } : {}) };
    if (sameVersion(current, to)) continue;
    if (to?.kind === 'left') plan.lost.push(path);
    else if (now.isUnsaved(path)) plan.conflicts.push({ ...target, why: 'unsaved' });
    else if (!sameVersion(current, after)) plan.conflicts.push({ ...target, why: 'since' });
    else if (mixed) plan.conflicts.push({ ...target, why: 'between' });
    else plan.targets.push(target);
  }
  return plan;
}
