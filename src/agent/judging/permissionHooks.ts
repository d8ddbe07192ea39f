/** Hooks of permissionRequest come before each prompt, and may answer in the human's place. */
import type { DecidedBy } from '../../shared/verdicts/hookRecord';
import { type AgentContext, barring, dispatch } from '../context/agentContext';
import { settleEnd } from '../context/ending';
import type { CallVerdict } from '../tools/approval';
import { type Call, cancelled, denied, type Gate, skipped, toolFields } from './call';
import type { JudgedAt } from './judgedAt';

/** What becomes of the call by their word; undefined where the human is asked. */
export async function permissionHooks(
  ctx: AgentContext,
  call: Call,
  { by, forced, reason, suggestions }: Extract<CallVerdict, { action: 'ask' }>,
  judgedAt: JudgedAt,
): Promise<Gate | undefined> {
  const { signal } = ctx.agent;
  const bars = { allow: forced ? `${askerOf(by)} asks: no hook can answer that` : undefined };
  const payload = { ...toolFields(call), reason, suggestions };
  const { end, vote } = await dispatch(barring(ctx, bars), 'permissionRequest', payload, signal);
  if (end.action === 'deny') return { prepared: denied({ ...call, decidedBy: end.by }, end.reason) };
  if (end.action === 'error') return { prepared: skipped({ ...call, decidedBy: end.by }, end.reason), ended: settleEnd({ end }) };
  if (signal.aborted) return { prepared: cancelled(call, signal) };
  if (vote?.action !== 'allow' || forced) return undefined;
  call.decidedBy = vote.by;
  return { prepared: { kind: 'ready', call, judgedAt } };
}

const askerOf = ({ kind, name }: DecidedBy): string =>
  kind === 'default' && name ? name : name ? `the ${kind} ${name}` : `a ${kind}`;
