/**
 * What several sources offer together. One that fails leaves out its own, and that is told once until it offers again; one that is slow is waited for
 * once, and not for long: until it answers, what it offered last stands for it.
 */

interface Source {
  /** While it has not answered; it is not asked again meanwhile. */
  asked?: Asked;
  last: readonly unknown[];
  isFailing: boolean;
}

interface Asked {
  answer: Promise<void>;
  /** False once it was waited for long enough. */
  isInTime: Promise<boolean>;
}

export class Offers {
  private readonly sources = new Map<string, Source>();

  constructor(
    private readonly tell: (why: string) => void,
    /** Milliseconds. */
    private readonly mostMs = 2000,
  ) {}

  /** The same name is always the same source. When one that was not waited for has answered, `again` is given what all of them offer then. */
  async of<T>(sources: Readonly<Record<string, () => Promise<readonly T[]>>>, again?: (offered: T[]) => void): Promise<T[]> {
    const asked = Object.entries(sources).map(([name, list]) => this.ask(this.sourceOf(name), list));
    const offered = () => Object.keys(sources).flatMap((name) => this.sourceOf(name).last) as T[];
    const areInTime = await Promise.all(asked.map(({ isInTime }) => isInTime));
    for (const [at, { answer }] of asked.entries()) if (!areInTime[at]) void answer.then(() => again?.(offered()));
    return offered();
  }

  private sourceOf(name: string): Source {
    const source = this.sources.get(name) ?? { last: [], isFailing: false };
    this.sources.set(name, source);
    return source;
  }

  private ask(source: Source, list: () => Promise<readonly unknown[]>): Asked {
    if (source.asked) return source.asked;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.mostMs);
    });
    const answer = this.answer(source, list).finally(() => {
      clearTimeout(timer);
      source.asked = undefined;
    });
    source.asked = { answer, isInTime: Promise.race([answer.then(() => true), late]) };
    return source.asked;
  }

  private async answer(source: Source, list: () => Promise<readonly unknown[]>): Promise<void> {
    try {
      source.last = await list();
      source.isFailing = false;
    } catch (error) {
      source.last = [];
      if (!source.isFailing) this.tell((error as Error).message);
      source.isFailing = true;
    }
  }
}
