/**
 * What the Hook Timeline shows: one row for each HookEvent, as a tree of runs and, within them, branches. A fold of the stream with constant work for each
 * item; it changes the state in place.
 */

import { typeOf } from '../../shared/events/eventReading';
import { type Span, spanOf, widen } from '../../shared/events/eventSpan';
import type { HookEvent } from '../../shared/events/events';
import { EventTree } from '../../shared/events/eventTree';
import type { StreamItem } from '../../shared/stream/stream';
import { agentPath, hasOutcome, outcomes, type RowOutcome } from '../eventFacts';

export interface TimelineRow {
  event: HookEvent;
  /** 0-based, in order of arrival. */
  index: number;
  /** 1 for what stands at the top. */
  level: number;
  parent?: TimelineRow;
  children: TimelineRow[];
  collapsed: boolean;
  /** Milliseconds since 1970; a tool's own time lies before the event that reports it. */
  start: number;
  end: number;
  /** Of the whole run. */
  run?: Span;
  /** What a search looks through, lower case; made at the first search. */
  text?: string;
}
export interface TimelineState {
  roots: TimelineRow[];
  /** All rows in order of arrival. */
  rows: TimelineRow[];
  /** How many events there are of each type. */
  types: Map<string, number>;
  /** How many there are of each tool, and of each agent, by `agentPath`. */
  tools: Map<string, number>;
  branches: Map<string, number>;
  /** Hooks that ran, by id. */
  hooks: Map<string, { name: string; file: string; count: number }>;
  outcomes: Map<RowOutcome, number>;
  /** Id of the run that began last. */
  lastRun: string;
  /** The end of the latest event, milliseconds since 1970. */
  latest: number;
  byId: Map<string, TimelineRow>;
  /** The row that stands for a tool call. */
  byToolCall: Map<string, TimelineRow>;
  tree: EventTree<TimelineRow>;
  runs: Map<string, Span>;
}

export function newTimeline(): TimelineState {
  const tree = new EventTree<TimelineRow>();
  return {
    roots: [],
    rows: [],
    types: new Map(),
    tools: new Map(),
    branches: new Map(),
    hooks: new Map(),
    outcomes: new Map(),
    lastRun: '',
    latest: 0,
    byId: new Map(),
    byToolCall: tree.calls,
    tree,
    runs: new Map(),
  };
}

export function rowOf(event: HookEvent, index: number, parent?: TimelineRow): TimelineRow {
  return {
    event,
    index,
    level: parent ? parent.level + 1 : 1,
    children: [],
    collapsed: false,
    ...spanOf(event),
    ...(parent ? { parent } : {}),
  };
}

/** The row that the item made, if it made one. */
export function foldTimeline(state: TimelineState, item: StreamItem): TimelineRow | undefined {
  if (item.kind !== 'event') return undefined;
  const { event } = item;
  const parent = state.tree.parentOf(event);
  const row = rowOf(event, state.rows.length, parent);
  state.rows.push(row);
  (parent?.children ?? state.roots).push(row);
  state.tree.add(event, row);
  if (event.runId) {
    row.run = state.runs.get(event.runId);
    if (row.run) widen(row.run, row);
    else {
      row.run = { start: row.start, end: row.end };
      state.runs.set(event.runId, row.run);
      state.lastRun = event.runId;
    }
  }
  state.byId.set(event.id, row);
  countUp(state.types, typeOf(event));
  if (event.toolName) countUp(state.tools, event.toolName);
  countUp(state.branches, agentPath(event));
  for (const { id, name, file } of event.hooks) {
    const known = state.hooks.get(id);
    if (known) known.count++;
    else state.hooks.set(id, { name, file, count: 1 });
  }
  for (const outcome of outcomes) if (hasOutcome(event, outcome)) countUp(state.outcomes, outcome);
  state.latest = Math.max(state.latest, row.end);
  return row;
}

const countUp = <K extends string>(counts: Map<K, number>, name: K) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Hidden by a collapsed row above it. */
export function isHiddenRow(row: TimelineRow): boolean {
  for (let above = row.parent; above; above = above.parent) if (above.collapsed) return true;
  return false;
}

/** All rows that are not hidden, in the order of the tree. */
export function visibleRows(state: TimelineState): TimelineRow[] {
  const rows: TimelineRow[] = [];
  const walk = (list: TimelineRow[]) => {
    for (const row of list) {
      rows.push(row);
      if (!row.collapsed && row.children.length > 0) walk(row.children);
    }
  };
  walk(state.roots);
  return rows;
}
