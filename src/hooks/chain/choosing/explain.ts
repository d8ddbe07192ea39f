/** "Why was it skipped": computed from the record of an event and the hook set that it met, by the rule that the chain itself uses. */

import { isObject, type JsonObject } from '../../../shared/basics/json';
import { unreachable } from '../../../shared/basics/unreachable';
import type { ToolFacts } from '../../../shared/calls/toolFacts';
import { decisionOf } from '../../../shared/events/eventReading';
import type { HookEvent } from '../../../shared/events/events';
import { agentsWithHooks, type DispatchRequest, factsOfEvent } from '../../../shared/hooks/dispatch';
import { calledAs, type HookDescription } from '../../../shared/hooks/hookDescription';
import type { PayloadFields } from '../../../shared/hooks/payloads';
import { type EventName, hookPoints } from '../../../shared/hooks/points';
import type { ChainStep } from '../../../shared/verdicts/chainStep';
import { hasOwnAmong, type SkipReason, skipReason } from './matching';

const eventNames: ReadonlyMap<string, EventName> = new Map<string, EventName>(
  Object.entries(hookPoints).flatMap(([name, { type }]) => (type ? [[type, name as EventName] as const] : [])),
);

/** The hook point that leaves events of this type; undefined for those that no hook decides. */
export const hookPointOf = (type: string): EventName | undefined => eventNames.get(type);

/** `hooks` are those of `event.hookSet`, sorted. A tool's facts are read anew: of a command line and of paths as they are now. */
export function explainChain(
  event: HookEvent,
  hooks: readonly HookDescription[],
  toolFacts: (toolName: string, input: JsonObject) => ToolFacts,
): ChainStep[] {
  const name = hookPointOf(event.type);
  if (!name) return [];
  const chain = hooks.filter((hook) => hook.kind === 'hook' && hook.events.includes(name));
  const policies = name === 'preToolUse' ? hooks.filter((hook) => hook.kind === 'policy') : [];
  const records = new Map(event.hooks.map((record) => [record.id, record]));
  const inputs = inputsOf(event);
  const idle = chain.filter(({ id }) => !records.has(id));
  // Once the chain has ended nothing else counts: those are the last of the hooks that did not run.
  const ended = new Set(idle.slice(idle.length - (event.skipped?.ended ?? 0)));
  const decided = event.hooks.findLast(({ kind, decision, shadow }) => kind === 'hook' && decision !== 'continue' && !shadow);
  const unjudged = decisionOf(event) === 'deny' && decided !== undefined && !event.hooks.some(({ kind }) => kind === 'policy');
  let ran = 0;
  return [...chain, ...policies].map((hook): ChainStep => {
    const { id, file, line, kind, options } = hook;
    const step = { id, name: calledAs(hook), file, line, kind, priority: options.priority };
    if (records.has(id)) {
      ran++;
      return step;
    }
    if (ended.has(hook) || (kind === 'policy' && unjudged))
      return { ...step, skipped: { why: 'ended', ...(decided ? { by: decided.name } : {}) } };
    const request = requestOf(event, name, hooks);
    const payload = payloadOf(
      event,
      name,
      kind === 'policy' ? inputs.at(-1) : inputs[Math.min(ran, inputs.length - 1)],
      toolFacts,
    );
    // With nothing against it, it was not there to be asked: the host had failed, or the run was stopped.
    const why = skipReason(hook, request, payload) ?? 'ended';
    return { ...step, skipped: { why, ...wanted(why, hook) } };
  });
}

/** The tool's input before the first record, after the first, and so on; the last is what ran. */
function inputsOf({ input, requestedInput, hooks }: HookEvent): JsonObject[] {
  const first = requestedInput ?? input;
  const inputs: JsonObject[] = [isObject(first) ? first : {}];
  for (const { changed = [], shadow, kind } of hooks) {
    if (kind === 'policy') continue;
    const next = { ...inputs.at(-1)! };
    if (!shadow)
      for (const { field, after } of changed) {
        if (field === 'input' && isObject(after)) Object.assign(next, after);
        else if (field.startsWith('input.')) next[field.slice('input.'.length)] = after;
      }
    inputs.push(next);
  }
  return inputs;
}

function requestOf(hookEvent: HookEvent, event: EventName, hooks: readonly HookDescription[]): DispatchRequest {
  // Nobody reads the fields of this one: they are those of each step.
  const payload = {} as DispatchRequest['payload'];
  return { event, run: factsOfEvent(hookEvent), payload, agentHooks: agentsWithHooks(hookEvent, hasOwnAmong(hooks)) };
}

function payloadOf(
  { toolName }: HookEvent,
  name: EventName,
  input: JsonObject | undefined,
  toolFacts: (toolName: string, input: JsonObject) => ToolFacts,
): PayloadFields {
  return 'tool' in hookPoints[name] && toolName ? { ...toolFacts(toolName, input ?? {}) } : {};
}

/** What a hook's `match` asks for. */
export const matchText = ({ match }: Pick<HookDescription['options'], 'match'>): string =>
  Object.entries(match)
    .map(([field, patterns]) => `${field}: ${patterns.join(' | ')}`)
    .join(', ');

function wanted(why: SkipReason, { options, agent }: HookDescription): { wanted?: string } {
  switch (why) {
    case 'tool':
      return { wanted: options.tools.join(', ') };
    case 'match':
      return {
        wanted: matchText(options),
      };
    case 'agent':
      return { wanted: agent ?? (options.agents.join(', ') || `inherit: ${options.inherit}`) };
    case 'disabled':
    case 'ended':
      return {};
    default:
      return unreachable(why);
  }
}
