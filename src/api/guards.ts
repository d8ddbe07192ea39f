/** Built-in guards: they stop the run when a limit is reached. Each counts for itself: `self`, which the chain gives a handler beside its context, tells them apart. */
import type { HookEvent } from '../shared/events';
import type { JsonObject } from '../shared/json';
import type { HookContext } from './contexts';
import { type HookDefinition, hook } from './define';

/** Stops before the step after the `max`-th, each agent's for itself; `count` says which steps count, all by default. */
export function stepLimit(
  max: number,
  { count, priority = 200 }: { count?(ctx: HookContext<'beforeStep'>): boolean; priority?: number } = {},
): HookDefinition {
  return hook('beforeStep', { priority, name: `stepLimit(${max})` }, (ctx, self = '') => {
    // Two agents of one name work on the same branch.
    const key = `hooksmith.steps ${self} ${ctx.taskId ?? ctx.branch}`;
    const steps = ctx.state.get<number>(key) ?? 0;
    if (steps >= max) return ctx.stop(`Step limit reached: ${steps}/${max}`, { currentSteps: steps, maxSteps: max });
    if (!count || count(ctx as never)) ctx.state.set(key, steps + 1);
  });
}

/** Input and output tokens of the run so far, cache reads left out. */
export function tokenLimit(max: number): HookDefinition {
  return hook('beforeStep', { priority: 200, name: `tokenLimit(${max})` }, (ctx) => {
    const used = ctx.usage.input_tokens + ctx.usage.output_tokens;
    if (used >= max) return ctx.stop(`Token limit reached: ${used}/${max}`, { totalTokens: used, maxTotalTokens: max });
  });
}

/** Seconds since the run began; waiting for the human does not count. */
export function timeLimit(seconds: number): HookDefinition {
  return hook('beforeStep', { priority: 200, name: `timeLimit(${seconds})` }, (ctx) => {
    const elapsed = (Date.parse(ctx.updatedAt) - Date.parse(ctx.createdAt) - ctx.waitedMs) / 1000;
    if (elapsed >= seconds)
      return ctx.stop(`Execution time limit reached: ${elapsed.toFixed(2)}s/${seconds.toFixed(2)}s`, {
        elapsedSeconds: elapsed,
        maxSeconds: seconds,
      });
  });
}

export function finishReasons(reasons: readonly string[]): HookDefinition {
  return hook('afterStep', { priority: -200, name: `finishReasons(${reasons.join(', ')})` }, (ctx) => {
    if (reasons.includes(ctx.finishReason))
      return ctx.stop(`Finish reason "${ctx.finishReason}" matched stop condition`, {
        finishReason: ctx.finishReason,
        stopReasons: [...reasons],
      });
  });
}

/** The usual set; null turns one off. */
export function guards({
  maxSteps = 20,
  maxTokens = 32_768,
  maxSeconds = 300,
  finishReasons: reasons = [],
}: {
  maxSteps?: number | null;
  maxTokens?: number | null;
  maxSeconds?: number | null;
  finishReasons?: readonly string[] | null;
} = {}): HookDefinition[] {
  return [
    ...(maxSteps === null ? [] : [stepLimit(maxSteps)]),
    ...(maxTokens === null ? [] : [tokenLimit(maxTokens)]),
    ...(maxSeconds === null ? [] : [timeLimit(maxSeconds)]),
    ...(reasons === null || reasons.length === 0 ? [] : [finishReasons(reasons)]),
  ];
}

/** At most `max` calls per run (or per `perMs`), counted for each tool that `tool` matches. */
export function rateLimit({ max, tool = '*', perMs }: { max: number; tool?: string; perMs?: number }): HookDefinition {
  return hook('preToolUse', { tools: [tool], priority: 150, name: `rateLimit(${tool}, ${max})` }, (ctx, self = '') => {
    const key = `hooksmith.calls ${self} ${ctx.toolName}`;
    if (perMs === undefined) {
      const calls = ctx.state.get<number>(key) ?? 0;
      if (calls >= max) return ctx.deny(`rate limit exceeded for ${ctx.toolName}`);
      ctx.state.set(key, calls + 1);
      return;
    }
    const now = Date.parse(ctx.updatedAt);
    const calls = (ctx.state.get<number[]>(key) ?? []).filter((at) => now - at < perMs);
    if (calls.length >= max) return ctx.deny(`rate limit exceeded for ${ctx.toolName}`);
    ctx.state.set(key, [...calls, now]);
  });
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
