/** What the process of workspace tools has loaded, what it is loading, and what it is not to load again. */
import type { FileTool } from '../../../agent/ports/foreignTools';
import type { HookProblem } from '../../chain/words/registered';
import type { FileToLoad, FromToolProcess, HeardByParent, Marker, ToToolProcess } from '../../hostProtocol';
import { withRefused } from '../lasting/survivors';

/** Deaths of the process during one load, after which nothing is loaded. */
const mostDeaths = 3;

export class ToolLoading {
  tools: readonly FileTool[] = [];
  problems: readonly HookProblem[] = [];
  failed: string[] = [];
  private files: FileToLoad[] = [];
  private isFresh = false;
  private underWay: { n: number; deaths: number; done(): void } | undefined;
  /** Bundles that took the process down while they loaded, and why, by `VERSION FILE`. */
  private readonly refused = new Map<string, string>();

  /** The number of the load that is under way. */
  get n(): number | undefined {
    return this.underWay?.n;
  }

  get hasFiles(): boolean {
    return this.files.length > 0;
  }

  /** These files are to be loaded from now on; without any there are no tools. */
  want(files: FileToLoad[], isFresh: boolean): void {
    this.files = files;
    this.isFresh = isFresh;
    if (isFresh) this.refused.clear();
    if (files.length > 0) return;
    this.tools = this.problems = [];
    this.failed = [];
  }

  /** A load begins in the place of one that is under way; `done` is called when it is over, however, and whoever waits for that one is told with it. */
  begin(n: number, done: () => void): void {
    const before = this.underWay;
    this.underWay = {
      n,
      deaths: 0,
      done() {
        before?.done();
        done();
      },
    };
  }

  /** What a process is to be told. Where no load is under way, one begins that nobody waits for. */
  message(next: () => number): ToToolProcess {
    const files = withRefused(this.files, this.refused);
    if (!this.underWay) this.begin(next(), () => undefined);
    const fresh = this.isFresh;
    this.isFresh = false;
    return { type: 'set', n: this.underWay!.n, files, fresh };
  }

  loaded({ n, tools, problems, failed }: Extract<HeardByParent<FromToolProcess>, { type: 'loaded' }>): void {
    if (n !== this.n) return;
    this.tools = tools;
    this.problems = problems;
    this.failed = failed;
    this.over();
  }

  /** The process died for this reason, at this marker: whether another is to try again. */
  died(marker: Marker | undefined, why: string): boolean {
    const { underWay } = this;
    if (!underWay) return false;
    const isOwn = marker?.n === underWay.n;
    if (isOwn) this.refused.set(marker.hookId, why);
    if (isOwn || ++underWay.deaths < mostDeaths) return true;
    this.tools = [];
    this.failed = this.files.map(({ file }) => file);
    const message = `does not load: ${why}`;
    this.problems = this.failed.map((file) => ({ file, line: 1, column: 1, severity: 'error', message }));
    this.over();
    return false;
  }

  /** Whoever waits is told. */
  over(): void {
    const { underWay } = this;
    this.underWay = undefined;
    underWay?.done();
  }
}
