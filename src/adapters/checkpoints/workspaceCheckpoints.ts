/**
 * What agents do to files, so that it can be undone: contents by their hash in a folder of the extension's own, and looks at the workspace before and after
 * each call that acts. The user's git is neither needed nor touched.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoints, Watched } from '../../agent/ports/files';
import type { FileChange, FileVersion } from '../../shared/events/fileChanges';
import { sameVersion } from '../../shared/stream/checkpoints';
import { ContentStore } from './contentStore';
import { Credits } from './credits';
import { keptContents } from './keptContents';
import { type Look, Looker, type LookLimits } from './look';
import { type RestoreResult, restoreFiles, type Target } from './restore';
import { type Standing, StandingFile } from './standing';

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
  private readonly credits: Credits;
  /** What stood before each of the calls that run now, the oldest first. */
  private readonly running = new Set<Standing>();
  /** One look at a time. */
  private last: Promise<Look>;
  /** From now on contents may be needed that no session names yet. */
  private isUsed = false;

  constructor(private readonly options: CheckpointOptions) {
    this.store = new ContentStore(join(options.folder, 'objects'));
    this.looker = new Looker(this.store, options.limits);
    this.credits = new Credits((path) => this.looker.version(path));
    this.standing = new StandingFile(join(options.folder, 'standing.json'));
    this.last = Promise.resolve({ files: new Map(), leftOut: [] });
  }

  prepare(): void {
    this.look().catch(() => undefined);
  }

  async watch(paths: readonly string[] | undefined): Promise<() => Promise<Watched>> {
    try {
      if (paths) return this.watchPaths(paths);
      const { files } = await this.look();
      const ended = this.begins({ whole: true, files });
      const credited = this.credits.begin();
      return () => this.credited(credited, ended);
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
    return this.credited(this.credits.begin());
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
    const take = async () => {
      this.credits.lookBegins();
      const look = await this.looker.look(this.options.folders());
      this.credits.looked(look.files);
      return look;
    };
    const next = this.last.then(take, take);
    this.last = next;
    return next;
  }

  private async credited(credited: () => FileChange[], ended?: () => void): Promise<Watched> {
    try {
      const { leftOut } = await this.look().finally(ended);
      return { files: credited(), leftOut };
    } catch (error) {
      credited();
      return { ...nothing, problem: (error as Error).message };
    }
  }

  private watchPaths(paths: readonly string[]): () => Promise<Watched> {
    const before = new Map(paths.map((path) => [path, this.current(path)]));
    const ended = this.begins({ whole: false, files: before });
    const leaves = this.credits.beginNamed(new Map(paths.map((path) => [path, this.looker.version(path)])));
    return async () => {
      const after = new Map<string, FileVersion | undefined>();
      try {
        ended();
        for (const path of before.keys()) after.set(path, this.looker.version(path));
        const files = paths.flatMap((path) => changeOf(path, before.get(path), after.get(path)) ?? []);
        return { files, leftOut: (await this.last).leftOut };
      } catch (error) {
        return { ...nothing, problem: (error as Error).message };
      } finally {
        leaves(after.size === before.size ? after : before);
      }
    };
  }

  /** For the next window, should this one go away in the middle of a call. */
  private begins(standing: Standing): () => void {
    mkdirSync(this.options.folder, { recursive: true });
    this.running.add(standing);
    this.stand();
    return () => {
      this.running.delete(standing);
      this.stand();
    };
  }

  private stand(): void {
    const all = [...this.running];
    const whole = all.find((one) => one.whole);
    if (all.length === 0) this.standing.remove();
    else this.standing.write(whole ?? { whole: false, files: new Map(all.flatMap(({ files }) => [...files])) });
  }
}

function changes(before: ReadonlyMap<string, FileVersion | undefined>, after: Look['files']): FileChange[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path) => changeOf(path, before.get(path), after.get(path)) ?? []);
}

function changeOf(path: string, before: FileVersion | undefined, after: FileVersion | undefined): FileChange | undefined {
  return sameVersion(before, after) ? undefined : { path, ...(before ? { before } : {}), ...(after ? { after } : {}) };
}
