/** One agent's side of a recorded conversation: its history, its system prompt, the request under way and what came of it. */

import { isObject, type JsonObject } from '../../shared/basics/json';
import type { UnreadBy } from '../../shared/events/eventReaders';
import type { EventOf, HookEvent } from '../../shared/events/events';
import { joinNeighbours } from '../../shared/messages/history';
import type { Message, ModelRequest, ModelResponse, ToolDeclaration, Usage } from '../../shared/messages/messages';
import { speakerOf } from '../../shared/runs/speaker';
import type { StreamItem } from '../../shared/stream/stream';
import type { Missing } from './missing';
import { changeOf } from './recordedChanges';

export class PastSpeaker {
  system = '';
  /** The request that hooks have made of it, where they did. */
  request?: ModelRequest;
  response?: ModelResponse;
  compacts = false;
  private messages: Message[] = [];
  /** Messages that are not in the history yet: they join it when it is asked for. */
  private news: Message[] = [];
  private responseFormat?: JsonObject;

  constructor(
    /** Conversations are only kept where somebody asks for them. */
    private readonly keepsHistory: boolean,
    private readonly tools: readonly ToolDeclaration[],
  ) {}

  get history(): Message[] {
    // Who was given the list keeps it as it is.
    if (this.news.length > 0) this.messages = joinNeighbours([...this.messages, ...this.news]);
    this.news = [];
    return this.messages;
  }

  /** The history as the record tells it whole. */
  begins(messages: Message[]): void {
    this.messages = this.keepsHistory ? messages : [];
    this.news = [];
  }

  /** After an event's own dispatch: what it tells. */
  follow(event: HookEvent): void {
    switch (event.type) {
      case 'before_agent':
        this.system = event.data.system;
        this.response = undefined;
        this.responseFormat = changeOf(event, 'responseFormat')?.after as JsonObject | undefined;
        return;
      case 'before_step':
        this.system = event.data.system;
        return;
      case 'post_model_call':
        this.request = undefined;
        this.response = event.data.response && answerOf(event.data.response, event.data.request.model, undefined);
        return;
      case 'message':
        if (event.input.role === 'assistant' && this.response)
          this.response = { ...this.response, content: blocks(event.input.content) };
        if (this.keepsHistory) this.news.push(event.input);
        return;
      case 'pre_compact':
        this.compacts = event.data.decision === undefined;
        return;
      case 'compacted':
        this.compacts = false;
        return;
      default:
        event.type satisfies UnreadBy<'pastSpeaker'>;
        return;
    }
  }

  /** The request of a model call, before hooks: put together anew, as the record does not hold it. */
  requestOf(event: HookEvent): ModelRequest {
    const recorded = event.data?.['request' as never];
    const { model = '', max_tokens = 0 } = (isObject(recorded) ? recorded : {}) as Partial<ModelRequest>;
    const format = this.compacts ? undefined : this.responseFormat;
    return {
      model,
      max_tokens,
      messages: this.history,
      ...(this.system ? { system: this.system } : {}),
      ...(this.tools.length > 0 ? { tools: [...this.tools], ...(this.compacts ? { tool_choice: { type: 'none' } } : {}) } : {}),
      ...(format ? { output_config: { format: { type: 'json_schema', schema: format } } } : {}),
    } as ModelRequest;
  }

  /** What such a request holds that may not be so. */
  missOfRequest(missing: Missing): void {
    missing.set('request.tools', this.tools);
    if (this.compacts) missing.set('request.messages', this.history);
  }
}

/** What the model answered; `content` is what it said, where the record tells it. */
export function answerOf(
  {
    stop_reason,
    usage,
  }: NonNullable<EventOf<'post_model_call'>['data']['response']> | { stop_reason: string | null; usage: Usage },
  model: string,
  content: Message['content'] | undefined,
): ModelResponse {
  return {
    role: 'assistant',
    model,
    content: content === undefined ? [] : blocks(content),
    stop_reason,
    usage,
  } as ModelResponse;
}

const blocks = (content: Message['content']): ModelResponse['content'] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** What the model said, if this item tells it; `none` where the next thing that its agent did tells nothing of it. */
export function wordsIn(item: StreamItem, answer: HookEvent): Message['content'] | 'later' | 'none' {
  if (item.kind !== 'event' || speakerOf(item.event) !== speakerOf(answer) || item.event.runId !== answer.runId) return 'later';
  const { event } = item;
  if (event.type === 'hook_error') return 'later';
  if (event.type === 'message' && event.input.role === 'assistant') return event.input.content;
  if (event.type === 'compacted' && event.output !== undefined) return event.output;
  return 'none';
}
