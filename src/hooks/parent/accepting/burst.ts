/** Changes of files that wait behind one another, as of a branch that was switched: they are looked at together, go live together, and are told once. */

export interface FilesChange {
  /** Whose version may be another. */
  files: string[];
  /** When it was looked at. */
  since: number;
  saved(): boolean;
}

/** `T`: what those whose change is live are told. */
export interface BurstParts<T> {
  inTurn<U>(work: () => Promise<U>): Promise<U>;
  /** The files that the change at each of these paths concerns; none of a path that concerns nothing. */
  look(paths: readonly string[]): Promise<Map<string, string[]>>;
  apply(all: FilesChange): Promise<T>;
}

interface Change {
  path: string;
  saved(): boolean;
}
interface Outcome<T> {
  looked: Map<string, string[]>;
  failed: Map<string, unknown>;
  live?: T;
}

export class Burst<T> {
  /** Whose turn has not come. */
  private next: { changes: Change[]; done: Promise<Outcome<T>> } | undefined;

  constructor(private readonly parts: BurstParts<T>) {}

  /** Resolves when the change is live; undefined if it concerns nothing. */
  async changed(path: string, saved: () => boolean): Promise<T | undefined> {
    this.next ??= this.begin();
    this.next.changes.push({ path, saved });
    const { looked, failed, live } = await this.next.done;
    if (failed.has(path)) throw failed.get(path);
    return looked.has(path) ? live : undefined;
  }

  private begin() {
    const changes: Change[] = [];
    const done = this.parts.inTurn(async (): Promise<Outcome<T>> => {
      this.next = undefined;
      const since = performance.now();
      const outcome = await this.look([...new Set(changes.map(({ path }) => path))]);
      const { looked } = outcome;
      if (looked.size === 0) return outcome;
      const concerning = changes.filter(({ path }) => looked.has(path));
      const saved = () => concerning.map((one) => one.saved()).some(Boolean);
      const files = [...new Set([...looked.values()].flat())];
      return { ...outcome, live: await this.parts.apply({ files, since, saved }) };
    });
    return { changes, done };
  }

  /** One that cannot be looked at keeps no other from going live. */
  private async look(paths: readonly string[]): Promise<Outcome<T>> {
    try {
      return { looked: await this.parts.look(paths), failed: new Map() };
    } catch (error) {
      const [path] = paths;
      if (paths.length === 1) return { looked: new Map(), failed: new Map([[path!, error]]) };
    }
    const looked = new Map<string, string[]>();
    const failed = new Map<string, unknown>();
    for (const path of paths) {
      const one = await this.look([path]);
      for (const [at, files] of one.looked) looked.set(at, files);
      for (const [at, error] of one.failed) failed.set(at, error);
    }
    return { looked, failed };
  }
}
