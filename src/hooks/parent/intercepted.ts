/** The hooks of one run that another extension started: without those of files, or with an interceptor around every event. Policies judge in any case. */
import type { Following, HookPort } from '../../agent/ports/hooks';
import type { Vote } from '../../shared/chainEnd';
import type { CompleteOptions, Completer, DispatchRequest, DispatchResult, JudgeResult } from '../../shared/dispatch';
import type { HookRecord } from '../../shared/hookRecord';
import type { Intercept, Passed } from '../../shared/intercept';
import type { JsonObject } from '../../shared/json';
import type { EventName, ToolFields } from '../../shared/payloads';
import type { StreamItem } from '../../shared/stream';
import type { ToolFacts } from '../../shared/toolFacts';
import { runChain } from '../chain/chain';
import { defaultOptions } from '../chain/options';
import type { ChainEnv, RegisteredHook, StateStore } from '../chain/registered';
import { States, sessionStore } from '../chain/states';
import { untouched } from '../chain/withoutHost';

export interface InterceptOptions {
  /** False leaves all hooks out, `addHook`'s too. */
  hooks: boolean;
  intercept?: Intercept;
  services: {
    toolFacts(toolName: string, input: JsonObject): ToolFacts;
    complete(prompt: string, options: CompleteOptions, by: Completer): Promise<string>;
    /** What hooks keep for a session. */
    session(sessionId: string): StateStore;
  };
}

export class InterceptedHooks implements HookPort {
  private readonly states = new States(() => undefined);

  constructor(
    private readonly inner: HookPort,
    private readonly options: InterceptOptions,
  ) {}

  get hookSet(): string {
    return this.inner.hookSet;
  }

  wants(event: EventName): boolean {
    return this.options.intercept !== undefined || (this.options.hooks && this.inner.wants(event));
  }

  redacts(event: EventName): boolean {
    return this.options.hooks && this.inner.redacts(event);
  }

  hasOwn(agentName: string): boolean {
    return this.inner.hasOwn(agentName);
  }

  describe(hookSet: string) {
    return this.inner.describe?.(hookSet);
  }

  pathLimits(request: DispatchRequest) {
    return this.inner.pathLimits(request);
  }

  openSession(...session: Parameters<HookPort['openSession']>): { dispose(): void } {
    return this.inner.openSession(...session);
  }

  observe(item: StreamItem): void {
    if (this.options.hooks) this.inner.observe(item);
  }

  judge(request: DispatchRequest<'preToolUse'>, signal?: AbortSignal): Promise<JudgeResult> {
    return this.inner.judge(request, signal);
  }

  endRun(runId: string): Promise<void> {
    this.states.drop(runId);
    return this.inner.endRun(runId);
  }

  onDidChange(listener: () => void): { dispose(): void } {
    return this.inner.onDidChange(listener);
  }

  onDidPause(listener: (resumed: Promise<void>) => void): { dispose(): void } {
    return this.inner.onDidPause?.(listener) ?? { dispose: () => undefined };
  }

  dispatch<E extends EventName>(
    request: DispatchRequest<E>,
    signal?: AbortSignal,
    following?: readonly Following[],
  ): Promise<DispatchResult<E>>;
  async dispatch(request: DispatchRequest, signal?: AbortSignal, following?: readonly Following[]): Promise<DispatchResult> {
    const { intercept } = this.options;
    if (!intercept) return this.chain(request, signal, following);
    let passed: Promise<DispatchResult> | undefined;
    const next = async (): Promise<Passed> => {
      passed ??= this.chain(request, signal);
      const { end, payload } = await passed;
      return { end: end.action, ...('reason' in end ? { reason: end.reason } : {}), fields: payload };
    };
    let returned: unknown;
    const called = await this.runOwn(request, signal, async (ctx) => {
      returned = await intercept(request.event, ctx as JsonObject, next);
    });
    const base = (await passed) ?? untouched(request, this.hookSet);
    const failed = called.hooks.some((record) => record.error);
    if (base.end.action !== 'continue') return { ...base, hooks: [...base.hooks, ...called.hooks] };
    // What it returned is folded into what the chain left, by the chain's own rules.
    const own =
      failed || returned === undefined
        ? called
        : await this.runOwn({ ...request, payload: base.payload }, signal, () => returned);
    const payload = own === called ? base.payload : own.payload;
    const result: DispatchResult = {
      ...base,
      end: own.end,
      payload,
      vote: stricter(base.vote, own.vote),
      context: [...base.context, ...own.context],
      metadata: own.metadata ?? base.metadata,
      hooks: [...base.hooks, ...own.hooks.map((record) => withLogs(record, called.hooks[0]))],
    };
    const isJudged = passed !== undefined && payload === base.payload;
    return request.event !== 'preToolUse' || isJudged || own.end.action === 'deny' ? result : this.judged(request, result);
  }

  /** The hooks of the run, or the policies alone. */
  private chain(request: DispatchRequest, signal?: AbortSignal, following?: readonly Following[]): Promise<DispatchResult> {
    if (this.options.hooks) return this.inner.dispatch(request, signal, following);
    const result = untouched(request, this.hookSet);
    return request.event === 'preToolUse' ? this.judged(request, result) : Promise.resolve(result);
  }

  private async judged(request: DispatchRequest, result: DispatchResult): Promise<DispatchResult> {
    const { judgement, confined, hooks } = await this.inner.judge({
      ...request,
      event: 'preToolUse',
      payload: result.payload as ToolFields,
    });
    return { ...result, judgement, confined, hooks: [...result.hooks, ...hooks] };
  }

  private runOwn(request: DispatchRequest, signal: AbortSignal | undefined, handler: RegisteredHook['handler']) {
    const { services } = this.options;
    const { run } = request;
    const env: ChainEnv = {
      toolFacts: async (toolName, input) => services.toolFacts(toolName, input),
      complete: (prompt, options, by) => services.complete(prompt, options, { ...by, runId: run.runId }),
      state: (store) => (store === sessionStore(run.sessionId) ? services.session(run.sessionId) : this.states.of(store)),
      began: () => undefined,
      paused: () => undefined,
      progressed: () => undefined,
      isSuspended: () => false,
      timedOut: () => undefined,
      noTimeLimit: true,
      signal: signal ?? new AbortController().signal,
      now: () => Date.now(),
      hookSet: this.hookSet,
    };
    const own: RegisteredHook = {
      id: 'intercept',
      file: 'intercept',
      name: 'intercept',
      line: 1,
      version: '',
      kind: 'hook',
      events: [request.event],
      options: defaultOptions,
      layer: 0,
      position: 0,
      handler,
    };
    return runChain(request, [own], env);
  }
}

const stricter = (one: Vote | undefined, other: Vote | undefined) => (one?.action === 'ask' ? one : (other ?? one));

const withLogs = (record: HookRecord, called: HookRecord | undefined): HookRecord =>
  called?.logs && !record.logs ? { ...record, logs: called.logs } : record;
