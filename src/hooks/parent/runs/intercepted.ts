/** The hooks of one run that another extension started: without those of files, or with an interceptor around every event. Policies judge in any case. */
import type { Following, HookPort } from '../../../agent/ports/hooks';
import type { JsonObject } from '../../../shared/basics/json';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { CompleteOptions, Completer, DispatchRequest, DispatchResult, JudgeResult } from '../../../shared/hooks/dispatch';
import type { Intercept, Passed } from '../../../shared/hooks/intercept';
import type { EventName, PayloadFields, ToolFields } from '../../../shared/hooks/payloads';
import { hookPoints } from '../../../shared/hooks/points';
import type { StreamItem } from '../../../shared/stream/stream';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import { States, sessionStore } from '../../chain/calling/states';
import { type Carried, carriedOf, rewrite } from '../../chain/folding/carried';
import { defaultOptions } from '../../chain/registering/options';
import { runChain } from '../../chain/running/chain';
import { untouched } from '../../chain/running/withoutHost';
import type { ChainEnv, RegisteredHook, StateStore } from '../../chain/words/registered';

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

const ownId = 'intercept';

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
    const asked = { ...request };
    const carried = carriedOf(request, {});
    /** What the hooks, and the policies after them, came to last. */
    let came: DispatchResult | undefined;
    const run = async (chain: Promise<DispatchResult>): Promise<DispatchResult> => {
      came = await chain;
      carryOn(carried, came, asked);
      return came;
    };
    let passed: Promise<DispatchResult> | undefined;
    let isOver = false;
    const next = async (): Promise<Passed> => {
      if (isOver && !passed) throw new Error(`next: the ${request.event} is over`);
      passed ??= run(this.chain(request, signal));
      const { end, payload } = await passed;
      return { end: end.action, ...('reason' in end ? { reason: end.reason } : {}), fields: payload };
    };
    const elsewhere = {
      walked: async () => {
        isOver = true;
        const first = await passed;
        if (!first || !this.options.hooks || !carried.hooks.some(isRedirect)) return;
        // Whom the call was not for has its turn now.
        const except = [...(request.except ?? []), ...first.hooks.flatMap(({ kind, id }) => (kind === 'hook' ? [id] : []))];
        const facts = { ...request.run, metadata: carried.metadata ?? request.run.metadata };
        await run(this.inner.dispatch({ ...request, except, run: facts, payload: carried.payload as ToolFields }, signal));
      },
      judge: async () => {
        const { toolName, input } = carried.payload;
        if (came && isSame(came.payload as PayloadFields, { toolName, input })) return carried.words[0];
        for (const [place, { kind, decision }] of carried.hooks.entries())
          if (kind === 'policy' && decision !== 'continue')
            rewrite(carried, place, { noEffect: 'the input was changed after it' });
        const {
          judgement,
          confined = [],
          hooks,
        } = await this.judge({ ...request, event: 'preToolUse', payload: carried.payload as ToolFields }, signal);
        carried.confined = confined;
        carried.hooks.push(...hooks);
        return judgement;
      },
    };
    return this.runOwn(asked, carried, { signal, elsewhere }, async (ctx) => {
      try {
        return await intercept(request.event, ctx as JsonObject, next);
      } finally {
        isOver = true;
        await passed;
      }
    });
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

  /** As the last hook of the chain that came to what is carried. */
  private runOwn(
    request: DispatchRequest,
    carried: Carried,
    { signal, elsewhere }: { signal: AbortSignal | undefined; elsewhere: ChainEnv['elsewhere'] },
    handler: RegisteredHook['handler'],
  ): Promise<DispatchResult> {
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
      elsewhere,
    };
    const own: RegisteredHook = {
      id: ownId,
      file: ownId,
      name: ownId,
      line: 1,
      version: '',
      kind: 'hook',
      events: [request.event],
      options: defaultOptions,
      layer: 0,
      position: 0,
      handler,
    };
    return runChain(request, [own], env, { progress: { ranIds: [], carried: carried as unknown as JsonObject } });
  }
}

const isRedirect = ({ id, decision, noEffect }: HookRecord) => id === ownId && decision === 'redirect' && noEffect === undefined;

const isSame = (one: PayloadFields, other: Pick<PayloadFields, 'toolName' | 'input'>) =>
  one.toolName === other.toolName && one.input === other.input;

/** The chain goes on after what its hooks came to in their process; what ended it stands. */
function carryOn(carried: Carried, came: DispatchResult, asked: DispatchRequest): void {
  const { end, vote, judgement } = came;
  const at = carried.hooks.length;
  carried.payload = came.payload as PayloadFields;
  carried.metadata = came.metadata ?? carried.metadata;
  carried.context.push(...came.context);
  carried.hooks.push(...came.hooks);
  carried.skipped = came.skipped;
  if (vote)
    for (const [place, { id, decision, shadow, noEffect }] of came.hooks.entries())
      if (decision === vote.action && !shadow && noEffect === undefined)
        carried.votes.push({ ...vote, voter: id, record: at + place });
  carried.words = judgement ? [judgement] : [];
  carried.confined = came.confined ?? [];
  if (came.redacted) carried.cleanedBy = [...(carried.cleanedBy ?? []), ...came.hooks.map(({ id }) => id)];
  if (end.action === 'continue') return;
  const { recovery, decisions } = hookPoints[asked.event];
  if (recovery && end.action === 'respond') carried.recovered = end;
  else {
    carried.ended = end;
    const why = `${end.by.name ?? end.by.kind} has ended it already`;
    asked.bars = { ...asked.bars, ...Object.fromEntries(decisions.map((action) => [action, why])) };
  }
}
