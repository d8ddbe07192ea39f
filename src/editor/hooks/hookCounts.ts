/** How often each hook ran, what came of it and how long it took: a fold of events, for the tree. */
import type { HookEvent } from '../../shared/events/events';
import { renewedFiles } from './renewedFiles';

export interface Counts {
  fired: number;
  denied: number;
  /** Runs that changed something. */
  changed: number;
  file: string;
  /** Failures since it last did well, or its file was loaded. */
  failures: number;
  /** Milliseconds of the last runs. */
  durations: number[];
}

const mostDurations = 200;

export class HookCounts {
  private readonly byHook = new Map<string, Counts>();

  of(hookId: string): Counts | undefined {
    return this.byHook.get(hookId);
  }

  /** True where the event changed any count. */
  add(event: HookEvent): boolean {
    const renewed = renewedFiles(event);
    for (const counts of this.byHook.values()) if (renewed.has(counts.file)) counts.failures = 0;
    for (const { id, file, decision, error, duration, shadow, changed = [] } of event.hooks) {
      const counts = this.byHook.get(id) ?? { file, fired: 0, denied: 0, changed: 0, failures: 0, durations: [] };
      counts.fired++;
      if (decision === 'deny' && !shadow) counts.denied++;
      if (changed.length > 0 && !shadow) counts.changed++;
      counts.failures = error ? counts.failures + 1 : 0;
      counts.durations.push(duration);
      if (counts.durations.length > mostDurations) counts.durations.shift();
      this.byHook.set(id, counts);
    }
    return event.hooks.length > 0 || renewed.size > 0;
  }
}

/** Milliseconds that 95 of 100 runs did not exceed. */
export function p95(durations: readonly number[]): number {
  const sorted = [...durations].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}
