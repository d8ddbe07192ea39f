/** The filters of the Hook Timeline: they combine. A filter is plain texts, as it is remembered; `finderOf` makes the test of it. */

import { typeOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import { agentPath, decider, hasOutcome, type RowOutcome } from '../eventFacts';
import type { TimelineRow, TimelineState } from './timelineState';

export interface TimelineFilter {
  /** Words that must all occur, in whatever place. */
  text: string;
  /** An event type, or empty for all; so the others. */
  type: string;
  tool: string;
  branch: string;
  /** A hook's id: events in which it ran. */
  hook: string;
  outcome: RowOutcome | '';
  time: TimeRange | '';
  /** Local times for the range `custom`, as `2026-01-31T12:00:00`; empty is open. */
  from: string;
  to: string;
}
export const noFilter: TimelineFilter = {
  text: '',
  type: '',
  tool: '',
  branch: '',
  hook: '',
  outcome: '',
  time: '',
  from: '',
  to: '',
};
/** How many of the filters are on. */
export const filterCount = ({ text, type, tool, branch, hook, outcome, time }: TimelineFilter): number =>
  [text.trim(), type, tool, branch, hook, outcome, time].filter((part) => part !== '').length;

/** `run` is the latest run; minutes count back from the latest event. */
export const timeRanges = ['run', '1', '5', '15', '60', 'custom'] as const;
export type TimeRange = (typeof timeRanges)[number];

/** Undefined where the filter lets everything through. Ranges that end now are read at this moment. */
export function finderOf(filter: TimelineFilter, state: TimelineState): ((row: TimelineRow) => boolean) | undefined {
  const { type, tool, branch, hook, outcome, time } = filter;
  const tests: ((row: TimelineRow) => boolean)[] = [];
  if (type) tests.push(({ event }) => typeOf(event) === type);
  if (tool) tests.push(({ event }) => event.toolName === tool);
  if (branch) tests.push(({ event }) => agentPath(event) === branch);
  if (hook) tests.push(({ event }) => event.hooks.some(({ id }) => id === hook));
  if (outcome) tests.push(({ event }) => hasOutcome(event, outcome));
  const { lastRun } = state;
  if (time === 'run') tests.push(({ event }) => event.runId === lastRun);
  else if (time) {
    const [from, to] = time === 'custom' ? [at(filter.from), at(filter.to)] : [state.latest - Number(time) * 60_000, Number.NaN];
    // The end of a second that was named belongs to it.
    tests.push(({ start, end }) => !(end < from) && !(start >= to + 1000));
  }
  // Last, since it costs most.
  const words = filter.text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0)
    tests.push((row) => {
      const text = prepareSearch(row);
      for (const word of words) if (!text.includes(word)) return false;
      return true;
    });
  return tests.length < 2 ? tests[0] : (row) => tests.every((test) => test(row));
}

/** What a search looks through; made once, before the first search where there is time. */
export function prepareSearch(row: TimelineRow): string {
  row.text ??= searchText(row.event);
  return row.text;
}

/** NaN where nothing is said: it compares with nothing. */
const at = (text: string): number => (text ? new Date(text).getTime() : Number.NaN);

/** Of long values only the beginning is searched. */
const maxSearched = 2_000;

function searchText(event: HookEvent): string {
  const hooks = event.hooks.map((hook) => `${hook.name} ${hook.file} ${hook.decision} ${hook.reason ?? ''}`);
  const parts = [
    typeOf(event),
    event.branch,
    event.agentName,
    event.toolName,
    event.toolCallId,
    event.reason,
    event.error?.message,
    decider(event.decidedBy),
    event.type === 'tool_settled' ? event.data.outcome : undefined,
    ...hooks,
    brief(event.input),
    brief(event.output),
  ];
  return parts
    .filter((part) => part !== undefined)
    .join(' ')
    .toLowerCase();
}

function brief(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text?.slice(0, maxSearched);
}
