/** What a dispatch means where no hook can run: none is registered, the host is down, or the run was stopped before its hooks had answered. */

import type { JsonObject } from '../../../shared/basics/json';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { DispatchRequest, DispatchResult, JudgeResult } from '../../../shared/hooks/dispatch';
import { noSkips, type SkipCounts } from '../../../shared/verdicts/hookRecord';
import type { ChainEnv, HookDescription, RegisteredHook, ResumeChain } from '../words/registered';
import { runChain } from './chain';

export interface Unanswered {
  request: DispatchRequest;
  /** Those of the set in force, sorted. */
  hooks: readonly HookDescription[];
  hookSet: string;
  /** How far the chain was. */
  resume?: ResumeChain;
  toolFacts(toolName: string, input: JsonObject): ToolFacts;
  now(): number;
}

const by = { kind: 'policy' as const, name: 'hook host' };

export const untouched = (request: DispatchRequest, hookSet: string, skipped: SkipCounts = noSkips): DispatchResult => ({
  end: { action: 'continue' },
  payload: request.payload,
  context: [],
  hooks: [],
  skipped,
  hookSet,
});

export const notJudged = (why: string, hookSet: string): JudgeResult => ({
  judgement: { action: 'deny', by, reason: why },
  hooks: [],
  hookSet,
});

/** Every hook that would have run fails with `why`, each by its own `onError` and `redacts`; a tool call is denied in any case. */
export async function failClosed(unanswered: Unanswered, why: string): Promise<DispatchResult> {
  const fails = () => {
    throw Object.assign(new Error(why), { name: 'HostError' });
  };
  const result = await withHandler(unanswered, fails, new AbortController().signal);
  if (unanswered.request.event !== 'preToolUse' || result.end.action === 'deny') return result;
  return {
    ...result,
    end: { action: 'deny', by, reason: why },
    vote: undefined,
    judgement: undefined,
    context: [],
    metadata: undefined,
  };
}

/** The chain's own rule for a run that was stopped: a gate does not open, elsewhere the rest is left out. */
export const abandoned = (unanswered: Unanswered): Promise<DispatchResult> =>
  withHandler(unanswered, () => new Promise(() => undefined), AbortSignal.abort());

const unasked = (): never => {
  throw new Error('no hook runs');
};

function withHandler(
  { request, hooks, hookSet, resume, toolFacts, now }: Unanswered,
  handler: RegisteredHook['handler'],
  signal: AbortSignal,
): Promise<DispatchResult> {
  const env: ChainEnv = {
    toolFacts: async (toolName, input) => toolFacts(toolName, input),
    complete: unasked,
    state: unasked,
    began: () => undefined,
    paused: () => undefined,
    progressed: () => undefined,
    isSuspended: () => false,
    timedOut: () => undefined,
    signal,
    ...(signal.aborted ? { isLost: true as const } : {}),
    now,
    hookSet,
  };
  return runChain(
    request,
    hooks.map((hook) => ({ ...hook, handler })),
    env,
    resume,
  );
}
