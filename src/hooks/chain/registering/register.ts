/** Turns what a hook file exports into registered hooks; every mistake becomes a problem at the export's line and takes nothing else down. */
import type { HookDefinition, ToolDefinition } from '../../../api/define';
import type { HookProblem, RegisteredHook, RegisteredTool } from '../words/registered';
import { longestMessage } from '../words/thrown';
import { type Checked, check, kindOf } from './checkDefinition';
import { groupHandler } from './group';
import { heldIn, withMembers } from './held';
import { type Listed, namedElements } from './listed';
import { longestName, moreThan } from './options';
import type { registeredTool } from './registerTool';

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

export function registerExports(exports: Record<string, unknown>, from: HookFile): Registration {
  // `module.exports = hook(…)` is what `export default` is.
  const given = kindOf(exports) ? { default: exports } : exports;
  return new Registering(from, inSourceOrder(given, from.lines)).all();
}

class Registering {
  private readonly result: Registration = { hooks: [], tools: [], problems: [], broken: [] };
  private readonly listed: { exportName: string; definitions: Listed[] }[];
  private readonly exported: ReadonlySet<unknown>;

  constructor(
    private readonly from: HookFile,
    exports: readonly [string, unknown][],
  ) {
    this.listed = exports.map(([exportName, value]) => ({ exportName, definitions: namedElements(exportName, value) }));
    const values = this.listed.flatMap(({ definitions }) => definitions.map(({ value }) => value));
    this.exported = new Set(values.flatMap((value) => (kindOf(value) ? withMembers(value as HookDefinition) : [])));
  }

  all(): Registration {
    for (const { exportName, definitions } of this.listed) {
      // Helpers may be exported beside hooks; only what claims to be a hook and is none is a mistake.
      const isMeant = exportName === 'default' || definitions.some(({ value }) => kindOf(value));
      for (const one of definitions) this.add(exportName, one, isMeant);
    }
    const { hooks, tools, problems } = this.result;
    if (hooks.length + tools.length + problems.length === 0)
      this.problem(undefined, nothingExported(this.from.toolOf ? 'tools' : 'hooks'), 'warning');
    return this.result;
  }

  private lineOf(exportName: string): number {
    return this.from.lines.get(exportName) ?? 1;
  }

  private problem(exportName: string | undefined, message: string, severity: HookProblem['severity'] = 'error'): void {
    const hook = exportName === undefined ? {} : { hook: exportName.slice(0, longestName) };
    const line = exportName === undefined ? 1 : this.lineOf(exportName);
    this.result.problems.push({
      file: this.from.file,
      line,
      column: 1,
      message: message.slice(0, longestMessage),
      severity,
      ...hook,
    });
  }

  private broken(exportName: string, message: string): void {
    this.problem(exportName, message);
    this.result.broken.push(message);
  }

  private add(exportName: string, listed: Listed, isMeant: boolean): void {
    const { name, value } = listed;
    const kind = kindOf(value);
    if (!kind) this.addOther(exportName, listed, isMeant);
    else if (name.length > longestName) this.broken(exportName, `the name of an export ${moreThan(longestName)}`);
    // It counts by having been called.
    else if (kind === 'unload') return;
    else if ((kind === 'tool') !== (this.from.toolOf !== undefined)) {
      const where = kind === 'tool' ? 'tools live in .hooksmith/tools' : 'hooks and policies live in .hooksmith/hooks';
      this.problem(exportName, `${name} is a ${kind}: ${where}`);
    } else if (kind === 'tool') this.addTool(exportName, name, value as ToolDefinition);
    else this.addHook(exportName, name, value as HookDefinition, kind);
  }

  /** What is no hook, policy or tool. */
  private addOther(exportName: string, { called, value }: Listed, isMeant: boolean): void {
    const held = heldIn(value, kindOf).filter((one) => one.kind !== 'unload' && !this.exported.has(one.value));
    for (const { at, kind } of held)
      this.broken(exportName, `${called}${at} is a ${kind} that stands in an object, where nobody looks for it: ${exportIt(at)}`);
    if (isPromise(value)) this.problem(exportName, notAwaited(called), isMeant ? 'error' : 'warning');
    else if (isMeant && held.length === 0) this.problem(exportName, noDefinition(called));
  }

  private addTool(exportName: string, name: string, definition: ToolDefinition): void {
    const { from, result } = this;
    const place = { id: `${from.file}#${name}`, line: this.lineOf(exportName), ...from };
    const tool = from.toolOf!(definition, place, result.tools);
    if (typeof tool !== 'string') result.tools.push(tool);
    else this.broken(exportName, `${name}: ${tool}`);
  }

  private addHook(exportName: string, name: string, definition: HookDefinition, kind: 'hook' | 'policy'): void {
    const { from, result } = this;
    const checked = check(definition, kind);
    if (typeof checked === 'string') return this.broken(exportName, `${name}: ${checked}`);
    const { file, version, layer, agent, folder } = from;
    const hook = registered(checked, {
      id: `${file}#${name}`,
      file,
      name,
      line: this.lineOf(exportName),
      version,
      layer,
      agent,
      ...(folder === undefined ? {} : { folder }),
      position: result.hooks.length,
      ...(checked.limits ? { limits: checked.limits } : {}),
    });
    result.hooks.push(hook);
    for (const message of checked.warnings) this.problem(exportName, message, 'warning');
  }
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

/** A bundler lists exports by name; their place in the source decides who runs first. What stands elsewhere (`export * from`) comes last. */
function inSourceOrder(exports: Record<string, unknown>, lines: ReadonlyMap<string, number>): [string, unknown][] {
  const listed = [...lines.keys()];
  const place = (name: string) => lines.get(name) ?? Number.POSITIVE_INFINITY;
  return Object.entries(exports).sort(([a], [b]) =>
    place(a) === place(b) ? listed.indexOf(a) - listed.indexOf(b) : place(a) - place(b),
  );
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

/** Priority, high first; then layer, file and position. */
export function sortHooks<T extends Pick<RegisteredHook, 'options' | 'layer' | 'file' | 'position'>>(hooks: readonly T[]): T[] {
  return [...hooks].sort(
    (a, b) =>
      b.options.priority - a.options.priority ||
      a.layer - b.layer ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : a.position - b.position),
  );
}
