/** Turns what a hook file exports into registered hooks; every mistake becomes a problem at the export's line and takes nothing else down. */
import { z } from 'zod';
import { brand, type HookDefinition, type ToolDefinition } from '../api/define';
import { nearest } from '../shared/nearest';
import { type EventName, eventAliases, eventNames, foreignNames, hookPoints } from '../shared/points';
import { runGroup } from './group';
import type { HookOptions, HookProblem, RegisteredHook } from './registered';

export interface HookFile {
  file: string;
  version: string;
  layer: number;
  agent?: string;
  /** 1-based line of each export; `default` for the default export. */
  lines: ReadonlyMap<string, number>;
}
export interface Registration {
  hooks: RegisteredHook[];
  tools: ToolDefinition[];
  problems: HookProblem[];
}

const names = z.union([z.string(), z.array(z.string())]).transform((value) => (typeof value === 'string' ? [value] : value));
const shared = {
  tools: names,
  match: z.record(z.string(), names),
  agents: names,
  timeoutMs: z.number().positive(),
  shadow: z.boolean(),
  enabled: z.boolean(),
  name: z.string(),
};
const policyOptions = z.object(shared).partial();
const hookOptions = z
  .object({
    ...shared,
    priority: z.number(),
    onError: z.enum(['deny', 'stop', 'ask', 'continue']),
    inherit: z.enum(['always', 'if-none', 'never']),
    redacts: z.boolean(),
  })
  .partial();
const defaults: HookOptions = {
  tools: [],
  match: {},
  agents: [],
  priority: 0,
  timeoutMs: 5000,
  inherit: 'always',
  redacts: false,
  shadow: false,
  enabled: true,
};

export function registerExports(exports: Record<string, unknown>, from: HookFile): Registration {
  const result: Registration = { hooks: [], tools: [], problems: [] };
  for (const [exportName, value] of Object.entries(exports)) {
    const line = from.lines.get(exportName) ?? 1;
    const problem = (message: string) =>
      result.problems.push({ file: from.file, line, column: 1, message, severity: 'error', hook: exportName });
    const definitions = Array.isArray(value) ? value : [value];
    const isArray = Array.isArray(value);
    for (const [index, definition] of definitions.entries()) {
      const kind = kindOf(definition);
      if (!kind) {
        // Helpers may be exported beside hooks; only what claims to be a hook and is none is a mistake.
        if (exportName === 'default' || (isArray && definitions.some(kindOf))) {
          problem(
            `${exportName === 'default' ? 'the default export' : `element ${index} of ${exportName}`} is no hook, policy or tool: make it with hook(…), policy(…) or defineTool(…)`,
          );
        }
        continue;
      }
      if (kind === 'tool') {
        result.tools.push(definition as ToolDefinition);
        continue;
      }
      const name = isArray ? `${exportName}[${index}]` : exportName;
      const checked = check(definition as HookDefinition, kind);
      if (typeof checked === 'string') {
        problem(`${name}: ${checked}`);
        continue;
      }
      result.hooks.push({
        id: `${from.file}#${name}`,
        file: from.file,
        name,
        line,
        version: from.version,
        kind,
        layer: from.layer,
        agent: from.agent,
        position: result.hooks.length,
        ...checked,
      });
    }
  }
  if (result.hooks.length === 0 && result.tools.length === 0 && result.problems.length === 0) {
    result.problems.push({
      file: from.file,
      line: 1,
      column: 1,
      severity: 'warning',
      message: "this file exports no hook: export const name = hook('preToolUse', (ctx) => …)",
    });
  }
  return result;
}

const kindOf = (value: unknown): 'hook' | 'policy' | 'tool' | undefined =>
  typeof value === 'object' && value !== null && brand in value ? (value as HookDefinition)[brand] : undefined;

function check(
  definition: HookDefinition,
  kind: 'hook' | 'policy',
): { events: EventName[]; options: HookOptions; handler: RegisteredHook['handler'] } | string {
  const schema = kind === 'policy' ? policyOptions : hookOptions;
  for (const key of Object.keys(definition.options)) {
    if (key in schema.shape) continue;
    const near = nearest(key, Object.keys(schema.shape), 1)[0];
    return `unknown option '${key}'${near ? `: did you mean '${near}'?` : ''} ${kind === 'policy' ? 'Policies' : 'Hooks'} take ${Object.keys(schema.shape).join(', ')}`;
  }
  const options = schema.safeParse(definition.options);
  if (!options.success)
    return options.error.issues.map((issue) => `option '${issue.path.join('.')}': ${issue.message}`).join('; ');
  const events: EventName[] = [];
  for (const given of definition.events) {
    const event = eventAliases.get(given) ?? given;
    if (!Object.hasOwn(hookPoints, event)) return unknownEvent(given);
    events.push(event as EventName);
  }
  if (events.length === 0) return 'no event: the first argument is an event name or an array of them';
  if (!definition.members && typeof definition.handler !== 'function')
    return `the handler must be a function, not ${typeof definition.handler}`;
  const full: HookOptions = { ...defaults, ...options.data };
  const onError = full.onError;
  const barred = onError && events.find((event) => !acceptsOnError(event, onError));
  if (barred)
    return `onError '${onError}' means nothing at ${barred}: it accepts ${hookPoints[barred].decisions.join(', ') || 'no decision'}`;
  return {
    events,
    options: full,
    handler: definition.members ? runGroup(definition) : (definition.handler as RegisteredHook['handler']),
  };
}

function acceptsOnError(event: EventName, onError: string): boolean {
  if (onError === 'continue' || onError === 'stop') return true;
  return (
    (hookPoints[event].decisions as readonly string[]).includes(onError) || (onError === 'ask' && event === 'permissionRequest')
  );
}

function unknownEvent(given: string): string {
  const known = foreignNames.get(given);
  const near = known ? [known] : nearest(given, eventNames, 2);
  return `unknown event '${given}'${near.length > 0 ? `: did you mean ${near.map((name) => `'${name}'`).join(' or ')}?` : ''} Events are ${eventNames.join(', ')}`;
}

/** Contract §4.1: priority, high first; then layer, file and position. */
export function sortHooks<T extends Pick<RegisteredHook, 'options' | 'layer' | 'file' | 'position'>>(hooks: readonly T[]): T[] {
  return [...hooks].sort(
    (a, b) =>
      b.options.priority - a.options.priority ||
      a.layer - b.layer ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.position - b.position),
  );
}
