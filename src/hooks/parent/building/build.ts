/**
 * Bundles hook files with esbuild: one that is saved by an incremental context of its own, several that a change concerns by one for all of them, which reads what
 * they share once. Either way each is a bundle for itself, and the same one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import type { BuildContext, BuildFailure, BuildOptions, BuildResult, Message, Metafile } from 'esbuild';
import type { HookProblem } from '../../chain/words/registered';
import type { Bundle } from '../../hostProtocol';
import { exportLines } from '../../lint/exportLines';
import { ofOurs } from './buildWords';
import { withBundler } from './bundlerStart';
import { refuseEndless } from './endlessInput';
import { asksForPlace, withPlaces } from './ownPlace';
import { ownZod } from './ownZod';
import { partsOfOurs } from './partsOfOurs';
import { inTime } from './withinTime';

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

const root = resolve('/');
const options = {
  absWorkingDir: root,
  write: false,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['hooksmith'],
  plugins: [ownZod({ path: 'zod', external: true }), partsOfOurs],
  // What is imported at run time comes by `require` too: from the bundle, or from Node.
  supported: { 'dynamic-import': false },
  sourcemap: 'inline',
  metafile: true,
  logLevel: 'silent',
  // The workspace's own compiler options (paths, decorators) must not break a hook that needs none of them.
  tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: false } },
} satisfies BuildOptions;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const placed = withPlaces(options);
const optionsHash = hashOf(JSON.stringify(placed)).slice(0, 16);

export class HookBuilder {
  private readonly contexts = new Map<string, BuildContext>();
  /** Files of which something asks where it lies. */
  private readonly asking = new Set<string>();
  /** Of the files that were built together last. */
  private group: { of: string; context: BuildContext } | undefined;
  private readonly lines = new Map<string, { source: string; lines: Promise<[name: string, line: number][]> }>();
  private builder = '';
  /** Builds that do not end, while it is asked why. */
  private endless = 0;

  /** A build of hundreds of files takes a second; one that is not done after `mostMs` waits for what never ends. */
  constructor(private readonly mostMs = 20_000) {}

  /** All that a change concerns. Each comes to what it would alone: where one of them cannot be built, each is tried for itself. */
  async buildAll(files: readonly string[]): Promise<Map<string, Built>> {
    const together = files.length > 1 ? await this.together(files) : undefined;
    return together ?? new Map(await Promise.all(files.map(async (file) => [file, await this.build(file)] as const)));
  }

  private async together(files: readonly string[]): Promise<Map<string, Built> | undefined> {
    const built = new Map<string, Built>();
    try {
      const reals = files.map(realFile);
      const sources = files.map(readSource);
      const lines = files.map((file, at) => this.linesOf(file, sources[at]!));
      for (const one of lines) one.catch(() => undefined);
      const result = await inTime((await this.groupOf(reals)).rebuild(), this.mostMs);
      if (!result) throw new Error('it does not end');
      const inputsOf = reader(result.metafile!);
      const codes = new Map(result.outputFiles!.map(({ path, text }) => [path, text]));
      for (const [at, file] of files.entries()) {
        const real = reals[at]!;
        const code = codes.get(bundlePath(real));
        if (code === undefined) return undefined;
        if (asksForPlace(code)) {
          built.set(file, await this.build(file));
          continue;
        }
        const inputs = inputsOf(real);
        const ofIt = warningsOf(result, inputs).map((warning) => problemOf(file, real, warning, 'warning'));
        const bundle = { code, version: hashOf(code), lines: await lines[at]! };
        built.set(file, { source: sources[at]!, builder: this.builder, bundle, problems: ofIt, inputs });
      }
      return built;
    } catch (thrown) {
      // A context that does not end, or whose program has, is no use to the next either.
      if (((thrown as BuildFailure).errors ?? []).length === 0) void this.dropGroup();
      return undefined;
    }
  }

  async build(file: string): Promise<Built> {
    // The parser loads while esbuild starts.
    const source = readSource(file);
    const lines = this.linesOf(file, source);
    lines.catch(() => undefined);
    let real = file;
    try {
      // Below a link esbuild speaks of real paths; the problems, and the places in a stack, are told by the path that the user knows.
      real = realFile(file);
      const result = await this.rebuilt(file, real);
      const code = codeOf(result);
      const inputs = Object.keys(result.metafile?.inputs ?? {}).map((path) => resolve(root, path));
      return {
        source,
        builder: this.builder,
        bundle: { code, version: hashOf(code), lines: await lines },
        problems: result.warnings.map((warning) => problemOf(file, real, warning, 'warning')),
        inputs,
      };
    } catch (thrown) {
      const { message, errors = [] } = thrown as BuildFailure;
      const unknown: HookProblem = { file, line: 1, column: 1, severity: 'error', message: `cannot be built: ${message}` };
      const problems = errors.map((error) => problemOf(file, real, error, 'error'));
      return {
        source,
        builder: this.builder,
        problems: problems.length > 0 ? problems : [unknown],
        inputs: [real, ...errors.flatMap((error) => (error.location ? [resolve(root, error.location.file)] : []))],
      };
    }
  }

  private async rebuilt(file: string, real: string): Promise<BuildResult> {
    const known = this.contexts.get(file);
    try {
      const result = await inTime((known ?? (await this.contextFor(file, real))).rebuild(), this.mostMs);
      if (result) {
        if (this.asking.has(file) || !asksForPlace(codeOf(result))) return result;
        this.asking.add(file);
        await this.dropContext(file);
        return this.rebuilt(file, real);
      }
    } catch (thrown) {
      if (((thrown as BuildFailure).errors ?? []).length > 0) throw thrown;
      // Its program has ended, as one does that takes too much memory: a context of it is none any more.
      this.contexts.delete(file);
      if (known) return this.rebuilt(file, real);
      throw thrown;
    }
    this.contexts.delete(file);
    throw await this.whyEndless(real);
  }

  private async whyEndless(real: string): Promise<unknown> {
    const { build, stop } = await this.esbuild();
    this.endless++;
    try {
      await refuseEndless(build, { ...options, entryPoints: [real], outfile: bundlePath(real) });
      return new Error(`it took longer than ${this.mostMs / 1000} s; save it to try again`);
    } catch (failure) {
      return failure;
    } finally {
      // What waits can be ended by no other means; contexts are made anew.
      if (--this.endless === 0) await stop();
    }
  }

  private linesOf(file: string, source: string): Promise<[name: string, line: number][]> {
    const known = this.lines.get(file);
    if (known?.source === source) return known.lines;
    const lines = exportLines(source, file);
    this.lines.set(file, { source, lines });
    return lines;
  }

  async forget(file: string): Promise<void> {
    this.lines.delete(file);
    this.asking.delete(file);
    await this.dropContext(file);
  }

  private async dropContext(file: string): Promise<void> {
    const context = this.contexts.get(file);
    this.contexts.delete(file);
    await context?.dispose();
  }

  private async dropGroup(): Promise<void> {
    const context = this.group?.context;
    this.group = undefined;
    await context?.dispose();
  }

  async dispose(): Promise<void> {
    await Promise.all([this.dropGroup(), ...[...this.contexts.keys()].map((file) => this.dropContext(file))]);
  }

  private async groupOf(reals: readonly string[]): Promise<BuildContext> {
    const of = JSON.stringify(reals);
    if (this.group?.of === of) return this.group.context;
    await this.dropGroup();
    const esbuild = await this.esbuild();
    const entryPoints = reals.map((real) => {
      const out = `${relative(root, real)}.bundle`;
      if (isAbsolute(out) || out.startsWith('..')) throw new Error('it lies on another drive');
      return { in: real, out };
    });
    const context = await withBundler(() => esbuild.context({ ...options, entryPoints, outdir: root }));
    this.group = { of, context };
    return context;
  }

  private async contextFor(file: string, real: string): Promise<BuildContext> {
    const known = this.contexts.get(file);
    if (known) return known;
    const esbuild = await this.esbuild();
    const own = this.asking.has(file) ? placed : options;
    const context = await withBundler(() => esbuild.context({ ...own, entryPoints: [real], outfile: bundlePath(real) }));
    this.contexts.set(file, context);
    return context;
  }

  /** Loaded when the first hook file is built: the native binary costs nothing to who has none. */
  private async esbuild() {
    const esbuild = await import('esbuild');
    this.builder = `esbuild ${esbuild.version} ${optionsHash}`;
    return esbuild;
  }
}

const codeOf = ({ outputFiles }: BuildResult): string => outputFiles?.[0]?.text ?? '';
const bundlePath = (real: string) => `${real}.bundle.js`;
/** Every file that went into a bundle, by the file that it begins with. */
function reader({ inputs }: Metafile): (real: string) => string[] {
  const names = new Map(Object.keys(inputs).map((name) => [resolve(root, name), name]));
  return (real) => {
    const found = new Set([names.get(real) ?? real]);
    for (const name of found)
      for (const { path, external } of inputs[name]?.imports ?? []) if (!external && path in inputs) found.add(path);
    return [...found].map((name) => resolve(root, name));
  };
}

/** Each bundle has its own, and what is wrong with a file that several hold is told for each of them. */
function warningsOf({ warnings }: BuildResult, inputs: readonly string[]): Message[] {
  const seen = new Set<string>();
  return warnings.filter(({ text, location }) => {
    if (location && !inputs.includes(resolve(root, location.file))) return false;
    const key = JSON.stringify([text, location?.file, location?.line, location?.column]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** A folder among files stands for what it holds: why that is not known is what is wrong. */
function realFile(file: string): string {
  if (!statSync(file).isDirectory()) return realpathSync(file);
  readdirSync(file);
  throw new Error('it is a folder, and could not be looked through before');
}

function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function problemOf(file: string, real: string, { text, location }: Message, severity: HookProblem['severity']): HookProblem {
  const message = ofOurs(text);
  if (!location) return { file, line: 1, column: 1, severity, message };
  const read = resolve(root, location.file);
  const at = read === real ? file : read;
  const where = at === file ? '' : ` (in what ${basename(file)} imports)`;
  return {
    file: at,
    line: location.line,
    column: location.column + 1,
    endColumn: location.column + 1 + location.length,
    severity,
    message: `${message}${where}`,
  };
}
