/** Keeps the hook set true to the files: builds what changed and what imports it, keeps the last good version, swaps the set (contract §6). */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Built, findHookFiles, HookBuilder } from './build';
import type { HookHost } from './client';
import type { Bundle, FileToLoad } from './protocol';
import type { HookProblem } from './registered';

export interface HookLayer {
  root: string;
  layer: number;
  agent?: string;
}

export interface Reloaded {
  /** Files whose version changed, came or went. */
  files: string[];
  hooks: number;
  problems: HookProblem[];
  /** Milliseconds from the call until the set was live. */
  durationMs: number;
}

interface Known {
  layer: HookLayer;
  built: Built;
  good?: Bundle;
  required: boolean;
}

export class HookReloader {
  private readonly builder = new HookBuilder();
  private readonly known = new Map<string, Known>();
  private readonly listeners = new Set<(reloaded: Reloaded) => void>();
  private disabled: string[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private started = false;

  constructor(
    private readonly host: HookHost,
    private layers: HookLayer[],
  ) {}

  /** What is wrong with the hook files now: what does not build, does not load, or registers nothing. */
  get problems(): HookProblem[] {
    return [...[...this.known.values()].flatMap(({ built }) => built.problems), ...this.host.problems];
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
      const found = new Map(layers.flatMap((layer) => findHookFiles(layer.root).map((file) => [file, layer] as const)));
      for (const file of this.known.keys()) if (!found.has(file)) await this.forget(file);
      await Promise.all([...found].map(([file, layer]) => this.build(file, layer)));
      const result = await this.apply([...found.keys()], before);
      this.started = true;
      return result;
    });
  }

  /** A file below a hook folder, or one that a hook imports, was saved, made or deleted. Resolves when the change is live; undefined if it concerns no hook. */
  changed(path: string): Promise<Reloaded | undefined> {
    return this.inTurn(async () => {
      const before = performance.now();
      const layer = this.layers.find(({ root }) => path.startsWith(`${root}/`) || path.startsWith(`${root}\\`));
      const affected = [...this.known]
        .filter(([file, { built }]) => file !== path && built.inputs.includes(path))
        .map(([file]) => file);
      const isHook = layer !== undefined && findHookFiles(layer.root).includes(path);
      const wasHook = this.known.has(path);
      if (!isHook && !wasHook && affected.length === 0) return undefined;
      if (wasHook && !existsSync(path)) await this.forget(path);
      await Promise.all([
        ...affected.map((file) => this.build(file, this.known.get(file)!.layer)),
        ...(isHook && layer ? [this.build(path, layer)] : []),
      ]);
      return this.apply([...(isHook || wasHook ? [path] : []), ...affected], before);
    });
  }

  /** Hooks that are switched off, by id. */
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
    this.known.set(file, { layer, built, good: known?.good, required: known?.required ?? !this.started });
  }

  private async forget(file: string): Promise<void> {
    this.known.delete(file);
    await this.builder.forget(file);
  }

  private async apply(files: string[], since: number): Promise<Reloaded> {
    const set: FileToLoad[] = [...this.known].map(([file, { layer, built, good, required }]) => ({
      file,
      layer: layer.layer,
      agent: layer.agent,
      bundles: [...(built.bundle ? [built.bundle] : []), ...(good && good !== built.bundle ? [good] : [])],
      required,
      problem:
        built.problems[0] &&
        `does not compile: ${basename(built.problems[0].file)}:${built.problems[0].line}: ${built.problems[0].message}`,
    }));
    const loaded = await this.host.setFiles(set, this.disabled);
    const failed = new Set(loaded.failed);
    for (const [file, known] of this.known) if (known.built.bundle && !failed.has(file)) known.good = known.built.bundle;
    const reloaded: Reloaded = {
      files,
      hooks: loaded.hooks.length,
      problems: this.problems,
      durationMs: performance.now() - since,
    };
    for (const listener of this.listeners) listener(reloaded);
    return reloaded;
  }
}
