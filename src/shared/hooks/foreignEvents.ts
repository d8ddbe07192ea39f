/** Names that other systems have for our events: only suggested, never accepted. */
import { nearest } from '../basics/nearest';
import { type EventName, eventAliases, eventNames } from './points';

/** The first of a name counts: of five hook systems, then of other agents and libraries. */
export const foreignNames: ReadonlyMap<string, EventName> = new Map<string, EventName>(
  Object.entries({
    sessionEnd: ['SessionEnd', 'session_shutdown'],
    beforeRun: ['BeforeRun', 'onChatStart'],
    userMessage: ['OnUserMessage', 'userPromptSubmitted', 'beforeSubmitPrompt', 'chat.message', 'input'],
    beforeAgent: ['BeforeAgent', 'BeforeExecution', 'before_agent_start', 'agent_start', 'on_agent_start'],
    beforeStep: ['BeforeStep', 'turn_start', 'context'],
    preModelCall: [
      'PreModelCall',
      'BeforeModel',
      'BeforeInferenceRequest',
      'BeforeInference',
      'preRequest',
      'BeforeToolSelection',
      'before_provider_request',
      'chat.params',
      'wrap_model_call',
      'on_llm_start',
    ],
    modelDelta: ['on_llm_new_token'],
    modelError: ['OnModelError', 'on_llm_error'],
    postModelCall: ['PostModelCall', 'AfterModel', 'AfterInference', 'onResponse', 'afterAgentResponse', 'on_llm_end'],
    preToolUse: [
      'BeforeTool',
      'BeforeToolUse',
      'onToolCall',
      'preToolCall',
      'tool_call',
      'tool.execute.before',
      'wrap_tool_call',
      'on_tool_start',
      'beforeShellExecution',
      'beforeMCPExecution',
      'beforeReadFile',
    ],
    permissionRequest: ['permission.ask'],
    toolError: ['OnToolError', 'onToolCallError'],
    postToolUse: [
      'AfterTool',
      'AfterToolUse',
      'onToolCallResult',
      'tool_result',
      'tool.execute.after',
      'on_tool_end',
      'afterShellExecution',
      'afterMCPExecution',
      'afterFileEdit',
    ],
    toolResultMessages: ['ToolResultMessages'],
    message: ['onMessage', 'message_end'],
    afterStep: ['AfterStep', 'turn_end'],
    preCompact: ['PreCompress', 'session_before_compact', 'experimental.session.compacting'],
    stop: ['OnStop', 'agentStop', 'session.idle'],
    afterAgent: ['AfterAgent', 'agent_end', 'on_agent_end'],
    runDone: ['onChatDone'],
    runAbort: ['onChatAbort'],
    runError: ['OnError', 'onChatError', 'errorOccurred'],
    afterRun: ['AfterRun', 'AfterExecution'],
    subagentStart: ['OnSubagentStart'],
    subagentStop: ['OnSubagentStop'],
    scopeRegister: ['onScopeRegister'],
    scopeUnregister: ['onScopeUnregister'],
    beforeTranslate: ['BeforeTranslate', 'TranslateCallbacks'],
    afterTranslate: ['AfterTranslate'],
    event: ['OnEvent', 'HookExecuted'],
  } satisfies Partial<Record<EventName, string[]>>).flatMap(([ours, names]) => names.map((name) => [name, ours as EventName])),
);

/** Each system joins its words in its own way: `on_tool_start`, `onToolStart`, `handleToolStart`. */
const plain = (name: string): string =>
  name
    .replace(/^handle(?=[A-Z])/, 'on')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

const plainNames = (names: Iterable<readonly [string, EventName]>): ReadonlyMap<string, EventName> =>
  new Map([...names].map(([name, ours]) => [plain(name), ours]));
const foreign = plainNames(foreignNames);
const own = plainNames([...eventAliases, ...eventNames.map((name) => [name, name] as const)]);

/** The event that a name of another system means. */
export const foreignEvent = (given: string): EventName | undefined => foreign.get(plain(given));

/** What a name says, whichever of the usual words it takes for it: `beforeToolCall`, `pre_tool_execution`. */
const said = (name: string): string =>
  plain(name)
    .replace(/^before/, 'pre')
    .replace(/^after/, 'post')
    .replace('llm', 'model')
    .replace(/(call|execut(e|ion)|invo(ke|cation))$/, 'use');
const meanings: ReadonlyMap<string, EventName> = new Map([...foreign, ...own].map(([name, ours]) => [said(name), ours]));

/** The events that a name may mean which is none, the likeliest first. */
export function eventsMeant(given: string, most: number): EventName[] {
  const meant = foreignEvent(given) ?? own.get(plain(given)) ?? meanings.get(said(given));
  return meant ? [meant] : (nearest(given, eventNames, most) as EventName[]);
}

/** What is said of a call of `hook` that does not begin with one. */
export const noEvent = "the first argument must be the name of an event, or an array of them: hook('preToolUse', (ctx) => …)";
