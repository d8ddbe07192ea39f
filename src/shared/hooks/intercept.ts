/** What another extension puts around each event of a run that it starts. */
import type { JsonObject } from '../basics/json';
import type { EventName } from './points';

/**
 * `next` runs the event's hooks, once, and resolves with the event's fields after them and with how they ended it: `continue`, or a decision that stands. Without
 * `next` they do not run. Returns a decision as a hook does, on what `next` left, or nothing. What it throws is a failed hook.
 */
export type Intercept = (event: EventName, ctx: JsonObject, next: () => Promise<Passed>) => unknown;
export interface Passed {
  end: string;
  reason?: string;
  fields: JsonObject;
}
