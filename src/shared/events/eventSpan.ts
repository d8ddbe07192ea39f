/** When what an event tells of began and ended. */
import type { HookEvent } from './events';

/** Milliseconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

/** A tool's own time lies before the event that reports it. */
export function spanOf(event: HookEvent): Span {
  const reported = Date.parse(event.timestamp) || 0;
  const took = durationOf(event) ?? 0;
  return stampedAt[event.type] === 'end' ? { start: reported - took, end: reported } : { start: reported, end: reported + took };
}

/** Changes `whole` so that it holds the other too. */
export function widen(whole: Span, { start, end }: Span): void {
  whole.start = Math.min(whole.start, start);
  whole.end = Math.max(whole.end, end);
}

/** Milliseconds: the event's own, else what its hooks took; undefined where neither is known. */
export function durationOf(event: HookEvent): number | undefined {
  if (event.duration !== undefined) return event.duration;
  if (event.hooks.length === 0) return undefined;
  return event.hooks.reduce((sum, hook) => sum + hook.duration, 0);
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
  conversation_restored: 'beginning',
  instructions_loaded: 'beginning',
  session_renamed: 'beginning',
  other: 'beginning',
};
