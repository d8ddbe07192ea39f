/** The border where HookEvents come in as plain JSON, from a file or from a hook: past it an event is what its type says. */
import * as z from 'zod';
import type { JsonObject } from '../basics/json';
import type { Overlooked, ShapeOf } from '../basics/overlooked';
import { facts, live } from './eventSchemas';
import type { EventType, HookEvent, OtherEvent } from './events';
import { confinement, decidedBy, error } from './factShapes';
import type { LiveEvent, LiveFacts } from './liveEvents';

const object = z.looseObject;
const text = z.string();
const number = z.number();
const json = z.record(z.string(), z.unknown());

/** What every event must have; an event without it is none. */
export const commonFacts = object({
  id: text,
  type: text,
  timestamp: text,
  sessionId: text,
  runId: text,
  agentName: text,
  branch: text,
  taskId: text.optional(),
  step: number,
  decidedBy: decidedBy.optional(),
  reason: text.optional(),
  error: error.optional(),
  toolCallId: text.optional(),
  toolName: text.optional(),
  hookSet: text.optional(),
  data: json.optional(),
  hooks: z.array(
    object({
      id: text,
      file: text,
      name: text,
      line: number,
      kind: z.enum(['hook', 'policy']),
      version: text.optional(),
      priority: number.optional(),
      startedAt: text.optional(),
      decision: text,
      reason: text.optional(),
      duration: number,
      changed: z.array(object({ field: text, before: z.unknown().optional(), after: z.unknown().optional() })).optional(),
      error: object({ name: text, message: text, line: number.optional(), column: number.optional() }).optional(),
      words: confinement.optional(),
      uncertain: text.optional(),
      mightMatch: z.literal(true).optional(),
      logs: z.array(text).optional(),
      noEffect: text.optional(),
      dropped: z.literal(true).optional(),
      shadow: z.literal(true).optional(),
    }),
  ),
  skipped: z.record(z.string(), number),
});
type CommonFacts = z.infer<typeof commonFacts>;
/** The others are looked at where the type is known. */
type OfTypes = 'input' | 'requestedInput' | 'output' | 'isError' | 'duration' | 'usage' | 'costUsd';
({}) satisfies Record<Overlooked<Omit<OtherEvent, OfTypes | 'was'>, ShapeOf<typeof commonFacts>>, never>;

/** The event of a known type with all that the type has; any other is kept with what every event has, and the name of its type. */
export function knownEvent(event: CommonFacts): HookEvent {
  const { type } = event;
  if (Object.hasOwn(facts, type) && facts[type as EventType].safeParse(event).success) return event as unknown as HookEvent;
  return { ...event, type: 'other', was: type === 'other' ? String(event.was) : type } as unknown as HookEvent;
}

/** Undefined where it is no event at all. */
export function readEvent(value: unknown): HookEvent | LiveEvent | undefined {
  const parsed = commonFacts.safeParse(value);
  if (!parsed.success) return undefined;
  const event = parsed.data as JsonObject & CommonFacts;
  const isLive = Object.hasOwn(live, event.type) && live[event.type as keyof LiveFacts].safeParse(event).success;
  return isLive ? (event as unknown as LiveEvent) : knownEvent(event);
}
