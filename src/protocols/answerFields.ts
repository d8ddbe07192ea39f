/**
 * The fields of what hooks of other agents answer, as they are written and read here: a name that none of the agents has does not compile. What stands in a
 * field is checked where it is read.
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
