/** How a tool call goes through the chat: checked by hooks, asked about, run, settled. */
import * as l10n from '@vscode/l10n';
import { isObject } from '../../shared/basics/json';
import type { EventOf, HookEvent } from '../../shared/events/events';
import { todosIn } from '../../shared/events/todos';
import { type ContentBlock, textOfBlocks } from '../../shared/messages/messages';
import { counts } from '../eventFacts';
import { type AgentWork, add, type ConversationState, type HookRun, picturesOf, type ToolEntry } from './conversationState';

export function addTool(
  state: ConversationState,
  event: HookEvent,
  toolCallId: string,
  toolName: string,
  input: unknown,
): ToolEntry {
  const tool = add<ToolEntry>(
    state,
    { ...event, id: toolCallId },
    {
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
    },
  );
  state.tools.set(toolCallId, tool);
  state.open.add(tool);
  return tool;
}

type OfCall = HookEvent & { toolCallId: string; toolName: string };

function withTool(state: ConversationState, event: OfCall, change: (tool: ToolEntry) => void): void {
  const tool = state.tools.get(event.toolCallId) ?? addTool(state, event, event.toolCallId, event.toolName, event.input);
  change(tool);
  tool.version++;
}

function addHooks(tool: ToolEntry, event: HookEvent): void {
  for (const record of event.hooks) tool.hooks.push({ eventId: event.id, event: event.type, record });
}

export function preToolUse(state: ConversationState, event: EventOf<'pre_tool_use'>): void {
  withTool(state, event, (tool) => {
    // A call that an earlier run left open is judged anew.
    if (tool.phase === 'interrupted')
      Object.assign(tool, { hooks: [], live: '', output: undefined, answer: undefined, outcome: undefined });
    const { decision, verdict, refusal } = event.data;
    tool.refused = refusal || decision === 'deny' || verdict === 'deny' ? 'denied' : undefined;
    tool.asked = state.guest && verdict === 'ask';
    state.open.add(tool);
    tool.phase = 'checking';
    if (event.toolName !== tool.toolName) {
      tool.requestedTool = tool.toolName;
      tool.toolName = event.toolName;
    }
    takeInput(tool, event);
    tool.decidedBy = refusal?.by ?? event.decidedBy;
    tool.reason = refusal?.reason ?? event.reason;
    addHooks(tool, event);
  });
}

function takeInput(tool: ToolEntry, event: HookEvent): void {
  if (isObject(event.input)) tool.input = event.input;
  if (isObject(event.requestedInput)) tool.requestedInput = event.requestedInput;
}

export function permissionRequest(state: ConversationState, event: EventOf<'permission_request'>): void {
  withTool(state, event, (tool) => {
    addHooks(tool, event);
    if (event.data.decision !== 'deny') return;
    const { decidedBy, reason } = event;
    Object.assign(tool, { refused: 'denied', decidedBy, reason } satisfies Partial<ToolEntry>);
  });
}

export function approvalRequested(state: ConversationState, event: EventOf<'approval_requested'>): void {
  const request = event.data;
  withTool(state, event, (tool) => {
    addHooks(tool, event);
    if (tool.approval && tool.approval.id !== request.id) state.approvals.delete(tool.approval.id);
    state.open.add(tool);
    tool.phase = 'approval';
    tool.approval = request;
    tool.input = request.input;
    if (request.requestedInput) tool.requestedInput = request.requestedInput;
    state.approvals.set(request.id, tool);
  });
}

export function approvalResolved(state: ConversationState, event: EventOf<'approval_resolved'>): void {
  const { id, decision, scope, rule, reason } = event.data;
  withTool(state, event, (tool) => {
    addHooks(tool, event);
    state.approvals.delete(id);
    if (tool.approval && tool.approval.id !== id) return;
    if (decision === 'deny' && !tool.approval?.confirms) {
      // What came or changed while it stood may have decided in the human's place.
      const decidedBy = event.decidedBy ?? (event.hooks.length > 0 ? undefined : { kind: 'human' });
      Object.assign(tool, {
        refused: decidedBy?.kind === 'human' ? 'rejected' : 'denied',
        decidedBy,
        reason,
      } satisfies Partial<ToolEntry>);
    }
    if (tool.phase === 'approval') tool.phase = tool.approval?.confirms ? 'running' : 'checking';
    tool.approval = undefined;
    tool.answer = { decision, ...(scope ? { scope } : {}), ...(rule ? { rule } : {}), ...(reason ? { reason } : {}) };
  });
}

export function toolStart(state: ConversationState, event: EventOf<'tool_start'>): void {
  withTool(state, event, (tool) => {
    addHooks(tool, event);
    tool.phase = 'running';
    tool.startedAt = Date.parse(event.timestamp);
    tool.decidedBy = event.decidedBy;
    tool.confinement = event.data?.confinement;
    takeInput(tool, event);
  });
}

export function toolResult(state: ConversationState, event: EventOf<'tool_error' | 'post_tool_use'>): void {
  withTool(state, event, (tool) => {
    tool.duration = event.duration;
    if (event.type === 'post_tool_use') {
      tool.isError = event.isError;
      const content = Array.isArray(event.output) ? (event.output as ContentBlock[]) : undefined;
      tool.output = content ? textOfBlocks(content) : typeof event.output === 'string' ? event.output : tool.output;
      if (content) tool.images = picturesOf(content);
    }
    addHooks(tool, event);
  });
}

export function questionAsked(state: ConversationState, event: EventOf<'question_asked'>): void {
  withTool(state, event, (tool) => {
    tool.questions = event.data;
  });
}

export function questionAnswered(state: ConversationState, event: EventOf<'question_answered'>): void {
  withTool(state, event, (tool) => {
    tool.questions = undefined;
  });
}

export function toolSettled(state: ConversationState, event: EventOf<'tool_settled'>): void {
  if (event.branch === 'main') state.todos = todosIn(event) ?? state.todos;
  withTool(state, event, (tool) => {
    state.open.delete(tool);
    if (tool.approval) state.approvals.delete(tool.approval.id);
    tool.approval = undefined;
    tool.phase = 'settled';
    tool.outcome = event.data.outcome;
    tool.refused = undefined;
    tool.decidedBy = event.decidedBy ?? tool.decidedBy;
    tool.reason = event.reason;
    tool.live = '';
    takeInput(tool, event);
    addHooks(tool, event);
  });
}

export function agentStarted(state: ConversationState, event: EventOf<'subagent_start'>): void {
  const tool = state.tools.get(event.toolCallId);
  if (!tool || !event.taskId) return;
  tool.work = { agentName: event.agentName, entries: [], status: 'running', background: event.data.background };
  state.agents.set(event.taskId, tool);
  tool.version++;
}

export function agentStopped(state: ConversationState, event: EventOf<'subagent_stop'>): void {
  const tool = event.taskId ? state.agents.get(event.taskId) : undefined;
  if (!tool?.work) return;
  const { duration, usage, costUsd, error } = event;
  Object.assign(tool.work, {
    status: event.isError ? 'failed' : 'done',
    duration,
    usage,
    costUsd,
    error: error?.message,
  } satisfies Partial<typeof tool.work>);
  tool.version++;
}

/** Calls in it, at whatever depth, that wait for the human. */
export function waitingIn({ entries }: Pick<AgentWork, 'entries'>): ToolEntry[] {
  return entries.flatMap((entry) =>
    entry.kind !== 'tool' ? [] : entry.approval || entry.questions ? [entry] : entry.work ? waitingIn(entry.work) : [],
  );
}

/** `3 hooks ran, 1 changed the input`; empty where none ran. A hook that ran at several events counts once. */
export function hookSummary(runs: readonly HookRun[]): string {
  const names = (wanted: (run: HookRun) => boolean) => new Set(runs.filter(wanted).map(({ record }) => record.id)).size;
  const ran = names(() => true);
  if (ran === 0) return '';
  const real = ({ record }: HookRun) => counts(record);
  const changed = (field: RegExp) =>
    names((run) => real(run) && run.record.changed?.some((change) => field.test(change.field)) === true);
  const decided = (...decisions: HookRun['record']['decision'][]) =>
    names((run) => real(run) && decisions.includes(run.record.decision));
  const parts: [number, (count: number) => string][] = [
    [changed(/^input\b/), (count) => l10n.t('{0} changed the input', count)],
    [changed(/^output\b/), (count) => l10n.t('{0} changed the output', count)],
    [decided('deny'), (count) => l10n.t('{0} denied', count)],
    [decided('ask'), (count) => l10n.t('{0} asked', count)],
    [decided('allow'), (count) => l10n.t('{0} allowed', count)],
    [decided('respond', 'fail'), (count) => l10n.t('{0} answered', count)],
    [decided('redirect'), (count) => l10n.t('{0} redirected', count)],
    [decided('stop'), (count) => l10n.t('{0} stopped the run', count)],
    [decided('error'), (count) => l10n.t('{0} failed', count)],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, say]) => say(count));
  return [ran === 1 ? l10n.t('1 hook ran') : l10n.t('{0} hooks ran', ran), ...said].join(', ');
}
