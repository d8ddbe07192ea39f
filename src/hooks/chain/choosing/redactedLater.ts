/** Values that come again at later events, whose `redacts` hooks are to see them before they are told: until then no hook's words bring them into a record. */
import type { DispatchRequest } from '../../../shared/hooks/dispatch';
import { cleans } from '../../../shared/hooks/hookDescription';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import type { EventName, RedactedEvent } from '../../../shared/hooks/points';
import type { HookDescription } from '../words/registered';
import { listening } from './candidates';
import { skipReason } from './matching';

/** The events at which what an event carries comes again. */
const comesAgainAt: Partial<Record<EventName, readonly RedactedEvent[]>> = {
  // What was answered so far may be what the agent ends with.
  beforeStep: ['stop', 'afterAgent'],
  preModelCall: ['stop', 'afterAgent'],
  afterStep: ['stop', 'afterAgent'],
  preCompact: ['stop', 'afterAgent'],
  modelDelta: ['postModelCall', 'stop', 'afterAgent'],
  postModelCall: ['preToolUse', 'stop', 'afterAgent'],
  toolError: ['postToolUse', 'toolResultMessages'],
  postToolUse: ['toolResultMessages'],
  stop: ['afterAgent'],
};

/** Of the hooks of a set. Those of one call are asked whether they are for its tool; which calls an answer makes is not known yet. */
export const isRedactedLater = (request: DispatchRequest, payload: PayloadFields, set: readonly HookDescription[]): boolean =>
  comesAgainAt[request.event]?.some((later) =>
    listening(set, later).some((hook) => cleans(hook) && !skipReason(hook, request, payload)),
  ) === true;
