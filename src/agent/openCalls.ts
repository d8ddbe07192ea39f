import type { DecidedBy } from '../shared/hookRecord';

/** What had become of calls without a result when the process died, by their ids. */
export interface OpenCalls {
  /** They had begun: they are answered, never run again. */
  interrupted: ReadonlySet<string>;
  /** They were denied at their prompt: nobody is asked once more. */
  refused: ReadonlyMap<string, Refused>;
}
export interface Refused {
  by: DecidedBy;
  reason?: string;
}
