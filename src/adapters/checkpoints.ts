/**
 * What agents do to files, so that it can be undone: contents by their hash in a folder of the extension's own, and looks at the workspace before and after
 * each call that acts. The user's git is neither needed nor touched.
 */
import { join } from 'node:path';
import type { Checkpoints, Watched } from '../agent/ports';
import { type FileChange, type FileVersion, sameVersion } from '../shared/checkpoints';
import { ContentStore } from './checkpoints/contentStore';
import { keptContents } from './checkpoints/keptContents';
import { type Look, Looker, type LookLimits } from './checkpoints/look';
import { type RestoreResult, restoreFiles, type Target } from './checkpoints/restore';

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
  /** One look at a time. */
  private last: Promise<Look>;
  /** From now on contents may be needed that no session names yet. */
  private isUsed = false;

  constructor(private readonly options: CheckpointOptions) {
    this.store = new ContentStore(join(options.folder, 'objects'));
    this.looker = new Looker(this.store, options.limits);
    this.last = Promise.resolve({ files: new Map(), leftOut: [] });
  }

  prepare(): void {
    this.look().catch(() => undefined);
  }

  async watch(paths: readonly string[] | undefined): Promise<() => Promise<Watched>> {
    try {
      if (paths) return this.watchPaths(paths);
      const before = await this.look();
      return () => this.changesFrom(before);
    } catch (error) {
      const problem = (error as Error).message;
      return async () => ({ ...nothing, problem });
    }
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
      return before ? { files: changes(before.files, after.files), leftOut: after.leftOut } : nothing;
    } catch (error) {
      return { ...nothing, problem: (error as Error).message };
    }
  }

  private watchPaths(paths: readonly string[]): () => Promise<Watched> {
    const before = new Map(paths.map((path) => [path, this.current(path)]));
    return async () => {
      try {
        const files = paths.flatMap((path) => changeOf(path, before.get(path), this.looker.version(path)) ?? []);
        return { files, leftOut: (await this.last).leftOut };
      } catch (error) {
        return { ...nothing, problem: (error as Error).message };
      }
    };
  }
}

function changes(before: Look['files'], after: Look['files']): FileChange[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) => changeOf(path, before.get(path), after.get(path)) ?? []);
}

function changeOf(path: string, before: FileVersion | undefined, after: FileVersion | undefined): FileChange | undefined {
  return sameVersion(before, after) ? undefined : { path, ...(before ? { before } : {}), ...(after ? { after } : {}) };
}
