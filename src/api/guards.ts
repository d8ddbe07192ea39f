/** Built-in guards: they stop the run when a limit is reached. Each counts for itself: `self`, which the chain gives a handler beside its context, tells them apart. */
import type { HookEvent } from '../shared/events';
import type { JsonObject } from '../shared/json';
import type { Usage } from '../shared/messages';
import type { HookContext, State } from './contexts';
import { type HookDefinition, hook } from './define';

/** Over which runs a limit counts. */
export type Per = 'run' | 'session';

/** Stops before the step after the `max`-th, each agent's for itself; `count` says which steps count, all by default. */
export function stepLimit(
  max: number,
  { count, priority = 200, per = 'run' }: { count?(ctx: HookContext<'beforeStep'>): boolean; priority?: number; per?: Per } = {},
): HookDefinition {
  const options = { priority, name: named('stepLimit', max, per) };
  const reached = (steps: number) =>
    [`Step limit reached: ${steps}/${max}`, { currentSteps: steps, maxSteps: max }, 'steps_limit'] as const;
  if (per === 'run')
    return hook('beforeStep', options, (ctx, self = '') => {
      // Two agents of one name work on the same branch.
      const key = `hooksmith.steps ${self} ${ctx.taskId ?? ctx.branch}`;
      const steps = ctx.state.get<number>(key) ?? 0;
      if (steps >= max) return ctx.stop(...reached(steps));
      if (!count || count(ctx as never)) ctx.state.set(key, steps + 1);
    });
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
  return { ...guard, counts: ['preModelCall'] };
}

/** Input and output tokens of the run so far, or of the session; cache reads left out. */
export function tokenLimit(max: number, { per = 'run' }: { per?: Per } = {}): HookDefinition {
  return hook('beforeStep', { priority: 200, name: named('tokenLimit', max, per) }, (ctx) => {
    const tokens = ({ input_tokens, output_tokens }: Usage) => input_tokens + output_tokens;
    const used = tokens(ctx.usage) + (per === 'session' ? tokens(ctx.earlier.usage) : 0);
    if (used >= max)
      return ctx.stop(`Token limit reached: ${used}/${max}`, { totalTokens: used, maxTotalTokens: max }, 'token_limit');
  });
}

/** Seconds since the run began, or those of all the session's runs; waiting for the human does not count. */
export function timeLimit(seconds: number, { per = 'run' }: { per?: Per } = {}): HookDefinition {
  return hook('beforeStep', { priority: 200, name: named('timeLimit', seconds, per) }, (ctx) => {
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
}

const named = (guard: string, limit: string | number, per: Per) => `${guard}(${limit}${per === 'run' ? '' : ', per session'})`;

const storeOf = ({ state, session }: { state: State; session: State }, per: Per): State => (per === 'run' ? state : session);

/** Stops after the step whose answer ended for one of these reasons, as `max_tokens`. */
export function finishReasons(reasons: readonly string[]): HookDefinition {
  return hook('afterStep', { priority: -200, name: `finishReasons(${reasons.join(', ')})` }, (ctx) => {
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
}

/** The usual set; null turns one off. */
export function guards({
  maxSteps = 20,
  maxTokens = 32_768,
  maxSeconds = 300,
  finishReasons: reasons = [],
  per = 'run',
}: {
  maxSteps?: number | null;
  maxTokens?: number | null;
  maxSeconds?: number | null;
  finishReasons?: readonly string[] | null;
  /** Over a session, its limits count on from run to run. */
  per?: Per;
} = {}): HookDefinition[] {
  return [
    ...(maxSteps === null ? [] : [stepLimit(maxSteps, { per })]),
    ...(maxTokens === null ? [] : [tokenLimit(maxTokens, { per })]),
    ...(maxSeconds === null ? [] : [timeLimit(maxSeconds, { per })]),
    ...(reasons === null || reasons.length === 0 ? [] : [finishReasons(reasons)]),
  ];
}

/** At most `max` calls per run, or session, or per `perMs`, counted for each tool that `tool` matches. */
export function rateLimit({
  max,
  tool = '*',
  perMs,
  per = 'run',
}: {
  max: number;
  tool?: string;
  perMs?: number;
  per?: Per;
}): HookDefinition {
  return hook(
    'preToolUse',
    { tools: [tool], priority: 150, name: named('rateLimit', `${tool}, ${max}`, per) },
    (ctx, self = '') => {
      const key = `hooksmith.calls ${self} ${ctx.toolName}`;
      const store = storeOf(ctx, per);
      if (perMs === undefined) {
        const calls = store.get<number>(key) ?? 0;
        if (calls >= max) return ctx.deny(`rate limit exceeded for ${ctx.toolName}`);
        store.set(key, calls + 1);
        return;
      }
      const now = Date.parse(ctx.updatedAt);
      const calls = (store.get<number[]>(key) ?? []).filter((at) => now - at < perMs);
      if (calls.length >= max) return ctx.deny(`rate limit exceeded for ${ctx.toolName}`);
      store.set(key, [...calls, now]);
    },
  );
}

/** Sees every HookEvent after the fact; changes nothing. */
export function observe(see: (event: HookEvent) => void | Promise<void>): HookDefinition {
  return hook('event', { name: 'observe' }, async (ctx) => {
    await see(ctx.hookEvent as HookEvent);
  });
}

/** Sets the system prompt, or the JSON schema of the answer; an empty value leaves what is there. */
export function contextConfig({ system, responseFormat }: { system?: string; responseFormat?: JsonObject }): HookDefinition {
  return hook('beforeAgent', { name: 'contextConfig' }, (ctx) => {
    const patch = {
      ...(system ? { system } : {}),
      ...(responseFormat && Object.keys(responseFormat).length > 0 ? { responseFormat } : {}),
    };
    if (Object.keys(patch).length > 0) return ctx.modify(patch);
  });
}
