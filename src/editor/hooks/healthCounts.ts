/** How well the hooks do: which calls they saw, which of them are slow and which fail. A fold of events. */
import { knownTypeOf } from '../../shared/events/eventReading';
import type { EventType, HookEvent } from '../../shared/events/events';
import { p95 } from './hookCounts';
import { renewedFiles } from './renewedFiles';

export interface SlowHook {
  id: string;
  name: string;
  file: string;
  line: number;
  /** Milliseconds that 95 of 100 runs did not exceed. */
  p95: number;
}

export interface FailingHook {
  id: string;
  name: string;
  file: string;
  line: number;
  /** Since its file was loaded. */
  failures: number;
  /** The last one. */
  message: string;
}

export interface Health {
  /** Tool calls that were made. */
  calls: number;
  /** Of those, the ones that hooks had their say on. */
  passed: number;
  /** They ran, or were answered, without a gate: never, while all is well. */
  bypassed: number;
  /** Hooks that had a say. */
  hooks: number;
  /** Slowest first. */
  slowest: SlowHook[];
  failing: FailingHook[];
}

/** After these the counts are another's. */
const shifting: ReadonlySet<string> = new Set<EventType>(['tool_settled', 'tool_start', 'hooks_reloaded']);
const mostSlow = 3;
const slowFromMs = 20;
const mostDurations = 200;

interface Seen extends Omit<SlowHook, 'p95'> {
  durations: number[];
  failures: number;
  message: string;
}

export class HealthCounts {
  private calls = 0;
  private passed = 0;
  private bypassed = 0;
  private readonly gated = new Set<string>();
  private readonly gates = new Set<string>();
  private readonly seen = new Map<string, Seen>();

  /** True where the event changed anything. */
  add(event: HookEvent): boolean {
    this.count(event);
    for (const { id, name, file, line, duration, error } of event.hooks) {
      const hook = this.seen.get(id) ?? { id, name, file, line, durations: [], failures: 0, message: '' };
      hook.durations.push(duration);
      if (hook.durations.length > mostDurations) hook.durations.shift();
      if (error) Object.assign(hook, { failures: hook.failures + 1, message: error.message, line: error.line ?? line });
      this.seen.set(id, hook);
    }
    return event.hooks.length > 0 || shifting.has(event.type);
  }

  get health(): Health {
    const all = [...this.seen.values()];
    const slow = all.map(({ durations, ...hook }) => ({ ...hook, p95: p95(durations) })).filter((hook) => hook.p95 >= slowFromMs);
    return {
      ...{ calls: this.calls, passed: this.passed, bypassed: this.bypassed, hooks: this.gates.size },
      slowest: slow
        .sort((a, b) => b.p95 - a.p95)
        .slice(0, mostSlow)
        .map(({ id, name, file, line, p95: time }) => ({ id, name, file, line, p95: time })),
      failing: all
        .filter(({ failures }) => failures > 0)
        .sort((a, b) => b.failures - a.failures)
        .map(({ id, name, file, line, failures, message }) => ({ id, name, file, line, failures, message })),
    };
  }

  private count(event: HookEvent): void {
    const { toolCallId } = event;
    const renewed = renewedFiles(event);
    for (const hook of this.seen.values()) if (renewed.has(hook.file)) hook.failures = 0;
    if (toolCallId === undefined) return;
    const type = knownTypeOf(event);
    if ((type !== 'pre_tool_use' && type !== 'tool_start') || this.gated.has(toolCallId)) return;
    this.gated.add(toolCallId);
    this.calls++;
    if (type === 'pre_tool_use') {
      this.passed++;
      for (const { id } of event.hooks) this.gates.add(id);
    } else {
      // It runs, and no gate was asked.
      this.bypassed++;
    }
  }
}
