/**
 * The fields of what hooks of other agents are told and answer, as they are written and read here: a name that none of the agents has does not compile. What
 * stands in a field is checked where it is read.
 */

/** What Claude Code, Codex, VS Code, Copilot and Gemini call one thing alike. */
type Shared = 'continue' | 'stopReason' | 'decision' | 'reason' | 'systemMessage' | 'hookSpecificOutput';
type OfCopilot =
  | ('permissionDecision' | 'permissionDecisionReason' | 'modifiedArgs' | 'modifiedResult')
  | ('behavior' | 'message' | 'additionalContext');
type OfCursor =
  | ('permission' | 'updated_input' | 'followup_message' | 'additional_context' | 'updated_mcp_tool_output')
  | ('user_message' | 'userMessage' | 'agent_message' | 'agentMessage');

export type TheirAnswer = { [F in Shared | OfCopilot | OfCursor]?: unknown };

type OfEvent =
  | ('permissionDecision' | 'permissionDecisionReason' | 'updatedInput' | 'additionalContext' | 'updatedToolOutput')
  | ('decision' | 'reason')
  /** Of Gemini. */
  | 'tool_input';

/** What stands in `hookSpecificOutput`, beside the name of the event. */
export type EventAnswer = { [F in OfEvent]?: unknown };

/** Claude Code's; Codex and Gemini have most of them, VS Code and Cursor some. */
type ToldByClaude =
  | ('session_id' | 'transcript_path' | 'cwd' | 'hook_event_name' | 'timestamp' | 'permission_mode' | 'agent_id' | 'agent_type')
  | ('tool_name' | 'tool_input' | 'tool_use_id' | 'tool_response' | 'permission_suggestions' | 'duration_ms' | 'error')
  | ('is_interrupt' | 'prompt' | 'stop_hook_active' | 'last_assistant_message' | 'trigger' | 'custom_instructions')
  | ('source' | 'reason' | 'prompt_response');
type ToldByCopilot =
  | ('sessionId' | 'hookEventName' | 'transcriptPath' | 'agentName' | 'result' | 'stopReason')
  | ('toolName' | 'toolArgs' | 'toolResult');
type ToldByCursor =
  | ('conversation_id' | 'generation_id' | 'model' | 'workspace_roots' | 'command' | 'output' | 'duration' | 'file_path')
  | ('content' | 'edits' | 'mcp_server_name' | 'result_json' | 'tool_output' | 'error_message' | 'attachments' | 'status')
  | ('subagent_id' | 'subagent_type' | 'task' | 'loop_count');

export type TheirPayload = { [F in ToldByClaude | ToldByCopilot | ToldByCursor]?: unknown };
