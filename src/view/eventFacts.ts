/** What is read off one event, in the words of its row. */
import * as l10n from '@vscode/l10n';
import { dataAt } from '../shared/events/eventReading';
import type { HookEvent } from '../shared/events/events';
import type { DecidedBy, HookRecord } from '../shared/verdicts/hookRecord';

/** What became of an event; several may hold. */
export const outcomes = ['decided', 'changed', 'denied', 'failed'] as const;
export type RowOutcome = (typeof outcomes)[number];

export function hasOutcome(event: HookEvent, outcome: RowOutcome): boolean {
  const { hooks, isError, error } = event;
  const real = hooks.filter(counts);
  switch (outcome) {
    case 'decided':
      return real.some(spoke);
    case 'changed':
      return real.some((hook) => (hook.changed?.length ?? 0) > 0);
    case 'denied':
      return isRefused(event) || real.some((hook) => hook.decision === 'deny');
    case 'failed':
      return isError === true || error !== undefined || hooks.some((hook) => hook.decision === 'error');
  }
}

/** What it did is what became of it. */
export const counts = ({ shadow, noEffect }: HookRecord): boolean => !shadow && noEffect === undefined;

/** What only hides something from the call lets it be, as far as a row goes. */
const spoke = ({ decision, words }: HookRecord): boolean => decision !== 'continue' && !words?.hideOnly;

function isRefused(event: HookEvent): boolean {
  if (event.type === 'tool_settled') return event.data.outcome === 'denied' || event.data.outcome === 'rejected';
  return dataAt(event, 'decision') === 'deny';
}

/** `no-rm: deny`, or `2 ran` where none decided anything; empty where none ran. */
export function hooksCell(event: HookEvent): string {
  const spoken = event.hooks.filter(spoke);
  if (spoken.length > 0)
    return spoken
      .map(
        (hook) =>
          `${hook.name}: ${hook.decision}${hook.shadow ? ' (shadow)' : hook.noEffect === undefined ? '' : ` (${l10n.t('no effect')})`}`,
      )
      .join(', ');
  return event.hooks.length > 0 ? l10n.t('{0} ran', event.hooks.length) : '';
}

/** The agent that an event is of, with those above it: on the main branch, too, it may be another than ours, or one that was handed the run. */
export const agentPath = ({ branch, agentName }: Pick<HookEvent, 'branch' | 'agentName'>): string =>
  branch === 'main' ? agentName || branch : branch;

/** Who decided, in words; empty where nobody had to. */
export function decider(by: DecidedBy | undefined): string {
  if (!by || by.kind === 'default') return '';
  if (by.kind === 'human') return l10n.t('you');
  return by.name ? `${by.kind} ${by.name}` : by.kind;
}

/** `2 skipped: 1 by tool, 1 by match`; empty where none was. */
export function skipsText({ skipped }: HookEvent): string {
  const words = new Map([
    ['disabled', l10n.t('disabled')],
    ['tool', l10n.t('by tool')],
    ['match', l10n.t('by match')],
    ['agent', l10n.t('by agent')],
    ['ended', l10n.t('because the chain had ended')],
  ]);
  const parts = Object.entries(skipped ?? {}).filter(([why, count]) => count > 0 && words.has(why));
  const sum = parts.reduce((total, [, count]) => total + count, 0);
  return sum === 0 ? '' : l10n.t('{0} skipped: {1}', sum, parts.map(([why, count]) => `${count} ${words.get(why)}`).join(', '));
}
