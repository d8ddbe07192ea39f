/**
 * Who reads what of the one stream. A switch that reads some types of events and leaves the others in silence ends in `event.type satisfies UnreadBy<…>`: a new
 * type is a row here, which says of each of them whether it is concerned, and those do not compile until they have its case.
 */
import type { HookEvent } from './events';

interface ReadersOf {
  session_start: 'recalled';
  session_end: 'atOnce';
  before_run: 'files';
  user_message: 'files' | 'recalled';
  before_agent: 'pastSpeaker' | 'recalled';
  before_step: 'spanBegins' | 'pastSpeaker' | 'recalled';
  pre_model_call: 'spanBegins' | 'recalled';
  model_delta: never;
  model_error: 'spanEnds' | 'recalled' | 'logged';
  post_model_call: 'spanEnds' | 'pastSpeaker' | 'recalled';
  pre_tool_use: 'spanBegins' | 'recalled' | 'atOnce';
  permission_request: 'recalled' | 'atOnce';
  tool_error: 'recalled';
  post_tool_use: 'recalled';
  tool_result_messages: 'recalled';
  tool_settled: 'spanEnds' | 'spoken' | 'judgedAgain';
  message: 'spanEnds' | 'pastSpeaker' | 'spoken';
  after_step: 'spanEnds' | 'recalled';
  pre_compact: 'pastSpeaker' | 'recalled';
  stop: 'recalled';
  after_agent: 'recalled';
  run_done: 'spoken';
  run_abort: never;
  run_error: 'logged' | 'spoken';
  after_run: 'spanEnds' | 'spoken' | 'atOnce';
  subagent_start: 'spanBegins';
  subagent_stop: 'spanEnds';
  scope_register: never;
  scope_unregister: never;
  hook_error: 'logged';
  hooks_reloaded: 'logged';
  tools_reloaded: 'logged';
  approval_requested: 'pastRun' | 'spoken' | 'atOnce' | 'judgedAgain';
  approval_resolved: 'pastRun' | 'atOnce' | 'judgedAgain';
  question_asked: 'pastRun' | 'spoken' | 'atOnce';
  question_answered: 'pastRun';
  tool_start: 'atOnce' | 'judgedAgain';
  tool_retry: never;
  model_retry: 'spanBegins' | 'logged';
  compacted: 'pastSpeaker' | 'spoken';
  completion: 'spanBegins';
  handoff: never;
  continue_declined: never;
  files_changed: 'files';
  files_restored: 'files' | 'spoken';
  files_kept: 'files';
  conversation_restored: never;
  session_renamed: never;
  instructions_loaded: never;
  other: never;
}

type Type = HookEvent['type'];

/** Those who read some events and pass the others by. */
type Reader =
  | ('files' | 'recalled' | 'pastSpeaker' | 'pastRun' | 'judgedAgain' | 'spanBegins' | 'spanEnds')
  | ('logged' | 'spoken' | 'atOnce');
/** A type without a row, and a reader that is misspelt, would be passed by in silence. */
({}) satisfies Record<Exclude<Type, keyof ReadersOf>, never>;
({}) satisfies Record<Exclude<ReadersOf[keyof ReadersOf], Reader>, never>;

/** Types of events that pass one reader by. */
export type UnreadBy<R extends Reader> = { [T in Type]: R extends ReadersOf[T] ? never : T }[Type];
