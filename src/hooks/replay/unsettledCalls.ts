/** The tool calls that a record has told of and not settled: their facts as they left the gate, and what came of them. */

import type { JsonObject } from '../../shared/basics/json';
import { factsFrom, type RecordedFacts } from '../../shared/calls/toolFacts';
import type { EventOf } from '../../shared/events/events';
import type { PayloadFields, ToolFields } from '../../shared/hooks/payloads';
import { type Message, type ToolDeclaration, toContent } from '../../shared/messages/messages';
import type { Missing } from './missing';
import { changesOf } from './recordedChanges';
import { undo } from './undo';

/** The core's word on a call whose facts were not recorded. */
export type FactsOf = (toolName: string, input: JsonObject) => Promise<JsonObject>;

export type ToolEvent = EventOf<'pre_tool_use' | 'permission_request' | 'tool_error' | 'post_tool_use' | 'tool_result_messages'>;

interface Call {
  gate: EventOf<'pre_tool_use'>;
  output?: unknown;
  isError?: boolean;
  context: string[];
}

export class UnsettledCalls {
  private readonly calls = new Map<string, Call>();

  constructor(
    private readonly tools: readonly ToolDeclaration[],
    private readonly factsOf: FactsOf,
  ) {}

  has(toolCallId: string): boolean {
    return this.calls.has(toolCallId);
  }

  begins(gate: EventOf<'pre_tool_use'>): void {
    this.calls.set(gate.toolCallId, { gate, context: [] });
  }

  answered(event: EventOf<'post_tool_use'>): void {
    const call = this.calls.get(event.toolCallId);
    const context = changesOf(event).flatMap(({ field, after }) => (field === 'context' ? [String(after)] : []));
    if (call) Object.assign(call, { output: event.output, isError: event.isError, context });
  }

  settled(toolCallId: string): void {
    this.calls.delete(toolCallId);
  }

  /** A call's facts as they were recorded, or as the core has them now. */
  async fields(event: ToolEvent, missing: Missing): Promise<ToolFields> {
    const { toolCallId, toolName, input, data } = event;
    const recorded =
      (event.type === 'pre_tool_use' && (event.data.requestedFacts ?? event.data.facts)) || this.factsAtGate(event);
    for (const name of recorded?.left ?? []) missing.set(name, undefined);
    const declaration = this.tools.find(({ name }) => name === (recorded?.toolName ?? toolName));
    const requestedInput = event.requestedInput ?? input;
    if (recorded) {
      const own = { toolCallId, toolName, input, status: data.status, scope: data.scope, declaration };
      return { ...own, ...(factsFrom(recorded) as object), requestedInput } as ToolFields;
    }
    const before: PayloadFields = { toolName, input };
    undo(before, event, () => false);
    const facts = await this.factsOf(before.toolName as string, before.input as JsonObject);
    return { ...(facts as unknown as ToolFields), toolCallId, toolName, input, requestedInput };
  }

  /** The message that tells the model of the result, before hooks. */
  resultOf(toolCallId: string): Message[] {
    const { output, isError, context = [] } = this.calls.get(toolCallId) ?? {};
    const result = {
      type: 'tool_result' as const,
      tool_use_id: toolCallId,
      content: toContent(output),
      ...(isError ? { is_error: true } : {}),
    };
    return [{ role: 'user', content: [result, ...context.map((text) => ({ type: 'text' as const, text }))] }];
  }

  /** While the call has the input that it left the gate with. */
  private factsAtGate({ toolCallId, input, toolName }: ToolEvent): RecordedFacts | undefined {
    const gate = this.calls.get(toolCallId)?.gate;
    if (!gate?.data.facts || gate.toolName !== toolName) return undefined;
    return JSON.stringify(gate.input) === JSON.stringify(input) ? gate.data.facts : undefined;
  }
}
