/**
 * What was known when a recorded dispatch began, put together from what the record told before it: the run's facts, the conversation, the call. It is fed every
 * item in order and asked for the request of each decision.
 */
import {
  type DispatchRequest,
  type Earlier,
  factsFrom,
  nothingEarlier,
  type RecordedFacts,
  type RunFacts,
} from '../../shared/dispatch';
import { type ErrorFacts, type EventOf, type HookEvent, type StreamItem, stopReasons } from '../../shared/events';
import { joinNeighbours } from '../../shared/history';
import { isObject, type JsonObject } from '../../shared/json';
import {
  addUsage,
  type Message,
  type ModelRequest,
  type ModelResponse,
  noUsage,
  type ToolDeclaration,
  toContent,
  type Usage,
} from '../../shared/messages';
import type { Payloads, ToolFields } from '../../shared/payloads';
import { type EventName, eventNames, hookPoints } from '../../shared/points';
import { isWithheldText } from '../../shared/withheld';
import { undo } from './undo';

/** What the record tells of a decision, as a dispatch again. */
export interface Recalled {
  event: EventName;
  run: RunFacts;
  payload: JsonObject;
  bars?: DispatchRequest['bars'];
  /** Fields of the payload, or `request.tools`, that the record does not hold: who reads one sees what may not be so. */
  missing: Map<string, unknown>;
  /** Why the dispatch cannot be made again. */
  lost?: string;
}

/** The core's word on a call whose facts were not recorded. */
export type FactsOf = (toolName: string, input: JsonObject) => Promise<JsonObject>;

interface Run {
  /** What hooks asked a model, and it said, that no replayed hook has asked again yet. */
  completions: EventOf<'completion'>[];
  createdAt: string;
  usage: Usage;
  costUsd: number;
  errors: ErrorFacts[];
  metadata: JsonObject;
  waiting: Set<string>;
  waitingSince: number;
  waitedMs: number;
}

interface Speaker {
  history: Message[];
  /** Messages that are not in the history yet: they join it when it is asked for. */
  news: Message[];
  system: string;
  responseFormat?: JsonObject;
  /** The request that hooks have made of it, where they did. */
  request?: ModelRequest;
  response?: ModelResponse;
  content?: Message['content'];
  compacts: boolean;
}

interface Call {
  event: EventOf<'pre_tool_use'>;
  output?: unknown;
  isError?: boolean;
  context: string[];
}

const eventOf: ReadonlyMap<string, EventName> = new Map(
  eventNames.flatMap((name) => {
    const { type, decisions } = hookPoints[name];
    return type && decisions.length > 0 ? [[type, name] as const] : [];
  }),
);
/** The event that hooks could decide, if the type is that of one. */
export const decidable = (type: string): EventName | undefined => eventOf.get(type);

export class Recollection {
  private readonly runs = new Map<string, Run>();
  private readonly speakers = new Map<string, Speaker>();
  private readonly calls = new Map<string, Call>();
  private readonly redacting = new Map<string, ReadonlySet<string>>();
  private earlier: Earlier = nothingEarlier;

  constructor(
    /** Conversations are only kept where somebody asks for them. */
    private readonly keepsHistory: boolean,
    private readonly tools: readonly ToolDeclaration[],
    private readonly factsOf: FactsOf,
  ) {}

  /** Before the item's own dispatch, if it has one: what happened until then. */
  before(item: StreamItem): void {
    if (item.kind === 'hookSet') {
      this.redacting.set(item.id, new Set(item.hooks.flatMap(({ id, options }) => (options?.redacts ? [id] : []))));
      return;
    }
    if (item.kind !== 'event' || item.event.runId === '') return;
    const { event } = item;
    const run = this.runOf(event);
    if (event.type === 'post_model_call' && event.data.origin === 'provider') {
      run.usage = addUsage(run.usage, event.usage ?? noUsage);
      run.costUsd += event.costUsd ?? 0;
    }
    if (event.type === 'completion') {
      run.usage = addUsage(run.usage, event.usage ?? noUsage);
      run.costUsd += event.costUsd ?? 0;
      run.completions.push(event);
    }
    if (event.type === 'tool_error') run.errors = [...run.errors, event.error];
    if (event.type === 'pre_tool_use') this.calls.set(event.toolCallId, { event, context: [] });
  }

  /** After it: what the item itself tells. */
  after(item: StreamItem): void {
    if (item.kind === 'history')
      Object.assign(this.speakerOf(item), { history: this.keepsHistory ? item.messages : [], news: [] });
    if (item.kind === 'event' && item.event.runId !== '') this.follow(item.event);
  }

  /** What a model said to a hook that asked it this, where the record tells: it is told before the dispatch that it was asked in. */
  answerTo(runId: string, prompt: string): EventOf<'completion'> | undefined {
    const { completions = [] } = this.runs.get(runId) ?? {};
    const at = completions.findIndex(({ input, output }) => input === prompt && !isWithheldText(output));
    return at < 0 ? undefined : completions.splice(at, 1)[0];
  }

  /** What hooks made of the run's metadata. */
  setMetadata(runId: string, metadata: JsonObject): void {
    const run = this.runs.get(runId);
    if (run) run.metadata = metadata;
  }

  /** What today's hooks left, where later dispatches begin with it. */
  keep(event: HookEvent, payload: JsonObject): void {
    const speaker = this.speakerOf(event);
    if (event.type === 'pre_model_call') speaker.request = payload.request as ModelRequest;
    if (event.type === 'stop') speaker.response = payload.response as ModelResponse | undefined;
  }

  /** `content` is what the model said, where the record tells it after the event. */
  async recall(event: HookEvent, content: Message['content'] | undefined): Promise<Recalled> {
    const name = eventOf.get(event.type)!;
    const recalled: Recalled = { event: name, run: this.factsOfRun(event), payload: {}, missing: new Map() };
    const bars = event.data && 'bars' in event.data ? event.data.bars : undefined;
    if (bars) recalled.bars = bars;
    await this.fill(recalled, event, content);
    const redacting = this.redacting.get(event.hookSet ?? '');
    recalled.lost ??= undo(recalled.payload, event, (id) => redacting?.has(id) === true);
    recalled.lost ??= withheldIn(recalled.payload);
    return recalled;
  }

  private factsOfRun(event: HookEvent): RunFacts {
    const run = this.runOf(event);
    const { agentName, branch, taskId, sessionId, runId, step, timestamp } = event;
    const { usage, costUsd, errors, metadata, waitedMs, createdAt } = run;
    return {
      ...{ agentName, branch, depth: branch.split('/').length - 1, sessionId, runId, step },
      ...(taskId ? { taskId } : {}),
      purpose: this.speakerOf(event).compacts && event.type !== 'pre_compact' ? 'compact' : 'chat',
      ...{ usage, costUsd, errors, metadata, waitedMs, createdAt },
      earlier: this.earlier,
      updatedAt: timestamp,
      replaying: true,
    };
  }

  /** The fields as they were after the chain, where the record tells them so; what hooks changed is taken back later. */
  private async fill(recalled: Recalled, event: HookEvent, content: Message['content'] | undefined): Promise<void> {
    const { payload, missing } = recalled;
    const speaker = this.speakerOf(event);
    switch (event.type) {
      case 'session_start':
        Object.assign(payload, { source: event.data.source } satisfies Payloads['sessionStart']);
        return;
      case 'user_message':
        Object.assign(payload, { message: event.input } satisfies Payloads['userMessage']);
        return;
      case 'before_agent':
        Object.assign(payload, { input: event.input, system: event.data.system, tools: this.tools });
        // Set by a hook, if at all: then it is among the changes.
        if (changes(event, 'responseFormat')) payload.responseFormat = undefined;
        missing.set('tools', this.tools);
        return;
      case 'before_step':
        Object.assign(payload, {
          messages: historyOf(speaker),
          system: event.data.system,
        } satisfies Payloads['beforeStep'] as object);
        return;
      case 'pre_model_call':
        Object.assign(payload, { request: this.requestOf(speaker, event), attempt: event.data.attempt });
        this.missOfRequest(missing, speaker);
        return;
      case 'model_error':
        Object.assign(payload, {
          request: speaker.request ?? this.requestOf(speaker, event),
          error: event.error,
          attempt: event.data.attempt,
        });
        if (!speaker.request) this.missOfRequest(missing, speaker);
        return;
      case 'post_model_call':
        return this.fillAnswer(recalled, event, content);
      case 'pre_tool_use': {
        const { facts, requestedFacts } = event.data;
        const recorded = requestedFacts ?? facts;
        Object.assign(payload, await this.toolFields(event, recorded, recalled));
        return;
      }
      case 'permission_request': {
        Object.assign(payload, await this.toolFields(event, undefined, recalled), {
          reason: event.reason,
          suggestions: event.data.suggestions,
        });
        if (event.data.decision !== undefined) missing.set('reason', event.reason);
        return;
      }
      case 'tool_error': {
        Object.assign(payload, await this.toolFields(event, undefined, recalled), {
          error: event.error,
          output: event.output,
          durationMs: event.duration,
        });
        if (event.data.recovered) missing.set('output', undefined);
        return;
      }
      case 'post_tool_use': {
        const { output, isError, error, duration: durationMs, data } = event;
        const { origin, recovered } = data;
        Object.assign(payload, await this.toolFields(event, undefined, recalled), {
          output,
          isError,
          error,
          durationMs,
          origin,
          recovered,
        });
        return;
      }
      case 'tool_result_messages': {
        Object.assign(payload, await this.toolFields(event, undefined, recalled), {
          defaultMessages: this.resultOf(event.toolCallId),
        });
        if (!this.calls.has(event.toolCallId)) missing.set('defaultMessages', []);
        return;
      }
      case 'after_step':
        Object.assign(payload, {
          messages: historyOf(speaker),
          finishReason: event.data.finishReason,
        } satisfies Payloads['afterStep'] as object);
        return;
      case 'pre_compact':
        Object.assign(payload, {
          messages: historyOf(speaker),
          trigger: event.data.trigger,
        } satisfies Payloads['preCompact'] as object);
        return;
      case 'stop':
        return fillStop(payload, event, speaker);
      case 'after_agent': {
        const response = event.data.response && speaker.response;
        Object.assign(payload, { input: event.input, response, origin: event.data.origin, error: event.error });
        if (event.data.response && !speaker.response) missing.set('response', undefined);
        return;
      }
      default:
        recalled.lost = `what came to pass at ${recalled.event} was not recorded piece by piece`;
    }
  }

  private fillAnswer(recalled: Recalled, event: EventOf<'post_model_call'>, content: Message['content'] | undefined): void {
    const { payload, missing } = recalled;
    const speaker = this.speakerOf(event);
    const { error, duration: durationMs, data } = event;
    const request = speaker.request ?? this.requestOf(speaker, event);
    if (!speaker.request) this.missOfRequest(missing, speaker);
    const response = data.response && answerOf(data.response, data.request.model, content);
    Object.assign(payload, { request, response, error, durationMs, origin: data.origin });
    // Its blocks are told by their types: what they say is in the message that follows, if one does.
    if (response && !sameBlocks(response, data.response!.blocks)) missing.set('response', response);
  }

  private requestOf(speaker: Speaker, event: HookEvent): ModelRequest {
    const { model = '', max_tokens = 0 } = (
      isObject(event.data?.['request' as never]) ? event.data['request' as never] : {}
    ) as Partial<ModelRequest>;
    const format = speaker.compacts ? undefined : speaker.responseFormat;
    return {
      model,
      max_tokens,
      messages: historyOf(speaker),
      ...(speaker.system ? { system: speaker.system } : {}),
      ...(this.tools.length > 0
        ? { tools: [...this.tools], ...(speaker.compacts ? { tool_choice: { type: 'none' } } : {}) }
        : {}),
      ...(format ? { output_config: { format: { type: 'json_schema', schema: format } } } : {}),
    } as ModelRequest;
  }

  private missOfRequest(missing: Map<string, unknown>, speaker: Speaker): void {
    missing.set('request.tools', this.tools);
    if (speaker.compacts) missing.set('request.messages', historyOf(speaker));
  }

  /** A call's facts as they were recorded, or as the core has them now. */
  private async toolFields(
    event: EventOf<'pre_tool_use' | 'permission_request' | 'tool_error' | 'post_tool_use' | 'tool_result_messages'>,
    given: RecordedFacts | undefined,
    { missing }: Recalled,
  ): Promise<ToolFields> {
    const { toolCallId, toolName, input, data } = event;
    const recorded = given ?? this.recordedFacts(event);
    const left = recorded?.left ?? [];
    for (const name of left) missing.set(name, undefined);
    const declaration = this.tools.find(({ name }) => name === (recorded?.toolName ?? toolName));
    const requestedInput = event.requestedInput ?? input;
    if (recorded) {
      const own = { toolCallId, toolName, input, status: data.status, scope: data.scope, declaration };
      return { ...own, ...(factsFrom(recorded) as object), requestedInput } as ToolFields;
    }
    const before: JsonObject = { toolName, input };
    undo(before, event, () => false);
    const facts = await this.factsOf(before.toolName as string, before.input as JsonObject);
    return { ...(facts as unknown as ToolFields), toolCallId, toolName, input, requestedInput };
  }

  /** Of the gate's event, while the call has the input that it left the gate with. */
  private recordedFacts({
    toolCallId,
    input,
    toolName,
  }: EventOf<'permission_request'> | { toolCallId: string; input: JsonObject; toolName: string }) {
    const gate = this.calls.get(toolCallId)?.event;
    if (!gate?.data.facts || gate.toolName !== toolName) return undefined;
    return JSON.stringify(gate.input) === JSON.stringify(input) ? gate.data.facts : undefined;
  }

  private resultOf(toolCallId: string): Message[] {
    const { output, isError, context = [] } = this.calls.get(toolCallId) ?? {};
    const result = {
      type: 'tool_result' as const,
      tool_use_id: toolCallId,
      content: toContent(output),
      ...(isError ? { is_error: true } : {}),
    };
    return [{ role: 'user', content: [result, ...context.map((text) => ({ type: 'text' as const, text }))] }];
  }

  private follow(event: HookEvent): void {
    const run = this.runOf(event);
    const speaker = this.speakerOf(event);
    switch (event.type) {
      case 'before_agent':
        speaker.system = event.data.system;
        speaker.response = undefined;
        speaker.responseFormat = changes(event, 'responseFormat')?.after as JsonObject | undefined;
        return;
      case 'before_step':
        speaker.system = event.data.system;
        return;
      case 'pre_model_call':
        speaker.content = undefined;
        return;
      case 'post_model_call':
        if (event.error) run.errors = [...run.errors, event.error];
        speaker.request = undefined;
        speaker.content = undefined;
        speaker.response = event.data.response && answerOf(event.data.response, event.data.request.model, undefined);
        return;
      case 'message':
        if (event.input.role === 'assistant' && speaker.response)
          speaker.response = { ...speaker.response, content: blocks(event.input) };
        if (this.keepsHistory) speaker.news.push(event.input);
        return;
      case 'post_tool_use': {
        const call = this.calls.get(event.toolCallId);
        const context = event.hooks.flatMap((hook) =>
          hook.shadow ? [] : (hook.changed ?? []).flatMap(({ field, after }) => (field === 'context' ? [String(after)] : [])),
        );
        if (call) Object.assign(call, { output: event.output, isError: event.isError, context });
        return;
      }
      case 'tool_settled':
        this.calls.delete(event.toolCallId);
        return;
      case 'pre_compact':
        speaker.compacts = event.data.decision === undefined;
        return;
      case 'compacted':
        speaker.compacts = false;
        return;
      case 'approval_requested':
        return begin(run, event.data.id, event.timestamp);
      case 'approval_resolved':
        return end(run, event.data.id, event.timestamp);
      case 'question_asked':
        return begin(run, event.toolCallId, event.timestamp);
      case 'question_answered':
        return end(run, event.toolCallId, event.timestamp);
      case 'subagent_stop':
        this.speakers.delete(keyOf(event));
        return;
      case 'after_run':
        this.earlier = {
          usage: addUsage(this.earlier.usage, event.usage),
          costUsd: this.earlier.costUsd + event.costUsd,
          activeMs: this.earlier.activeMs + event.duration - (event.data.waitedMs ?? 0),
        };
        this.runs.delete(event.runId);
        return;
      default:
        return;
    }
  }

  private runOf({ runId, timestamp }: HookEvent): Run {
    let run = this.runs.get(runId);
    if (!run) {
      run = {
        createdAt: timestamp,
        completions: [],
        usage: noUsage,
        costUsd: 0,
        errors: [],
        metadata: {},
        waiting: new Set(),
        waitingSince: 0,
        waitedMs: 0,
      };
      this.runs.set(runId, run);
    }
    return run;
  }

  private speakerOf(of: { branch: string; taskId?: string }): Speaker {
    const key = keyOf(of);
    const speaker = this.speakers.get(key) ?? { history: [], news: [], system: '', compacts: false };
    this.speakers.set(key, speaker);
    return speaker;
  }
}

function historyOf(speaker: Speaker): Message[] {
  // Who was given the list keeps it as it is.
  if (speaker.news.length > 0) speaker.history = joinNeighbours([...speaker.history, ...speaker.news]);
  speaker.news = [];
  return speaker.history;
}

/** Agents of one name work on one branch: the task tells them apart. */
export const keyOf = ({ branch, taskId }: { branch: string; taskId?: string }): string => taskId ?? branch;

function begin(run: Run, id: string, at: string): void {
  if (run.waiting.size === 0) run.waitingSince = Date.parse(at);
  run.waiting.add(id);
}
function end(run: Run, id: string, at: string): void {
  if (run.waiting.delete(id) && run.waiting.size === 0) run.waitedMs += Date.parse(at) - run.waitingSince;
}

const changes = ({ hooks }: HookEvent, field: string) =>
  hooks.flatMap(({ shadow, changed = [] }) => (shadow ? [] : changed)).findLast((change) => change.field === field);

const blocks = ({ content }: Pick<Message, 'content'>): ModelResponse['content'] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

function answerOf(
  { stop_reason, usage }: { stop_reason: string | null; usage: Usage },
  model: string,
  content: Message['content'] | undefined,
): ModelResponse {
  return {
    role: 'assistant',
    model,
    content: content === undefined ? [] : blocks({ content }),
    stop_reason,
    usage,
  } as ModelResponse;
}

const sameBlocks = ({ content }: ModelResponse, types: readonly string[]): boolean =>
  content.length === types.length && content.every(({ type }, index) => type === types[index]);

/** Its hooks' signals are among those that it ended with. */
function fillStop(payload: JsonObject, event: EventOf<'stop'>, { response }: Speaker): void {
  const ours = event.hooks.flatMap(({ shadow, changed = [] }) =>
    shadow ? [] : changed.flatMap(({ field, after }) => (field === 'signal' ? [JSON.stringify(after)] : [])),
  );
  const signals = event.data.signals.filter((signal) => !ours.includes(JSON.stringify(signal)));
  const order = (reason: string) => (stopReasons as readonly string[]).indexOf(reason);
  const [first] = [...signals].sort((a, b) => order(a.reason) - order(b.reason));
  const { turns } = event.data;
  Object.assign(payload, {
    reason: first?.reason ?? 'completed',
    ...{ signals, turns, costUsd: event.costUsd },
    response: event.data.response && response,
  } satisfies Payloads['stop']);
}

/** Marks of what was never recorded stand in a field that hooks judge by. */
function withheldIn(payload: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(payload)) {
    const isMarked =
      isWithheldText(value) ||
      ((name === 'input' || name === 'error') && isObject(value) && Object.values(value).some(isWithheldText)) ||
      (name === 'message' && isObject(value) && isWithheldText(value.content));
    if (isMarked) return `${name} was withheld from the record`;
  }
  return undefined;
}
