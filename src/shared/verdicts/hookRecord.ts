/** What hooks did at an event, and who decided it. */
import type { Confinement } from './confinement';
import type { DecisionAction } from './decisionAction';
import type { ChangedField } from './patches';

/** What one hook did in one dispatch; `before`/`after` hold only the fields it changed. */
export interface HookRecord {
  /** Identity: file and export name. */
  id: string;
  file: string;
  name: string;
  /** 1-based line of the export in its source file. */
  line: number;
  kind: 'hook' | 'policy';
  version: string;
  priority: number;
  /** ISO 8601. */
  startedAt: string;
  /** Milliseconds. */
  duration: number;
  /** The action it took; `error` when it threw, timed out, died or returned nonsense. */
  decision: DecisionAction | 'error';
  reason?: string;
  /** What a policy that confines had the call held to. */
  words?: Confinement;
  changed?: { field: ChangedField; before?: unknown; after?: unknown }[];
  logs?: string[];
  error?: { name: string; message: string; line?: number; column?: number };
  /** Why its pattern on the command only might match, where it decided something or failed. */
  uncertain?: string;
  /** It denied what only might match: the word went to the human, and its reason says why. */
  mightMatch?: true;
  /** Why what it decided or changed came to nothing. */
  noEffect?: string;
  /** What it changed is not there any more: the end of the chain took it back. */
  dropped?: true;
  /** It ran in shadow: reported, changed nothing. */
  shadow?: true;
}

/** How many hooks of this event did not run, and why. */
export interface SkipCounts {
  disabled: number;
  tool: number;
  match: number;
  agent: number;
  ended: number;
}

export interface DecidedBy {
  kind: 'hook' | 'policy' | 'rule' | 'human' | 'mode' | 'flag' | 'default';
  file?: string;
  line?: number;
  name?: string;
}

export const noSkips: SkipCounts = { disabled: 0, tool: 0, match: 0, agent: 0, ended: 0 };
