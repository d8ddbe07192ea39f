/** Keeps the hook set true to the files: builds what changed and what imports it, keeps the last good version, swaps the set. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { HookProblem } from '../chain/registered';
import type { Bundle, FileToLoad, LoadedSet } from '../hostProtocol';
import { type Built, findHookFiles, HookBuilder } from './build';

export interface HookLayer {
  root: string;
  layer: number;
  /** The agent whose own hooks these are. */
  agent?: string;
  /** `root` holds agents: the hooks of each are in `NAME/hooks`. */
  ofAgents?: boolean;
  /** Files that are not loaded, as if they were not there. */
  except?: readonly string[];
}

/** Where the files run: the hook host, or the process of workspace tools. */
export interface FilesHost {
  setFiles(files: FileToLoad[], disabled: string[], fresh?: boolean): Promise<Omit<LoadedSet, 'id'>>;
  readonly problems: readonly HookProblem[];
}

/** Whether a version may be in force; one that is held leaves the version before it where it is. */
export interface Acceptance {
  accepts(bundle: { file: string; version: string; inputs: readonly string[] }): 'live' | 'held';
}
const acceptsAll: Acceptance = { accepts: () => 'live' };

export interface Reloaded {
  /** Files whose version changed, came or went. */
  files: string[];
  /** Files with a version that is not accepted. */
  held: string[];
  hooks: number;
  problems: HookProblem[];
  /** Milliseconds from the call until the set was live. */
  durationMs: number;
}

interface Known {
  layer: HookLayer;
  built: Built;
  good?: Bundle;
  /** It was there at start: with no version that loads, tool calls are denied. */
  required: boolean;
  held: boolean;
}

export class HookReloader {
  private readonly builder = new HookBuilder();
  private readonly known = new Map<string, Known>();
  private readonly listeners = new Set<(reloaded: Reloaded) => void>();
  private disabled: string[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private started = false;

  constructor(
    private readonly host: FilesHost,
    private layers: HookLayer[],
    private readonly acceptance: Acceptance = acceptsAll,
  ) {}

  /** What is wrong with the hook files now: what does not build, does not load, or registers nothing. */
  get problems(): HookProblem[] {
    return [...[...this.known.values()].flatMap(({ built }) => built.problems), ...this.host.problems];
  }

  /** Files whose version on disk is not accepted: the one before it, if any, is in force. */
  get held(): string[] {
    return [...this.known].flatMap(([file, { held }]) => (held ? [file] : []));
  }

  /** All hook files known, good or not. */
  get files(): string[] {
    return [...this.known.keys()];
  }

  onDidReload(listener: (reloaded: Reloaded) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** Builds everything; the first time this is what "at start" means. */
  loadAll(layers: HookLayer[] = this.layers, disabled: string[] = this.disabled): Promise<Reloaded> {
    return this.inTurn(async () => {
      const before = performance.now();
      this.layers = layers;
      this.disabled = disabled;
      const found = new Map(folders(layers).flatMap((layer) => filesOf(layer).map((file) => [file, layer] as const)));
      for (const file of this.known.keys()) if (!found.has(file)) await this.forget(file);
      await Promise.all([...found].map(([file, layer]) => this.build(file, layer)));
      const result = await this.apply([...found.keys()], before, true);
      this.started = true;
      return result;
    });
  }

  /**
   * A file below a hook folder, or one that a hook imports, or a folder of such, was saved, made, renamed or deleted. Resolves when the change is live;
   * undefined if it concerns no hook.
   */
  changed(path: string): Promise<Reloaded | undefined> {
    return this.inTurn(async () => {
      const before = performance.now();
      const isBelow = (file: string, folder: string) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
      const isMeant = (file: string) => file === path || isBelow(file, path);
      const found = new Map(
        folders(this.layers)
          .filter(({ root }) => isBelow(path, root) || isMeant(root))
          .flatMap((layer) => filesOf(layer).map((file) => [file, layer] as const))
          .filter(([file]) => isMeant(file)),
      );
      const gone = [...this.known.keys()].filter((file) => isMeant(file) && !found.has(file) && !existsSync(file));
      // A helper that was missing is among the inputs of no build: what failed to build tries again.
      const isInHooks = this.layers.some(({ root }) => isBelow(path, root));
      const real = realPath(path);
      const affected = [...this.known].filter(
        ([file, { built }]) =>
          !found.has(file) &&
          !gone.includes(file) &&
          (built.inputs.some((input) => isMeant(input) || input === real) || (isInHooks && !built.bundle)),
      );
      if (found.size === 0 && gone.length === 0 && affected.length === 0) return undefined;
      for (const file of gone) await this.forget(file);
      await Promise.all([
        ...affected.map(([file, { layer }]) => this.build(file, layer)),
        ...[...found].map(([file, layer]) => this.build(file, layer)),
      ]);
      return this.apply([...found.keys(), ...gone, ...affected.map(([file]) => file)], before);
    });
  }

  /** Hooks that are switched off by id, and files by path. */
  setDisabled(ids: string[]): Promise<Reloaded> {
    return this.inTurn(async () => {
      this.disabled = ids;
      return this.apply([], performance.now());
    });
  }

  async dispose(): Promise<void> {
    this.listeners.clear();
    await this.queue.catch(() => undefined);
    await this.builder.dispose();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async build(file: string, layer: HookLayer): Promise<void> {
    const known = this.known.get(file);
    const built = await this.builder.build(file);
    // A file that does not build keeps what it imported before, so that mending a helper mends it.
    if (!built.bundle && known) built.inputs = [...new Set([...built.inputs, ...known.built.inputs])];
    const version = built.bundle?.version;
    const held =
      version !== undefined &&
      version !== known?.good?.version &&
      this.acceptance.accepts({ file, version, inputs: built.inputs }) === 'held';
    this.known.set(file, { layer, built, good: known?.good, required: known?.required ?? !this.started, held });
  }

  private async forget(file: string): Promise<void> {
    this.known.delete(file);
    await this.builder.forget(file);
  }

  private async apply(files: string[], since: number, fresh = false): Promise<Reloaded> {
    const set: FileToLoad[] = [...this.known].map(([file, { layer, built, good, required, held }]) => ({
      file,
      layer: layer.layer,
      agent: layer.agent,
      bundles: [
        ...(built.bundle && !held ? [built.bundle] : []),
        ...(good && good.version !== built.bundle?.version ? [good] : []),
      ],
      // What was live once is missed, should a new host fail to load it.
      required: required || good !== undefined,
      problem: held ? 'is held: it was not accepted' : whyNotBuilt(built),
    }));
    const loaded = await this.host.setFiles(set, this.disabled, fresh);
    const failed = new Set(loaded.failed);
    const held: string[] = [];
    for (const [file, known] of this.known) {
      if (known.held) held.push(file);
      else if (known.built.bundle && !failed.has(file)) known.good = known.built.bundle;
    }
    const reloaded: Reloaded = {
      files,
      held,
      hooks: loaded.hooks.length,
      problems: this.problems,
      durationMs: performance.now() - since,
    };
    for (const listener of this.listeners) listener(reloaded);
    return reloaded;
  }
}

const filesOf = ({ root, except = [] }: HookLayer): string[] => findHookFiles(root).filter((file) => !except.includes(file));

/** One folder of hook files for each layer, or for each agent of a layer of agents. */
function folders(layers: readonly HookLayer[]): HookLayer[] {
  return layers.flatMap((layer) => {
    if (!layer.ofAgents) return [layer];
    const agents = existsSync(layer.root) ? readdirSync(layer.root, { withFileTypes: true }) : [];
    return agents
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ root: join(layer.root, name, 'hooks'), layer: layer.layer, agent: name, except: layer.except }));
  });
}

/** After all layers of folders, before what extensions add. */
export const agentLayer = 1_000;

function whyNotBuilt({ bundle, problems: [first] }: Built): string | undefined {
  return bundle || !first ? undefined : `does not compile: ${basename(first.file)}:${first.line}: ${first.message}`;
}

/** esbuild names what it read by real paths. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
