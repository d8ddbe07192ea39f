/**
 * Which hooks of a set a dispatch has to look at. Of a thousand most are for other events or other tools, which is the same for every call of a tool: those are
 * counted here once, and the rest asked each time.
 */

import type { ToolFacts } from '../../../shared/calls/toolFacts';
import { cleans } from '../../../shared/hooks/hookDescription';
import type { EventName } from '../../../shared/hooks/payloads';
import { hookPoints } from '../../../shared/hooks/points';
import type { HookDescription } from '../words/registered';
import { remembered } from '../words/remembered';
import { isForTool } from './matching';

/** Of an event its hooks; of `policy` those that judge. */
export type Listening = EventName | 'policy';
export type NamedTool = Pick<ToolFacts, 'toolName'> & { aliases?: readonly string[] };

export interface Candidates<H> {
  /** In the order of the set. */
  hooks: readonly H[];
  /** The place of each among all that listen. */
  places: readonly number[];
  /** How many of those before each of them are left out, and one more of all that are. */
  leftOut: readonly LeftOutHooks[];
}
export interface LeftOutHooks {
  disabled: number;
  tool: number;
}

interface Listeners<H> {
  all: readonly H[];
  /** By the tool's name. Other names of it are another question. */
  byTool: Map<string, { aliases: readonly string[]; found: Candidates<H> }>;
}

const sets = new WeakMap<readonly HookDescription[], Map<Listening, Listeners<HookDescription>>>();
/** Names of tools that are not there are made up by the model: so many are kept. */
const mostNames = 1000;

function listenersOf<H extends HookDescription>(set: readonly H[], to: Listening): Listeners<H> {
  const known = remembered(sets, set, () => new Map<Listening, Listeners<HookDescription>>());
  const concerns = ({ kind, events }: HookDescription) =>
    to === 'policy' ? kind === 'policy' : kind === 'hook' && events.includes(to);
  return remembered(known, to, () => ({ all: set.filter(concerns), byTool: new Map() })) as Listeners<H>;
}

/** All that listen, whatever the tool. Remembered for the set. */
export const listening = <H extends HookDescription>(set: readonly H[], to: Listening): readonly H[] => listenersOf(set, to).all;

/** Those of all that listen that are to be looked at for a call of this tool, or for an event without one. */
export function candidatesFor<H extends HookDescription>(
  set: readonly H[],
  to: Listening,
  named: Partial<NamedTool>,
): Candidates<H> {
  const { all, byTool } = listenersOf(set, to);
  const isOfTool = to === 'policy' || 'tool' in hookPoints[to];
  const { toolName = '', aliases = [] } = isOfTool ? named : {};
  const known = byTool.get(toolName);
  if (known && isSame(known.aliases, aliases)) return known.found;
  if (byTool.size >= mostNames) byTool.clear();
  const isOut = (hook: H): keyof LeftOutHooks | undefined => {
    if (!hook.options.enabled) return 'disabled';
    return isOfTool ? otherTool(hook, { toolName, aliases }) : undefined;
  };
  const found = pick(all, isOut);
  byTool.set(toolName, { aliases: [...aliases], found });
  return found;
}

/** As if each were to be looked at. */
export function allOf<H extends HookDescription>(hooks: readonly H[]): Candidates<H> {
  return pick(hooks, () => undefined);
}

const cleaners = new WeakMap<Candidates<HookDescription>, [at: number, hook: HookDescription][]>();

/** Those of a turn that redact, from this one on. Each hook asks. */
export function cleaningFrom<H extends HookDescription>(turn: Candidates<H>, from: number): H[] {
  const all = remembered(cleaners, turn, () => [...turn.hooks.entries()].filter(([, hook]) => cleans(hook)));
  return all.filter(([at]) => at >= from).map(([, hook]) => hook as H);
}

export const isSameTool = (some: Partial<NamedTool>, other: Partial<NamedTool>): boolean =>
  some.toolName === other.toolName && isSame(some.aliases ?? [], other.aliases ?? []);

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/** Only where nothing else is asked first: whose agent it is belongs to the run. */
function otherTool(hook: HookDescription, named: NamedTool): 'tool' | undefined {
  const { agents, inherit } = hook.options;
  const isForAll = hook.agent === undefined && agents.length === 0 && inherit === 'always';
  return isForAll && !isForTool(hook, named) ? 'tool' : undefined;
}

function pick<H extends HookDescription>(all: readonly H[], isOut: (hook: H) => keyof LeftOutHooks | undefined): Candidates<H> {
  const [hooks, places, leftOut]: [H[], number[], LeftOutHooks[]] = [[], [], []];
  const counted = { disabled: 0, tool: 0 };
  for (const [place, hook] of all.entries()) {
    const why = isOut(hook);
    if (why) {
      counted[why]++;
      continue;
    }
    hooks.push(hook);
    places.push(place);
    leftOut.push({ ...counted });
  }
  leftOut.push(counted);
  return { hooks, places, leftOut };
}
