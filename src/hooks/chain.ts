/**
 * The chain (contract §4): one driver for every hook point. It walks the hooks in order, folds their decisions, then lets the policies judge; what it needs
 * to know of an event stands in the table of hook points.
 */
import type { ChainEnd, DispatchRequest, DispatchResult, Judgement, JudgeResult, Vote } from '../shared/dispatch';
import { type DecidedBy, type ErrorFacts, type HookRecord, noSkips, type SkipCounts } from '../shared/events';
import type { JsonObject } from '../shared/json';
import { type HookPoint, hookPoints, type OnError } from '../shared/points';
import { type Called, callHandler } from './call';
import { sharedContext } from './context';
import type { Decided } from './decisions';
import { allowCounts, skipReason } from './matching';
import { applyPatch } from './patch';
import type { ChainEnv, ChainProgress, RegisteredHook, ResumeChain } from './registered';

const maxRedirects = 4;
const slowMs = 5;

interface Votes extends Vote {
  hookId: string;
}

/** All that a chain knows half-way: plain data, so that another process can go on with it. */
interface Carried {
  payload: JsonObject;
  metadata?: JsonObject;
  votes: Votes[];
  context: string[];
  hooks: HookRecord[];
  skipped: SkipCounts;
  redirects: number;
  /** The first answer at a recovery point. */
  recovered?: ChainEnd;
  ended?: ChainEnd;
}

export async function runChain(
  request: DispatchRequest,
  hooks: readonly RegisteredHook[],
  env: ChainEnv,
  resume: ResumeChain = {},
): Promise<DispatchResult> {
  const ran = new Set(resume.progress?.ranIds);
  const carried: Carried = (resume.progress?.carried as unknown as Carried | undefined) ?? {
    payload: request.payload,
    votes: [],
    context: [],
    hooks: [],
    skipped: { ...noSkips },
    redirects: 0,
  };
  const chain = new Chain(request, env, carried, ran);
  const deciders = hooks.filter((hook) => hook.kind === 'hook' && hook.events.includes(request.event));
  await chain.walk(deciders, resume.died);
  let judgement: Judgement | undefined;
  const end = carried.ended ?? carried.recovered ?? { action: 'continue' };
  if (request.event === 'preToolUse' && (end.action === 'continue' || end.action === 'respond' || end.action === 'fail')) {
    judgement = await chain.judge(hooks, resume.died);
  }
  const { votes } = carried;
  return {
    end,
    payload: end.action === 'deny' ? request.payload : carried.payload,
    vote: strictest(votes, ['ask', 'allow']),
    judgement,
    context: end.action === 'deny' ? [] : carried.context,
    metadata: end.action === 'deny' ? undefined : carried.metadata,
    hooks: carried.hooks,
    skipped: carried.skipped,
    hookSet: env.hookSet,
  };
}

/** The policies alone, on the input that would run. */
export async function runPolicies(
  request: DispatchRequest,
  hooks: readonly RegisteredHook[],
  env: ChainEnv,
  resume: ResumeChain = {},
): Promise<JudgeResult> {
  const carried: Carried = (resume.progress?.carried as unknown as Carried | undefined) ?? {
    payload: request.payload,
    votes: [],
    context: [],
    hooks: [],
    skipped: { ...noSkips },
    redirects: 0,
  };
  const chain = new Chain(request, env, carried, new Set(resume.progress?.ranIds));
  return { judgement: await chain.judge(hooks, resume.died), hooks: carried.hooks, hookSet: env.hookSet };
}

function strictest<T extends { action: string }>(items: readonly T[], order: readonly string[]): T | undefined {
  return [...items].sort((a, b) => order.indexOf(a.action) - order.indexOf(b.action))[0];
}

class Chain {
  private readonly point: HookPoint;
  private shared: object | undefined;

  constructor(
    private readonly request: DispatchRequest,
    private readonly env: ChainEnv,
    private readonly carried: Carried,
    private readonly ran: Set<string>,
  ) {
    this.point = hookPoints[request.event];
  }

  async walk(hooks: readonly RegisteredHook[], died: ResumeChain['died']): Promise<void> {
    const { carried, ran } = this;
    for (let i = 0; i < hooks.length; i++) {
      const hook = hooks[i]!;
      if (ran.has(hook.id)) continue;
      if (carried.ended) {
        carried.skipped.ended++;
        continue;
      }
      const skip = skipReason(hook, this.request, carried.payload);
      if (skip) {
        // A redirect may make it match later, so it has not had its turn.
        carried.skipped[skip]++;
        continue;
      }
      ran.add(hook.id);
      const called = died?.id === hook.id ? diedIn(died, this.env) : await this.call(hook);
      const redirected = await this.take(hook, called);
      this.report(called);
      if (redirected) {
        carried.skipped = { ...noSkips };
        i = -1;
      }
    }
  }

  async judge(hooks: readonly RegisteredHook[], died: ResumeChain['died']): Promise<Judgement | undefined> {
    const words: Judgement[] = (this.carried as Carried & { words?: Judgement[] }).words ?? [];
    for (const hook of hooks) {
      if (hook.kind !== 'policy' || this.ran.has(hook.id)) continue;
      const skip = skipReason(hook, this.request, this.carried.payload);
      if (skip) {
        this.carried.skipped[skip]++;
        continue;
      }
      this.ran.add(hook.id);
      const called = died?.id === hook.id ? diedIn(died, this.env) : await this.call(hook);
      const record = this.record(hook, called);
      const action = called.error ? 'deny' : called.decision!.action;
      const reason = called.error
        ? `policy ${hook.name} failed: ${called.error.message}`
        : reasonOf(called.decision!, `${action === 'deny' ? 'denied' : 'asked'} by policy ${hook.name}`);
      if (action === 'deny' || action === 'ask') {
        record.reason = reason;
        if (!hook.options.shadow) words.push({ action, reason, by: byOf(hook) });
      }
      (this.carried as Carried & { words?: Judgement[] }).words = words;
      this.report(called);
    }
    return strictest(words, ['deny', 'ask']);
  }

  private call(hook: RegisteredHook): Promise<Called> {
    this.shared ??= sharedContext(
      this.request,
      this.carried.payload,
      this.env,
      this.carried.metadata ?? this.request.run.metadata,
    );
    return callHandler(hook, this.request, this.shared, this.env);
  }

  /** Tells the outside how far the chain is, where that would be lost with the process. */
  private report(called: Called): void {
    if (called.error || called.decision?.action !== 'continue' || called.logs.length > 0 || called.duration > slowMs) {
      this.env.progressed({ ranIds: [...this.ran], carried: this.carried as unknown as JsonObject } satisfies ChainProgress);
    }
  }

  private record(hook: RegisteredHook, called: Called): HookRecord {
    const record: HookRecord = {
      id: hook.id,
      file: hook.file,
      name: hook.options.name ?? hook.name,
      line: hook.line,
      kind: hook.kind,
      version: hook.version,
      priority: hook.options.priority,
      startedAt: called.startedAt,
      duration: Math.round(called.duration * 1000) / 1000,
      decision: called.error ? 'error' : called.decision!.action,
      ...(called.logs.length > 0 ? { logs: called.logs } : {}),
      ...(called.error ? { error: called.error } : {}),
      ...(hook.options.shadow ? { shadow: true as const } : {}),
    };
    this.carried.hooks.push(record);
    return record;
  }

  /** Folds one hook's outcome into the chain; true where the chain begins anew for another tool. */
  private async take(hook: RegisteredHook, called: Called): Promise<boolean> {
    const record = this.record(hook, called);
    const { shadow } = hook.options;
    if (called.error) {
      if (!shadow) this.fail(hook, called.error);
      return false;
    }
    const decision = called.decision!;
    if (typeof decision.reason === 'string') record.reason = decision.reason;
    const before = this.carried.payload;
    const problem = await this.apply(hook, decision, record, shadow);
    if (problem) {
      record.decision = 'error';
      record.error = { name: 'HookError', message: problem };
      if (!shadow) this.fail(hook, record.error);
    }
    if (this.carried.payload !== before || decision.metadata !== undefined) this.shared = undefined;
    return decision.action === 'redirect' && !problem && !shadow;
  }

  /** Applies a decision; returns what is wrong with it, if the event cannot take it. */
  private async apply(hook: RegisteredHook, decision: Decided, record: HookRecord, shadow: boolean): Promise<string | undefined> {
    const { carried, point } = this;
    const by = byOf(hook);
    const reason = reasonOf(decision, `${decision.action} by ${hook.name}`);
    const end = (ended: ChainEnd) => {
      if (shadow) return;
      if (point.recovery && (ended.action === 'respond' || ended.action === 'retry')) {
        // The first answer stands; later hooks still see it.
        if (carried.recovered) return;
        if (ended.action === 'retry') carried.ended = ended;
        else {
          carried.recovered = ended;
          carried.payload = {
            ...carried.payload,
            recovered: true,
            [this.request.event === 'toolError' ? 'output' : 'response']: ended.value,
          };
        }
        return;
      }
      carried.ended = ended;
    };
    switch (decision.action) {
      case 'continue':
        return undefined;
      case 'modify':
        return this.modify(hook, decision, record, shadow);
      case 'ask':
      case 'allow': {
        if (shadow) return undefined;
        if (decision.action === 'ask' || allowCounts(hook, carried.payload))
          carried.votes.push({ action: decision.action, by, reason, hookId: hook.id });
        if (decision.final === true) carried.ended = { action: 'continue' };
        return undefined;
      }
      case 'deny':
        return void end({ action: 'deny', by, reason });
      case 'stop':
        return void end({ action: 'stop', by, reason });
      case 'drop':
        return void end({ action: 'drop', by, reason });
      case 'respond':
        return void end({ action: 'respond', value: decision.value, by, reason });
      case 'continueWith':
        return void end({ action: 'continueWith', message: decision.message as string, by, reason });
      case 'retry':
        return void end({ action: 'retry', afterMs: (decision.afterMs as number | undefined) ?? 0, by, reason });
      case 'fail': {
        const error =
          typeof decision.error === 'string'
            ? { message: decision.error }
            : (decision.error as { name?: string; message: string });
        return void end({
          action: 'fail',
          error: { kind: 'hook', name: error.name ?? 'Error', message: error.message },
          by,
          reason: error.message,
        });
      }
      case 'redirect': {
        if (shadow) return undefined;
        if (carried.redirects >= maxRedirects) return `more than ${maxRedirects} redirects of one call`;
        const facts = await this.env.toolFacts(decision.toolName as string, decision.input as JsonObject);
        if (facts.status === 'invalid') return `redirect to ${facts.toolName}: ${facts.problem}`;
        carried.redirects++;
        record.changed = [
          { field: 'toolName', before: carried.payload.toolName, after: facts.toolName },
          { field: 'input', before: carried.payload.input, after: facts.input },
        ];
        carried.payload = { ...carried.payload, problem: undefined, ...facts };
        carried.votes = carried.votes.filter((vote) => vote.action !== 'allow');
        return undefined;
      }
    }
  }

  private async modify(
    hook: RegisteredHook,
    decision: Decided,
    record: HookRecord,
    shadow: boolean,
  ): Promise<string | undefined> {
    const { carried } = this;
    const { metadata, ...patch } = decision;
    const { payload, changed } = applyPatch(carried.payload, patch, !hook.options.redacts);
    record.changed = changed;
    let next = payload;
    if (this.point.tool && decision.input !== undefined && changed.length > 0) {
      // Judged at once: a bad change is this hook's error, never a dropped change (contract §4.2).
      const facts = await this.env.toolFacts(payload.toolName as string, payload.input as JsonObject);
      if (facts.status === 'invalid')
        return `changed the input of ${facts.toolName} to something it does not accept: ${facts.problem}`;
      next = { ...payload, problem: undefined, ...facts };
    }
    if (metadata !== undefined) record.changed = [...changed, { field: 'metadata', after: metadata }];
    if (shadow) return undefined;
    carried.payload = next;
    if (metadata !== undefined)
      carried.metadata = { ...(carried.metadata ?? this.request.run.metadata), ...(metadata as JsonObject) };
    if (typeof decision.context === 'string') {
      carried.context.push(decision.context);
      record.changed = [...record.changed, { field: 'context', after: decision.context }];
    }
    // An `allow` counts for the input it saw.
    if (changed.length > 0) carried.votes = carried.votes.filter((vote) => vote.action !== 'allow' || vote.hookId === hook.id);
    return undefined;
  }

  /** A hook that throws, times out, dies or returns nonsense is never silent, and gates fail closed (contract §4.7). */
  private fail(hook: RegisteredHook, error: ErrorFacts): void {
    const { carried } = this;
    const onError: OnError = hook.options.onError ?? this.point.onError;
    const by = byOf(hook);
    const reason = error.message;
    if (onError === 'deny') carried.ended = { action: 'deny', by, reason };
    else if (onError === 'stop')
      carried.ended = { action: 'error', error: { ...error, message: `hook ${hook.name} failed: ${error.message}` }, by, reason };
    else if (onError === 'ask')
      carried.votes.push({ action: 'ask', by, reason: `hook ${hook.name} failed: ${error.message}`, hookId: hook.id });
    if (onError === 'continue' && hook.options.redacts) carried.payload = withheld(carried.payload, this.point, hook.name);
  }
}

/** What a failed `redacts` hook should have cleaned is not shown at all. */
function withheld(payload: JsonObject, point: HookPoint, name: string): JsonObject {
  const next = { ...payload };
  for (const field of point.modifies) {
    if (field === 'metadata' || field === 'context' || field === 'isError' || next[field] === undefined) continue;
    const text = `[withheld: the hook ${name}, which redacts this, failed]`;
    next[field] =
      field === 'error'
        ? { name: 'Withheld', message: text }
        : field === 'response'
          ? {
              role: 'assistant',
              content: [{ type: 'text', text }],
              stop_reason: 'end_turn',
              usage: { input_tokens: 0, output_tokens: 0 },
            }
          : text;
  }
  return next;
}

const byOf = (hook: RegisteredHook): DecidedBy => ({
  kind: hook.kind,
  file: hook.file,
  line: hook.line,
  name: hook.options.name ?? hook.name,
});

const reasonOf = (decision: Decided, fallback: string): string =>
  typeof decision.reason === 'string' && decision.reason !== '' ? decision.reason : fallback;

const diedIn = (died: NonNullable<ResumeChain['died']>, env: ChainEnv): Called => ({
  error: died.error,
  timedOut: false,
  logs: [],
  duration: 0,
  startedAt: new Date(env.now()).toISOString(),
});
