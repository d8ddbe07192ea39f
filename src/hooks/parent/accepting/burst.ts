/** Changes of files that wait behind one another, as of a branch that was switched: each is looked at by itself; what comes of them goes live together, and is told once. */

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
  /** The files that a change at that path concerns; undefined where there are none. */
  look(path: string): Promise<string[] | undefined>;
  apply(all: FilesChange): Promise<T>;
}

/** A gate that was changed waits for the changes behind it no longer than this. */
const longestMs = 100;

export class Burst<T> {
  private behind = 0;
  private changes: FilesChange[] = [];
  private told = toBeTold<T>();

  constructor(private readonly parts: BurstParts<T>) {}

  /** Resolves when the change is live; undefined if it concerns nothing. */
  async changed(path: string, saved: () => boolean): Promise<T | undefined> {
    this.behind++;
    const { live } = await this.parts.inTurn(async () => {
      const since = performance.now();
      try {
        const files = await this.parts.look(path).finally(() => this.behind--);
        if (files) this.changes.push({ files, since, saved });
        return { live: files && this.told.promise };
      } finally {
        await this.end();
      }
    });
    return live;
  }

  /** Where nothing waits behind them, or they have waited long enough. */
  private async end(): Promise<void> {
    const { changes, told } = this;
    const [first] = changes;
    if (!first || (this.behind > 0 && performance.now() - first.since < longestMs)) return;
    this.changes = [];
    this.told = toBeTold();
    const files = [...new Set(changes.flatMap((one) => one.files))];
    const saved = () => changes.map((one) => one.saved()).some(Boolean);
    await this.parts.apply({ files, since: first.since, saved }).then(told.done, told.failed);
  }
}

function toBeTold<T>() {
  let done!: (live: T) => void;
  let failed!: (error: unknown) => void;
  const promise = new Promise<T>((...both) => {
    [done, failed] = both;
  });
  return { promise, done, failed };
}
