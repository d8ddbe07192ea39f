/** What hooks changed at a recorded event; those in shadow changed nothing. */
import type { HookEvent } from '../../shared/events';
import type { ChangedField } from '../../shared/patches';

type Changes = NonNullable<HookEvent['hooks'][number]['changed']>;

export const changesOf = ({ hooks }: Pick<HookEvent, 'hooks'>): Changes =>
  hooks.flatMap(({ shadow, changed = [] }) => (shadow ? [] : changed));

export const changeOf = (event: Pick<HookEvent, 'hooks'>, field: ChangedField): Changes[number] | undefined =>
  changesOf(event).findLast((change) => change.field === field);
