/**
 * What the Hook Timeline shows: one row for each HookEvent, as a tree of runs and, within them, branches. A fold of the stream with constant work for each
 * item; it changes the state in place. The first event of a run (or of a branch) heads it, the others stand beneath.
 */

import { type HookEvent, typeOf } from '../shared/events';
import type { StreamItem } from '../shared/stream';
import { durationOf, hasOutcome, type Outcome, outcomes } from './eventFacts';

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
  run?: RunSpan;
  /** What a search looks through, lower case; made at the first search. */
  text?: string;
}
/** From the first event of a run to its last, milliseconds since 1970. */
export interface RunSpan {
  start: number;
  end: number;
}
export interface TimelineState {
  roots: TimelineRow[];
  /** All rows in order of arrival. */
  rows: TimelineRow[];
  /** How many events there are of each type. */
  types: Map<string, number>;
  /** How many there are of each tool, and of each agent's branch. */
  tools: Map<string, number>;
  branches: Map<string, number>;
  /** Hooks that ran, by id. */
  hooks: Map<string, { name: string; file: string; count: number }>;
  outcomes: Map<Outcome, number>;
  /** Id of the run that began last. */
  lastRun: string;
  /** The end of the latest event, milliseconds since 1970. */
  latest: number;
  byId: Map<string, TimelineRow>;
  /** The row that stands for a tool call: its `pre_tool_use`, or else its first event. */
  byToolCall: Map<string, TimelineRow>;
  heads: Map<string, TimelineRow>;
  runs: Map<string, RunSpan>;
}

export function newTimeline(): TimelineState {
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
    byToolCall: new Map(),
    heads: new Map(),
    runs: new Map(),
  };
}

/** What an event with a duration is told at: the beginning of what it tells of, or its end. */
const stampedAt: Record<HookEvent['type'], 'beginning' | 'end'> = {
  session_start: 'beginning',
  session_end: 'beginning',
  before_run: 'beginning',
  user_message: 'beginning',
  before_agent: 'beginning',
  before_step: 'beginning',
  pre_model_call: 'beginning',
  model_delta: 'beginning',
  model_error: 'beginning',
  post_model_call: 'end',
  pre_tool_use: 'beginning',
  permission_request: 'beginning',
  tool_error: 'end',
  post_tool_use: 'end',
  tool_result_messages: 'beginning',
  tool_settled: 'beginning',
  message: 'beginning',
  after_step: 'beginning',
  pre_compact: 'beginning',
  stop: 'beginning',
  after_agent: 'beginning',
  run_done: 'beginning',
  run_abort: 'beginning',
  run_error: 'beginning',
  after_run: 'end',
  subagent_start: 'beginning',
  subagent_stop: 'beginning',
  scope_register: 'beginning',
  scope_unregister: 'beginning',
  hook_error: 'beginning',
  hooks_reloaded: 'beginning',
  tools_reloaded: 'beginning',
  approval_requested: 'beginning',
  approval_resolved: 'beginning',
  question_asked: 'beginning',
  question_answered: 'beginning',
  tool_start: 'beginning',
  tool_retry: 'beginning',
  model_retry: 'beginning',
  compacted: 'beginning',
  completion: 'end',
  handoff: 'beginning',
  continue_declined: 'beginning',
  files_changed: 'beginning',
  files_restored: 'beginning',
  files_kept: 'beginning',
  instructions_loaded: 'beginning',
  session_renamed: 'beginning',
  other: 'beginning',
};

/** The row that the item made, if it made one. */
export function foldTimeline(state: TimelineState, item: StreamItem): TimelineRow | undefined {
  if (item.kind !== 'event') return undefined;
  const { event } = item;
  const parent = headFor(state, event);
  const reported = Date.parse(event.timestamp) || 0;
  const took = durationOf(event) ?? 0;
  const before = stampedAt[event.type] === 'end';
  const row: TimelineRow = {
    event,
    index: state.rows.length,
    level: parent ? parent.level + 1 : 1,
    children: [],
    collapsed: false,
    start: before ? reported - took : reported,
    end: before ? reported : reported + took,
    ...(parent ? { parent } : {}),
  };
  state.rows.push(row);
  (parent?.children ?? state.roots).push(row);
  if (event.runId) {
    const key = headKey(event);
    if (!state.runs.has(event.runId)) state.lastRun = event.runId;
    if (!state.heads.has(key)) state.heads.set(key, row);
    row.run = span(state, event.runId, row);
  }
  state.byId.set(event.id, row);
  if (event.toolCallId && (event.type === 'pre_tool_use' || !state.byToolCall.has(event.toolCallId)))
    state.byToolCall.set(event.toolCallId, row);
  countUp(state.types, typeOf(event));
  if (event.toolName) countUp(state.tools, event.toolName);
  countUp(state.branches, event.branch);
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

/** Agents of one name work on one branch: their tasks tell them apart. */
const headKey = ({ runId, branch, taskId }: Pick<HookEvent, 'runId' | 'branch' | 'taskId'>) => `${runId}\n${taskId ?? branch}`;

/** The head of the event's own branch, else of the one with the call that started its agent, else of the nearest branch above that has one. */
function headFor(state: TimelineState, event: HookEvent): TimelineRow | undefined {
  const { runId, branch, toolCallId } = event;
  if (!runId) return undefined;
  const own = state.heads.get(headKey(event));
  if (own) return own;
  const call = event.type === 'subagent_start' && toolCallId ? state.byToolCall.get(toolCallId) : undefined;
  if (call?.parent) return call.parent;
  for (let path = branch; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const head = state.heads.get(headKey({ runId, branch: path }));
    if (head || !path.includes('/')) return head;
  }
}

function span(state: TimelineState, runId: string, { start, end }: TimelineRow): RunSpan {
  let run = state.runs.get(runId);
  if (!run) {
    run = { start, end };
    state.runs.set(runId, run);
  }
  run.start = Math.min(run.start, start);
  run.end = Math.max(run.end, end);
  return run;
}

/** Hidden by a collapsed row above it. */
export function isHidden(row: TimelineRow): boolean {
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
