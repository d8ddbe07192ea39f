/** Runs one hook on an event that was recorded, in a host of its own without a way out: no model is called, no state is kept, and what runs knows nothing of it. */

import { isObject, type JsonObject } from '../../../shared/basics/json';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import type { HookEvent } from '../../../shared/events/events';
import type { DispatchRequest } from '../../../shared/hooks/dispatch';
import type { HookDescription } from '../../../shared/hooks/hookDescription';
import { hookPoints } from '../../../shared/hooks/points';
import type { HookRecord } from '../../../shared/verdicts/hookRecord';
import { onlyMight, type SkipReason, skipReason } from '../../chain/choosing/matching';
import type { FileToLoad } from '../../hostProtocol';
import { type EventBefore, eventBefore } from '../../replay/eventBefore';
import { HookHost } from '../host/hookHost';

export interface TrialParts {
  /** Path of the built host. */
  script: string;
  toolFacts(toolName: string, input: JsonObject): ToolFacts;
  /** Of its file, but for itself: they do not run. */
  siblings: readonly string[];
}

export type Trial =
  | { kind: 'ran'; record: HookRecord }
  | { kind: 'skipped'; why: SkipReason | 'unknown' }
  /** It cannot be run on that, or did not load. */
  | { kind: 'failed'; message: string };

/** What the hook is asked for such an event; undefined where it is not asked, or too little was recorded. */
export function requestFor(
  hook: HookDescription,
  event: HookEvent,
  toolFacts: TrialParts['toolFacts'],
): DispatchRequest | undefined {
  let before: EventBefore;
  try {
    before = eventBefore(event);
  } catch {
    return undefined;
  }
  const points = hook.kind === 'policy' ? ['preToolUse'] : hook.events;
  if (!points.includes(before.event)) return undefined;
  const { toolName, input } = before.payload;
  const isTool = 'tool' in hookPoints[before.event] && typeof toolName === 'string';
  const facts = isTool ? toolFacts(toolName, isObject(input) ? input : {}) : {};
  const payload = { ...before.payload, ...facts } as DispatchRequest['payload'];
  const agentHooks = hook.agent === undefined ? [] : [hook.agent];
  const { event: name, run, bars } = before;
  return { event: name, run: { ...run, replaying: true }, payload, agentHooks, ...(bars ? { bars } : {}) };
}

/** Why the hook would not run there; undefined where it would. */
export const skippedAt = (hook: HookDescription, request: DispatchRequest): SkipReason | undefined =>
  skipReason(hook, request, request.payload);

export interface LastMatches {
  certain?: HookEvent;
  /** The last of which its pattern on the command at least might hold. */
  last?: HookEvent;
}

/** The last events that a hook matches; switched off, it can be tried all the same. */
export function lastMatches(
  hook: HookDescription,
  events: readonly HookEvent[],
  toolFacts: TrialParts['toolFacts'],
): LastMatches {
  const enabled = { ...hook, options: { ...hook.options, enabled: true } };
  let last: HookEvent | undefined;
  for (const event of [...events].reverse()) {
    const request = requestFor(hook, event, toolFacts);
    if (!request || skippedAt(enabled, request) !== undefined) continue;
    last ??= event;
    if (onlyMight(hook, request.payload) === undefined) return { certain: event, last };
  }
  return { last };
}

export async function tryHook(
  hook: HookDescription,
  file: FileToLoad,
  request: DispatchRequest,
  { script, toolFacts, siblings }: TrialParts,
): Promise<Trial> {
  const host = new HookHost({
    script,
    replaying: true,
    services: {
      toolFacts,
      cwd: toolFacts('', {}).cwd,
      complete: () => Promise.reject(new Error('ctx.complete: no model is called while a hook is tried')),
      log: () => undefined,
      observerFailed: () => undefined,
    },
  });
  try {
    const { problems, failed } = await host.setFiles([{ ...file, required: false }], [...siblings]);
    if (failed.length > 0) return { kind: 'failed', message: problems[0]?.message ?? 'it does not load' };
    const { hooks } = await host.dispatch(request);
    const record = hooks.find(({ id }) => id === hook.id);
    return record ? { kind: 'ran', record } : { kind: 'skipped', why: skippedAt(hook, request) ?? 'unknown' };
  } finally {
    host.dispose();
  }
}
