/** What the conformance suite is made of: one declaration for each numbered behaviour of the five hook systems that Hooksmith is a superset of. */
import type { Rehearse } from './rehearse';

/** How the behaviour is known: its repository tests it, its code shows it, it was executed, its documentation says otherwise. */
export type Mark = 'T' | 'C' | 'X' | 'T/C' | 'T/X' | 'D/C' | 'T/C/D';

/**
 * - `same`: Hooksmith does this.
 * - `option`: a documented option or decision reaches it.
 * - `better`: different on purpose; the line says what Hooksmith does instead.
 * - `n/a`: it has no meaning here; the line says why.
 */
export type Verdict = 'same' | 'option' | 'better' | 'n/a';

export type Test = (rehearse: Rehearse) => Promise<void>;

export interface Behaviour {
  id: string;
  mark: Mark;
  verdict: Verdict;
  /** One line in words of our own: what Hooksmith does. */
  line: string;
  test?: Test;
}

export interface System {
  /** `S0` to `S4`. */
  id: string;
  /** Owner and name on GitHub. */
  repository: string;
  /** The commit that was read. */
  commit: string;
  /** How many behaviours it has: their ids run from 01 to here. */
  count: number;
  behaviours: Behaviour[];
}

export const behaviour = (id: string, mark: Mark, verdict: Verdict, line: string, test?: Test): Behaviour => ({
  id,
  mark,
  verdict,
  line,
  test,
});

/** All that Hooksmith claims to do, as the others do it or better. */
export const needsTest = ({ verdict }: Behaviour): boolean => verdict !== 'n/a';
