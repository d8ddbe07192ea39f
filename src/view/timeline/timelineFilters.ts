/** The row of filters above the timeline; they combine, and are remembered. */
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { outcomes, type RowOutcome } from '../eventFacts';
import { fileName } from '../format';
import { rememberedText } from '../host';
import { filterCount, noFilter, type TimelineFilter, type TimeRange, timeRanges } from './timelineFilter';
import type { TimelineState } from './timelineState';

const outcomeNames: Record<RowOutcome, string> = {
  decided: l10n.t('A hook decided'),
  changed: l10n.t('A hook changed it'),
  denied: l10n.t('Denied'),
  failed: l10n.t('Failed'),
};
const rangeNames: Record<TimeRange, string> = {
  run: l10n.t('Latest run'),
  '1': l10n.t('Last minute'),
  '5': l10n.t('Last 5 minutes'),
  '15': l10n.t('Last 15 minutes'),
  '60': l10n.t('Last hour'),
  custom: l10n.t('From … to …'),
};

export interface FilterRow {
  filter: TimelineFilter;
  state: TimelineState;
  following: boolean;
  /** The choices are shown in a view that is too narrow to show them always. */
  open: boolean;
  /** How many events are on offer. */
  found: number;
  change(part: Partial<TimelineFilter>): void;
  follow(following: boolean): void;
  toggle(): void;
  /** From the text on to what it found. */
  leave(): void;
}

/** The filter of the last time. */
export function rememberedFilter(): TimelineFilter {
  const known = Object.fromEntries(
    Object.keys(noFilter).map((name) => [name, rememberedText(name)]),
  ) as unknown as TimelineFilter;
  return {
    ...known,
    outcome: outcomes.find((one) => one === known.outcome) ?? '',
    time: timeRanges.find((one) => one === known.time) ?? '',
  };
}

export function timelineFilters({
  filter,
  state,
  following,
  open,
  found,
  change,
  follow,
  toggle,
  leave,
}: FilterRow): TemplateResult {
  const count = filterCount(filter);
  const chosen = count - (filter.text.trim() ? 1 : 0);
  const hooks = hookChoices(state.hooks);
  return html`<div class="filters" role="search" aria-label=${l10n.t('Filters')}>
    <input
      type="search"
      aria-label=${l10n.t('Filter events')}
      placeholder=${l10n.t('Filter events')}
      title=${l10n.t('Filter by text, hook, tool, reason')}
      .value=${filter.text}
      @input=${(event: Event) => change({ text: (event.target as HTMLInputElement).value })}
      @keydown=${(event: KeyboardEvent) => {
        if (event.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
        event.preventDefault();
        leave();
      }}
    />
    ${
      count > 0
        ? html`<span class="found dim">${l10n.t('{0} of {1}', found, state.rows.length)}</span>
          <button class="icon" aria-label=${l10n.t('Clear Filters')} title=${l10n.t('Clear all filters')} @click=${() => change(noFilter)}>
            <i class="codicon codicon-clear-all" aria-hidden="true"></i>
          </button>`
        : nothing
    }
    <button
      class="icon more-filters ${chosen > 0 ? 'on' : ''}"
      aria-label=${chosen > 0 ? l10n.t('More Filters: {0} on', chosen) : l10n.t('More Filters')}
      title=${l10n.t('Type, tool, agent, hook, outcome, time')}
      aria-expanded=${open}
      @click=${toggle}
    >
      <i class="codicon codicon-filter${chosen > 0 ? '-filled' : ''}" aria-hidden="true"></i>
    </button>
    <button class="icon follow" aria-label=${l10n.t('Follow Latest')} title=${l10n.t('Follow the latest event')} aria-pressed=${following} @click=${() => follow(!following)}>
      <i class="codicon codicon-arrow-circle-down" aria-hidden="true"></i>
    </button>
    <div class="choices ${open ? 'open' : ''}">
      ${choice(l10n.t('Event type'), l10n.t('All types'), filter.type, counted(state.types), (type) => change({ type }))}
      ${choice(l10n.t('Tool'), l10n.t('All tools'), filter.tool, counted(state.tools), (tool) => change({ tool }))}
      ${choice(l10n.t('Agent'), l10n.t('All agents'), filter.branch, counted(state.branches), (branch) => change({ branch }))}
      ${choice(l10n.t('Hook'), l10n.t('All hooks'), filter.hook, hooks, (hook) => change({ hook }))}
      ${choice(
        l10n.t('Outcome'),
        l10n.t('All outcomes'),
        filter.outcome,
        outcomes.map((one): [string, string] => [one, `${outcomeNames[one]} (${state.outcomes.get(one) ?? 0})`]),
        (outcome) => change({ outcome: outcome as RowOutcome | '' }),
      )}
      ${choice(
        l10n.t('Time'),
        l10n.t('Any time'),
        filter.time,
        timeRanges.map((one): [string, string] => [one, rangeNames[one]]),
        (time) => change({ time: time as TimeRange | '', ...(time === 'custom' ? {} : { from: '', to: '' }) }),
      )}
      ${
        filter.time === 'custom'
          ? [
              moment(l10n.t('From'), filter.from, (from) => change({ from })),
              moment(l10n.t('To'), filter.to, (to) => change({ to })),
            ]
          : nothing
      }
    </div>
  </div>`;
}

/** Files of one name, as of two workspace folders, are told apart by their paths. */
function hookChoices(hooks: TimelineState['hooks']): [string, string][] {
  const short = ({ name, file }: { name: string; file: string }) => `${name} · ${fileName(file)}`;
  const seen = new Map<string, number>();
  for (const hook of hooks.values()) seen.set(short(hook), (seen.get(short(hook)) ?? 0) + 1);
  return [...hooks].map(([id, hook]) => {
    const label = seen.get(short(hook)) === 1 ? short(hook) : `${hook.name} · ${hook.file}`;
    return [id, `${label} (${hook.count})`];
  });
}

const counted = (names: ReadonlyMap<string, number>): [string, string][] =>
  [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => [name, `${name} (${count})`]);

const moment = (label: string, value: string, choose: (value: string) => void): TemplateResult =>
  html`<input
    type="datetime-local"
    step="1"
    aria-label=${label}
    title=${label}
    .value=${value}
    @change=${(event: Event) => choose((event.target as HTMLInputElement).value)}
  />`;

function choice(
  label: string,
  all: string,
  chosen: string,
  options: [value: string, words: string][],
  choose: (value: string) => void,
): TemplateResult {
  // What was chosen in another session stays on offer, else the filter would act unseen.
  const offered = chosen && !options.some(([value]) => value === chosen) ? [...options, [chosen, chosen] as const] : options;
  return html`<select
    class=${chosen ? 'on' : ''}
    aria-label=${label}
    title=${label}
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
  >
    <option value="" .selected=${chosen === ''}>${all}</option>
    ${offered.map(([value, words]) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`)}
  </select>`;
}
