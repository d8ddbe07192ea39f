/** A tool call on its way: what is known of it, what can become of it before it runs, and the policies' word on it. */

import type { JsonObject } from '../../shared/basics/json';
import type { ToolFacts } from '../../shared/calls/toolFacts';
import type { ToolOutcome } from '../../shared/events/events';
import type { ToolFields } from '../../shared/hooks/payloads';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import type { Judgement } from '../../shared/verdicts/chainEnd';
import type { Confinement } from '../../shared/verdicts/confinement';
import type { DecidedBy, HookRecord } from '../../shared/verdicts/hookRecord';
import { type AgentContext, agentHooksOf, factsOf, note } from '../context/agentContext';
import type { Ended } from '../context/ending';
import { abandonedBy, abortedBy } from '../context/signals';
import type { ToolOutput } from '../ports/tool';
import { heldTo } from './confining';
import type { JudgedAt } from './judgedAt';

/** What is known of a call while it makes its way. */
export interface Call {
  id: string;
  requestedInput: JsonObject;
  facts: ToolFacts;
  decidedBy: DecidedBy;
  /** What the human who allowed it has the agent told. */
  told?: string;
  /** What it is held to when it runs. */
  confinement?: Confinement;
  /** Of policies that judged it again and said something new: told with its next event. */
  heard?: HookRecord[];
  /** What each said of it last, by its id. */
  said?: Map<string, string>;
}

export type Prepared =
  | { kind: 'ready'; call: Call; judgedAt: JudgedAt }
  /** A hook answered for the tool; after-hooks run on it. */
  | { kind: 'answered'; call: Call; output: ToolOutput['content'] }
  | { kind: 'failed'; call: Call; error: ErrorFacts; origin: 'tool' | 'hook' }
  /** Denied, rejected, skipped or cancelled: only the message and toolSettled follow. */
  | { kind: 'refused'; call: Call; outcome: ToolOutcome; text: string; reason: string };

export interface Gate {
  prepared: Prepared /** The run or agent ends after this call. */;
  ended?: Ended;
}

export const toolFields = ({ id, requestedInput, facts }: Call): ToolFields => ({
  toolCallId: id,
  requestedInput,
  ...facts,
});

export const factsFor = ({ deps }: AgentContext, toolName: string, input: JsonObject): ToolFacts =>
  deps.tools.facts(toolName, input);

/** What policies said, if anything, and what each of them did. */
interface Judged {
  judgement: Judgement | undefined;
  hooks: HookRecord[];
}

/** The policies once more, where another call or another hook set came between: their strictest word, if any. What they have the call held to is on it. */
export async function judgeAgain(ctx: AgentContext, call: Call): Promise<Judged> {
  const { judgement, confined, hooks } = await ctx.deps.hooks.judge(
    { event: 'preToolUse', run: factsOf(ctx), payload: toolFields(call), agentHooks: agentHooksOf(ctx) },
    ctx.agent.signal,
  );
  for (const record of hooks) {
    if (record.error)
      note(ctx, 'hook_error', {
        error: record.error,
        reason: `policy ${record.name} failed: ${record.error.message}`,
        data: { hook: record.name, file: record.file, line: record.error.line ?? record.line, event: 'preToolUse' },
      });
  }
  call.heard = [...(call.heard ?? []), ...newlySaid(call, hooks)];
  const held = await heldTo(ctx, call.facts, judgement, confined);
  call.confinement = held.confinement;
  return { judgement: held.judgement, hooks };
}

/** Takes note of what each says of the call; those that say something new. Most judge as before, in the same words. */
export function newlySaid(call: Call, hooks: readonly HookRecord[]): HookRecord[] {
  call.said ??= new Map();
  const { said } = call;
  return hooks.filter((record) => {
    const text = saidBy(record);
    if (text === (said.get(record.id) ?? '')) return false;
    said.set(record.id, text);
    return text !== '';
  });
}

/** The word on the call and what is logged beside it; nothing of one who is silent. */
const saidBy = ({ decision, reason, words, logs }: HookRecord): string =>
  decision === 'continue' && !logs?.length ? '' : JSON.stringify([decision, reason, words, logs]);

/** What policies said that no event of the call has told yet, for the one that comes now. */
export function takeHeard(call: Call): HookRecord[] {
  const { heard = [] } = call;
  call.heard = undefined;
  return heard;
}

export const denied = (call: Call, reason: string): Prepared & { kind: 'refused' } => ({
  kind: 'refused',
  call,
  outcome: 'denied',
  reason,
  text: `Tool call denied: ${reason}`,
});
/** `by`: who ended the agent before it. */
export const skipped = (call: Call, why: string, by?: DecidedBy): Prepared & { kind: 'refused' } => ({
  kind: 'refused',
  call: by ? { ...call, decidedBy: by } : call,
  outcome: 'skipped',
  reason: why,
  text: `Tool call skipped: ${why}`,
});
/** `signal`: that of its agent, which is aborted. */
export function cancelled(call: Call, signal: AbortSignal): Prepared & { kind: 'refused' } {
  const { source, message } = abortedBy(signal);
  const [reason, why] = source === 'human' ? ['stopped by the user', 'the user stopped the run'] : [message, message];
  return {
    kind: 'refused',
    call: { ...call, decidedBy: abandonedBy(signal) },
    outcome: 'cancelled',
    reason,
    text: `Tool call cancelled: ${why}.`,
  };
}
const rejected = (call: Call, reason: string | undefined): Prepared & { kind: 'refused' } => ({
  kind: 'refused',
  call: { ...call, decidedBy: { kind: 'human' } },
  outcome: 'rejected',
  reason: reason ?? '',
  text: reason ? `The user rejected this tool call: ${reason}` : 'The user rejected this tool call.',
});

/** What the one who answers prompts has denied: a human does so in their own name. */
export const refusedBy = (call: Call, by: DecidedBy, reason: string | undefined): Prepared & { kind: 'refused' } =>
  by.kind === 'human' ? rejected(call, reason) : denied({ ...call, decidedBy: by }, reason ?? '');

/** Why there is nothing to run. */
export function notRunnable(facts: ToolFacts): ErrorFacts | undefined {
  const message = facts.problem ?? facts.status;
  if (facts.status === 'unknown') return { kind: 'unknown_tool', name: 'UnknownTool', message };
  if (facts.status === 'disabled') return { kind: 'disabled', name: 'DisabledTool', message };
  if (facts.status === 'invalid') return { kind: 'validation', name: 'InvalidInput', message };
  return undefined;
}
