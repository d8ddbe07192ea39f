/** An error as it is told and recorded. */
import type { WayOut } from './waysOut';

export interface ErrorFacts {
  kind?: string;
  name: string;
  message: string;
  status?: number;
  /** What helps, the most likely first; none where nobody knows. */
  waysOut?: readonly WayOut[];
}
