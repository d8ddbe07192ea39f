/** The row of filters above the timeline; they combine, and are remembered. */
import { html, type TemplateResult } from 'lit';
import { type Outcome, outcomes, type TimelineFilter, type TimelineState } from '../shared/timeline';
import { remembered } from './host';

const outcomeNames: Record<Outcome, string> = {
  decided: 'A hook decided',
  changed: 'A hook changed it',
  denied: 'Denied',
  failed: 'Failed',
};

export interface FilterRow {
  filter: TimelineFilter;
  state: TimelineState;
  following: boolean;
  change(part: Partial<TimelineFilter>): void;
  follow(following: boolean): void;
}

/** The filter of the last time. */
export function rememberedFilter(): TimelineFilter {
  const outcome = remembered('outcome') as Outcome;
  return {
    text: remembered('text'),
    type: remembered('type'),
    tool: remembered('tool'),
    branch: remembered('branch'),
    outcome: outcomes.includes(outcome) ? outcome : '',
  };
}

export function timelineFilters({ filter, state, following, change, follow }: FilterRow): TemplateResult {
  return html`<div class="filters">
    <input
      type="search"
      aria-label="Filter events"
      placeholder="Filter: text, hook, tool, reason"
      .value=${filter.text}
      @input=${(event: Event) => change({ text: (event.target as HTMLInputElement).value })}
    />
    <button class="icon follow" aria-label="Follow Latest" title="Follow the latest event" aria-pressed=${following} @click=${() => follow(!following)}>
      <i class="codicon codicon-arrow-circle-down"></i>
    </button>
    ${choice('Event type', 'All types', filter.type, counted(state.types), (type) => change({ type }))}
    ${choice('Tool', 'All tools', filter.tool, counted(state.tools), (tool) => change({ tool }))}
    ${choice('Agent', 'All agents', filter.branch, counted(state.branches), (branch) => change({ branch }))}
    ${choice(
      'Outcome',
      'All outcomes',
      filter.outcome,
      outcomes.map((outcome): [string, string] => [outcome, outcomeNames[outcome]]),
      (outcome) => change({ outcome: outcome as Outcome | '' }),
    )}
  </div>`;
}

const counted = (names: ReadonlyMap<string, number>): [string, string][] =>
  [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => [name, `${name} (${count})`]);

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
    <option value="" ?selected=${chosen === ''}>${all}</option>
    ${offered.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}
  </select>`;
}
