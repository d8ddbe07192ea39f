/** Where a shell line is while it runs, and what its words mean there. */

import { basename, dirname, posix } from 'node:path';
import type { Word } from 'unbash';
import { globbed, type Names, namesReadOnce, tameOptions } from '../paths/globs';
import { LinkedPlaces } from '../paths/linkedPlaces';
import { isInside, isProtected, resolvePath } from '../paths/paths';
import { isOfProcess, type ProcessPlace, processPlace } from '../paths/processPlaces';
import { LineReport } from '../syntax/lineReport';
import { arrayWords, type Bound, meaningOf } from '../syntax/meaning';
import { isOpen, type Known, type Value, valuesOf } from '../syntax/words';
import type { Surroundings } from './surroundings';

/** Folders the line may be in, after success and after failure. */
export interface After {
  ok: Set<string>;
  failed: Set<string>;
}
export const union = ({ ok, failed }: After): Set<string> => new Set([...ok, ...failed]);

const mostFolders = 64;
const longestPath = 4096;

export class LinePlaces extends LineReport {
  /** Where the line may be now. */
  protected folders: Set<string>;
  private readonly start: string;
  protected readonly everywhere: Set<string>;
  /** A `cd` went through a link, so that a later `..` may mean two places. */
  private linked = false;
  /** Something runs later, in whatever folder the line is then. */
  private deferred = false;
  private readonly homeHolds: boolean;
  protected readonly names: Names | undefined;

  constructor(
    protected readonly line: string,
    protected readonly around: Surroundings,
  ) {
    super();
    this.start = this.places.realPath(around.cwd);
    this.folders = new Set([this.start]);
    this.everywhere = new Set(this.folders);
    this.homeHolds = !/(^|[^$\w{])(HOME|PWD)\b/.test(line);
    this.names = around.names && namesReadOnce(around.names, (steps) => this.spend(steps));
    // Options of the shell change what globs and words expand to.
    if (/\b(shopt|setopt|GLOBIGNORE|BASHOPTS|dotglob|glob_?dots|globstar|nocaseglob)\b/i.test(line.replace(tameOptions, '')))
      this.widens();
    if (/\b(shopt|extglob|zmodload)\b/.test(line)) this.complete = false;
  }

  /** Globs may find more from here on. */
  protected widens(): void {
    this.isWide = true;
    this.complete = false;
  }
  private isWide = false;

  /** What its variables hold here, by what the line itself has put into them. */
  protected bound: ReadonlyMap<string, Bound> = new Map();
  /** The line defines functions. */
  protected isRenaming = false;

  /** In a subshell: what it does to the folder, and to variables, is gone behind it. */
  protected aside(run: () => void): void {
    const { folders, bound } = this;
    run();
    this.folders = folders;
    this.bound = bound;
  }

  /** Where the repository begins that a folder lies in. */
  protected topOf(folder: string): string {
    for (let one = folder; ; one = dirname(one)) {
      this.spend(1 / 8);
      if (this.names?.(one)?.includes('.git')) return one;
      if (dirname(one) === one) return folder;
    }
  }

  protected here(): After {
    return { ok: this.folders, failed: this.folders };
  }

  protected later(): void {
    this.deferred = true;
    if (this.everywhere.size > 1) this.complete = false;
  }

  protected changeFolder(name: string, args: Value[]): After {
    const failed = this.folders;
    const at = args.findIndex(({ text }) => !/^-[LPe@n]+$/.test(text));
    const target = args[at]?.text === '--' ? args[at + 1] : args[at];
    let ok: Set<string>;
    const isBack = name === 'popd' || (name === 'pushd' && !target);
    if (isBack || target?.dynamic || target?.text === '-' || /^[+-]\d+$/.test(target?.text ?? '')) {
      // Back to somewhere it has been, or to who knows where.
      ok = new Set(this.everywhere);
      if (!isBack && !(target?.text === '-' && this.hasLeft)) this.complete = false;
    } else if (!target) ok = new Set([this.places.realPath(this.around.home)]);
    else {
      ok = new Set([...failed].flatMap((folder) => this.reached(target, folder)));
      const named = { ...this.around, realPath: (path: string) => path };
      this.linked ||= [...failed].some(
        (folder) =>
          !ok.has(resolvePath(target.tilde ? target.text : target.text.replace(/^~/, './~'), { ...named, cwd: folder })),
      );
      if (this.linked && target.text.includes('..')) this.complete = false;
      for (const path of ok) this.paths.add(path);
      if ([...failed].some((folder) => processPlace(target.text, folder)?.kind === 'descriptor')) this.complete = false;
    }
    // A line of many `cd` that may each fail could be in more places than anyone would follow.
    if (ok.size + failed.size > mostFolders) {
      this.complete = false;
      return this.here();
    }
    for (const folder of ok) this.everywhere.add(folder);
    if (this.deferred && this.everywhere.size > 1) this.complete = false;
    this.folders = new Set([...ok, ...failed]);
    return { ok, failed };
  }

  /** However it came here, a `cd` of its own has led away from where it started, which is what `cd -` goes back by: not what the line was handed. */
  private get hasLeft(): boolean {
    return !this.folders.has(this.start);
  }

  /** The real paths that a literal word means when it is read in `folder`. */
  protected reached({ text, tilde, glob }: Value, folder: string): string[] {
    this.spend(1 / 2);
    if (text.length > longestPath) {
      this.complete = false;
      return [];
    }
    // The shell's own names for where it is.
    if (tilde && /^~\+(\/|$)/.test(text))
      return this.reached({ text: `.${text.slice(2)}`, dynamic: false, tilde: false }, folder);
    if (tilde && text.startsWith(`~${basename(this.around.home)}/`))
      return this.reached({ text: `~${text.slice(text.indexOf('/'))}`, dynamic: false, tilde }, folder);
    // Where it was before, or on its stack of folders: one of those that it has been in.
    const back = tilde ? /^~(?:-|[-+]?\d+)(?=\/|$)/.exec(text)?.[0] : undefined;
    if (tilde && /^~[^/]/.test(text)) {
      if (back !== '~-' || !this.hasLeft) this.complete = false;
      if (back === undefined) return [];
      const rest = { text: `.${text.slice(back.length)}`, dynamic: false, tilde: false };
      return [...this.everywhere].flatMap((one) => this.reached(rest, one));
    }
    // Where the line is, by its number in the system's own folder: not where the one who reads it is.
    const place = tilde ? undefined : processPlace(text, folder);
    if (place && (place.kind !== 'descriptor' || place.isOpened)) {
      if (!place.isOwn || glob !== undefined) this.complete = false;
      return this.behindProcess(place, folder);
    }
    if (glob === undefined) return this.behindLinks(text, tilde, folder);
    const found = this.globbed(this.patternOf(glob, tilde), folder);
    if (!found || /[@?!*+]\(/.test(glob)) this.complete = false;
    if (found?.length) return found.map((path) => this.resolve(path, false, folder));
    // Nothing there to find yet: each of a few names may be, and up to the first glob sign the path is known.
    const [, start, names, end] = /^([^*?[]*)[@?]\(([^()*?[\]]*)\)([^*?[()]*)$/.exec(text) ?? [];
    if (names !== undefined) return names.split('|').map((one) => this.resolve(start + one + end, tilde, folder));
    const first = text.search(/[*?[]|[@+!]\(/);
    return this.behindLinks(text.slice(0, text.lastIndexOf('/', first) + 1) || '.', tilde, folder);
  }

  /** A link that the line makes may lead into the folder of its own process. */
  private behindLinks(text: string, tilde: boolean, folder: string): string[] {
    const path = this.resolve(text, tilde, folder);
    if (!isOfProcess(path) || isOfProcess(posix.resolve(folder, text))) return [path];
    const place = processPlace(path, folder);
    if (!place) this.complete = false;
    return place ? this.behindProcess(place, folder) : [path];
  }

  private behindProcess({ kind, rest }: ProcessPlace, folder: string): string[] {
    if (kind === 'cwd') return [this.resolve(`./${rest}`, false, folder)];
    if (kind === 'root') return [this.resolve(`/${rest}`, false, folder)];
    // Each of the paths that redirections have opened may be what it holds: which of them, and when it was opened, is not followed.
    this.complete = false;
    return [...this.opened].map((path) => this.resolve(path + rest, false, folder));
  }
  protected readonly opened = new Set<string>();

  private patternOf(glob: string, tilde: boolean): string {
    return tilde ? this.around.home + glob.slice(1) : glob;
  }

  /** Whether one of the words may find a hidden name among more than are looked through. */
  protected findsUnread(words: readonly Value[], folders: Iterable<string>): boolean {
    if (!this.names) return false;
    const patterns = words.flatMap(({ text, glob, tilde }) =>
      glob === undefined || (tilde && /^~[^/]/.test(text)) ? [] : [this.patternOf(glob, tilde)],
    );
    const hidden = patterns.filter((pattern) => this.isWide || /(^|\/|\()\./.test(pattern));
    return hidden.length > 0 && [...folders].some((folder) => hidden.some((pattern) => !this.globbed(pattern, folder)));
  }

  /** Looked up once: what is there stays while the line is read. */
  protected globbed(pattern: string, folder: string): string[] | undefined {
    const question = `${this.isWide} ${folder}\0${pattern}`;
    if (!this.globs.has(question))
      this.globs.set(
        question,
        globbed(pattern, folder, this.names, this.isWide, (steps) => this.spend(steps)),
      );
    const found = this.globs.get(question);
    this.spend((found?.length ?? 0) / 8);
    return found;
  }
  private readonly globs = new Map<string, string[] | undefined>();

  protected resolve(path: string, tilde: boolean, folder: string): string {
    return resolvePath(tilde ? path : path.replace(/^~/, './~'), {
      cwd: folder,
      home: this.around.home,
      realPath: this.places.realPath,
    });
  }

  protected readonly places = new LinkedPlaces({
    realPath: (path) => this.around.realPath(path),
    spend: (steps) => this.spend(steps),
    changed: () => this.asked.clear(),
  });
  /** Words that have been asked for as protected names, by the folder that they are read in. */
  protected readonly asked = new Set<string>();

  /** The line makes links; what they lead to is given back. */
  protected link(target: Value, at: Value, base: string): string[] {
    const found: string[] = [];
    if (isOpen(target) || at.dynamic || this.places.isFull) return found;
    const made: [string, string][] = [];
    for (const path of this.reached(at, base)) {
      const inside = this.names?.(path) !== undefined || at.text.endsWith('/');
      const link = inside ? this.resolve(basename(target.text), false, path) : path;
      const named = posix.resolve(dirname(link), target.text);
      // Followed from here it would lead into the process that reads the line.
      const leadsTo = isOfProcess(named) ? named : this.resolve(target.text, target.tilde, dirname(link));
      made.push([link, leadsTo]);
      found.push(leadsTo);
    }
    this.places.add(made);
    return found;
  }

  /** Whether a path is a protected one. */
  protected isGuarded(path: string): boolean {
    let isIt = this.guards.get(path);
    if (isIt === undefined) {
      const { folders = [this.around.cwd], home, appFolders } = this.around;
      this.spend(1 / 16);
      isIt = isProtected(path, { folders, home, appFolders });
      this.guards.set(path, isIt);
    }
    return isIt;
  }
  private readonly guards = new Map<string, boolean>();

  /** A protected path that lies in the folder, or would if it were made there; undefined where nothing in it is protected. */
  protected guardedIn(folder: string): string | undefined {
    const { folders = [this.around.cwd], home } = this.around;
    if (this.isGuarded(folder)) return folder;
    const own = [...folders, home].find((one) => isInside(folder, one));
    if (own !== undefined) return this.resolve('.vscode', false, own);
    const name = this.names?.(folder)?.find((one) => this.isGuarded(this.resolve(one, false, folder)));
    return name === undefined ? undefined : this.resolve(name, false, folder);
  }

  /** Whether a glob may find a name that a program would take for an option. */
  protected findsOptions(folder: string): boolean {
    return this.names?.(folder)?.some((name) => name.startsWith('-')) ?? true;
  }

  /** The line itself gives the name of a program another meaning. */
  protected isRenamed(_name: string): boolean {
    return false;
  }

  protected values(word: Word): Value[] {
    const folder = this.homeHolds && this.folders.size === 1 ? [...this.folders][0] : undefined;
    const known: Known = {
      home: this.homeHolds ? this.around.home : undefined,
      folder,
      ...(folder !== undefined && !this.isRenamed('pwd') ? { told: folder } : {}),
    };
    const values = valuesOf(word, known);
    const [value] = values;
    if (!value?.dynamic || values.length > 1) return values;
    const { bound, isRenaming } = this;
    const several = arrayWords(word, bound);
    if (several) return several.map((means) => ({ ...value, means }));
    const top = folder !== undefined && !isRenaming && word.text.includes('--show-toplevel') ? { top: this.topOf(folder) } : {};
    const means = meaningOf(word, { ...known, ...top, bound, isRenaming, spend: (steps) => this.spend(steps) });
    return means ? [{ ...value, means }] : values;
  }
}
