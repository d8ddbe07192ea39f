/** Inside the host: turns bundles into registered hooks, the newest that loads. */
import Module, { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import * as api from '../../api';
import { type Unload, unloadsOf } from '../../api/unload';
import { once } from '../../shared/basics/once';
import { noVersion } from '../../shared/hooks/hookDescription';
import { placeIn } from '../chain/calling/callHook';
import { defaultOptions } from '../chain/registering/options';
import { type HookFile, type Registration, registerExports } from '../chain/registering/register';
import type { HookProblem, RegisteredHook, RegisteredTool } from '../chain/words/registered';
import { readThrown } from '../chain/words/thrown';
import type { Bundle, FileToLoad } from '../hostProtocol';

export interface LoadedFiles {
  hooks: RegisteredHook[];
  tools: RegisteredTool[];
  problems: HookProblem[];
  /** Its newest bundle is not, or not whole, in force. */
  failed: boolean;
}

type Exports = Record<string, unknown>;
interface Evaluated {
  file: string;
  version: string;
  /** Kept whole: by it Node finds the source map, which goes where nobody holds it any more. */
  module: CompiledModule;
  /** What it has to do when it goes. */
  unloads: Unload[];
  /** What it registered, in the place where it stood. */
  registered?: Registration & Pick<FileToLoad, 'layer' | 'agent' | 'folder'>;
}
interface CompiledModule {
  exports: Exports;
  require(id: string): unknown;
  _compile(code: string, file: string): void;
  paths: string[];
}

/** Modules that have been evaluated: a file that did not change keeps its own over a reload of others. */
export class HookModules {
  private known = new Map<string, Evaluated>();
  private next = new Map<string, Evaluated>();
  /** What unloading has begun and not ended. */
  private readonly unloading = new Set<Promise<unknown>>();

  /** `within` runs code of a file, which may never return, or leave behind what runs later; `builtin` is a module of Node as a file may have it. */
  constructor(
    private readonly within: <T>(file: string, version: string, run: () => T) => T,
    private readonly builtin: (id: string) => unknown = createRequire(__filename),
    /** Is told what unloading throws. */
    private readonly failed: (thrown: unknown, file: string) => void = () => undefined,
    private readonly toolOf?: HookFile['toolOf'],
  ) {}

  /** Begins a set; what it does not use is unloaded when it ends. */
  begin(fresh: boolean): void {
    this.known = this.next;
    this.next = new Map();
    if (fresh) this.unload([...this.known]);
  }

  /** All files of the set are loaded: those that are in no place any more go. */
  end(): void {
    this.unload([...this.known].filter(([key]) => !this.next.has(key)));
  }

  /** The process ends: resolves when all that was loaded is unloaded. */
  async unloadAll(): Promise<void> {
    this.known = this.next;
    this.next = new Map();
    this.unload([...this.known]);
    await Promise.all(this.unloading);
  }

  load(from: FileToLoad, isOff: boolean): LoadedFiles {
    const problems: HookProblem[] = [];
    for (const [index, bundle] of from.bundles.entries()) {
      try {
        if (bundle.refused) throw new Error(bundle.refused);
        const evaluated = this.evaluated(bundle, from.file, isOff);
        if (!evaluated) return { hooks: [], tools: [], problems: [], failed: false };
        const registered = this.registered(evaluated, bundle, from);
        // Of an older version only the hooks count: its places in the source are not today's.
        // A file that says nothing yet lacks nothing.
        if (index === 0 && registered.problems.length > 0 && !isBlank(bundle.code)) problems.push(...registered.problems);
        const { hooks, tools, broken } = registered;
        if (broken.length === 0) return { hooks, tools, problems, failed: index > 0 };
        // A gate that is made wrongly has not loaded: the version in which it stood is better than one without it.
        if (index + 1 < from.bundles.length) continue;
        const gate = from.required && !isOff ? [closedGate(from, `does not load whole: ${broken.join('; ')}`)] : [];
        return { hooks: [...hooks, ...gate], tools, problems, failed: true };
      } catch (thrown) {
        const error = readThrown(thrown);
        const place = placeIn(error.stack, from.file);
        problems.push({
          file: from.file,
          line: place.line ?? 1,
          column: place.column ?? 1,
          severity: 'error',
          message: bundle.refused ? `does not load: ${bundle.refused}` : `does not load: ${error.name}: ${error.message}`,
        });
      }
    }
    if (from.required && !isOff)
      return {
        hooks: [closedGate(from, problems[0]?.message ?? from.problem ?? 'does not load')],
        tools: [],
        problems,
        failed: true,
      };
    return { hooks: [], tools: [], problems, failed: true };
  }

  /** Undefined where the file is off and its code has not run: switched off means that it does not. */
  private evaluated(bundle: Bundle, file: string, isOff: boolean): Evaluated | undefined {
    const key = `${bundle.version} ${file}`;
    let evaluated = this.known.get(key);
    if (!evaluated) {
      if (isOff) return undefined;
      // What the version before holds is free when this one wants it. If this one does not load, that one is evaluated anew.
      this.unload([...this.known].filter(([, one]) => one.file === file));
      const unloads: Unload[] = [];
      const module = this.within(file, bundle.version, () => evaluate(bundle, file, this.builtin, unloads));
      evaluated = { file, version: bundle.version, module, unloads };
    }
    this.next.set(key, evaluated);
    return evaluated;
  }

  /** Once for each place where it stands: the same text exports the same. */
  private registered(evaluated: Evaluated, { version, lines }: Bundle, { file, layer, agent, folder }: FileToLoad): Registration {
    const before = evaluated.registered;
    if (before && before.layer === layer && before.agent === agent && before.folder === folder) return before;
    const from = { file, layer, agent, folder, version, lines: new Map(lines), toolOf: this.toolOf };
    const registration = registerExports(evaluated.module.exports, from);
    evaluated.registered = { ...registration, layer, agent, folder };
    return registration;
  }

  private unload(gone: [key: string, Evaluated][]): void {
    // What was opened last may need what was opened before it.
    for (const [key, { file, version, unloads }] of gone.reverse()) {
      this.known.delete(key);
      for (const unload of [...unloads].reverse()) {
        try {
          const ended = this.within(file, version, unload);
          const ending = Promise.resolve(ended).catch((thrown) => this.failed(thrown, file));
          this.unloading.add(ending);
          void ending.finally(() => this.unloading.delete(ending));
        } catch (thrown) {
          this.failed(thrown, file);
        }
      }
    }
  }
}

/** Where the workspace has none of its own: its names stand beside `z`, as in the package, and each is read when it is used. */
const zodOfOurs = once((): object => {
  const { z } = api;
  const names = Object.fromEntries(
    Object.keys(z).map((name) => [name, { enumerable: true, get: () => Reflect.get(z, name) as unknown }]),
  );
  const whole = {
    __esModule: { value: true },
    ...names,
    z: { enumerable: true, value: z },
    default: { enumerable: true, value: z },
  };
  return Object.freeze(Object.defineProperties({}, whole));
});

const isBlank = (code: string): boolean => code.replace(/^\/\/.*$|"use strict";/gm, '').trim() === '';

/** What stands before the code of a bundle, on its first line, so that no line moves. */
export const strictMark = "'use strict';";

function evaluate({ code }: Bundle, file: string, builtin: (id: string) => unknown, unloads: Unload[]): CompiledModule {
  // The CommonJS loader's own compile step keeps inline source maps, so stacks and breakpoints speak of the TypeScript source.
  const module = new (Module as unknown as new (id: string) => CompiledModule)(file);
  module.paths = [];
  const builtins = new Map<string, unknown>();
  const leaving = unloadsOf(unloads);
  // Not spread: parts of it are large, and each is read where a file uses it.
  const parts = { ...Object.getOwnPropertyDescriptors(api), onUnload: { enumerable: true, value: leaving.onUnload } };
  const given = Object.freeze(Object.defineProperties({}, parts));
  module.require = (id) => {
    if (id === 'hooksmith') return given;
    if (id === 'zod') return zodOfOurs();
    if (isBuiltin(id)) {
      const name = id.replace(/^node:/, '');
      if (!builtins.has(name)) builtins.set(name, builtin(id));
      return builtins.get(name);
    }
    const why = `cannot load '${id}': a hook file is bundled with all it imports; install the package in the workspace (looked up from ${dirname(file)})`;
    // By the code a package knows that one which it can do without is not installed.
    throw Object.assign(new Error(why), { code: 'MODULE_NOT_FOUND' });
  };
  // Modules are strict, their bundle is not by itself: an assignment to `ctx` would be lost in silence.
  try {
    module._compile(`${strictMark}${code.replace(/^#!.*/, '')}`, file);
  } finally {
    leaving.end();
  }
  return module;
}

/** A file that should guard but cannot: until it loads, no tool call runs. */
function closedGate({ file, layer, agent }: FileToLoad, why: string): RegisteredHook {
  return {
    id: `${file}#(does not load)`,
    file,
    name: '(does not load)',
    line: 1,
    version: noVersion,
    kind: 'policy',
    events: ['preToolUse'],
    options: defaultOptions,
    layer,
    agent,
    position: 0,
    handler: () => ({ action: 'deny', reason: `the hook file ${file} ${why}. Mend or disable it` }),
  };
}
