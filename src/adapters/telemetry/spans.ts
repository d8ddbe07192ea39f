/** The one stream of events, told as spans: run, step, model call, tool call, agent and each hook. Nothing is counted or timed a second way. */
import type { Attributes } from '@opentelemetry/api';
import type { UnreadBy } from '../../shared/events/eventReaders';
import type { HookEvent } from '../../shared/events/events';
import type { StreamItem } from '../../shared/stream/stream';
import type { HookRecord } from '../../shared/verdicts/hookRecord';
import { agentAttributes, chatOf, placeAttributes, spentOn, usageAttributes } from './spanAttributes';

interface SpanError {
  type: string;
  message?: string;
}

/** Where spans go. Times are milliseconds since the epoch. */
export interface SpanSink<S> {
  begin(name: string, kind: 'internal' | 'client', at: number, attributes: Attributes, parent: S | undefined): S;
  end(span: S, at: number, attributes: Attributes, error?: SpanError): void;
  note(span: S, name: string, at: number, attributes: Attributes): void;
}

type TracedEvent = Exclude<HookEvent, { type: 'other' }>;
type Completion = Extract<HookEvent, { type: 'completion' }>;

/** What is open of one run. */
interface Run<S> {
  run: S;
  /** By branch and task. */
  agents: Map<string, S>;
  steps: Map<string, S>;
  models: Map<string, S>;
  calls: Map<string, S>;
}

/** What a span of this lane stands below: its step, else its agent. */
const above = <S>({ run, agents, steps }: Run<S>, lane: string): S => steps.get(lane) ?? agents.get(lane) ?? run;

/** Completions that wait for their run to tell of its beginning. Some never does: a guarded agent's, or a summary between two runs. */
const mostEarly = 100;

export class Spans<S> {
  private readonly runs = new Map<string, Run<S>>();
  private early: Completion[] = [];

  constructor(
    private readonly sink: SpanSink<S>,
    /** What was said goes along: prompts, inputs, outputs, reasons. What the stream withholds is in none of its events. */
    private readonly contents: () => boolean,
  ) {}

  take(item: StreamItem): void {
    if (item.kind === 'event' && item.event.type !== 'other') this.event(item.event);
  }

  /** Whatever is open ends now. */
  close(at: number): void {
    this.early = [];
    for (const id of [...this.runs.keys()]) this.endRun(id, at, {}, { type: 'interrupted' });
  }

  private event(event: TracedEvent): void {
    const at = Date.parse(event.timestamp);
    if (event.type === 'before_run') this.beginRun(event, at);
    const run = this.runs.get(event.runId);
    if (!run) {
      // The first hooks of a run ask before it has told of its beginning.
      if (event.type === 'completion' && event.runId !== '') this.early = [...this.early, event].slice(-mostEarly);
      return;
    }
    const lane = `${event.branch} ${event.taskId ?? ''}`;
    this.begins(event, at, run, lane);
    this.hooks(event, this.spanOf(event, run, lane) ?? above(run, lane));
    this.ends(event, at, run, lane);
  }

  private begins(event: TracedEvent, at: number, run: Run<S>, lane: string): void {
    const { sink } = this;
    switch (event.type) {
      case 'before_step':
        this.end(run.steps, lane, at);
        run.steps.set(
          lane,
          sink.begin(
            `step ${event.step}`,
            'internal',
            at,
            { ...placeAttributes(event), 'hooksmith.step': event.step },
            above(run, lane),
          ),
        );
        break;
      case 'completion':
        this.completion(event, at, above(run, lane));
        break;
      case 'pre_model_call': {
        const { model, max_tokens } = event.data.request;
        const attributes = {
          ...chatOf(event, model),
          'gen_ai.request.max_tokens': max_tokens,
          'hooksmith.attempt': event.data.attempt,
        };
        this.end(run.models, lane, at, {}, { type: 'retried' });
        run.models.set(lane, sink.begin(`chat ${model}`, 'client', at, attributes, above(run, lane)));
        break;
      }
      case 'model_retry': {
        const { attempt, waitMs, status, hook } = event.data;
        const span = run.models.get(lane);
        if (span !== undefined && hook === undefined)
          sink.note(span, 'retry', at, {
            'hooksmith.attempt': attempt,
            'hooksmith.wait_ms': waitMs,
            ...(status === undefined ? {} : { 'http.response.status_code': status }),
          });
        break;
      }
      case 'pre_tool_use':
        if (!run.calls.has(event.toolCallId)) {
          const attributes = {
            ...placeAttributes(event),
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': event.toolName,
            'gen_ai.tool.call.id': event.toolCallId,
            'gen_ai.tool.type': 'function',
          };
          run.calls.set(
            event.toolCallId,
            sink.begin(`execute_tool ${event.toolName}`, 'internal', at, attributes, above(run, lane)),
          );
        }
        break;
      case 'subagent_start':
        run.agents.set(
          lane,
          sink.begin(
            `invoke_agent ${event.agentName}`,
            'internal',
            at,
            agentAttributes(event),
            run.calls.get(event.toolCallId) ?? run.run,
          ),
        );
        break;
      default:
        event.type satisfies UnreadBy<'spanBegins'>;
    }
  }

  private ends(event: TracedEvent, at: number, run: Run<S>, lane: string): void {
    switch (event.type) {
      case 'model_error':
        if (!event.data.recovered) this.fail(run.models.get(lane), event.error, at);
        break;
      case 'post_model_call': {
        const { usage, costUsd, error, data } = event;
        this.end(
          run.models,
          lane,
          at,
          {
            'hooksmith.origin': data.origin,
            ...(data.response?.stop_reason ? { 'gen_ai.response.finish_reasons': [data.response.stop_reason] } : {}),
            ...spentOn({ usage, costUsd }),
          },
          error && this.errorOf(error),
        );
        break;
      }
      case 'message':
        if (this.contents())
          this.sink.note(above(run, lane), 'gen_ai.message', at, {
            'gen_ai.message.role': event.input.role,
            'gen_ai.message.content': JSON.stringify(event.input.content),
          });
        break;
      case 'tool_settled': {
        const { outcome } = event.data;
        this.end(
          run.calls,
          event.toolCallId,
          at,
          {
            'hooksmith.outcome': outcome,
            ...(event.decidedBy ? { 'hooksmith.decided_by': event.decidedBy.kind } : {}),
            ...(this.contents()
              ? {
                  'gen_ai.tool.call.arguments': JSON.stringify(event.input),
                  ...(event.output === undefined ? {} : { 'gen_ai.tool.call.result': JSON.stringify(event.output) }),
                }
              : {}),
          },
          outcome === 'ok' ? undefined : { type: outcome },
        );
        break;
      }
      case 'after_step':
        this.end(run.steps, lane, at, { 'gen_ai.response.finish_reasons': [event.data.finishReason] });
        break;
      case 'subagent_stop':
        this.end(run.steps, lane, at);
        this.end(
          run.agents,
          lane,
          at,
          { ...usageAttributes(event), 'hooksmith.cost_usd': event.costUsd },
          event.error && this.errorOf(event.error),
        );
        break;
      case 'after_run': {
        const { usage, costUsd, error, data } = event;
        this.endRun(
          event.runId,
          at,
          { ...usageAttributes({ usage }), 'hooksmith.cost_usd': costUsd, 'hooksmith.status': data.status },
          error && this.errorOf(error),
        );
        break;
      }
      default:
        event.type satisfies UnreadBy<'spanEnds'>;
    }
  }

  private end(spans: Map<string, S>, key: string, at: number, attributes: Attributes = {}, error?: SpanError): void {
    const span = spans.get(key);
    if (span !== undefined) this.sink.end(span, at, attributes, error);
    spans.delete(key);
  }

  private beginRun(event: Extract<HookEvent, { type: 'before_run' }>, at: number): void {
    this.endRun(event.runId, at, {}, { type: 'interrupted' });
    const run = this.sink.begin(`invoke_agent ${event.agentName}`, 'internal', at, agentAttributes(event), undefined);
    this.runs.set(event.runId, { run, agents: new Map(), steps: new Map(), models: new Map(), calls: new Map() });
    for (const one of this.early) if (one.runId === event.runId) this.completion(one, Date.parse(one.timestamp), run);
    this.early = this.early.filter(({ runId }) => runId !== event.runId);
  }

  /** A call of its own, beside those of the agent. */
  private completion(event: Completion, at: number, parent: S): void {
    const { model, hook } = event.data;
    const attributes = { ...chatOf(event, model), 'hooksmith.hook.name': hook };
    const span = this.sink.begin(`chat ${model}`, 'client', at - event.duration, attributes, parent);
    this.sink.end(span, at, spentOn(event), event.error && this.errorOf(event.error));
  }

  /** What began in it and never ended was cut short with it. */
  private endRun(id: string, at: number, attributes: Attributes, error?: SpanError): void {
    const run = this.runs.get(id);
    if (!run) return;
    this.runs.delete(id);
    for (const spans of [run.calls, run.models, run.steps, run.agents])
      for (const span of spans.values()) this.sink.end(span, at, {});
    this.sink.end(run.run, at, attributes, error);
  }

  /** Of a call, a model call, or an agent; undefined where it is the step's own. */
  private spanOf(event: HookEvent, run: Run<S>, lane: string): S | undefined {
    if (
      event.type === 'pre_model_call' ||
      event.type === 'post_model_call' ||
      event.type === 'model_error' ||
      event.type === 'model_delta'
    )
      return run.models.get(lane);
    if (event.type === 'subagent_start' || event.type === 'subagent_stop') return run.agents.get(lane);
    return event.toolCallId === undefined ? undefined : run.calls.get(event.toolCallId);
  }

  private hooks(event: HookEvent, parent: S): void {
    for (const hook of event.hooks) {
      const began = Date.parse(hook.startedAt);
      const span = this.sink.begin(`hook ${hook.name}`, 'internal', began, this.hookOf(hook, event), parent);
      this.sink.end(span, began + hook.duration, {}, hook.error && this.errorOf(hook.error));
    }
  }

  private hookOf(hook: HookRecord, event: HookEvent): Attributes {
    return {
      'hooksmith.event': event.type,
      'hooksmith.hook.name': hook.name,
      'hooksmith.hook.kind': hook.kind,
      'hooksmith.hook.decision': hook.decision,
      'code.file.path': hook.file,
      'code.line.number': hook.line,
      ...(hook.shadow ? { 'hooksmith.hook.shadow': true } : {}),
      ...(hook.changed?.length ? { 'hooksmith.hook.changed': hook.changed.map(({ field }) => field) } : {}),
      ...(hook.reason && this.contents() ? { 'hooksmith.hook.reason': hook.reason } : {}),
    };
  }

  private fail(span: S | undefined, error: { kind?: string; name: string; message: string }, at: number): void {
    if (span !== undefined) this.sink.note(span, 'error', at, { 'error.type': error.kind ?? error.name });
  }

  private errorOf({ kind, name, message }: { kind?: string; name: string; message: string }) {
    return { type: kind ?? name, ...(this.contents() ? { message } : {}) };
  }
}
