/** Keeps the hook set true to the files: builds what changed and what imports it, keeps the last good version, swaps the set. */
import { dirname, sep } from 'node:path';
import { Listeners } from '../../../shared/basics/listeners';
import { isLive } from '../../../shared/hooks/hookDescription';
import type { HookProblem } from '../../chain/words/registered';
import type { Bundle, FileToLoad, LoadedSet } from '../../hostProtocol';
import { type Built, HookBuilder } from '../building/build';
import { whyNotBuilt } from '../building/buildWords';
import { bundledPath } from '../building/bundledPath';
import { sourcesOf, textsOf, textsToPutBack } from '../building/bundleSources';
import { standsForFiles } from '../building/hookFiles';
import { filesIn, type HookLayer, layerFacts, layerOf } from '../building/hookLayers';
import { type Acceptance, acceptsAll } from './acceptance';
import { Burst } from './burst';
import { concernedBy } from './concerned';
import { absent } from './judgeVersion';

/** Where the files run: the hook host, or the process of workspace tools. */
export interface FilesHost {
  setFiles(files: FileToLoad[], disabled: string[], fresh?: boolean): Promise<Omit<LoadedSet, 'id'>>;
  /** Files will come: its process may start meanwhile. */
  prepare(): void;
  readonly problems: readonly HookProblem[];
}

/** A file whose text on disk waits for the human. */
export interface HeldFile {
  file: string;
  /** `new`: nothing of it is in force. */
  why: 'new' | 'changed' | 'deleted';
  /** What waits: a SHA-256, or `absent`. */
  version: string;
}

export interface Reloaded {
  /** Files whose version changed, came or went. */
  files: string[];
  /** Files with a version that is not accepted. */
  held: string[];
  /** How many are live. */
  hooks: number;
  problems: HookProblem[];
  /** Milliseconds from the call until the set was live. */
  durationMs: number;
  /** The human saved a file, or made one live. */
  saved: boolean;
}

interface Known {
  layer: HookLayer;
  built: Built;
  good?: Bundle;
  /** It was there at start: with no version that loads, tool calls are denied. */
  required: boolean;
  held?: HeldFile;
}

export class HookReloader {
  private readonly builder = new HookBuilder();
  private readonly known = new Map<string, Known>();
  private readonly listeners = new Listeners<[Reloaded]>();
  private disabled: string[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private started = false;
  private readonly burst = new Burst<Reloaded>({
    inTurn: (work) => this.inTurn(work),
    look: (paths) => this.look(paths),
    apply: ({ files, since, saved }) => this.apply(files, since, { saved }),
  });

  constructor(
    private readonly host: FilesHost,
    private layers: HookLayer[],
    private readonly acceptance: Acceptance = acceptsAll,
  ) {}

  /** What is wrong with the hook files now: what does not build, does not load, or registers nothing. */
  get problems(): HookProblem[] {
    // Of a file that does not build the host has an earlier version, whose lines are not those on disk.
    const isOfText = ({ file }: HookProblem) => {
      const known = this.known.get(file);
      return !known || whyNotBuilt(known.built) === undefined;
    };
    return [...[...this.known.values()].flatMap(({ built }) => built.problems), ...this.host.problems.filter(isOfText)];
  }

  /** Files whose version on disk is not accepted: the one before it, if any, is in force. */
  get held(): HeldFile[] {
    return [...this.known.values()].flatMap(({ held }) => held ?? []);
  }

  /** The texts of a held file by path, those in force and those that wait; undefined where it is held no more. */
  heldTexts(file: string): { before: Map<string, string>; after: Map<string, string> } | undefined {
    const known = this.known.get(file);
    if (!known?.held) return undefined;
    const folder = dirname(bundledPath(file));
    const { bundle, inputs } = known.built;
    const before = this.acceptance.inForce(file)?.bundle;
    return {
      before: before ? sourcesOf(before.code, folder) : new Map(),
      after: bundle ? textsOf(bundle.code, folder, inputs) : new Map(),
    };
  }

  /**
   * The texts, by path, that are to be written for the version in force to be on disk again. Undefined where they are not known, or would not make it: other
   * files than the human's own differ.
   */
  textsToPutBack(file: string): Map<string, string> | undefined {
    const { bundle, texts } = (this.known.get(file)?.held && this.acceptance.inForce(file)) ?? {};
    if (!bundle || !texts) return undefined;
    const found = textsToPutBack({ code: bundle.code, folder: dirname(bundledPath(file)) }, texts);
    const isOwn = (path: string) => !path.includes(`${sep}node_modules${sep}`);
    return found && found.size > 0 && [...found.keys()].every(isOwn) ? found : undefined;
  }

  /** What the human has seen comes into force; what has changed since goes on waiting. */
  makeLive(seen: readonly Pick<HeldFile, 'file' | 'version'>[]): Promise<Reloaded> {
    return this.inTurn(async () => {
      const before = performance.now();
      const files: string[] = [];
      for (const { file, version } of seen) {
        const known = this.known.get(file);
        if (!known || known.held?.version !== version) continue;
        files.push(file);
        this.acceptance.accept({ file, ...known.built });
        if (version === absent) await this.forget(file);
        else known.held = undefined;
      }
      return this.apply(files, before, { saved: () => true });
    });
  }

  /** All hook files known, good or not. */
  get files(): string[] {
    return [...this.known.keys()];
  }

  /** The version of a file that is in force, as a host is given it. */
  inForce(file: string): FileToLoad | undefined {
    const known = this.known.get(file);
    return known?.good && { file, ...layerFacts(known.layer), bundles: [known.good], required: false };
  }

  onDidReload(listener: (reloaded: Reloaded) => void): { dispose(): void } {
    return this.listeners.add(listener);
  }

  /** Builds everything; the first time this is what "at start" means. */
  loadAll(layers: HookLayer[] = this.layers, disabled: string[] = this.disabled): Promise<Reloaded> {
    return this.inTurn(async () => {
      const before = performance.now();
      this.layers = layers;
      this.disabled = disabled;
      const found = filesIn(layers);
      const missing = this.missing(found);
      for (const file of this.known.keys()) if (!found.has(file) && !missing.has(file)) await this.forget(file);
      if (found.size + missing.size > 0) this.host.prepare();
      await this.bring(new Map([...found].map(([file, layer]) => [file, { layer }])), missing);
      const result = await this.apply([...found.keys(), ...missing.keys()], before, { fresh: true });
      this.started = true;
      return result;
    });
  }

  /**
   * A file below a hook folder, or one that a hook imports, or a folder of such, was saved, made, renamed or deleted. Resolves when the change is live;
   * undefined if it concerns no hook. `saved` is asked when it is live: whether the human saved it.
   */
  changed(given: string, saved = (): boolean => false): Promise<Reloaded | undefined> {
    return this.burst.changed(given, saved);
  }

  /** The files that each change concerns, built anew. */
  private async look(paths: readonly string[]): Promise<Map<string, string[]>> {
    const { byPath, found, gone } = concernedBy(paths, this.known, this.layers);
    await this.bring(found, gone);
    return byPath;
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

  /**
   * All are judged at one moment: had a run begun between them, what went before it would be gone, and what came in its place would wait for the human.
   */
  private async bring(
    found: ReadonlyMap<string, { layer: HookLayer; cause?: string }>,
    gone: ReadonlyMap<string, HookLayer>,
  ): Promise<void> {
    const all = await this.builder.buildAll([...found.keys()]);
    for (const [file, layer] of gone) this.gone(file, layer);
    for (const [file, built] of all) this.take(file, found.get(file)!, built);
    for (const file of gone.keys()) await this.builder.forget(file);
  }

  private take(file: string, { layer, cause }: { layer: HookLayer; cause?: string }, built: Built): void {
    const known = this.known.get(file);
    // A file that does not build keeps what it imported before, so that mending a helper mends it.
    if (!built.bundle && known) built.inputs = [...new Set([...built.inputs, ...known.built.inputs])];
    const { acceptance } = this;
    if (!built.bundle) acceptance.found(file, built.source, whyNotBuilt(built));
    const isHeld = built.bundle !== undefined && acceptance.judge({ file, ...built, cause }) === 'held';
    const held = isHeld
      ? ({ file, why: acceptance.inForce(file) ? 'changed' : 'new', version: built.bundle!.version } as const)
      : undefined;
    // What was never accepted guards nothing yet, so that it is missing closes no gate.
    const required = known?.required ?? (standsForFiles(file) || (!this.started && held?.why !== 'new'));
    this.known.set(file, { layer, built, good: known?.good, required, held });
  }

  /** A file that is not there: forgotten, or its version in force stays until the human lets it go. */
  private gone(file: string, layer: HookLayer): void {
    const known = this.known.get(file);
    this.known.delete(file);
    const built: Built = { source: '', builder: '', problems: [], inputs: [file] };
    if (this.acceptance.judge({ file, ...built }) === 'live') return;
    const held: HeldFile = { file, why: 'deleted', version: absent };
    this.known.set(file, { layer, built, good: known?.good, required: known?.required ?? true, held });
  }

  /** Files in force that are not on disk. */
  private missing(found: ReadonlyMap<string, HookLayer>): Map<string, HookLayer> {
    const missing = new Map<string, HookLayer>();
    for (const layer of this.layers)
      for (const file of this.acceptance.filesBelow(layer.root)) {
        const own = layerOf(file, layer);
        if (own && !found.has(file) && !missing.has(file)) missing.set(file, own);
      }
    return missing;
  }

  private async forget(file: string): Promise<void> {
    this.known.delete(file);
    await this.builder.forget(file);
  }

  private async apply(files: string[], since: number, { fresh = false, saved = (): boolean => false } = {}): Promise<Reloaded> {
    this.acceptance.keep();
    const set: FileToLoad[] = [...this.known].map(([file, { layer, built, good, required, held }]) => {
      const inForce = built.bundle && !held ? undefined : this.acceptance.inForce(file);
      const newest = inForce ? inForce.bundle : held ? undefined : built.bundle;
      return {
        file,
        ...layerFacts(layer),
        bundles: [...(newest ? [newest] : []), ...(good && good.version !== newest?.version ? [good] : [])],
        // What was live once is missed, should a new host fail to load it.
        required: required || good !== undefined || inForce !== undefined,
        problem: inForce?.lost ?? (held ? 'is held: it was not accepted' : whyNotBuilt(built)),
      };
    });
    const loaded = await this.host.setFiles(set, this.disabled, fresh);
    const failed = new Set(loaded.failed);
    for (const { file, bundles } of set) {
      const known = this.known.get(file);
      if (known && !failed.has(file)) known.good = bundles[0];
    }
    const held = this.held.map(({ file }) => file);
    const reloaded: Reloaded = {
      files,
      held,
      hooks: loaded.hooks.filter(isLive).length,
      problems: this.problems,
      durationMs: performance.now() - since,
      saved: saved(),
    };
    this.listeners.tell(reloaded);
    return reloaded;
  }
}
