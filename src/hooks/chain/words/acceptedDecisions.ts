/** What a hook may decide and change: what its event accepts, and of several events only what all of them do. A policy has its own three words. */
import { type DecisionAction, type EventName, type HookPoint, hookPoints, type Patchable } from '../../../shared/hooks/points';
import type { HookDescription } from './registered';
import { remembered } from './remembered';

export interface Accepted {
  /** Who accepts no more, as errors name it. */
  readonly by: string;
  readonly decisions: readonly DecisionAction[];
  /** Fields that `modify` may patch. */
  readonly modifies: readonly Patchable[];
  /** What `respond` gives may stand in a model's place, and so has to be an answer. */
  readonly answersForModel: boolean;
}

const ofPolicies: Accepted = {
  by: 'a policy',
  decisions: ['deny', 'ask', 'confine'],
  modifies: [],
  answersForModel: false,
};

/** By the events' names: hooks of the same events share one, and all that is made for it. */
// biome-ignore lint/plugin: what it remembers follows from the key alone
const ofEvents = new Map<string, Accepted>();
/** By the list itself, which is asked for at each call. */
const ofLists = new WeakMap<readonly EventName[], Accepted>();

/** `events` are a hook's own, each once. */
export const acceptedBy = ({ kind, events }: Pick<HookDescription, 'kind' | 'events'>): Accepted =>
  kind === 'policy'
    ? ofPolicies
    : remembered(ofLists, events, () => remembered(ofEvents, [...events].sort().join(), () => byAll(events)));

function byAll(events: readonly EventName[]): Accepted {
  const points: HookPoint[] = events.map((event) => hookPoints[event]);
  const [first, ...others] = points as [HookPoint, ...HookPoint[]];
  return {
    by: others.length === 0 ? events[0]! : `a hook of ${events.slice(0, -1).join(', ')} and ${events.at(-1)}`,
    decisions: first.decisions.filter((action) => others.every(({ decisions }) => decisions.includes(action))),
    modifies: first.modifies.filter((field) => others.every(({ modifies }) => modifies.includes(field))),
    answersForModel: points.some(({ tool }) => !tool),
  };
}

/** What is said of an assignment to `ctx`: what to do instead. */
export function readOnlyContext({ by, decisions, modifies }: Accepted, named: string | undefined): string {
  if (named === 'state' || named === 'session') return `ctx is read-only: call ctx.${named}.set(name, value) instead`;
  const field = modifies.find((one) => one === named) ?? modifies[0];
  return `ctx is read-only: ${field ? `return ctx.modify({ ${field}: … }) instead` : decisions.length > 0 ? `${by} only decides` : `${by} only observes`}`;
}
