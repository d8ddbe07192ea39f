/** Bundles hook files with esbuild, each with an incremental context of its own: a save rebuilds what changed and what imports it. */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { BuildContext, BuildFailure, BuildOptions, Message } from 'esbuild';
import type { HookProblem } from '../chain/registered';
import type { Bundle } from '../hostProtocol';
import { exportLines } from '../lint/exportLines';

export interface Built {
  bundle?: Bundle;
  /** The file's own text. */
  source: string;
  /** What made the bundle of the texts, and how: another one makes another bundle of the same. */
  builder: string;
  problems: HookProblem[];
  /** Every file that went into it. */
  inputs: string[];
}

const options = {
  absWorkingDir: resolve('/'),
  write: false,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['hooksmith'],
  // What is imported at run time comes by `require` too: from the bundle, or from Node.
  supported: { 'dynamic-import': false },
  sourcemap: 'inline',
  metafile: true,
  logLevel: 'silent',
  // The workspace's own compiler options (paths, decorators) must not break a hook that needs none of them.
  tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: false } },
} satisfies BuildOptions;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const optionsHash = hashOf(JSON.stringify(options)).slice(0, 16);

export class HookBuilder {
  private readonly contexts = new Map<string, BuildContext>();
  private builder = '';

  async build(file: string): Promise<Built> {
    // The compiler loads while esbuild starts.
    const source = readSource(file);
    const lines = exportLines(source, file);
    lines.catch(() => undefined);
    let real = file;
    try {
      // Below a link esbuild speaks of real paths; the problems, and the places in a stack, are told by the path that the user knows.
      real = realpathSync(file);
      const context = await this.contextFor(file, real);
      const result = await context.rebuild();
      const code = result.outputFiles?.[0]?.text ?? '';
      const inputs = Object.keys(result.metafile?.inputs ?? {}).map((path) => resolve('/', path));
      return {
        source,
        builder: this.builder,
        bundle: { code, version: hashOf(code), lines: await lines },
        problems: result.warnings.map((warning) => problemOf(file, real, warning, 'warning')),
        inputs,
      };
    } catch (thrown) {
      const failure = thrown as BuildFailure;
      const errors = failure.errors ?? [];
      if (errors.length === 0)
        return {
          source,
          builder: this.builder,
          problems: [{ file, line: 1, column: 1, severity: 'error', message: `cannot be built: ${failure.message}` }],
          inputs: [file],
        };
      return {
        source,
        builder: this.builder,
        problems: errors.map((error) => problemOf(file, real, error, 'error')),
        inputs: [real, ...errors.flatMap((error) => (error.location ? [resolve('/', error.location.file)] : []))],
      };
    }
  }

  async forget(file: string): Promise<void> {
    await this.contexts.get(file)?.dispose();
    this.contexts.delete(file);
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.contexts.values()].map((context) => context.dispose()));
    this.contexts.clear();
  }

  private async contextFor(file: string, real: string): Promise<BuildContext> {
    const known = this.contexts.get(file);
    if (known) return known;
    // Loaded when the first hook file is built: the native binary costs nothing to who has none.
    const esbuild = await import('esbuild');
    this.builder = `esbuild ${esbuild.version} ${optionsHash}`;
    const context = await esbuild.context({ ...options, entryPoints: [real], outfile: `${real}.bundle.js` });
    this.contexts.set(file, context);
    return context;
  }
}

function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function problemOf(file: string, real: string, { text, location }: Message, severity: HookProblem['severity']): HookProblem {
  if (!location) return { file, line: 1, column: 1, severity, message: text };
  const read = resolve('/', location.file);
  const at = read === real ? file : read;
  const where = at === file ? '' : ` (in ${basename(at)})`;
  return {
    file: at,
    line: location.line,
    column: location.column + 1,
    endColumn: location.column + 1 + location.length,
    severity,
    message: `${text}${where}`,
  };
}
