/** Why and how runs and sessions end. */
import type { JsonObject } from '../basics/json';

/** Strength order of stop reasons, strongest first. */
export const stopReasons = [
  'error',
  'stop_requested',
  'user_requested',
  'steps_limit',
  'token_limit',
  'time_limit',
  'retry_limit',
  'finish_reason',
  'completed',
] as const;

export type StopReasonName = (typeof stopReasons)[number];

export interface StopSignal {
  reason: StopReasonName;
  message: string;
  source: string;
  context?: JsonObject;
}

const limits: readonly StopReasonName[] = ['steps_limit', 'token_limit', 'time_limit'];

export const isLimit = ({ reason }: StopSignal): boolean => limits.includes(reason);

/** A new conversation took its place; its window went away; the program that held it ends. */
export type SessionEndReason = 'new_chat' | 'closed' | 'exit';

/** `waiting`: calls that others answer are open. */
export type RunStatus = 'done' | 'stopped' | 'denied' | 'aborted' | 'error' | 'waiting';
