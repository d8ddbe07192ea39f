/** What a hook file may define: a definition with its options filled in, or what is wrong with it. */
import * as z from 'zod/mini';
import { brand, type HookDefinition } from '../../../api/define';
import { nearest } from '../../../shared/basics/nearest';
import { eventsMeant } from '../../../shared/hooks/foreignEvents';
import { cleans } from '../../../shared/hooks/hookDescription';
import { type EventName, eventAliases, eventNames, hookPoints } from '../../../shared/hooks/points';
import { pathPatternProblem } from '../../../shell/paths/pathPatternProblem';
import { textPatternDoubt, textPatternProblem } from '../../../shell/rules/patternProblem';
import type { HookOptions, PathLimits, RegisteredHook } from '../words/registered';
import { defaultOptions, readOptions } from './options';
import { toolPatternProblem } from './toolPatternProblem';

export const kindOf = (value: unknown): 'hook' | 'policy' | 'tool' | 'unload' | undefined => {
  const kind = typeof value === 'object' && value !== null && brand in value ? (value as HookDefinition)[brand] : undefined;
  return kind === 'hook' || kind === 'policy' || kind === 'tool' || kind === 'unload' ? kind : undefined;
};

export interface Checked {
  kind: 'hook' | 'policy';
  events: EventName[];
  options: HookOptions;
  handler?: RegisteredHook['handler'];
  limits?: PathLimits;
  members?: Checked[];
  modes?: HookDefinition['modes'];
  warnings: string[];
}

const patterns = z.optional(z.array(z.string()));
const pathLimits = z.optional(z.object({ denied: patterns, allowed: patterns }));

export const noHandler = (given: unknown): string =>
  `the handler must be a function, not ${given === null ? 'null' : typeof given}: it is the last argument`;

/** The definition with its options filled in, or what is wrong with it. */
export function check(definition: HookDefinition, kind: 'hook' | 'policy'): Checked | string {
  if (definition.problem !== undefined) return definition.problem;
  const options = readOptions(kind, definition.options);
  if (typeof options === 'string') return options;
  if (definition.members) return checkGroup(definition, definition.members);
  const events: EventName[] = [];
  for (const given of definition.events) {
    const event = eventAliases.get(given) ?? given;
    if (!Object.hasOwn(hookPoints, event)) return unknownEvent(given);
    if (!events.includes(event as EventName)) events.push(event as EventName);
  }
  if (events.length === 0) return 'no event: the first argument is an event name or an array of them';
  if (typeof definition.handler !== 'function') return noHandler(definition.handler);
  const full: HookOptions = { ...defaultOptions, ...options };
  const never = (full.match.command ?? []).map(textPatternProblem).find((one) => one !== undefined);
  if (never !== undefined) return `option 'match.command': ${never}`;
  for (const field of ['file_path', 'notebook_path'])
    for (const pattern of full.match[field] ?? []) {
      const why = pathPatternProblem(pattern);
      if (why) return `option 'match.${field}': the pattern ${JSON.stringify(pattern)} can never match: ${why}`;
    }
  const other = full.tools.map(toolPatternProblem).find((one) => one !== undefined);
  if (other !== undefined) return `option 'tools': ${other}`;
  const { onError } = full;
  const barred = onError && events.find((event) => !acceptsOnError(event, onError));
  if (barred)
    return `onError '${onError}' means nothing at ${barred}: it accepts ${hookPoints[barred].decisions.join(', ') || 'no decision'}`;
  const warnings = (full.match.command ?? []).map(textPatternDoubt).filter((one) => one !== undefined);
  const filters = (['tools', 'match'] as const).filter((key) => definition.options[key] !== undefined);
  if (filters.length > 0 && !events.some((event) => 'tool' in hookPoints[event]))
    warnings.push(
      `${filters.join(' and ')} filter${filters.length === 1 ? 's' : ''} tool events only: nothing is filtered at ${events.join(', ')}`,
    );
  const seen = full.redacts ? events.filter((event) => !holdsBack(event)) : [];
  if (seen.length > 0)
    warnings.push(
      `redacts holds nothing back at ${seen.join(', ')}: what is carried there was shown before. It does at ${eventNames.filter(holdsBack).join(', ')}`,
    );
  const limits = pathLimits.safeParse(kind === 'policy' ? definition.limits : undefined);
  if (!limits.success) return 'limits are lists of path patterns: { denied, allowed }';
  const handler = definition.handler as RegisteredHook['handler'];
  return { kind, events, options: full, handler, warnings, ...(limits.data ? { limits: limits.data } : {}) };
}

const modeNames: readonly string[] = ['continueOnError', 'continueOnResponse'];

/** A group runs where its highest member would, at the events that all its members share. */
function checkGroup({ modes = {} }: HookDefinition, definitions: readonly HookDefinition[]): Checked | string {
  if (kindOf(modes)) return 'a group begins with its modes: group({…}, hook(…), hook(…))';
  const stranger = Object.keys(modes).find((key) => !modeNames.includes(key));
  if (stranger !== undefined) {
    const near = nearest(stranger, modeNames, 1)[0];
    return `unknown mode '${stranger}'${near ? `: did you mean '${near}'?` : '.'} Groups take ${modeNames.join(', ')}`;
  }
  const members: Checked[] = [];
  for (const [index, definition] of definitions.entries()) {
    if (kindOf(definition) !== 'hook' || definition.members)
      return `member ${index} of the group must be a hook: policies and groups stand for themselves`;
    const member = check(definition, 'hook');
    if (typeof member === 'string') return `member ${index} of the group: ${member}`;
    members.push(member);
  }
  if (members.length === 0) return 'a group has at least one hook: group({…}, hook(…), hook(…))';
  const shared = members.map(({ events }, i) => events.filter((event) => !definitions[i]!.apart?.includes(event)));
  const first = shared.findIndex((events) => events.length > 0);
  const isOdd = (events: EventName[]) => events.length > 0 && [...events].sort().join() !== [...shared[first]!].sort().join();
  const odd = shared.findIndex(isOdd);
  if (odd >= 0)
    return `members of a group share their events: member ${first} has ${shared[first]!.join(', ')}, member ${odd} has ${shared[odd]!.join(', ')}`;
  const events = [...new Set(members.flatMap((member) => member.events))];
  const { name } = members[0]!.options;
  const options: HookOptions = {
    ...defaultOptions,
    ...(name !== undefined && members.every((member) => member.options.name === name) ? { name } : {}),
    enabled: members.some((member) => member.options.enabled),
    priority: Math.max(...members.map((member) => member.options.priority)),
    redacts: members.some(cleans),
    timeoutMs: Math.max(...members.map((member) => member.options.timeoutMs)),
  };
  return { kind: 'hook', events, options, members, modes, warnings: members.flatMap((member) => member.warnings) };
}

const holdsBack = (event: EventName): boolean => 'redacts' in hookPoints[event];

function acceptsOnError(event: EventName, onError: string): boolean {
  if (onError === 'continue' || onError === 'stop') return true;
  return (
    (hookPoints[event].decisions as readonly string[]).includes(onError) || (onError === 'ask' && event === 'permissionRequest')
  );
}

function unknownEvent(given: string): string {
  const near = eventsMeant(given, 2);
  return `unknown event '${given}'${near.length > 0 ? `: did you mean ${near.map((name) => `'${name}'`).join(' or ')}?` : '.'} Events are ${eventNames.join(', ')}`;
}
