/** One call of another agent: as ours would be, what the chain says of it, which of several such words counts, and the telling of what became of it. */
import { afterChain } from '../../agent/calls/afterChain';
import { type AgentContext, ask, dispatch } from '../../agent/context/agentContext';
import { type Call, toolFields } from '../../agent/judging/call';
import { heldTo } from '../../agent/judging/confining';
import type { Asked } from '../../agent/record/sawMetadata';
import { whyNoAllow } from '../../agent/tools/approval';
import type { Lost, Occurrence, Verdict } from '../../protocols/protocol';
import type { TheirCall } from '../../protocols/toolWords';
import type { JsonObject } from '../../shared/basics/json';
import type { Attribution } from '../../shared/verdicts/chainEnd';
import type { DecidedBy, HookRecord } from '../../shared/verdicts/hookRecord';
import { digest } from '../place/digest';
import { textIn } from './guestFailure';
import { notHere } from './lostWords';

export interface JudgedCall {
  call: Call;
  /** Where it is made. */
  place: string | undefined;
  result: Asked<'preToolUse'>;
  verdict: Verdict;
  action: Verdict['action'];
  by?: DecidedBy;
  reason?: string;
  lost: Lost[];
  /** What the human who allowed it has the agent told. */
  told?: string;
  /** The run ends with it: every later call is refused. */
  halts?: string;
}

/** Why, for those who see nothing of the chain: who failed is named, and what somebody said stands as they said it. */
export function whyTold(hooks: readonly HookRecord[], { by, reason }: Attribution): string {
  const failed = hooks.find(({ error, name, file }) => error && name === by.name && file === by.file);
  return failed?.error ? `${failed.kind} ${failed.name} (${failed.file}) failed: ${failed.error.message}` : reason;
}

const denying =
  (call: Call, place: JudgedCall['place'], result: JudgedCall['result']) =>
  (by: DecidedBy, reason: string, more: Partial<JudgedCall> = {}): JudgedCall => ({
    ...{ call, place, result, action: 'deny', by, reason, lost: [] },
    verdict: { action: 'deny', reason: whyTold(result.hooks, { by, reason }) },
    ...more,
  });

/** `ctx` has the tools as they are at that place. */
export async function judgeCall(
  ctx: AgentContext,
  occurrence: Occurrence,
  call: Call,
  place: JudgedCall['place'],
): Promise<JudgedCall> {
  const result = await ask(ctx, 'preToolUse', toolFields(call));
  const denied = denying(call, place, result);
  const after = afterChain(result);
  switch (after.kind) {
    case 'denied':
      return denied(after.by, after.reason);
    case 'halted': {
      const halts = `a hook ended the run: ${after.reason}`;
      return denied(after.by, halts, { halts });
    }
    case 'replaced': {
      // Nobody lets a hook answer for a tool: what it answers is the reason why the tool does not run.
      const { end, refused } = after;
      const text = end.action === 'respond' ? textIn(end.value) : end.error.message;
      const lost: Lost[] = [{ word: 'deny', became: notHere(occurrence, end.action) }];
      return denied(refused?.by ?? end.by, refused?.reason ?? (text || end.reason), { lost });
    }
    case 'goesOn':
      return judgeChanged(ctx, occurrence, call, place, result);
  }
}

/** What policies and votes say of the input, and the tool, that the hooks have left. */
async function judgeChanged(
  ctx: AgentContext,
  occurrence: Occurrence,
  call: Call,
  place: JudgedCall['place'],
  result: Asked<'preToolUse'>,
): Promise<JudgedCall> {
  const { payload } = result;
  const denied = denying(call, place, result);
  const facts = { ...call.facts, ...payload };
  const held = await heldTo(ctx, facts, result.judgement, result.confined);
  if (held.judgement?.action === 'deny') return denied(held.judgement.by, held.judgement.reason);
  if (payload.toolName !== call.facts.toolName) {
    const reason = `a hook has ${payload.toolName} in its place: call that instead, with ${JSON.stringify(payload.input)}`;
    return denied(lastOf(result.hooks, 'redirect'), reason, {
      lost: [{ word: 'input', became: notHere(occurrence, 'redirect') }],
    });
  }
  const isChanged = JSON.stringify(payload.input) !== JSON.stringify(call.facts.input);
  const inputs = isChanged ? [restored(payload.input, call)] : undefined;
  const word = (action: Verdict['action'], by?: DecidedBy, reason?: string): JudgedCall => ({
    ...{ call, place, result, action, lost: [], ...(by ? { by, reason } : {}) },
    verdict: { action, reason: by && reason !== undefined ? whyTold(result.hooks, { by, reason }) : reason, inputs },
  });
  if (held.judgement) return word('ask', held.judgement.by, held.judgement.reason);
  const { vote } = result;
  if (vote?.action === 'ask') return word('ask', vote.by, vote.reason);
  const keepsPrompt = protectedPath(ctx, { ...call, facts }) !== undefined;
  if (vote?.action === 'allow' && !keepsPrompt) return word('allow', vote.by, vote.reason);
  const left = word(undefined);
  return keepsPrompt ? { ...left, verdict: { ...left.verdict, keepsPrompt } } : left;
}

/** With the fields that the agent gave and that a schema of ours does not have. */
export const restored = (input: JsonObject, { requestedInput, facts }: Call): JsonObject => ({
  ...Object.fromEntries(Object.entries(requestedInput).filter(([field]) => !(field in facts.input))),
  ...input,
});

const rank = ({ action, inputs }: Verdict): number =>
  action === 'deny' ? 4 : action === 'ask' ? 3 : inputs?.[0] ? 2 : action === undefined ? 1 : 0;

/** Of several calls that the agent makes as one, the strictest word. */
export function verdictOf(judged: readonly JudgedCall[]): Verdict {
  const strictest = judged.reduce((a, b) => (rank(b.verdict) > rank(a.verdict) ? b : a), judged[0]!);
  const verdict: Verdict = {
    ...strictest.verdict,
    inputs: judged.map(({ verdict: { inputs } }) => inputs?.[0]),
    context: judged.flatMap(({ result, told }) => [...result.context, ...(told ? [told] : [])]),
  };
  // Every call has to be allowed for the whole to be.
  if (verdict.action === 'allow' && judged.some(({ verdict: { action } }) => action !== 'allow')) verdict.action = undefined;
  return verdict;
}

/** Tells the hooks what the call came to. */
export async function settle(
  ctx: AgentContext,
  call: Call,
  outcome: 'ok' | 'error' | 'denied' | 'rejected' | 'skipped',
  decidedBy: DecidedBy,
  reason: string | undefined,
  output?: string,
): Promise<void> {
  const isError = outcome !== 'ok';
  await dispatch(ctx, 'toolSettled', { ...toolFields(call), outcome, decidedBy, reason, output, isError });
}

/** `place` is where it is made. */
export const callOf = (
  ctx: AgentContext,
  call: TheirCall,
  place: string | undefined,
  id: string | undefined,
  n: number,
): Call => ({
  id: id === undefined ? ctx.deps.clock.id('call') : n === 0 ? id : `${id}:${n}`,
  requestedInput: call.input,
  facts: ctx.deps.tools.facts(call.toolName, placed(call, place)),
  decidedBy: { kind: 'default' },
});

/** The folder that it names itself starts where the agent is, not there. */
const placed = ({ input, cwd }: TheirCall, place: string | undefined): JsonObject =>
  cwd === undefined || place === undefined
    ? input
    : Object.fromEntries(
        Object.entries(input).map(([field, value]) => [field, value === cwd && field !== 'command' ? place : value]),
      );

/** Under which it is known again when the agent prompts for it: as it was asked for, and as hooks have left it. */
export const keysOf = ({ facts, requestedInput }: Call, changed?: JsonObject): string[] =>
  [requestedInput, ...(changed ? [changed] : [])].map((input) => digest([facts.toolName, subjectOf(input)]));

/** What a human would be asked about: a description or a time limit makes no other question of it. */
const subjectOf = (input: JsonObject): unknown =>
  ['command', 'file_path', 'notebook_path'].map((field) => input[field]).find((value) => typeof value === 'string') ?? input;

export const protectedPath = ({ deps }: AgentContext, { facts }: Call): string | undefined =>
  whyNoAllow(deps.tools.circumstances(facts));

function lastOf(hooks: readonly HookRecord[], decision: string): DecidedBy {
  const hook = hooks.findLast((one) => one.decision === decision);
  return hook ? { kind: 'hook', file: hook.file, line: hook.line, name: hook.name } : { kind: 'hook' };
}
