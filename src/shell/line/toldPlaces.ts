/** Where a program works that its words send elsewhere: to a folder, to what it mounts, or to folders that no word names. */
import { basename, join } from 'node:path';
import { type NamedWords, operandsOf } from '../files/commandPaths';
import { isInside } from '../paths/paths';
import { isOpen, meant, type Value } from '../syntax/words';
import { LinePlaces } from './linePlaces';

/** A folder that the line does not name. */
const unnamed = '…';
/** With those below. */
const strayedFrom = (folders: ReadonlySet<string>): Set<string> =>
  new Set([...folders].flatMap((one) => [one, join(one, unnamed), join(one, unnamed, unnamed)]));

export class ToldPlaces extends LinePlaces {
  /** Of the folders of the workspace. */
  protected isOutside(path: string): boolean {
    return !(this.around.folders ?? [this.around.cwd]).some((folder) => isInside(folder, path));
  }

  /** Whether a folder has something of this name, or one that its disk takes for the same; undefined where nobody can say. */
  protected hasName(name: string, folder: string): boolean | undefined {
    const names = this.names?.(folder);
    if (!names || names.includes(name)) return names && true;
    const isAlike = names.some((one) => one.length === name.length && one.toLowerCase() === name.toLowerCase());
    return isAlike && basename(this.places.realPath(join(folder, name))) !== name;
  }

  /** The folders in which a program works that is told so by its words. */
  protected basesOf({ folders, isExact, roams }: NamedWords): Set<string> {
    const bases = isExact ? new Set<string>() : new Set(this.folders);
    for (const folder of folders) {
      if (folder.dynamic) for (const base of this.folders) bases.add(base);
      else for (const base of this.folders) for (const path of this.reached(folder, base)) bases.add(path);
    }
    return roams ? strayedFrom(bases) : bases;
  }

  /** What a program runs, it may run where these words of its own say, `there` among them; called within `aside`. */
  protected goesWith(name: string, own: readonly Value[], there: readonly Value[] = []): void {
    const { folders, roams } = operandsOf(name, own.map(meant));
    for (const folder of [...folders, ...there]) this.changeFolder('cd', [folder]);
    const bases = roams ? strayedFrom(this.folders) : new Set(this.folders);
    // It goes to the top of its repository before it runs anything.
    if (name === 'git') for (const base of [...bases]) bases.add(this.topOf(base));
    this.folders = bases;
  }

  /** While `run` goes, what the mounts bring lies at their places too. */
  protected mounted(mounts: readonly { from: Value; at: string }[], run: () => void): void {
    const pairs = mounts.flatMap(({ from, at }) =>
      isOpen(from)
        ? []
        : [...this.folders].flatMap((base) =>
            this.reached(from, base).map((path) => [this.resolve(at, false, '/'), path] as const),
          ),
    );
    this.places.mounted(pairs, run);
  }

  /** The line is in this folder alone, from here on. */
  protected standsIn(folder: Value): void {
    this.folders = new Set([...this.folders].flatMap((base) => this.reached(folder, base)));
  }

  /** What is told from a folder that no word names may lie in any. */
  protected override reached(value: Value, folder: string): string[] {
    if (basename(folder) === unnamed && !/^[/~]/.test(value.text)) this.complete = false;
    return super.reached(value, folder);
  }
}
