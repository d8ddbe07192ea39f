/**
 * What the Hook Timeline shows: one row for each HookEvent, as a tree of runs and, within them, branches. A fold of the stream with constant work for each
 * item; it changes the state in place. The first event of a run (or of a branch) heads it, the others stand beneath.
 */
import type { DecidedBy, HookEvent, StreamItem } from './events';

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
    byId: new Map(),
    byToolCall: new Map(),
    heads: new Map(),
    runs: new Map(),
  };
}

/** The row that the item made, if it made one. */
export function foldTimeline(state: TimelineState, item: StreamItem): TimelineRow | undefined {
  if (item.kind !== 'event') return undefined;
  const { event } = item;
  const parent = headFor(state, event);
  const reported = Date.parse(event.timestamp) || 0;
  const took = durationOf(event) ?? 0;
  const before =
    event.type === 'post_tool_use' ||
    event.type === 'tool_error' ||
    event.type === 'post_model_call' ||
    event.type === 'after_run';
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
    const key = headKey(event.runId, event.branch);
    if (!state.heads.has(key)) state.heads.set(key, row);
    row.run = span(state, event.runId, row);
  }
  state.byId.set(event.id, row);
  if (event.toolCallId && (event.type === 'pre_tool_use' || !state.byToolCall.has(event.toolCallId)))
    state.byToolCall.set(event.toolCallId, row);
  countUp(state.types, event.type);
  if (event.toolName) countUp(state.tools, event.toolName);
  countUp(state.branches, event.branch);
  return row;
}

const countUp = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

const headKey = (runId: string, branch: string) => `${runId}\n${branch}`;

/** The head of the event's own branch, else of the nearest branch above that has one. */
function headFor(state: TimelineState, { runId, branch }: HookEvent): TimelineRow | undefined {
  if (!runId) return undefined;
  for (let path = branch; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const head = state.heads.get(headKey(runId, path));
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

/** True where a new row stands below all others, so that a list of rows may simply grow by it. */
export function isLast(state: TimelineState, row: TimelineRow): boolean {
  for (let at = row; ; at = at.parent) {
    const siblings = at.parent?.children ?? state.roots;
    if (siblings.at(-1) !== at) return false;
    if (!at.parent) return true;
  }
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

export interface TimelineFilter {
  /** Words that must all occur, in whatever place. */
  text: string;
  /** An event type, or empty for all; so the others. */
  type: string;
  tool: string;
  branch: string;
  outcome: Outcome | '';
}
export const noFilter: TimelineFilter = { text: '', type: '', tool: '', branch: '', outcome: '' };
export const isFiltering = ({ text, type, tool, branch, outcome }: TimelineFilter): boolean =>
  [text.trim(), type, tool, branch, outcome].some((part) => part !== '');

/** What became of an event; several may hold. */
export type Outcome = 'decided' | 'changed' | 'denied' | 'failed';
export const outcomes: readonly Outcome[] = ['decided', 'changed', 'denied', 'failed'];

export function hasOutcome({ hooks, data, isError, error }: HookEvent, outcome: Outcome): boolean {
  const real = hooks.filter((hook) => !hook.shadow);
  switch (outcome) {
    case 'decided':
      return real.some((hook) => hook.decision !== 'continue');
    case 'changed':
      return real.some((hook) => (hook.changed?.length ?? 0) > 0);
    case 'denied':
      return (
        [data?.decision, data?.outcome].some((word) => ['deny', 'denied', 'rejected'].includes(String(word))) ||
        real.some((hook) => hook.decision === 'deny')
      );
    case 'failed':
      return isError === true || error !== undefined || hooks.some((hook) => hook.decision === 'error');
  }
}

export function matches(row: TimelineRow, { text, type, tool, branch, outcome }: TimelineFilter): boolean {
  if (type !== '' && row.event.type !== type) return false;
  if (tool !== '' && row.event.toolName !== tool) return false;
  if (branch !== '' && row.event.branch !== branch) return false;
  if (outcome !== '' && !hasOutcome(row.event, outcome)) return false;
  const words = text.trim().toLowerCase().split(/\s+/);
  if (words[0] === '') return true;
  row.text ??= searchText(row.event);
  return words.every((word) => row.text!.includes(word));
}

/** Of long values only the beginning is searched. */
const maxSearched = 2_000;

function searchText(event: HookEvent): string {
  const hooks = event.hooks.map((hook) => `${hook.name} ${hook.file} ${hook.decision} ${hook.reason ?? ''}`);
  const parts = [
    event.type,
    event.branch,
    event.agentName,
    event.toolName,
    event.toolCallId,
    event.reason,
    event.error?.message,
    decider(event.decidedBy),
    event.data?.outcome,
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

/** Milliseconds: the event's own, else what its hooks took; undefined where neither is known. */
export function durationOf(event: HookEvent): number | undefined {
  if (event.duration !== undefined) return event.duration;
  if (event.hooks.length === 0) return undefined;
  return event.hooks.reduce((sum, hook) => sum + hook.duration, 0);
}

/** `no-rm: deny`, or `2 ran` where none decided anything; empty where none ran. */
export function hooksCell(event: HookEvent): string {
  const spoke = event.hooks.filter((hook) => hook.decision !== 'continue');
  if (spoke.length > 0) return spoke.map((hook) => `${hook.name}: ${hook.decision}${hook.shadow ? ' (shadow)' : ''}`).join(', ');
  return event.hooks.length > 0 ? `${event.hooks.length} ran` : '';
}

/** Who decided, in words; empty where nobody had to. */
export function decider(by: DecidedBy | undefined): string {
  if (!by || by.kind === 'default') return '';
  if (by.kind === 'human') return 'you';
  return by.name ? `${by.kind} ${by.name}` : by.kind;
}

/** `2 skipped: 1 by tool, 1 by match`; empty where none was. */
export function skipsText({ skipped }: HookEvent): string {
  const words = new Map([
    ['disabled', 'disabled'],
    ['tool', 'by tool'],
    ['match', 'by match'],
    ['agent', 'by agent'],
    ['ended', 'because the chain had ended'],
  ]);
  const parts = Object.entries(skipped ?? {}).filter(([why, count]) => count > 0 && words.has(why));
  const sum = parts.reduce((total, [, count]) => total + count, 0);
  return sum === 0 ? '' : `${sum} skipped: ${parts.map(([why, count]) => `${count} ${words.get(why)}`).join(', ')}`;
}
