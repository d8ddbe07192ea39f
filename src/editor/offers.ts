/**
 * What several sources offer together. One that fails leaves out its own, and that is told once until it offers again; one that is slow is waited for
 * once, and not for long: until it answers, what it offered last stands for it.
 */

interface Source {
  /** While it has not answered; it is not asked again meanwhile. */
  inTime?: Promise<readonly unknown[]>;
  last: readonly unknown[];
  isFailing: boolean;
}

export class Offers {
  private readonly sources = new Map<string, Source>();

  constructor(
    private readonly tell: (why: string) => void,
    /** Milliseconds. */
    private readonly mostMs = 2000,
  ) {}

  /** The same name is always the same source. */
  async of<T>(sources: Readonly<Record<string, () => Promise<readonly T[]>>>): Promise<T[]> {
    const lists = await Promise.all(Object.entries(sources).map(([name, list]) => this.inTime(this.sourceOf(name), list)));
    return lists.flat() as T[];
  }

  private sourceOf(name: string): Source {
    const source = this.sources.get(name) ?? { last: [], isFailing: false };
    this.sources.set(name, source);
    return source;
  }

  private inTime(source: Source, list: () => Promise<readonly unknown[]>): Promise<readonly unknown[]> {
    if (source.inTime !== undefined) return source.inTime;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly unknown[]>((resolve) => {
      timer = setTimeout(() => resolve(source.last), this.mostMs);
    });
    const answer = this.ask(source, list).finally(() => {
      clearTimeout(timer);
      source.inTime = undefined;
    });
    source.inTime = Promise.race([answer, late]);
    return source.inTime;
  }

  private async ask(source: Source, list: () => Promise<readonly unknown[]>): Promise<readonly unknown[]> {
    try {
      source.last = await list();
      source.isFailing = false;
    } catch (error) {
      source.last = [];
      if (!source.isFailing) this.tell((error as Error).message);
      source.isFailing = true;
    }
    return source.last;
  }
}
