/** Where a shell line is while it runs, and the paths that its words mean there. */
import type { Redirection, Word } from 'unbash';
import { candidates, globbed, type Names, operandsOf } from './commandPaths';
import { type Value, valuesOf } from './commandWords';
import { resolvePath } from './paths';

export interface Surroundings {
  cwd: string;
  home: string;
  realPath(path: string): string;
  /** Names in a folder, for globs; without it their paths count as unreadable. */
  names?: Names;
}
/** Folders the line may be in, after success and after failure. */
export interface After {
  ok: Set<string>;
  failed: Set<string>;
}
export const union = ({ ok, failed }: After): Set<string> => new Set([...ok, ...failed]);

const mostFolders = 64;

function remembered(names: Names): Names {
  const known = new Map<string, string[] | undefined>();
  return (folder) => {
    if (!known.has(folder)) known.set(folder, names(folder));
    return known.get(folder);
  };
}

export class CommandPlaces {
  readonly paths = new Set<string>();
  complete = true;
  /** Where the line may be now. */
  protected folders: Set<string>;
  protected readonly everywhere: Set<string>;
  /** A `cd` went through a link, so that a later `..` may mean two places. */
  private linked = false;
  /** Something runs later, in whatever folder the line is then. */
  private deferred = false;
  private readonly homeHolds: boolean;
  private readonly names: Names | undefined;

  constructor(
    line: string,
    protected readonly around: Surroundings,
  ) {
    this.folders = new Set([around.realPath(around.cwd)]);
    this.everywhere = new Set(this.folders);
    this.homeHolds = !/(^|[^$\w{])(HOME|PWD)\b/.test(line);
    this.names = around.names && remembered(around.names);
    // Options of the shell change what globs and words expand to.
    if (/\b(shopt|GLOBIGNORE|dotglob|extglob|globstar|nocaseglob)\b/.test(line)) this.complete = false;
  }

  /** In a subshell: what it does to the folder is gone behind it. */
  protected aside(run: () => void): void {
    const before = this.folders;
    run();
    this.folders = before;
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
    if (name === 'popd' || target?.dynamic || target?.text === '-' || /^[+-]\d+$/.test(target?.text ?? '')) {
      // Back to somewhere it has been, or to who knows where.
      ok = new Set(this.everywhere);
      if (name !== 'popd') this.complete = false;
    } else if (!target) ok = new Set([this.around.realPath(this.around.home)]);
    else {
      ok = new Set([...failed].flatMap((folder) => this.reached(target, folder)));
      const named = { ...this.around, realPath: (path: string) => path };
      this.linked ||= [...failed].some(
        (folder) =>
          !ok.has(resolvePath(target.tilde ? target.text : target.text.replace(/^~/, './~'), { ...named, cwd: folder })),
      );
      if (this.linked && target.text.includes('..')) this.complete = false;
      for (const path of ok) this.paths.add(path);
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

  protected operands(name: string, args: readonly Value[]): void {
    const { operands, folders } = operandsOf(name, args);
    const bases = new Set(this.folders);
    for (const folder of folders) {
      if (!folder.dynamic) for (const base of this.folders) for (const path of this.reached(folder, base)) bases.add(path);
    }
    for (const arg of operands) {
      if (arg.dynamic) continue;
      const texts = arg.glob === undefined ? candidates(arg.text) : [arg.text];
      for (const text of texts)
        this.name({ ...arg, text, tilde: text.startsWith('~') && (arg.tilde || text !== arg.text) }, bases);
      if (arg.glob !== undefined && /[=:@]/.test(arg.text)) this.complete = false;
      if (/^-\w\w/.test(arg.text)) for (const base of bases) this.attached(arg.text, base);
    }
  }

  /** `-fsecret.pem`: the value of a short flag, if there is a file of that name. */
  private attached(text: string, base: string): void {
    const names = this.names?.(base);
    if (names && text.length < 200)
      for (let i = 2; i < text.length; i++)
        if (names.includes(text.slice(i).split('/')[0]!)) this.paths.add(this.resolve(text.slice(i), false, base));
  }

  protected redirect(redirect: Redirection): void {
    if (redirect.type !== 'Redirect' || !redirect.target) return;
    for (const value of this.values(redirect.target)) {
      if (value.dynamic) this.complete = false;
      else if (!(/^\d*-?$/.test(value.text) && redirect.operator.includes('&'))) this.name(value, this.folders);
    }
  }

  private name(value: Value, bases: ReadonlySet<string>): void {
    if (/^\/dev\/(null|stdout|stderr)$/.test(value.text)) return;
    for (const base of bases) for (const path of this.reached(value, base)) this.paths.add(path);
  }

  /** The real paths that a literal word means when it is read in `folder`. */
  private reached({ text, tilde, glob }: Value, folder: string): string[] {
    if (tilde && /^~[^/]/.test(text)) {
      this.complete = false;
      return [];
    }
    if (glob === undefined) return [this.resolve(text, tilde, folder)];
    const pattern = tilde ? this.around.home + glob.slice(1) : glob;
    const found = globbed(pattern, folder, this.names);
    if (!found) this.complete = false;
    if (found?.length) return found.map((path) => this.resolve(path, false, folder));
    // Nothing there to find yet: up to the first glob sign the path is known.
    const first = text.search(/[*?[]/);
    return [this.resolve(text.slice(0, text.lastIndexOf('/', first) + 1) || '.', tilde, folder)];
  }

  private resolve(path: string, tilde: boolean, folder: string): string {
    const { home, realPath } = this.around;
    return resolvePath(tilde ? path : path.replace(/^~/, './~'), { cwd: folder, home, realPath });
  }

  protected values(word: Word): Value[] {
    return valuesOf(word, {
      home: this.homeHolds ? this.around.home : undefined,
      folder: this.homeHolds && this.folders.size === 1 ? [...this.folders][0] : undefined,
    });
  }
}
