/** How an agent's loop ends, and how a dispatch can end it. */
import type { DispatchResult } from '../shared/dispatch';
import type { ErrorFacts, StopSignal } from '../shared/events';
import type { ModelResponse } from '../shared/messages';
import type { AgentContext } from './agentContext';
import { reasonOfStop, signal } from './signals';

export type Ended =
  | { kind: 'done'; response?: ModelResponse }
  | { kind: 'stopped'; signal: StopSignal; response?: ModelResponse }
  | { kind: 'denied'; reason: string; response?: ModelResponse }
  | { kind: 'aborted'; response?: ModelResponse }
  | { kind: 'error'; error: ErrorFacts; response?: ModelResponse };

/** What a dispatch says about the loop: undefined where it goes on. `deny` is left to the events that accept it. */
export function settleEnd(result: DispatchResult): Exclude<Ended, { kind: 'done' }> | undefined {
  const { end } = result;
  if (end.action === 'stop') {
    const source = end.by.file ? `${end.by.name} (${end.by.file}:${end.by.line})` : (end.by.name ?? end.by.kind);
    return { kind: 'stopped', signal: signal(reasonOfStop(end.reason), end.reason, source, end.context) };
  }
  if (end.action === 'error') return { kind: 'error', error: end.error };
  if (end.action === 'deny') return { kind: 'denied', reason: end.reason };
  return undefined;
}

/** How the run, and every agent of it, ends because a hook with `onError: 'stop'` failed, at whatever event that was. */
export const failureOf = ({ run }: AgentContext): Ended | undefined => run.failed && { kind: 'error', error: run.failed };
