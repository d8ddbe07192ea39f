import type { DecidedBy } from '../../shared/verdicts/hookRecord';

/** What had become of calls without a result when the process died, by their ids, and of the run. */
export interface OpenCalls {
  /** They had begun: they are answered, never run again. */
  interrupted: ReadonlySet<string>;
  /** They were denied at their prompt: nobody is asked once more. */
  refused: ReadonlyMap<string, Refused>;
  /** The agent had said its last word: only the run's end is missing. */
  answered?: boolean;
}
export interface Refused {
  by: DecidedBy;
  reason?: string;
}
