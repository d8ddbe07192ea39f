/** Built-in guards: they stop the run when a limit is reached. Each counts for itself: `self`, which the chain gives a handler beside its context, tells them apart. */

import type { JsonObject } from '../shared/basics/json';
import type { HookEvent } from '../shared/events/events';
import type { Usage } from '../shared/messages/messages';
import type { HookContext, State } from './contexts';
import { type HookDefinition, hook } from './define';
import {
  anyText,
  callable,
  limit,
  number,
  object,
  optional,
  orNone,
  per as perOf,
  text,
  texts,
  unless,
  wrongOption,
  wrongValue,
} from './given';

/** Over which runs a limit counts. */
export type Per = 'run' | 'session';

/** Stops before the step after the `max`-th, each agent's for itself; `count` says which steps count, all by default. Its priority is 200 unless given. */
export function stepLimit(
  max: number,
  given: { count?(ctx: HookContext<'beforeStep'>): boolean; priority?: number; per?: Per } = {},
): HookDefinition {
  const problem =
    wrongValue('stepLimit: max', max, limit) ??
    wrongOption('stepLimit', given, { count: optional(callable), priority: optional(number), per: perOf });
  const { count, priority = 200, per = 'run' } = given ?? {};
  const options = { priority, name: named('stepLimit', max, per) };
  const reached = (steps: number) =>
    [`Step limit reached: ${steps}/${max}`, { currentSteps: steps, maxSteps: max }, 'steps_limit'] as const;
  if (per === 'run')
    return unless(
      problem,
      hook('beforeStep', options, (ctx, self = '') => {
        // Two agents of one name work on the same branch.
        const key = `hooksmith.steps ${self} ${ctx.taskId ?? ctx.branch}`;
        const steps = ctx.state.get<number>(key) ?? 0;
        if (steps >= max) return ctx.stop(...reached(steps));
        if (!count || count(ctx as never)) ctx.state.set(key, steps + 1);
      }),
    );
  // Another guard may stop the run before the step is taken, and the next run goes on counting: a step counts once its model is called.
  const guard = hook(['beforeStep', 'preModelCall'], options, (ctx, self = '') => {
    if (ctx.purpose !== 'chat') return;
    const key = `hooksmith.steps ${self} ${ctx.branch}`;
    const begun = `${key} begun ${ctx.taskId ?? ''}`;
    const steps = ctx.session.get<number>(key) ?? 0;
    if (ctx.event === 'beforeStep') {
      if (steps >= max) return ctx.stop(...reached(steps));
      if (!count || count(ctx as never)) ctx.state.set(begun, ctx.step);
    } else if (ctx.state.get<number>(begun) === ctx.step) {
      ctx.state.delete(begun);
      ctx.session.set(key, steps + 1);
    }
  });
  return unless(problem, { ...guard, apart: ['preModelCall'] });
}

/** Input and output tokens of the run so far, or of the session; cache reads left out. */
export function tokenLimit(max: number, given: { per?: Per } = {}): HookDefinition {
  const problem = wrongValue('tokenLimit: max', max, limit) ?? wrongOption('tokenLimit', given, { per: perOf });
  const { per = 'run' } = given ?? {};
  const made = hook('beforeStep', { priority: 200, name: named('tokenLimit', max, per) }, (ctx) => {
    const tokens = ({ input_tokens, output_tokens }: Usage) => input_tokens + output_tokens;
    const used = tokens(ctx.usage) + (per === 'session' ? tokens(ctx.earlier.usage) : 0);
    if (used >= max)
      return ctx.stop(`Token limit reached: ${used}/${max}`, { totalTokens: used, maxTotalTokens: max }, 'token_limit');
  });
  return unless(problem, made);
}

/** Seconds since the run began, or those of all the session's runs; waiting for the human does not count. */
export function timeLimit(seconds: number, given: { per?: Per } = {}): HookDefinition {
  const problem = wrongValue('timeLimit: seconds', seconds, limit) ?? wrongOption('timeLimit', given, { per: perOf });
  const { per = 'run' } = given ?? {};
  const made = hook('beforeStep', { priority: 200, name: named('timeLimit', seconds, per) }, (ctx) => {
    const before = per === 'session' ? ctx.earlier.activeMs : 0;
    const elapsed = (Date.parse(ctx.updatedAt) - Date.parse(ctx.createdAt) - ctx.waitedMs + before) / 1000;
    if (elapsed >= seconds)
      return ctx.stop(
        `Execution time limit reached: ${elapsed.toFixed(2)}s/${seconds.toFixed(2)}s`,
        {
          elapsedSeconds: elapsed,
          maxSeconds: seconds,
        },
        'time_limit',
      );
  });
  return unless(problem, made);
}

const named = (guard: string, limit: string | number, per: Per) => `${guard}(${limit}${per === 'run' ? '' : ', per session'})`;

const storeOf = ({ state, session }: { state: State; session: State }, per: Per): State => (per === 'run' ? state : session);

/** Stops after the step whose answer ended for one of these reasons, as `max_tokens`. */
export function finishReasons(reasons: readonly string[]): HookDefinition {
  const problem = wrongValue('finishReasons', reasons, texts);
  const name = `finishReasons(${problem ? '' : reasons.join(', ')})`;
  const made = hook('afterStep', { priority: -200, name }, (ctx) => {
    if (reasons.includes(ctx.finishReason))
      return ctx.stop(
        `Finish reason "${ctx.finishReason}" matched stop condition`,
        {
          finishReason: ctx.finishReason,
          stopReasons: [...reasons],
        },
        'finish_reason',
      );
  });
  return unless(problem, made);
}

/** The usual set, by default 20 steps, 32,768 tokens, 300 seconds and no finish reasons of a run; null turns one off. */
export function guards(
  given: {
    maxSteps?: number | null;
    maxTokens?: number | null;
    maxSeconds?: number | null;
    finishReasons?: readonly string[] | null;
    /** Over a session, its limits count on from run to run. */
    per?: Per;
  } = {},
): HookDefinition[] {
  const most = optional(orNone(limit));
  const problem = wrongOption('guards', given, {
    ...{ maxSteps: most, maxTokens: most, maxSeconds: most },
    ...{ finishReasons: optional(orNone(texts)), per: perOf },
  });
  if (problem !== undefined)
    return [
      unless(
        problem,
        hook('beforeStep', { name: 'guards' }, () => undefined),
      ),
    ];
  const { maxSteps = 20, maxTokens = 32_768, maxSeconds = 300, finishReasons: reasons = [], per = 'run' } = given;
  return [
    ...(maxSteps === null ? [] : [stepLimit(maxSteps, { per })]),
    ...(maxTokens === null ? [] : [tokenLimit(maxTokens, { per })]),
    ...(maxSeconds === null ? [] : [timeLimit(maxSeconds, { per })]),
    ...(reasons === null || reasons.length === 0 ? [] : [finishReasons(reasons)]),
  ];
}

/** At most `max` calls per run, or session, or per `perMs`, counted for each tool that `tool` matches, by default every one. */
export function rateLimit(given: { max: number; tool?: string; perMs?: number; per?: Per }): HookDefinition {
  const problem = wrongOption('rateLimit', given, {
    max: limit,
    tool: optional(text),
    perMs: optional(limit),
    per: perOf,
  });
  const { max, tool = '*', perMs, per = 'run' } = given ?? ({} as typeof given);
  const name = named('rateLimit', `${tool}, ${max}`, per);
  const made = hook('preToolUse', { tools: [tool], priority: 150, name }, (ctx, self = '') => {
    const key = `hooksmith.calls ${self} ${ctx.toolName}`;
    const store = storeOf(ctx, per);
    // A process may die before a call begins that was let through: its session asks about it once more, and it counts once.
    const through = `${key} through`;
    const step = `${ctx.runId} ${ctx.step}`;
    const last = store.get<{ step: string; calls: string[] }>(through);
    if (last?.calls.includes(ctx.toolCallId)) return;
    const now = Date.parse(ctx.updatedAt);
    // A clock that was set back has calls of a time to come: they would count until it is there again.
    const times = perMs === undefined ? [] : (store.get<number[]>(key) ?? []).filter((at) => Math.abs(now - at) < perMs);
    const calls = perMs === undefined ? (store.get<number>(key) ?? 0) : times.length;
    if (calls >= max) return ctx.deny(`rate limit exceeded for ${ctx.toolName}`);
    store.set(key, perMs === undefined ? calls + 1 : [...times, now]);
    // Subagents die with the process.
    if (per === 'session' && ctx.depth === 0)
      store.set(through, { step, calls: [...(last?.step === step ? last.calls : []), ctx.toolCallId] });
  });
  return unless(problem, made);
}

/** Sees every HookEvent after the fact; changes nothing. */
export function observe(see: (event: HookEvent) => void | Promise<void>): HookDefinition {
  const made = hook('event', { name: 'observe' }, async (ctx) => {
    await see(ctx.hookEvent as HookEvent);
  });
  return unless(wrongValue('observe', see, callable), made);
}

/** Sets the system prompt, or the JSON schema of the answer; an empty value leaves what is there. */
export function contextConfig(given: { system?: string; responseFormat?: JsonObject }): HookDefinition {
  const problem = wrongOption('contextConfig', given, {
    system: optional(orNone(anyText)),
    responseFormat: optional(orNone(object)),
  });
  const { system, responseFormat } = given ?? {};
  const made = hook('beforeAgent', { name: 'contextConfig' }, (ctx) => {
    const patch = {
      ...(system ? { system } : {}),
      ...(responseFormat && Object.keys(responseFormat).length > 0 ? { responseFormat } : {}),
    };
    if (Object.keys(patch).length > 0) return ctx.modify(patch);
  });
  return unless(problem, made);
}
