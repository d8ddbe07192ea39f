/** `group`: its members run by S1's documented modes, to the outside they are one hook with one record. */
import type { DecisionAction } from '../../shared/points';
import type { RegisteredHook } from './registered';

export interface Group {
  members: RegisteredHook[];
  modes: { continueOnError?: boolean; continueOnResponse?: boolean };
}

const groups = new WeakMap<RegisteredHook['handler'], Group>();

/** The handler of a registered group. It stands for its members and is never called itself. */
export function groupHandler(group: Group): RegisteredHook['handler'] {
  const handler = () => {
    throw new Error('a group is run by the chain');
  };
  groups.set(handler, group);
  return handler;
}

export const groupOf = (hook: RegisteredHook): Group | undefined => groups.get(hook.handler);

const quiet: ReadonlySet<DecisionAction> = new Set(['continue', 'modify', 'ask', 'allow']);
/** What S1 calls a custom response: it ends the group unless `continueOnResponse` is set. A change or a vote takes effect at once and ends nothing. */
export const isAnswer = ({ action, final }: { action: DecisionAction; final?: unknown }): boolean =>
  !quiet.has(action) || final === true;
/** No mode goes on after these: a denial is not for a later answer to take back. */
export const isTerminal = ({ action }: { action: DecisionAction }): boolean => action === 'deny' || action === 'stop';
