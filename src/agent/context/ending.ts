/** How an agent's loop ends, and how a dispatch can end it. */
import type { DispatchResult } from '../../shared/hooks/dispatch';
import type { ModelResponse, ToolUseBlock } from '../../shared/messages/messages';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import type { StopSignal } from '../../shared/runs/stopReasons';
import type { DecidedBy } from '../../shared/verdicts/hookRecord';
import type { Agent, AgentContext, Run } from './agentContext';
import { abortedBy, signal } from './signals';

export type Ended =
  | { kind: 'done'; response?: ModelResponse }
  /** `by`: the hook that ended it so, if one did. */
  | { kind: 'stopped'; signal: StopSignal; by?: DecidedBy; response?: ModelResponse }
  | { kind: 'denied'; reason: string; response?: ModelResponse }
  | { kind: 'aborted'; response?: ModelResponse }
  | { kind: 'error'; error: ErrorFacts; by?: DecidedBy; response?: ModelResponse }
  /** Calls that whoever started the run answers are open. */
  | { kind: 'waiting'; pending: ToolUseBlock[]; response?: ModelResponse };

/** In a row; a stop hook that never lets go must not loop for ever. */
export const maxContinuations = 8;

/** Why an agent that hooks kept going so often in a row is not kept going once more. */
export const whyNotAgain = (times: number): string | undefined =>
  times < maxContinuations ? undefined : `it was the ${maxContinuations + 1}th in a row, and ${maxContinuations} count`;

/** What a dispatch says about the loop: undefined where it goes on. `deny` is left to the events that accept it. */
export function settleEnd(result: Pick<DispatchResult, 'end'>): Exclude<Ended, { kind: 'done' }> | undefined {
  const { end } = result;
  if (end.action === 'stop') {
    const source = end.by.file ? `${end.by.name} (${end.by.file}:${end.by.line})` : (end.by.name ?? end.by.kind);
    return { kind: 'stopped', signal: signal(end.as ?? 'stop_requested', end.reason, source, end.context), by: end.by };
  }
  if (end.action === 'error') return { kind: 'error', error: end.error, by: end.by };
  if (end.action === 'deny') return { kind: 'denied', reason: end.reason };
  return undefined;
}

/** What an end says of itself. A denial is no signal of its own, and no end that the agent came to. */
function signalOf(agent: Agent, ended: Ended): StopSignal | undefined {
  switch (ended.kind) {
    case 'done':
      return signal('completed', 'The agent finished', agent.name);
    case 'stopped':
      return ended.signal;
    case 'denied':
      return undefined;
    case 'aborted':
      return abortedBy(agent.signal);
    case 'error':
      return signal('error', ended.error.message, ended.error.name);
    case 'waiting': {
      const { length } = ended.pending;
      return signal('completed', `Waits for ${length} result${length === 1 ? '' : 's'} from outside`, agent.name);
    }
  }
}

/** Adds what an end says of itself. */
export function recordEnd(agent: Agent, ended: Ended): void {
  const one = signalOf(agent, ended);
  if (one) agent.signals.push(one);
}

/** How an agent ends that is told twice to: an error is stronger than a stop, and a stop that comes later is one more signal. */
export function alsoEnded(agent: Agent, first: Ended | undefined, next: Ended | undefined): Ended | undefined {
  if (!first || !next) return first ?? next;
  if (first.kind === 'waiting') return next;
  if (first.kind === 'stopped' && next.kind === 'error') {
    agent.signals.push(first.signal);
    return { ...next, response: next.response ?? first.response };
  }
  if (next.kind === 'stopped') agent.signals.push(next.signal);
  return first;
}

/** How the run, and every agent of it, ends because a hook with `onError: 'stop'` failed, at whatever event that was. */
export const endByFailure = ({ run }: AgentContext): Extract<Ended, { kind: 'error' }> | undefined =>
  run.failed && { kind: 'error', ...run.failed };

/** An error of the run as hooks have told it: in the place of what it was. */
export function instead(run: Run, error: ErrorFacts, told: ErrorFacts): ErrorFacts {
  run.errors = run.errors.map((one) => (one === error ? told : one));
  return told;
}

/** Stop reasons after which nothing of the response may run and no further request makes sense. */
export function terminalReason(reason: string): string | undefined {
  if (reason === 'refusal') return 'The model refused to go on.';
  if (reason === 'max_tokens') return 'The answer was cut off: it reached the limit of output tokens.';
  if (reason === 'model_context_window_exceeded') return 'The conversation no longer fits the model’s context window.';
  return undefined;
}

/** With such an answer an agent that calls nothing is done. */
export const isLastWord = (reason: string): boolean => reason !== 'pause_turn' && terminalReason(reason) === undefined;
