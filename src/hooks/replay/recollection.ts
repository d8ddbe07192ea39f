/**
 * What was known when a recorded dispatch began, put together from what the record told before it: the run's facts, the conversation, the call. It is fed every
 * item in order and asked for the request of each decision.
 */

import { isObject, type JsonObject } from '../../shared/basics/json';
import { dataAt } from '../../shared/events/eventReading';
import type { EventOf, HookEvent } from '../../shared/events/events';
import type { RunFacts } from '../../shared/hooks/dispatch';
import type { PayloadFields } from '../../shared/hooks/payloads';
import type { Message, ModelRequest, ModelResponse, ToolDeclaration } from '../../shared/messages/messages';
import { isWithheldText } from '../../shared/messages/withheld';
import type { ErrorFacts } from '../../shared/runs/errorFacts';
import { withChanges, withDifference } from '../../shared/runs/runMetadata';
import { type Speaker, speakerOf } from '../../shared/runs/speaker';
import { inAll, nothingSpent, spentAfter } from '../../shared/stream/spent';
import type { StreamItem } from '../../shared/stream/stream';
import { decidable } from './decidable';
import { PastRun } from './pastRun';
import { PastSpeaker } from './pastSpeaker';
import { fillPayload, type Recalled } from './recalledPayload';
import { changesOf } from './recordedChanges';
import { undo } from './undo';
import { type FactsOf, UnsettledCalls } from './unsettledCalls';

export class Recollection {
  private readonly runs = new Map<string, PastRun>();
  private readonly speakers = new Map<string, PastSpeaker>();
  private readonly calls: UnsettledCalls;
  private readonly redacting = new Map<string, ReadonlySet<string>>();
  private spent = nothingSpent;

  constructor(
    private readonly keepsHistory: boolean,
    private readonly tools: readonly ToolDeclaration[],
    factsOf: FactsOf,
  ) {
    this.calls = new UnsettledCalls(tools, factsOf);
  }

  /** Before the item's own dispatch, if it has one: what happened until then. */
  before(item: StreamItem): void {
    if (item.kind === 'hookSet') {
      this.redacting.set(item.id, new Set(item.hooks.flatMap(({ id, options }) => (options?.redacts ? [id] : []))));
      return;
    }
    if (item.kind !== 'event' || item.event.runId === '') return;
    this.runOf(item.event).before(item.event);
    if (item.event.type === 'pre_tool_use') this.calls.begins(item.event);
  }

  /** After it: what the item itself tells. */
  after(item: StreamItem): void {
    if (item.kind === 'history') this.pastSpeaker(item).begins(item.messages);
    if (item.kind !== 'event') return;
    const { event } = item;
    this.spent = spentAfter(this.spent, event);
    if (event.runId === '') return;
    this.runOf(event).after(event);
    this.pastSpeaker(event).follow(event);
    if (event.type === 'post_tool_use') this.calls.answered(event);
    if (event.type === 'tool_settled') this.calls.settled(event.toolCallId);
    if (event.type === 'subagent_stop') this.speakers.delete(speakerOf(event));
    if (event.type === 'after_run') this.runs.delete(event.runId);
  }

  /** What a model said to a hook that asked it this, where the record tells: it is told before the dispatch that it was asked in. */
  answerTo(runId: string, prompt: string): EventOf<'completion'> | undefined {
    return this.runs.get(runId)?.answerTo(prompt);
  }

  /** What hooks made of the run's metadata. */
  setMetadata(event: HookEvent, metadata: JsonObject): void {
    const run = this.runOf(event);
    run.metadata = withChanges(run.metadata, metadataAt(event, run), metadata);
  }

  /** What hooks made of them when it was recorded; what they took away no record tells. */
  keepMetadata(event: HookEvent): void {
    const run = this.runOf(event);
    for (const { field, after } of changesOf(event))
      if (field === 'metadata' && isObject(after)) run.metadata = { ...run.metadata, ...after };
  }

  /** What today's hooks left, where later dispatches begin with it. */
  keep(event: HookEvent, payload: PayloadFields): void {
    const speaker = this.pastSpeaker(event);
    if (event.type === 'pre_model_call') speaker.request = payload.request as ModelRequest;
    if (event.type === 'stop') speaker.response = payload.response as ModelResponse | undefined;
  }

  /** `content` is what the model said, where the record tells it after the event. */
  async recall(event: HookEvent, content: Message['content'] | undefined): Promise<Recalled> {
    const name = decidable(event.type)!;
    const recalled: Recalled = { event: name, run: this.factsOfRun(event), payload: {}, missing: new Map() };
    const bars = dataAt(event, 'bars');
    if (bars) recalled.bars = bars;
    await fillPayload(recalled, event, { speaker: this.pastSpeaker(event), calls: this.calls, tools: this.tools, content });
    const redacting = this.redacting.get(event.hookSet ?? '');
    recalled.lost ??= undo(recalled.payload, event, (id) => redacting?.has(id) === true);
    recalled.lost ??= withheldIn(recalled.payload);
    // The last error of the run is the event's own, as it was before its hooks told it otherwise.
    if (event.type === 'model_error' || event.type === 'tool_error')
      recalled.run.errors = [...recalled.run.errors.slice(0, -1), recalled.payload.error as ErrorFacts];
    return recalled;
  }

  factsOfRun(event: HookEvent): RunFacts {
    const { agentName, branch, taskId, sessionId, runId, step, timestamp } = event;
    const past = this.runOf(event);
    const { usage, costUsd, errors, waitedMs, createdAt, earlier } = past;
    const metadata = metadataAt(event, past);
    return {
      ...{ agentName, branch, depth: branch.split('/').length - 1, sessionId, runId, step },
      ...(taskId ? { taskId } : {}),
      purpose: this.pastSpeaker(event).compacts && event.type !== 'pre_compact' ? 'compact' : 'chat',
      ...{ usage, costUsd, errors, metadata, waitedMs, createdAt, earlier },
      updatedAt: timestamp,
      replaying: true,
    };
  }

  private runOf({ runId, timestamp }: HookEvent): PastRun {
    const run = this.runs.get(runId) ?? new PastRun(timestamp, inAll(this.spent));
    this.runs.set(runId, run);
    return run;
  }

  private pastSpeaker(of: Speaker): PastSpeaker {
    const key = speakerOf(of);
    const speaker = this.speakers.get(key) ?? new PastSpeaker(this.keepsHistory, this.tools);
    this.speakers.set(key, speaker);
    return speaker;
  }
}

/** As the event's hooks saw them, who may have been asked before others had answered that the record tells of first. */
const metadataAt = (event: HookEvent, { metadata }: PastRun): JsonObject => {
  const sawMetadata = dataAt(event, 'sawMetadata');
  return sawMetadata ? withDifference(metadata, sawMetadata) : metadata;
};

/** Marks of what was never recorded stand in a field that hooks judge by. */
function withheldIn(payload: PayloadFields): string | undefined {
  for (const [name, value] of Object.entries(payload) as [keyof PayloadFields, unknown][]) {
    const isMarked =
      isWithheldText(value) ||
      ((name === 'input' || name === 'error') && isObject(value) && Object.values(value).some(isWithheldText)) ||
      (name === 'message' && isObject(value) && isWithheldText(value.content));
    if (isMarked) return `${name} was withheld from the record`;
  }
  return undefined;
}
