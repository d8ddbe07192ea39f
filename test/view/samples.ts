/** Items of a stream as the core emits them, for tests of the views. */

import type { JsonObject } from '../../src/shared/basics/json';
import type { ApprovalRequest } from '../../src/shared/calls/approvals';
import type { StreamItem } from '../../src/shared/stream/stream';
import type { HookRecord } from '../../src/shared/verdicts/hookRecord';
import type { Status, ToView } from '../../src/shared/views/viewProtocol';
import { type LooseFacts, madeEvent } from '../fixtures/events';

const began = Date.parse('2026-01-01T12:00:00.000Z');

/** Makes items with ids and times of their own, in order. */
export class Stream {
  private count = 0;
  private at = began;
  /** Every event of a call carries its input. */
  private readonly inputs = new Map<string, JsonObject>();

  event(type: string, given: LooseFacts = {}): StreamItem & { kind: 'event' } {
    const input = this.inputs.get(given.toolCallId ?? '');
    const fields = input ? { input, ...given } : given;
    this.at += 7 + (fields.duration ?? 0);
    const at = { id: `ev_${this.count++}`, timestamp: new Date(this.at).toISOString(), sessionId: 's1' };
    return { kind: 'event', event: madeEvent(type, { ...at, ...fields }) };
  }

  user(text: string): StreamItem[] {
    const message = { role: 'user', content: text };
    return [
      this.event('before_run', { input: text }),
      this.event('user_message', { input: message }),
      this.event('message', { input: message, data: { index: 0 } }),
    ];
  }

  assistant(text: string, thinking?: string): StreamItem {
    const content = [
      ...(thinking ? [{ type: 'thinking', thinking, signature: 's' }] : []),
      ...(text ? [{ type: 'text', text }] : []),
    ];
    return this.event('message', { input: { role: 'assistant', content } });
  }

  /** The model calls a tool and the hooks have judged it. */
  call(id: string, toolName: string, input: JsonObject, fields: LooseFacts = {}): StreamItem[] {
    const content = [{ type: 'tool_use', id, name: toolName, input: fields.requestedInput ?? input }];
    this.inputs.set(id, input);
    return [
      this.event('message', { input: { role: 'assistant', content } }),
      this.event('pre_tool_use', { toolCallId: id, toolName, input, ...fields }),
    ];
  }

  result(id: string, toolName: string, output: string, fields: LooseFacts = {}): StreamItem[] {
    const isError = fields.isError === true;
    const at = { toolCallId: id, toolName };
    return [
      this.event('tool_start', at),
      this.event(isError ? 'tool_error' : 'post_tool_use', { ...at, output, duration: 42, ...fields }),
      this.event('message', {
        ...at,
        input: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError }] },
      }),
      this.event('tool_settled', { ...at, data: { outcome: isError ? 'error' : 'ok' }, decidedBy: fields.decidedBy }),
    ];
  }

  asks(request: ApprovalRequest): StreamItem {
    const { toolCallId, toolName, input, reason } = request;
    return this.event('approval_requested', { toolCallId, toolName, input, reason, data: { ...request } });
  }
}

export const hookRecord = (name: string, more: Partial<HookRecord> = {}): HookRecord => ({
  id: `hooks.ts#${name}`,
  file: '/ws/.hooksmith/hooks/hooks.ts',
  name,
  line: 12,
  kind: 'hook',
  version: 'v1',
  priority: 0,
  startedAt: new Date(began).toISOString(),
  duration: 1.4,
  decision: 'continue',
  ...more,
});

export const approvalOf = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: 'approval_1',
  toolCallId: 't1',
  toolName: 'Bash',
  input: { command: 'git push origin main' },
  inputHash: 'hash_1',
  agentName: 'main',
  branch: 'main',
  reason: 'Bash acts, and nothing allows it.',
  askedBy: { kind: 'default' },
  changedBy: [],
  risk: 'Runs a shell command on your machine.',
  suggestions: ['Bash(git push*)'],
  ...more,
});

export const statusOf = (more: Partial<Status> = {}): Status => ({
  model: 'claude-sonnet-4-5',
  rehearsal: false,
  mode: 'ask',
  hooksLive: 4,
  hookProblems: 0,
  trusted: true,
  workspace: 'sample',
  folders: ['/ws'],
  sessionId: 's1',
  usage: { input_tokens: 1200, output_tokens: 340 },
  costUsd: 0.0123,
  contextWindow: 200_000,
  codeTheme: 'auto',
  ...more,
});

export const sessionOf = (items: StreamItem[], running = false, status: Partial<Status> = {}): ToView => ({
  type: 'session',
  sessionId: 's1',
  items: [...items, { kind: 'run', runId: 'r1', running }],
  status: statusOf(status),
});
