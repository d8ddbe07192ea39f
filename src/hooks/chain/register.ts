/** Turns what a hook file exports into registered hooks; every mistake becomes a problem at the export's line and takes nothing else down. */
import * as z from 'zod/mini';
import { brand, type HookDefinition, type ToolDefinition } from '../../api/define';
import { eventsMeant } from '../../shared/foreignEvents';
import { cleans } from '../../shared/hookDescription';
import { nearest } from '../../shared/nearest';
import { type EventName, eventAliases, eventNames, hookPoints } from '../../shared/points';
import { textPatternDoubt, textPatternProblem } from '../../shell/patternProblem';
import { groupHandler } from './group';
import { heldIn, withMembers } from './held';
import { namedElements } from './listed';
import { defaultOptions, longestName, moreThan, readOptions } from './options';
import type { HookOptions, HookProblem, PathLimits, RegisteredHook, RegisteredTool } from './registered';
import type { registeredTool } from './registerTool';
import { longestMessage } from './thrown';
import { toolPatternProblem } from './toolPatternProblem';

export interface HookFile {
  file: string;
  version: string;
  layer: number;
  agent?: string;
  folder?: string;
  /** 1-based line of each export; `default` for the default export. */
  lines: ReadonlyMap<string, number>;
  /** Where tools belong into its folder: makes one of a definition. Handed in, since what describes a tool to a model is much, and a host of hooks has none. */
  toolOf?: typeof registeredTool;
}
export interface Registration {
  hooks: RegisteredHook[];
  tools: RegisteredTool[];
  problems: HookProblem[];
  /** What is wrong with exports that are meant to be hooks or policies, and are not registered. */
  broken: string[];
}

const patterns = z.optional(z.array(z.string()));
const pathLimits = z.optional(z.object({ denied: patterns, allowed: patterns }));

export function registerExports(exports: Record<string, unknown>, from: HookFile): Registration {
  const result: Registration = { hooks: [], tools: [], problems: [], broken: [] };
  // `module.exports = hook(…)` is what `export default` is.
  const given = kindOf(exports) ? { default: exports } : exports;
  const all = inSourceOrder(given, from.lines).map(([exportName, value]) => ({
    exportName,
    definitions: namedElements(exportName, value),
  }));
  const exported = new Set(
    all.flatMap(({ definitions }) =>
      definitions.flatMap(({ value }) => (kindOf(value) ? withMembers(value as HookDefinition) : [])),
    ),
  );
  for (const { exportName, definitions } of all) {
    const line = from.lines.get(exportName) ?? 1;
    const problem = (message: string, severity: HookProblem['severity'] = 'error') =>
      result.problems.push({
        file: from.file,
        line,
        column: 1,
        message: message.slice(0, longestMessage),
        severity,
        hook: exportName.slice(0, longestName),
      });
    const broken = (message: string) => {
      problem(message);
      result.broken.push(message);
    };
    // Helpers may be exported beside hooks; only what claims to be a hook and is none is a mistake.
    const isMeant = exportName === 'default' || definitions.some((one) => kindOf(one.value));
    for (const { name, called, value: definition } of definitions) {
      const kind = kindOf(definition);
      if (kind && name.length > longestName) {
        broken(`the name of an export ${moreThan(longestName)}`);
        continue;
      }
      if (!kind) {
        const held = heldIn(definition, kindOf).filter((one) => one.kind !== 'unload' && !exported.has(one.value));
        for (const one of held)
          broken(`${called}${one.at} is a ${one.kind} that stands in an object, where nobody looks for it: ${exportIt(one.at)}`);
        if (isPromise(definition)) problem(notAwaited(called), isMeant ? 'error' : 'warning');
        else if (isMeant && held.length === 0) problem(noDefinition(called));
        continue;
      }
      // It counts by having been called.
      if (kind === 'unload') continue;
      const { toolOf } = from;
      if ((kind === 'tool') !== (toolOf !== undefined)) {
        problem(
          `${name} is a ${kind}: ${kind === 'tool' ? 'tools live in .hooksmith/tools' : 'hooks and policies live in .hooksmith/hooks'}`,
        );
        continue;
      }
      if (toolOf) {
        const tool = toolOf(definition as ToolDefinition, { id: `${from.file}#${name}`, line, ...from }, result.tools);
        if (typeof tool !== 'string') result.tools.push(tool);
        else broken(`${name}: ${tool}`);
        continue;
      }
      const checked = check(definition as HookDefinition, kind === 'policy' ? 'policy' : 'hook');
      if (typeof checked === 'string') {
        broken(`${name}: ${checked}`);
        continue;
      }
      const hook = registered(checked, {
        id: `${from.file}#${name}`,
        file: from.file,
        name,
        line,
        version: from.version,
        layer: from.layer,
        agent: from.agent,
        ...(from.folder === undefined ? {} : { folder: from.folder }),
        position: result.hooks.length,
        ...(checked.limits ? { limits: checked.limits } : {}),
      });
      result.hooks.push(hook);
      for (const message of checked.warnings) problem(message, 'warning');
    }
  }
  if (result.hooks.length === 0 && result.tools.length === 0 && result.problems.length === 0) {
    result.problems.push({
      file: from.file,
      line: 1,
      column: 1,
      severity: 'warning',
      message: nothingExported(from.toolOf ? 'tools' : 'hooks'),
    });
  }
  return result;
}

const exportIt = (at: string): string =>
  `export it by itself, as export const ${/\w+$/.exec(at)?.[0] ?? 'name'} = …, or in an array`;

export const nothingExported = (holds: 'hooks' | 'tools'): string =>
  holds === 'tools'
    ? 'this file exports no tool: export const name = defineTool({ name, description, input, run })'
    : "this file exports no hook: export const name = hook('preToolUse', (ctx) => …)";

export const noDefinition = (called: string): string =>
  `${called} is no hook, policy or tool: make it with hook(…), policy(…) or defineTool(…)`;

const isPromise = (value: unknown) => Object.prototype.toString.call(value) === '[object Promise]';

const notAwaited = (called: string): string =>
  `${called} is a promise, and no file is waited for: a hook, policy or tool that it resolves to is not registered. Export that itself, and await in its handler`;

export const noHandler = (given: unknown): string =>
  `the handler must be a function, not ${given === null ? 'null' : typeof given}: it is the last argument`;

/** A bundler lists exports by name; their place in the source decides who runs first. What stands elsewhere (`export * from`) comes last. */
function inSourceOrder(exports: Record<string, unknown>, lines: ReadonlyMap<string, number>): [string, unknown][] {
  const listed = [...lines.keys()];
  const place = (name: string) => lines.get(name) ?? Number.POSITIVE_INFINITY;
  return Object.entries(exports).sort(([a], [b]) =>
    place(a) === place(b) ? listed.indexOf(a) - listed.indexOf(b) : place(a) - place(b),
  );
}

const kindOf = (value: unknown): 'hook' | 'policy' | 'tool' | 'unload' | undefined => {
  const kind = typeof value === 'object' && value !== null && brand in value ? (value as HookDefinition)[brand] : undefined;
  return kind === 'hook' || kind === 'policy' || kind === 'tool' || kind === 'unload' ? kind : undefined;
};

interface Checked {
  kind: 'hook' | 'policy';
  events: EventName[];
  options: HookOptions;
  handler?: RegisteredHook['handler'];
  limits?: PathLimits;
  members?: Checked[];
  modes?: HookDefinition['modes'];
  warnings: string[];
}

type Place = Omit<RegisteredHook, 'kind' | 'events' | 'options' | 'handler'>;

/** A member keeps the group's id: it is the group that a dead process, a timeout and a suspension are told of. */
function registered({ kind, events, options, handler, members, modes = {} }: Checked, place: Place): RegisteredHook {
  const registeredMembers = members?.map((member, index) => registered(member, { ...place, name: `${place.name}[${index}]` }));
  return {
    ...place,
    kind,
    events,
    options,
    handler: registeredMembers ? groupHandler({ members: registeredMembers, modes }) : handler!,
  };
}

/** The definition with its options filled in, or what is wrong with it. */
function check(definition: HookDefinition, kind: 'hook' | 'policy'): Checked | string {
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

/** Priority, high first; then layer, file and position. */
export function sortHooks<T extends Pick<RegisteredHook, 'options' | 'layer' | 'file' | 'position'>>(hooks: readonly T[]): T[] {
  return [...hooks].sort(
    (a, b) =>
      b.options.priority - a.options.priority ||
      a.layer - b.layer ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.position - b.position),
  );
}
