/** The chain of one event as it was: every hook that its set had for it, in order, and why those that did not run did not. */
import type { SkipCounts } from './hookRecord';

export interface ChainStep {
  /** Identity; the event's records have the same. */
  id: string;
  name: string;
  file: string;
  line: number;
  kind: 'hook' | 'policy';
  priority: number;
  /** Absent where it ran. */
  skipped?: {
    why: keyof SkipCounts;
    /** What the hook asks for: its tools, its patterns, its agents. */
    wanted?: string;
    /** Who ended the chain before it. */
    by?: string;
  };
}
