/** What hooks changed at a recorded event; those in shadow changed nothing. */
import type { EventOf, HookEvent } from '../../shared/events/events';
import type { Payloads } from '../../shared/hooks/payloads';
import { byStrength } from '../../shared/runs/stopSignals';
import type { ChangedField } from '../../shared/verdicts/patches';

type Changes = NonNullable<HookEvent['hooks'][number]['changed']>;

export const changesOf = ({ hooks }: Pick<HookEvent, 'hooks'>): Changes =>
  hooks.flatMap(({ shadow, changed = [] }) => (shadow ? [] : changed));

export const changeOf = (event: Pick<HookEvent, 'hooks'>, field: ChangedField): Changes[number] | undefined =>
  changesOf(event).findLast((change) => change.field === field);

/** Why an agent ended, before its hooks had their say: their signals are among those that it ended with. */
export function stopBefore(event: EventOf<'stop'>): Pick<Payloads['stop'], 'reason' | 'signals'> {
  const ours = changesOf(event).flatMap(({ field, after }) => (field === 'signal' ? [JSON.stringify(after)] : []));
  const signals = event.data.signals.filter((signal) => !ours.includes(JSON.stringify(signal)));
  return { reason: byStrength(signals)[0]?.reason ?? 'completed', signals };
}
