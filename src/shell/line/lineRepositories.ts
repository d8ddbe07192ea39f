/** What git tracks where a line is: which of that its words take, show and list. */
import { join, posix } from 'node:path';
import { gitSubcommand, namesRepository } from '../commands/gitCommand';
import { isPath } from '../files/commandPaths';
import { type Found, unread } from '../files/found';
import { gitShows, pathspec, searchesTracked } from '../files/gitShowing';
import type { Reach } from '../files/walkReach';
import type { Value } from '../syntax/words';
import type { TrackedFiles } from './surroundings';
import { ToldPlaces } from './toldPlaces';

const onlyReads =
  /^(blame|branch|cat-file|config|describe|diff|fetch|grep|log|ls-files|ls-tree|merge-base|push|reflog|remote|rev-list|rev-parse|shortlog|show|status|tag)?$/;
/** By these, git takes another repository than the one around, or other files to be in it. */
const namesOther = /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR)$/;

export class LineRepositories extends ToldPlaces {
  /** What git shows of the files that it tracks, by its folder, where no word names them; undefined where nobody can say. */
  readonly shownByGit = new Map<string, Set<string> | undefined>();
  /** What the line sets says that git works on another repository than the one around. */
  protected namesOtherRepository = false;

  protected noteRepository(variable: string): void {
    this.namesOtherRepository ||= namesOther.test(variable);
  }

  /** What the repository around a folder tracks; undefined where nobody can say: where there is none yet, the line may make one. */
  protected trackedFrom(folder: string): TrackedFiles | undefined {
    const tracked = this.around.tracked?.(folder);
    this.spend(1 + (tracked?.files.length ?? 0) / 1000);
    return tracked;
  }

  protected showsTracked(args: readonly Value[], bases: ReadonlySet<string>): void {
    this.mayTrackMore ||= !onlyReads.test(gitSubcommand(args)?.name ?? '');
    const showing = gitShows(args);
    if (!showing) return;
    const { specs, isSure } = showing;
    if (this.namesOtherRepository || namesRepository(args)) this.shownByGit.set('/', undefined);
    for (const base of bases) {
      const repository = this.trackedFrom(base);
      if (!repository) {
        for (const place of this.namedBySpecs(specs, base, isSure)) this.shownByGit.set(place, undefined);
        continue;
      }
      const { folder, files } = repository;
      const isShown = this.inSpecs(specs, base, isSure);
      if (!this.shownByGit.has(folder)) this.shownByGit.set(folder, new Set());
      const shown = this.shownByGit.get(folder);
      for (const file of files) if (isShown(join(folder, file))) shown?.add(file);
    }
  }

  /** What git searches of a folder where that is what it tracks; a word in front that is no path is a revision, which may hold more. */
  protected trackedReach(args: readonly Value[], base: string): Reach | undefined {
    const { specs, isSure } = searchesTracked(args) ?? {};
    if (!specs || this.namesOtherRepository || namesRepository(args)) return undefined;
    if (!isSure && this.pathsAmong(specs, base, false).length < specs.length) return undefined;
    return this.keptReach(base);
  }

  /** What the repository keeps, as far as git knows that. */
  protected keptReach(base: string): Reach | undefined {
    const repository = this.trackedFrom(base);
    if (!repository) return undefined;
    const files = new Set(repository.files.map((file) => join(repository.folder, file)));
    return { covers: (path) => this.mayTrackMore || files.has(posix.resolve(base, path)) };
  }
  /** The line may have git track more than it does. */
  private mayTrackMore = false;

  /** Whether git takes a file by these words: all of them, where none of the words is a path. */
  protected inSpecs(specs: readonly Value[], base: string, isSure: boolean): (path: string) => boolean {
    const taken: ((path: string) => boolean)[] = [];
    const left: ((path: string) => boolean)[] = [];
    for (const spec of this.pathsAmong(specs, base, isSure)) {
      const signs = spec.dynamic ? undefined : pathspec(spec.text);
      if (signs)
        (signs.isExcluded ? left : taken).push((path) =>
          signs.covers(path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path),
        );
      else if (spec.dynamic) taken.push(() => true);
      else for (const place of this.reached(spec, base)) taken.push((path) => path === place || path.startsWith(`${place}/`));
    }
    return (path) => (taken.length === 0 || taken.some((takes) => takes(path))) && !left.some((leaves) => leaves(path));
  }

  /** The places that they name: all of the repository, where one of the words is more than a path. */
  protected namedBySpecs(specs: readonly Value[], base: string, isSure: boolean): string[] {
    const words = this.pathsAmong(specs, base, isSure);
    const isPlain = words.length > 0 && words.every(({ text, dynamic }) => !dynamic && !pathspec(text));
    return isPlain ? words.flatMap((word) => this.reached(word, base)) : [this.topOf(base)];
  }

  /** Where words are not sure to be paths, only those of what is there are. */
  private pathsAmong(specs: readonly Value[], base: string, isSure: boolean): Value[] {
    const exists = (name: string) => this.hasName(name, base) ?? true;
    return specs.filter(({ text, dynamic }) => isSure || dynamic || pathspec(text) !== undefined || isPath(text, 'near', exists));
  }

  /** What a search may find from here, as far as git knows that. */
  protected trackedAmong(found: Found, bases: ReadonlySet<string>): Found {
    if (found.isTracked && this.namesOtherRepository) return unread;
    const from = [...bases];
    const repositories = found.isTracked ? from.map((base) => this.trackedFrom(base)) : [];
    if (repositories.length === 0 || repositories.includes(undefined)) return { ...found, from };
    const names = new Set<string>();
    for (const [i, { folder, files }] of repositories.map((one) => one!).entries())
      for (const file of files) names.add(posix.relative(from[i]!, join(folder, file)));
    return { ...found, from, covers: (path, ...rest) => names.has(posix.normalize(path)) && found.covers(path, ...rest) };
  }
}
