/**
 * What agents do to files, so that it can be undone: contents by their hash in a folder of the extension's own, and looks at the workspace before and after
 * each call that acts. The user's git is neither needed nor touched.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoints, Watched } from '../agent/ports/files';
import { type FileChange, type FileVersion, sameVersion } from '../shared/checkpoints';
import { ContentStore } from './checkpoints/contentStore';
import { keptContents } from './checkpoints/keptContents';
import { type Look, Looker, type LookLimits } from './checkpoints/look';
import { type RestoreResult, restoreFiles, type Target } from './checkpoints/restore';
import { StandingFile } from './checkpoints/standing';

export interface CheckpointOptions {
  /** Where contents are kept. */
  folder: string;
  /** Real paths of the workspace's folders. */
  folders(): readonly string[];
  /** The text of a file whose changes in the editor are not saved. */
  unsaved?(path: string): string | undefined;
  limits?: LookLimits;
}

const nothing: Watched = { files: [], leftOut: [] };

export class WorkspaceCheckpoints implements Checkpoints {
  private readonly store: ContentStore;
  private readonly looker: Looker;
  private readonly standing: StandingFile;
  /** One look at a time. */
  private last: Promise<Look>;
  /** From now on contents may be needed that no session names yet. */
  private isUsed = false;

  constructor(private readonly options: CheckpointOptions) {
    this.store = new ContentStore(join(options.folder, 'objects'));
    this.looker = new Looker(this.store, options.limits);
    this.standing = new StandingFile(join(options.folder, 'standing.json'));
    this.last = Promise.resolve({ files: new Map(), leftOut: [] });
  }

  prepare(): void {
    this.look().catch(() => undefined);
  }

  async watch(paths: readonly string[] | undefined): Promise<() => Promise<Watched>> {
    try {
      if (paths) return this.watchPaths(paths);
      const before = await this.look();
      mkdirSync(this.options.folder, { recursive: true });
      this.standing.write({ whole: true, files: before.files });
      return () => this.changesFrom(before);
    } catch (error) {
      const problem = (error as Error).message;
      return async () => ({ ...nothing, problem });
    }
  }

  /** What a call did in whose middle the last window went away, or somebody else meanwhile. Never rejects. */
  async leftover(): Promise<Watched> {
    const standing = this.standing.take();
    if (!standing) return nothing;
    try {
      const { files: now, leftOut } = await this.look();
      const found = standing.whole
        ? changes(standing.files, now)
        : [...standing.files].flatMap(([path, before]) => changeOf(path, before, this.looker.version(path)) ?? []);
      return { files: found.map((change) => ({ ...change, unsure: true as const })), leftOut };
    } catch (error) {
      return { ...nothing, problem: (error as Error).message };
    }
  }

  /** The window goes away: what a call that runs does from now on is for the next one to tell. */
  async dispose(): Promise<void> {
    this.standing.leave();
  }

  async sweep(): Promise<Watched> {
    return this.changesFrom(await this.last.catch(() => undefined));
  }

  /** What stands at a path now: what is not saved counts as saved. Its content is kept. Throws where that cannot be. */
  current(path: string): FileVersion | undefined {
    this.isUsed = true;
    const version = this.looker.version(path);
    const text = version?.kind === 'file' ? this.options.unsaved?.(path) : undefined;
    if (text === undefined || version?.kind !== 'file') return version;
    const bytes = Buffer.from(text);
    return { ...version, hash: this.store.put(bytes), size: bytes.length };
  }

  content(hash: string): Uint8Array | undefined {
    return this.store.get(hash);
  }

  restore(targets: readonly Target[]): RestoreResult {
    return restoreFiles(targets, {
      store: this.store,
      current: (path) => this.looker.version(path),
      folders: this.options.folders(),
    });
  }

  /** Contents that no session of that folder can restore any more go, unless somebody has begun to work meanwhile. Never rejects. */
  async tidy(sessions: string): Promise<void> {
    try {
      const hashes = await keptContents(sessions);
      if (!this.isUsed) this.store.keepOnly(hashes);
    } catch {
      // The next start tidies up.
    }
  }

  private look(): Promise<Look> {
    this.isUsed = true;
    const next = this.last.then(
      () => this.looker.look(this.options.folders()),
      () => this.looker.look(this.options.folders()),
    );
    this.last = next;
    return next;
  }

  private async changesFrom(before: Look | undefined): Promise<Watched> {
    try {
      const after = await this.look();
      this.standing.remove();
      return before ? { files: changes(before.files, after.files), leftOut: after.leftOut } : nothing;
    } catch (error) {
      return { ...nothing, problem: (error as Error).message };
    }
  }

  private watchPaths(paths: readonly string[]): () => Promise<Watched> {
    const before = new Map(paths.map((path) => [path, this.current(path)]));
    mkdirSync(this.options.folder, { recursive: true });
    this.standing.write({ whole: false, files: before });
    return async () => {
      try {
        this.standing.remove();
        const files = paths.flatMap((path) => changeOf(path, before.get(path), this.looker.version(path)) ?? []);
        return { files, leftOut: (await this.last).leftOut };
      } catch (error) {
        return { ...nothing, problem: (error as Error).message };
      }
    };
  }
}

function changes(before: ReadonlyMap<string, FileVersion | undefined>, after: Look['files']): FileChange[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) => changeOf(path, before.get(path), after.get(path)) ?? []);
}

function changeOf(path: string, before: FileVersion | undefined, after: FileVersion | undefined): FileChange | undefined {
  return sameVersion(before, after) ? undefined : { path, ...(before ? { before } : {}), ...(after ? { after } : {}) };
}
