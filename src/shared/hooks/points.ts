/**
 * The table of hook points: what each event accepts and what becomes of a hook that fails there. The chain, the contexts' types, the linter and the
 * documentation all read this one table.
 */

import type { EventType } from '../events/events';
import type { DecisionAction } from '../verdicts/decisionAction';
import type { Patchable, Patches } from '../verdicts/patches';
import type { EventName, Payloads } from './payloads';

export type { DecisionAction } from '../verdicts/decisionAction';
export type { Patchable } from '../verdicts/patches';
export type { EventName } from './payloads';

export type OnError = 'deny' | 'stop' | 'ask' | 'continue';

/** How `modify` changes a field: objects merge one level, other values replace what was there, text is added to the conversation. */
export type PatchRule = 'merges' | 'replaces' | 'adds';

export interface HookPoint {
  /** The type of the HookEvent it leaves, or undefined where none is made. */
  type: EventType | undefined;
  decisions: readonly DecisionAction[];
  /** Fields that `modify` may patch; `metadata` is added for every event that accepts `modify`. */
  patches: Readonly<Partial<Record<Patchable, PatchRule>>>;
  /** Their names. */
  modifies: readonly Patchable[];
  onError: OnError;
  /** `tool` events carry the tool fields and are filtered by `tools` and `match`. */
  tool?: true;
  /** First answer wins, later hooks still see it, and their failure cannot undo it (modelError, toolError). */
  recovery?: true;
  /** `redacts` holds back what it carries until its hooks have run. What other events carry was shown, or recorded, earlier. */
  redacts?: true;
}

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S;
type Silent = 'beforeTranslate' | 'afterTranslate' | 'event';
type Observed = { decisions: readonly []; onError?: undefined };
/** Where hooks decide, a row says what becomes of one that fails: a gate that forgot it would stand open. */
type Decided = { decisions: readonly [DecisionAction, ...DecisionAction[]]; onError: OnError };
/** A row says of its event what it cannot say of another: its own type, and each of the fields that its hooks may patch. */
type Row<E extends EventName> = Partial<Pick<HookPoint, 'redacts'>> & {
  type: E extends Silent ? undefined : SnakeCase<E> & EventType;
} & (Observed | Decided) &
  (Payloads[E] extends { toolCallId: string } ? { tool: true } : { tool?: undefined }) &
  (E extends keyof Patches
    ? 'error' extends keyof Patches[E]
      ? { recovery: true }
      : { recovery?: undefined }
    : { recovery?: undefined }) &
  (E extends keyof Patches ? { patches: Record<keyof Patches[E], PatchRule> } : { patches?: undefined });

const tool = { tool: true } as const;
const redacts = { redacts: true } as const;

const rows = {
  sessionStart: { type: 'session_start', decisions: ['modify'], patches: { context: 'adds' }, onError: 'continue' },
  sessionEnd: { type: 'session_end', decisions: [] },
  beforeRun: { type: 'before_run', decisions: [] },
  userMessage: {
    type: 'user_message',
    decisions: ['modify', 'deny'],
    patches: { message: 'replaces', text: 'replaces', context: 'adds' },
    ...redacts,
    onError: 'deny',
  },
  beforeAgent: {
    type: 'before_agent',
    decisions: ['modify', 'respond', 'deny', 'stop'],
    patches: { system: 'replaces', responseFormat: 'replaces' },
    ...redacts,
    onError: 'deny',
  },
  beforeStep: {
    type: 'before_step',
    decisions: ['modify', 'stop'],
    patches: { messages: 'replaces', system: 'replaces' },
    onError: 'stop',
  },
  preModelCall: {
    type: 'pre_model_call',
    decisions: ['modify', 'respond', 'stop'],
    patches: { request: 'merges' },
    onError: 'stop',
  },
  modelDelta: {
    type: 'model_delta',
    decisions: ['modify', 'drop', 'stop'],
    patches: { text: 'replaces' },
    ...redacts,
    onError: 'continue',
  },
  modelError: {
    type: 'model_error',
    decisions: ['respond', 'retry', 'modify', 'stop'],
    patches: { error: 'merges' },
    ...redacts,
    recovery: true,
    onError: 'continue',
  },
  postModelCall: {
    type: 'post_model_call',
    decisions: ['modify', 'stop'],
    patches: { response: 'merges' },
    ...redacts,
    onError: 'stop',
  },
  preToolUse: {
    type: 'pre_tool_use',
    decisions: ['modify', 'redirect', 'allow', 'ask', 'deny', 'respond', 'fail', 'stop'],
    patches: { input: 'merges' },
    ...tool,
    ...redacts,
    onError: 'deny',
  },
  permissionRequest: { type: 'permission_request', decisions: ['deny', 'allow'], ...tool, onError: 'ask' },
  toolError: {
    type: 'tool_error',
    decisions: ['respond', 'modify', 'retry', 'stop'],
    patches: { error: 'merges' },
    ...tool,
    ...redacts,
    recovery: true,
    onError: 'continue',
  },
  postToolUse: {
    type: 'post_tool_use',
    decisions: ['modify', 'stop'],
    patches: { output: 'replaces', isError: 'replaces', context: 'adds' },
    ...tool,
    ...redacts,
    onError: 'continue',
  },
  toolResultMessages: {
    type: 'tool_result_messages',
    decisions: ['modify'],
    patches: { messages: 'replaces' },
    ...tool,
    ...redacts,
    onError: 'continue',
  },
  toolSettled: { type: 'tool_settled', decisions: [], ...tool },
  message: { type: 'message', decisions: [] },
  afterStep: { type: 'after_step', decisions: ['modify', 'stop'], patches: { messages: 'replaces' }, onError: 'continue' },
  preCompact: { type: 'pre_compact', decisions: ['modify', 'deny'], patches: { instructions: 'replaces' }, onError: 'continue' },
  stop: {
    type: 'stop',
    decisions: ['continueWith', 'modify'],
    patches: { response: 'merges', signal: 'adds' },
    ...redacts,
    onError: 'continue',
  },
  afterAgent: {
    type: 'after_agent',
    decisions: ['modify', 'stop'],
    patches: { response: 'merges' },
    ...redacts,
    onError: 'continue',
  },
  runDone: { type: 'run_done', decisions: [] },
  runAbort: { type: 'run_abort', decisions: [] },
  runError: { type: 'run_error', decisions: [] },
  afterRun: { type: 'after_run', decisions: [] },
  subagentStart: { type: 'subagent_start', decisions: [] },
  subagentStop: { type: 'subagent_stop', decisions: [] },
  scopeRegister: { type: 'scope_register', decisions: [] },
  scopeUnregister: { type: 'scope_unregister', decisions: [] },
  beforeTranslate: {
    type: undefined,
    decisions: ['modify', 'drop'],
    patches: { event: 'replaces' },
    ...redacts,
    onError: 'continue',
  },
  afterTranslate: {
    type: undefined,
    decisions: ['modify', 'drop'],
    patches: { event: 'replaces' },
    ...redacts,
    onError: 'continue',
  },
  event: { type: undefined, decisions: [] },
} as const satisfies { [E in EventName]: Row<E> };
type Rows = typeof rows;

function point(row: Row<EventName>): HookPoint {
  const decisions: readonly DecisionAction[] = row.decisions;
  const patches: Partial<Record<Patchable, PatchRule>> = {
    ...row.patches,
    ...(decisions.includes('modify') ? { metadata: 'merges' } : {}),
  };
  return { ...row, onError: row.onError ?? 'continue', patches, modifies: Object.keys(patches) as Patchable[] };
}

export const hookPoints = Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, point(row as Row<EventName>)])) as {
  [E in EventName]: Omit<HookPoint, 'type' | 'decisions'> & Pick<Rows[E], 'type' | 'decisions'>;
};

/** Whether its hooks do more than watch. */
export const decidesAt = ({ decisions }: Pick<HookPoint, 'decisions'>): boolean => decisions.length > 0;

/** Fields that patches change by this rule, at whatever event. */
export const fieldsThat = (rule: PatchRule): ReadonlySet<string> =>
  new Set(
    Object.values(hookPoints).flatMap(({ patches }) =>
      (Object.keys(patches) as Patchable[]).filter((field) => patches[field] === rule),
    ),
  );

/** Events that leave a HookEvent, and the type of the one that each leaves. */
export type RecordedEvent = Exclude<EventName, Silent>;
export type TypeOf<E extends RecordedEvent> = SnakeCase<E> & EventType;
/** Events whose values `redacts` holds back. */
export type RedactedEvent = { [E in EventName]: Rows[E] extends { redacts: true } ? E : never }[EventName];

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
