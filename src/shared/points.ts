/**
 * The table of hook points: what each event accepts and what becomes of a hook that fails there. The chain, the contexts' types, the linter and the
 * documentation all read this one table.
 */

/** Decisions a hook may return; `continue` is what returning nothing means. */
export type DecisionAction =
  | 'continue'
  | 'modify'
  | 'respond'
  | 'fail'
  | 'redirect'
  | 'allow'
  | 'ask'
  | 'deny'
  | 'stop'
  | 'retry'
  | 'drop'
  | 'continueWith'
  /** Of policies only. */
  | 'confine';

export type OnError = 'deny' | 'stop' | 'ask' | 'continue';

export interface HookPoint {
  /** The type of the HookEvent it leaves, or undefined where none is made. */
  type: string | undefined;
  decisions: readonly DecisionAction[];
  /** Fields that `modify` may patch; `metadata` is added for every event that accepts `modify`. */
  modifies: readonly string[];
  onError: OnError;
  /** `tool` events carry the tool fields and are filtered by `tools` and `match`. */
  tool?: true;
  /** First answer wins, later hooks still see it, and their failure cannot undo it (modelError, toolError). */
  recovery?: true;
  /** `redacts` holds back what it carries until its hooks have run. What other events carry was shown, or recorded, earlier. */
  redacts?: true;
}

const point = <const D extends readonly DecisionAction[]>(
  type: string | undefined,
  decisions: D,
  modifies: readonly string[] = [],
  more: Partial<Omit<HookPoint, 'decisions'>> = {},
): Omit<HookPoint, 'decisions'> & { decisions: D } => ({
  type,
  decisions,
  modifies: decisions.includes('modify') ? [...modifies, 'metadata'] : modifies,
  onError: 'continue',
  ...more,
});

const tool = { tool: true } as const;
const redacts = { redacts: true } as const;

export const hookPoints = {
  sessionStart: point('session_start', ['modify'], ['context']),
  beforeRun: point('before_run', []),
  userMessage: point('user_message', ['modify', 'deny'], ['message', 'text', 'context'], { ...redacts, onError: 'deny' }),
  beforeAgent: point('before_agent', ['modify', 'respond', 'deny', 'stop'], ['system', 'responseFormat'], {
    ...redacts,
    onError: 'deny',
  }),
  beforeStep: point('before_step', ['modify', 'stop'], ['messages', 'system'], { onError: 'stop' }),
  preModelCall: point('pre_model_call', ['modify', 'respond', 'stop'], ['request'], { onError: 'stop' }),
  modelDelta: point('model_delta', ['modify', 'drop', 'stop'], ['text'], redacts),
  modelError: point('model_error', ['respond', 'retry', 'modify', 'stop'], ['error'], { ...redacts, recovery: true }),
  postModelCall: point('post_model_call', ['modify', 'stop'], ['response'], { ...redacts, onError: 'stop' }),
  preToolUse: point('pre_tool_use', ['modify', 'redirect', 'allow', 'ask', 'deny', 'respond', 'fail', 'stop'], ['input'], {
    ...tool,
    ...redacts,
    onError: 'deny',
  }),
  permissionRequest: point('permission_request', ['deny', 'allow'], [], { ...tool, onError: 'ask' }),
  toolError: point('tool_error', ['respond', 'modify', 'retry', 'stop'], ['error'], { ...tool, ...redacts, recovery: true }),
  postToolUse: point('post_tool_use', ['modify', 'stop'], ['output', 'isError', 'context'], { ...tool, ...redacts }),
  toolResultMessages: point('tool_result_messages', ['modify'], ['messages'], { ...tool, ...redacts }),
  toolSettled: point('tool_settled', [], [], tool),
  message: point('message', []),
  afterStep: point('after_step', ['modify', 'stop'], ['messages']),
  preCompact: point('pre_compact', ['modify', 'deny'], ['instructions']),
  stop: point('stop', ['continueWith', 'modify'], ['response', 'signal'], redacts),
  afterAgent: point('after_agent', ['modify', 'stop'], ['response'], redacts),
  runDone: point('run_done', []),
  runAbort: point('run_abort', []),
  runError: point('run_error', []),
  afterRun: point('after_run', []),
  subagentStart: point('subagent_start', []),
  subagentStop: point('subagent_stop', []),
  scopeRegister: point('scope_register', []),
  scopeUnregister: point('scope_unregister', []),
  beforeTranslate: point(undefined, ['modify', 'drop'], ['event'], redacts),
  afterTranslate: point(undefined, ['modify', 'drop'], ['event'], redacts),
  event: point(undefined, []),
} satisfies Record<string, HookPoint>;

export type EventName = keyof typeof hookPoints;
export const eventNames = Object.keys(hookPoints) as EventName[];

/** Claude Code's and Copilot's names: aliases of the name only. */
export const eventAliases: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['PreToolUse', 'preToolUse'],
  ['PostToolUse', 'postToolUse'],
  ['PostToolUseFailure', 'toolError'],
  ['UserPromptSubmit', 'userMessage'],
  ['PermissionRequest', 'permissionRequest'],
  ['Stop', 'stop'],
  ['SubagentStart', 'subagentStart'],
  ['SubagentStop', 'subagentStop'],
  ['PreCompact', 'preCompact'],
  ['SessionStart', 'sessionStart'],
]);

/** The names that the five systems use for the same thing; only suggested, never accepted. */
export const foreignNames: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['BeforeRun', 'beforeRun'],
  ['OnUserMessage', 'userMessage'],
  ['BeforeAgent', 'beforeAgent'],
  ['PreModelCall', 'preModelCall'],
  ['BeforeModel', 'preModelCall'],
  ['AfterModel', 'postModelCall'],
  ['PostModelCall', 'postModelCall'],
  ['OnModelError', 'modelError'],
  ['BeforeTool', 'preToolUse'],
  ['AfterTool', 'postToolUse'],
  ['OnToolError', 'toolError'],
  ['AfterAgent', 'afterAgent'],
  ['AfterRun', 'afterRun'],
  ['ToolResultMessages', 'toolResultMessages'],
  ['BeforeExecution', 'beforeAgent'],
  ['AfterExecution', 'afterRun'],
  ['BeforeStep', 'beforeStep'],
  ['AfterStep', 'afterStep'],
  ['BeforeInferenceRequest', 'preModelCall'],
  ['AfterInference', 'postModelCall'],
  ['OnStop', 'stop'],
  ['OnError', 'runError'],
  ['onChatStart', 'beforeRun'],
  ['onChatDone', 'runDone'],
  ['onChatAbort', 'runAbort'],
  ['onChatError', 'runError'],
  ['preRequest', 'preModelCall'],
  ['onResponse', 'postModelCall'],
  ['onMessage', 'message'],
  ['onToolCall', 'preToolUse'],
  ['onToolCallResult', 'postToolUse'],
  ['onToolCallError', 'toolError'],
  ['onScopeRegister', 'scopeRegister'],
  ['onScopeUnregister', 'scopeUnregister'],
  ['OnEvent', 'event'],
  ['HookExecuted', 'event'],
  ['OnSubagentStart', 'subagentStart'],
  ['OnSubagentStop', 'subagentStop'],
]);
