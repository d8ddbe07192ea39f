/** Events that a conversation passes over. */
import type { HookEvent } from './events';

/** Types that tell of a step alone: where a conversation stands, and what its chat shows, does not follow from them. */
const passing = [
  ...(['session_start', 'session_end', 'before_agent', 'before_step', 'pre_model_call', 'model_delta', 'model_error'] as const),
  ...(['post_model_call', 'tool_result_messages', 'after_step', 'stop', 'after_agent', 'scope_register'] as const),
  ...(['scope_unregister', 'completion', 'tools_reloaded', 'tool_retry', 'files_changed', 'files_restored'] as const),
  ...(['files_kept', 'conversation_restored', 'other'] as const),
] as const satisfies readonly HookEvent['type'][];

const passingTypes: ReadonlySet<string> = new Set(passing);

export type PassingEvent = Extract<HookEvent, { type: (typeof passing)[number] }>;

/** The end of a run that its process died in is told when another begins, which settles what that one left. */
const isTooLate = ({ data }: HookEvent): boolean => data !== undefined && 'interrupted' in data;

export const isPassing = (event: HookEvent): event is PassingEvent => passingTypes.has(event.type) || isTooLate(event);
