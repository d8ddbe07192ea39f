/**
 * What the chat shows: a fold of the stream of items, constant work for each. Entries keep their identity and place; `version` grows whenever one changes,
 * so that a view draws only what changed. The fold changes the state in place.
 */
import type { ApprovalRequest, DecidedBy, HookEvent, HookRecord, StopSignal, StreamItem, ToolOutcome } from './events';
import { isObject, type JsonObject } from './json';
import { blocksOf, type ContentBlock, type Message } from './messages';

interface Common {
  kind: string;
  /** Unique in its conversation, and stable. */
  key: string;
  version: number;
  /** `main/researcher`. */
  branch: string;
  agentName: string;
}
export interface Picture {
  mediaType: string;
  /** Base64. */
  data: string;
}
export interface UserEntry extends Common {
  kind: 'user';
  text: string;
  images: Picture[];
  /** Text that hooks added for the model. */
  added: string[];
  /** Why a hook refused it. */
  denied?: { reason: string; by?: DecidedBy };
  /** No human wrote it: a hook made the agent go on. */
  byHook?: true;
}
export interface AssistantEntry extends Common {
  kind: 'assistant';
  text: string;
  thinking: string;
  streaming: boolean;
}
export interface HookRun {
  eventId: string;
  /** The event's type: `pre_tool_use`. */
  event: string;
  record: HookRecord;
}
export type ToolPhase = 'checking' | 'approval' | 'running' | 'settled' | 'interrupted';
export interface ToolEntry extends Common {
  kind: 'tool';
  toolCallId: string;
  toolName: string;
  /** The tool that the model named, where a hook redirected the call. */
  requestedTool?: string;
  /** The effective input. */
  input: JsonObject;
  requestedInput?: JsonObject;
  phase: ToolPhase;
  outcome?: ToolOutcome;
  decidedBy?: DecidedBy;
  reason?: string;
  hooks: HookRun[];
  /** Milliseconds since 1970. */
  startedAt?: number;
  /** Milliseconds. */
  duration?: number;
  /** The tail of what the tool wrote so far. */
  live: string;
  output?: string;
  images: Picture[];
  isError: boolean;
  /** Text that hooks added beside the result. */
  added: string[];
  /** Stands while the human is asked. */
  approval?: ApprovalRequest;
  /** What the human said. */
  answer?: { decision: string; scope?: string; rule?: string };
}
export interface NoticeEntry extends Common {
  kind: 'notice';
  level: 'info' | 'warning' | 'error';
  text: string;
  /** The hook that it is about. */
  hook?: { name: string; file: string; line?: number };
  /** How often in a row. */
  count: number;
  /** What makes two notices one. */
  topic?: string;
}
export interface RetryEntry extends Common {
  kind: 'retry';
  attempt: number;
  status?: number;
  message: string;
  /** When the next attempt begins, milliseconds since 1970. */
  until: number;
}
/** A run that broke; the last one offers to go on. */
export interface ErrorEntry extends Common {
  kind: 'error';
  text: string;
  detail?: string;
  /** The process ended in the middle of the run. */
  interrupted?: true;
}
export type Entry = UserEntry | AssistantEntry | ToolEntry | NoticeEntry | RetryEntry | ErrorEntry;

export interface ConversationState {
  entries: Entry[];
  running: boolean;
  /** Between before_run and after_run. */
  runOpen: boolean;
  /** Messages of the human that hooks accepted or refused, counted. */
  userMessages: number;
  /** Tool calls by id; an id that comes again means its latest call. */
  tools: Map<string, ToolEntry>;
  /** Calls that are not settled. */
  open: Set<ToolEntry>;
  /** Prompts that stand, oldest first, by approval id. */
  approvals: Map<string, ToolEntry>;
  streaming: Map<string, AssistantEntry>;
  /** Last assistant entry of each branch. */
  spoken: Map<string, AssistantEntry>;
  accepted?: { content: ContentBlock[] };
  retry?: RetryEntry;
  nextKey: number;
}

export function newConversation(): ConversationState {
  return {
    entries: [],
    running: false,
    runOpen: false,
    userMessages: 0,
    tools: new Map(),
    open: new Set(),
    approvals: new Map(),
    streaming: new Map(),
    spoken: new Map(),
    nextKey: 0,
  };
}

/** Live output keeps its tail: at most this many characters, cut to half when passed. */
const maxLive = 65_536;

export function foldConversation(state: ConversationState, item: StreamItem): void {
  switch (item.kind) {
    case 'event':
      return folds.get(item.event.type)?.(state, item.event);
    case 'delta': {
      endRetry(state);
      const entry = streamingOf(state, item.branch);
      if (item.delta.type === 'text') entry.text += item.delta.text;
      else entry.thinking += item.delta.text;
      entry.version++;
      return;
    }
    case 'deltaReset':
      return dropStreaming(state, item.branch);
    case 'toolOutput': {
      const tool = state.tools.get(item.toolCallId);
      if (!tool) return;
      tool.live += item.chunk;
      if (tool.live.length > maxLive) tool.live = tool.live.slice(-maxLive / 2);
      tool.version++;
      return;
    }
    case 'run':
      state.running = item.running;
      if (!item.running) endRun(state);
      return;
    case 'history':
      return rewriteSpoken(state, item.branch, item.messages.at(-1));
  }
}

type Fold = (state: ConversationState, event: HookEvent) => void;

const folds: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ['before_run', beginRun],
  ['after_run', (state) => endRun(state, true)],
  ['user_message', userMessage],
  ['message', message],
  ['pre_tool_use', preToolUse],
  ['permission_request', (state, event) => withTool(state, event, (tool) => addHooks(tool, event))],
  ['approval_requested', approvalRequested],
  ['approval_resolved', approvalResolved],
  ['tool_start', toolStart],
  ['tool_error', toolResult],
  ['post_tool_use', toolResult],
  ['tool_settled', toolSettled],
  ['model_retry', modelRetry],
  ['run_done', runDone],
  ['run_abort', runAbort],
  ['run_error', runError],
  ['hook_error', hookError],
  ['hooks_reloaded', hooksReloaded],
]);

function add<E extends Entry>(
  state: ConversationState,
  at: Pick<HookEvent, 'branch' | 'agentName'>,
  fields: Omit<E, keyof Common> & { kind: E['kind'] },
): E {
  const entry = { key: `e${state.nextKey++}`, version: 0, branch: at.branch, agentName: at.agentName, ...fields } as unknown as E;
  state.entries.push(entry);
  return entry;
}

/** Entries that go away stand at or near the end. */
function remove(state: ConversationState, entry: Entry): void {
  const at = state.entries.lastIndexOf(entry);
  if (at >= 0) state.entries.splice(at, 1);
}

function streamingOf(state: ConversationState, branch: string): AssistantEntry {
  let entry = state.streaming.get(branch);
  if (!entry) {
    entry = add<AssistantEntry>(
      state,
      { branch, agentName: branch.split('/').at(-1)! },
      { kind: 'assistant', text: '', thinking: '', streaming: true },
    );
    state.streaming.set(branch, entry);
  }
  return entry;
}

function dropStreaming(state: ConversationState, branch: string): void {
  const entry = state.streaming.get(branch);
  if (!entry) return;
  state.streaming.delete(branch);
  remove(state, entry);
}

function endRetry(state: ConversationState): void {
  if (!state.retry) return;
  remove(state, state.retry);
  state.retry = undefined;
}

function beginRun(state: ConversationState): void {
  settleLeftovers(state);
  const last = state.entries.at(-1);
  if (last?.kind === 'error' && last.interrupted) state.entries.pop();
  state.running = true;
  state.runOpen = true;
}

/** `proper` where the run said itself that it is over. */
function endRun(state: ConversationState, proper = false): void {
  settleLeftovers(state);
  if (!proper && state.runOpen) {
    add<ErrorEntry>(state, main, {
      kind: 'error',
      text: 'The last run was interrupted: Hooksmith ended in the middle of it.',
      interrupted: true,
    });
  }
  state.runOpen = false;
  if (proper) state.running = false;
}

const main = { branch: 'main', agentName: 'main' };

/** Nothing streams, asks or runs between two runs. */
function settleLeftovers(state: ConversationState): void {
  endRetry(state);
  for (const entry of state.streaming.values()) {
    entry.streaming = false;
    entry.version++;
    if (entry.text === '' && entry.thinking === '') remove(state, entry);
  }
  state.streaming.clear();
  for (const tool of state.open) {
    tool.phase = 'interrupted';
    tool.approval = undefined;
    tool.version++;
  }
  state.open.clear();
  state.approvals.clear();
}

function userMessage(state: ConversationState, event: HookEvent): void {
  const content = contentOf(event.input);
  if (event.branch === 'main') state.userMessages++;
  if (event.data?.decision !== 'deny') {
    state.accepted = { content };
    return;
  }
  state.accepted = undefined;
  const denied = { reason: event.reason ?? 'A hook refused this message.', by: event.decidedBy };
  add<UserEntry>(state, event, { kind: 'user', text: textOfBlocks(content), images: picturesOf(content), added: [], denied });
}

function message(state: ConversationState, event: HookEvent): void {
  const blocks = contentOf(event.input);
  if ((event.input as Message | undefined)?.role === 'assistant') return assistantMessage(state, event, blocks);
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  if (results.length > 0) {
    for (const result of results) {
      const tool = state.tools.get(result.tool_use_id);
      if (!tool) continue;
      const content =
        typeof result.content === 'string' ? [{ type: 'text' as const, text: result.content }] : (result.content ?? []);
      tool.output = textOfBlocks(content);
      tool.images = picturesOf(content);
      tool.isError = result.is_error === true;
      tool.added = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      tool.version++;
    }
    return;
  }
  // Hooks' context stands behind what the human wrote.
  const own = state.accepted ? blocks.slice(0, state.accepted.content.length) : blocks;
  const byHook = !state.accepted && event.branch === 'main';
  add<UserEntry>(state, event, {
    kind: 'user',
    text: textOfBlocks(own),
    images: picturesOf(own),
    added: blocks.slice(own.length).flatMap((block) => (block.type === 'text' ? [block.text] : [])),
    ...(byHook ? { byHook: true as const } : {}),
  });
  state.accepted = undefined;
}

function assistantMessage(state: ConversationState, event: HookEvent, blocks: ContentBlock[]): void {
  endRetry(state);
  let entry = state.streaming.get(event.branch);
  state.streaming.delete(event.branch);
  if (entry) {
    // The message is the truth; what streamed may have been changed by a hook.
    Object.assign(entry, { text: '', thinking: '', streaming: false, agentName: event.agentName });
    entry.version++;
  }
  const streamed = entry;
  for (const block of blocks) {
    if (block.type === 'tool_use') {
      addTool(state, event, block.id, block.name, block.input);
      entry = undefined;
    } else if (block.type === 'text' || block.type === 'thinking') {
      entry ??= add<AssistantEntry>(state, event, { kind: 'assistant', text: '', thinking: '', streaming: false });
      if (block.type === 'text') entry.text += entry.text ? `\n\n${block.text}` : block.text;
      else entry.thinking += block.thinking;
      state.spoken.set(event.branch, entry);
    }
  }
  if (streamed && streamed.text === '' && streamed.thinking === '') remove(state, streamed);
}

function addTool(state: ConversationState, event: HookEvent, toolCallId: string, toolName: string, input: unknown): ToolEntry {
  const tool = add<ToolEntry>(state, event, {
    kind: 'tool',
    toolCallId,
    toolName,
    input: isObject(input) ? input : {},
    phase: 'checking',
    hooks: [],
    live: '',
    images: [],
    isError: false,
    added: [],
  });
  state.tools.set(toolCallId, tool);
  state.open.add(tool);
  return tool;
}

function withTool(state: ConversationState, event: HookEvent, change: (tool: ToolEntry) => void): void {
  if (!event.toolCallId) return;
  const tool = state.tools.get(event.toolCallId) ?? addTool(state, event, event.toolCallId, event.toolName ?? '', event.input);
  change(tool);
  tool.version++;
}

function addHooks(tool: ToolEntry, event: HookEvent): void {
  for (const record of event.hooks) tool.hooks.push({ eventId: event.id, event: event.type, record });
}

function preToolUse(state: ConversationState, event: HookEvent): void {
  withTool(state, event, (tool) => {
    // A call that an earlier run left open is judged anew.
    if (tool.phase === 'interrupted')
      Object.assign(tool, { hooks: [], live: '', output: undefined, answer: undefined, outcome: undefined });
    state.open.add(tool);
    tool.phase = 'checking';
    if (event.toolName && event.toolName !== tool.toolName) {
      tool.requestedTool = tool.toolName;
      tool.toolName = event.toolName;
    }
    takeInput(tool, event);
    tool.decidedBy = event.decidedBy;
    tool.reason = event.reason;
    addHooks(tool, event);
  });
}

function takeInput(tool: ToolEntry, event: HookEvent): void {
  if (isObject(event.input)) tool.input = event.input;
  if (isObject(event.requestedInput)) tool.requestedInput = event.requestedInput;
}

function approvalRequested(state: ConversationState, event: HookEvent): void {
  if (!isObject(event.data)) return;
  const request = event.data as unknown as ApprovalRequest;
  withTool(state, event, (tool) => {
    if (tool.approval && tool.approval.id !== request.id) state.approvals.delete(tool.approval.id);
    state.open.add(tool);
    tool.phase = 'approval';
    tool.approval = request;
    tool.input = request.input;
    if (request.requestedInput) tool.requestedInput = request.requestedInput;
    state.approvals.set(request.id, tool);
  });
}

function approvalResolved(state: ConversationState, event: HookEvent): void {
  const { id, decision, scope, rule } = event.data ?? {};
  withTool(state, event, (tool) => {
    state.approvals.delete(String(id));
    if (tool.approval && tool.approval.id !== id) return;
    tool.approval = undefined;
    if (tool.phase === 'approval') tool.phase = 'checking';
    tool.answer = {
      decision: String(decision),
      ...(typeof scope === 'string' ? { scope } : {}),
      ...(typeof rule === 'string' ? { rule } : {}),
    };
  });
}

function toolStart(state: ConversationState, event: HookEvent): void {
  withTool(state, event, (tool) => {
    tool.phase = 'running';
    tool.startedAt = Date.parse(event.timestamp);
    tool.decidedBy = event.decidedBy;
    takeInput(tool, event);
  });
}

function toolResult(state: ConversationState, event: HookEvent): void {
  withTool(state, event, (tool) => {
    tool.duration = event.duration ?? tool.duration;
    if (event.type === 'post_tool_use') {
      tool.isError = event.isError === true;
      const content = Array.isArray(event.output) ? (event.output as ContentBlock[]) : undefined;
      tool.output = content ? textOfBlocks(content) : typeof event.output === 'string' ? event.output : tool.output;
      if (content) tool.images = picturesOf(content);
    }
    addHooks(tool, event);
  });
}

function toolSettled(state: ConversationState, event: HookEvent): void {
  withTool(state, event, (tool) => {
    state.open.delete(tool);
    if (tool.approval) state.approvals.delete(tool.approval.id);
    tool.approval = undefined;
    tool.phase = 'settled';
    tool.outcome = event.data?.outcome as ToolOutcome | undefined;
    tool.decidedBy = event.decidedBy ?? tool.decidedBy;
    tool.reason = event.reason;
    tool.live = '';
    takeInput(tool, event);
    addHooks(tool, event);
  });
}

function modelRetry(state: ConversationState, event: HookEvent): void {
  endRetry(state);
  const { waitMs, attempt, status, message: text } = event.data ?? {};
  state.retry = add<RetryEntry>(state, event, {
    kind: 'retry',
    attempt: Number(attempt ?? 1),
    status: typeof status === 'number' ? status : undefined,
    message: String(text ?? event.reason ?? 'The model did not answer.'),
    until: Date.parse(event.timestamp) + Number(waitMs ?? 0),
  });
}

function runDone(state: ConversationState, event: HookEvent): void {
  if (event.branch !== 'main' || event.data?.status !== 'stopped') return;
  const first = (event.data.signals as StopSignal[] | undefined)?.[0];
  add<NoticeEntry>(state, event, {
    kind: 'notice',
    level: 'warning',
    text: `Stopped: ${first?.message ?? event.reason ?? 'a hook ended the run'}`,
    count: 1,
  });
}

function runAbort(state: ConversationState, event: HookEvent): void {
  const denied = event.data?.status === 'denied';
  const last = state.entries.at(-1);
  // The refused message says so itself.
  if (denied && last?.kind === 'user' && last.denied) return;
  const text = denied ? `Refused: ${event.reason ?? 'a hook did not let the run begin'}` : 'Stopped.';
  add<NoticeEntry>(state, event, { kind: 'notice', level: denied ? 'warning' : 'info', text, count: 1 });
}

function runError(state: ConversationState, event: HookEvent): void {
  const text = event.error?.message ?? event.reason ?? 'The run failed.';
  const detail = [event.error?.status, event.error?.kind ?? event.error?.name].filter((part) => part !== undefined).join(' ');
  add<ErrorEntry>(state, event, { kind: 'error', text, ...(detail ? { detail } : {}) });
}

function hookError(state: ConversationState, event: HookEvent): void {
  const { hook, file, line } = event.data ?? {};
  const text = event.error?.message ?? event.reason ?? 'A hook failed.';
  notice(state, event, {
    level: 'error',
    text,
    topic: `hook_error ${String(hook)} ${text}`,
    ...(typeof file === 'string'
      ? { hook: { name: typeof hook === 'string' ? hook : file, file, ...(typeof line === 'number' ? { line } : {}) } }
      : {}),
  });
}

function hooksReloaded(state: ConversationState, event: HookEvent): void {
  // Before the first message there is nothing that a change of hooks could have affected.
  if (state.entries.length === 0) return;
  notice(state, event, { level: 'info', text: event.reason ?? 'Hooks reloaded.', topic: 'hooks_reloaded' });
}

/** Adds a notice, or counts up the one that stands last if it is about the same. */
function notice(
  state: ConversationState,
  event: HookEvent,
  fields: Pick<NoticeEntry, 'level' | 'text' | 'topic' | 'hook'>,
): void {
  const last = state.entries.at(-1);
  if (last?.kind !== 'notice' || last.topic !== fields.topic) {
    add<NoticeEntry>(state, event, { kind: 'notice', count: 1, ...fields });
    return;
  }
  last.text = fields.text;
  last.count++;
  last.version++;
}

/** A stop or afterAgent hook changed the last answer. */
function rewriteSpoken(state: ConversationState, branch: string, last: Message | undefined): void {
  const entry = state.spoken.get(branch);
  if (!entry || last?.role !== 'assistant' || blocksOf(last).some((block) => block.type === 'tool_use')) return;
  const text = textOfBlocks(blocksOf(last));
  if (text === entry.text) return;
  entry.text = text;
  entry.version++;
}

function contentOf(value: unknown): ContentBlock[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  if (!isObject(value)) return [];
  if (typeof value.content === 'string') return [{ type: 'text', text: value.content }];
  return Array.isArray(value.content) ? (value.content as ContentBlock[]) : [];
}

function textOfBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

function picturesOf(blocks: readonly ContentBlock[]): Picture[] {
  return blocks.flatMap((block) =>
    block.type === 'image' && block.source.type === 'base64' && /^image\/(png|jpeg|gif|webp)$/.test(block.source.media_type)
      ? [{ mediaType: block.source.media_type, data: block.source.data }]
      : [],
  );
}

/** `3 hooks ran, 1 changed the input`; empty where none ran. A hook that ran at several events counts once. */
export function hookSummary(runs: readonly HookRun[]): string {
  const names = (wanted: (run: HookRun) => boolean) => new Set(runs.filter(wanted).map(({ record }) => record.id)).size;
  const ran = names(() => true);
  if (ran === 0) return '';
  const real = ({ record }: HookRun) => !record.shadow;
  const changed = (field: RegExp) =>
    names((run) => real(run) && run.record.changed?.some((change) => field.test(change.field)) === true);
  const decided = (...decisions: string[]) => names((run) => real(run) && decisions.includes(run.record.decision));
  const parts: [number, string][] = [
    [changed(/^input\b/), 'changed the input'],
    [changed(/^output\b/), 'changed the output'],
    [decided('deny'), 'denied'],
    [decided('ask'), 'asked'],
    [decided('allow'), 'allowed'],
    [decided('respond', 'fail'), 'answered'],
    [decided('redirect'), 'redirected'],
    [decided('stop'), 'stopped the run'],
    [decided('error'), 'failed'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [`${ran} ${ran === 1 ? 'hook' : 'hooks'} ran`, ...said].join(', ');
}
