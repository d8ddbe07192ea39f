/** Inside the host: turns bundles into registered hooks, the newest that loads. */
import Module, { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import * as api from '../api';
import { placeIn } from './call';
import type { Bundle, FileToLoad } from './protocol';
import { registerExports } from './register';
import type { HookProblem, RegisteredHook } from './registered';

export interface Loaded {
  hooks: RegisteredHook[];
  problems: HookProblem[];
  failed: boolean;
}

interface CompiledModule {
  exports: Record<string, unknown>;
  require(id: string): unknown;
  _compile(code: string, file: string): void;
  paths: string[];
}

export function loadFile(from: FileToLoad): Loaded {
  const problems: HookProblem[] = [];
  for (const [index, bundle] of from.bundles.entries()) {
    try {
      const exports = evaluate(bundle, from.file);
      const registered = registerExports(exports, { ...from, version: bundle.version, lines: new Map(bundle.lines) });
      return { hooks: registered.hooks, problems: [...problems, ...registered.problems], failed: index > 0 };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const place = placeIn(error.stack, from.file);
      problems.push({
        file: from.file,
        line: place.line ?? 1,
        column: place.column ?? 1,
        severity: 'error',
        message: `does not load: ${error.name}: ${error.message}`,
      });
    }
  }
  if (from.required)
    return { hooks: [closedGate(from, problems[0]?.message ?? from.problem ?? 'does not load')], problems, failed: true };
  return { hooks: [], problems, failed: true };
}

function evaluate({ code }: Bundle, file: string): Record<string, unknown> {
  // The CommonJS loader's own compile step keeps inline source maps, so stacks and breakpoints speak of the TypeScript source.
  const module = new (Module as unknown as new (id: string) => CompiledModule)(file);
  module.paths = [];
  const requireBuiltin = createRequire(file);
  module.require = (id) => {
    if (id === 'hooksmith') return api;
    if (isBuiltin(id)) return requireBuiltin(id);
    throw new Error(
      `cannot load '${id}': a hook file is bundled with all it imports; install the package in the workspace (looked up from ${dirname(file)})`,
    );
  };
  module._compile(code, file);
  return module.exports;
}

/** A file that should guard but cannot: until it loads, no tool call runs. */
function closedGate({ file, layer, agent }: FileToLoad, why: string): RegisteredHook {
  return {
    id: `${file}#(does not load)`,
    file,
    name: '(does not load)',
    line: 1,
    version: '',
    kind: 'policy',
    events: ['preToolUse'],
    options: {
      tools: [],
      match: {},
      agents: [],
      priority: 0,
      timeoutMs: 5000,
      inherit: 'always',
      redacts: false,
      shadow: false,
      enabled: true,
    },
    layer,
    agent,
    position: 0,
    handler: () => ({ action: 'deny', reason: `the hook file ${file} ${why}. Mend or disable it` }),
  };
}
