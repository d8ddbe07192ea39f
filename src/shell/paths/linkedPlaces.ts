/** Where paths really lie while a line runs: behind the links that are there, those that the line makes, and what it mounts. Pure. */
import { join } from 'node:path';
import { isInside } from './paths';
import { isOfProcess } from './processPlaces';

const mostLinks = 32;

interface Parts {
  /** By what is there. */
  realPath(path: string): string;
  /** More places than anyone would name cost too much. */
  spend(steps: number): void;
  /** What was read of places before is read anew. */
  changed(): void;
}

export class LinkedPlaces {
  /** Each place is looked up once. */
  private readonly known = new Map<string, string>();
  /** Where they lead. */
  private readonly links = new Map<string, string>();

  constructor(private readonly parts: Parts) {}

  readonly realPath = (path: string): string => {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    this.parts.spend(1);
    const real = this.behindLinks(this.parts.realPath(path));
    this.known.set(path, real);
    return real;
  };

  get isFull(): boolean {
    return this.links.size >= mostLinks;
  }

  /** Links that the line makes. */
  add(links: Iterable<readonly [link: string, leadsTo: string]>): void {
    for (const [link, leadsTo] of links) this.links.set(link, leadsTo);
    this.forget();
  }

  /** While `run` goes, what lies at a place lies where it is mounted too, as where a link led there. */
  mounted(mounts: readonly (readonly [at: string, from: string])[], run: () => void): void {
    if (mounts.length === 0) return run();
    const before = [...this.links];
    this.add(mounts);
    try {
      run();
    } finally {
      this.links.clear();
      this.add(before);
    }
  }

  private behindLinks(path: string): string {
    // The deepest, since it lies over those around it.
    let deepest: string | undefined;
    for (const link of this.links.keys()) if (isInside(link, path) && link.length > (deepest?.length ?? -1)) deepest = link;
    if (deepest === undefined) return path;
    const there = join(this.links.get(deepest)!, path.slice(deepest.length));
    return isOfProcess(there) ? there : this.parts.realPath(there);
  }

  private forget(): void {
    this.known.clear();
    this.parts.changed();
  }
}
