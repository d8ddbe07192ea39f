/** Where a shell line is while it runs, and the paths that its words mean there. */

import { basename, dirname } from 'node:path';
import type { Redirection, Word } from 'unbash';
import type { Uncertainty } from '../shared/dispatch';
import { candidates, globbed, isPath, type Names, type Operand, operandsOf, type PathRule } from './commandPaths';
import { type Found, foundBy } from './foundFiles';
import { guardedAmong } from './foundSearch';
import { HeldTexts } from './heldTexts';
import type { Feed } from './hiddenCode';
import { LineReport, shown } from './lineReport';
import { linkOf, outputsOf } from './outputs';
import { isInside, isProtected, resolvePath } from './paths';
import { searching } from './programs/searching';
import { isInput } from './shellScript';
import { literal, type Value, valuesOf } from './words';
import type { WriteEffect } from './writeEffects';
import { writesOf } from './writing';

export interface Surroundings {
  cwd: string;
  home: string;
  realPath(path: string): string;
  /** Names in a folder, for globs; without it their paths count as unreadable. */
  names?: Names;
  /** Where an allow covers what a redirection writes; the folder that the line starts in where none is given. */
  folders?: readonly string[];
  /** Data folders of the editor that runs this: protected. */
  appFolders?: readonly string[];
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

/** Their first word holds options, with a dash or without. */
const packers = new Set(['tar', 'bsdtar', '7z']);
const longestPath = 4096;
const mostLinks = 32;
const mostCode = 20_000;

const quietDevices = /^\/dev\/(null|stdout|stderr)$/;

export class CommandPlaces extends LineReport {
  /** Protected paths that it may write without naming them, in words. */
  readonly guarded = new Set<string>();
  /** Files that the line itself writes, and those whose text it runs. */
  private readonly written = new Set<string>();
  private readonly runFiles = new Map<string, { name: string; kind: Uncertainty['kind'] }>();
  /** Folders that are walked through, and whether names with a leading dot are. */
  readonly searches = new Map<string, boolean>();
  protected feed: Feed = { kind: 'nothing' };
  /** What the last command writes to its output as names. */
  protected found: Found | undefined;
  /** Where the line may be now. */
  protected folders: Set<string>;
  protected readonly everywhere: Set<string>;
  /** A `cd` went through a link, so that a later `..` may mean two places. */
  private linked = false;
  /** Something runs later, in whatever folder the line is then. */
  private deferred = false;
  /** What its variables may hold. */
  protected readonly held = new HeldTexts();
  private readonly homeHolds: boolean;
  private readonly names: Names | undefined;

  constructor(
    line: string,
    protected readonly around: Surroundings,
  ) {
    super();
    this.folders = new Set([this.realPath(around.cwd)]);
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
    } else if (!target) ok = new Set([this.realPath(this.around.home)]);
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
    const { operands, folders, isExact } = operandsOf(name, args);
    this.found = foundBy(name, args) ?? this.found;
    const bases = isExact ? new Set<string>() : new Set(this.folders);
    for (const folder of folders) {
      if (folder.dynamic) for (const base of this.folders) bases.add(base);
      else for (const base of this.folders) for (const path of this.reached(folder, base)) bases.add(path);
    }
    for (const { value, rule } of operands) this.operand(value, rule, bases);
    this.search(name, args, operands, bases);
    for (const effect of writesOf(name, args)) this.write(name, effect, bases);
    for (const output of outputsOf(name, args)) this.writes(output, bases);
    const link = linkOf(name, args);
    if (link) for (const base of bases) this.link(link.target, link.at, base);
    for (const folder of folders) if (!folder.dynamic) this.name(folder, this.folders);
  }

  private search(name: string, args: readonly Value[], operands: readonly Operand[], bases: ReadonlySet<string>): void {
    const program = searching.get(name);
    if (!program) return;
    const { when, sub, dotsWith, here, input } = program;
    const given = (signs: RegExp) =>
      args.some(({ text }, i) => signs.test(text) || (i === 0 && packers.has(name) && signs.test(`-${text}`)));
    if ((when && !given(when)) || (sub && !sub.test(args.find(({ text }) => !text.startsWith('-'))?.text ?? ''))) return;
    const starts = operands.filter(({ value, rule, isOption }) => !isOption && this.isPath(value, rule, bases));
    const dots = dotsWith === undefined || given(dotsWith);
    const walk = (root: string) => this.searches.set(root, dots || this.searches.get(root) === true);
    for (const { value } of starts)
      if (!value.dynamic) for (const base of bases) for (const path of this.reached(value, base)) walk(path);
    if (starts.length > 0 || !here || (input && this.feed.kind !== 'nothing')) return;
    for (const base of bases) {
      walk(base);
      this.paths.add(base);
    }
  }

  /** What a program writes beside what it names: as a path, or as a protected one where it may be anything. */
  protected write(name: string, effect: WriteEffect, bases: ReadonlySet<string>): void {
    if (effect.kind === 'other') {
      this.guarded.add(effect.what);
      return;
    }
    if (effect.kind === 'file') {
      const tilde = effect.path.startsWith('~');
      for (const base of bases) {
        const path = this.resolve(effect.path, tilde, base);
        this.paths.add(path);
        this.written.add(path);
      }
      return;
    }
    const { folder } = effect;
    if (folder?.dynamic) return;
    for (const base of bases)
      for (const target of folder ? this.reached(folder, base) : [base]) {
        const inside = this.names?.(target);
        if (effect.kind === 'into') {
          if (inside === undefined && !folder?.text.endsWith('/')) continue;
          for (const source of effect.sources)
            for (const path of source.dynamic ? [] : this.reached(source, base)) {
              const copy = this.resolve(basename(path), false, target);
              this.paths.add(copy);
              this.written.add(copy);
            }
          continue;
        }
        const held = effect.kind === 'contents' ? this.contents(effect.source, base) : undefined;
        if (held) for (const one of held) this.paths.add(this.resolve(one, false, target));
        else {
          const guarded = this.guardedIn(target);
          if (guarded !== undefined) this.guarded.add(`${guarded} (by ${shown(name)}, which may write anything in ${target})`);
        }
      }
  }

  /** The names in a folder; undefined where they are not known, or another command of the line may have changed them. */
  private contents(source: Value, base: string): string[] | undefined {
    if (source.dynamic || source.glob !== undefined || this.commands.length > 1) return undefined;
    const [folder] = this.reached(source, base);
    return folder === undefined ? undefined : this.names?.(folder);
  }

  /** A program writes what another finds: protected paths among that are named, and what it finds in a folder is looked for. */
  protected writesFound(name: string, found: Found, bases: ReadonlySet<string>): void {
    const { roots, isList } = found;
    if (isList) return this.plainOperands(roots);
    const { folders = [this.around.cwd], home, appFolders } = this.around;
    const isGuarded = (path: string) => isProtected(path, { folders, home, appFolders });
    const spend = (steps: number) => this.spend(steps);
    const places = { names: this.names ?? (() => undefined), isGuarded, own: [...folders, home], spend };
    for (const base of bases)
      for (const root of roots.length > 0 ? roots : [literal('.')])
        for (const folder of root.dynamic ? [] : this.reached(root, base)) {
          const one = isGuarded(folder) ? { path: folder } : guardedAmong(found, folder, root.text, places);
          if (!one) continue;
          const what = one.isGuess ? 'more is found than can be looked through' : 'which writes what is found';
          this.guarded.add(`${one.path} (by ${shown(name)}, ${what})`);
        }
  }

  /** A protected path that lies in the folder, or would if it were made there; undefined where nothing in it is protected. */
  private guardedIn(folder: string): string | undefined {
    const { folders = [this.around.cwd], home, appFolders } = this.around;
    const isGuarded = (path: string) => isProtected(path, { folders, home, appFolders });
    if (isGuarded(folder)) return folder;
    const own = [...folders, home].find((one) => isInside(folder, one));
    if (own !== undefined) return this.resolve('.vscode', false, own);
    const name = this.names?.(folder)?.find((one) => isGuarded(this.resolve(one, false, folder)));
    return name === undefined ? undefined : this.resolve(name, false, folder);
  }

  /** Words of which only those that look like a path, or name what is there, are one. */
  protected plainOperands(words: readonly Value[]): void {
    for (const word of words) this.operand(word, 'plain', this.folders);
  }

  private operand(arg: Value, by: PathRule, bases: ReadonlySet<string>): void {
    if (arg.dynamic) {
      this.complete = false;
      return this.mayMean(arg.text, bases);
    }
    if (arg.glob !== undefined) {
      this.name(arg, bases);
      if (/[=:@]/.test(arg.text)) this.complete = false;
    } else
      for (const { text, rule } of candidates(arg.text, by)) {
        const value = { ...arg, text, tilde: text.startsWith('~') && (arg.tilde || text !== arg.text) };
        if (this.isPath(value, rule, bases)) this.name(value, bases);
      }
    if (/^-\w\w/.test(arg.text)) for (const base of bases) this.attached(arg.text, base);
  }

  private isPath({ text, dynamic, glob }: Value, rule: PathRule, bases: ReadonlySet<string>): boolean {
    const exists = (name: string) => this.names === undefined || [...bases].some((base) => this.names!(base)?.includes(name));
    return dynamic || glob !== undefined || isPath(text, rule, exists);
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
    const { operator } = redirect;
    const writes = operator !== '<' && operator !== '<&';
    for (const value of this.values(redirect.target)) {
      if (/^\d*-?$/.test(value.text) && operator.includes('&') && !value.dynamic) continue;
      if (value.dynamic) {
        this.complete = false;
        this.mayMean(value.text, this.folders);
      } else this.name(value, this.folders);
      if (writes) this.writes(value, this.folders);
      this.barRedirect(value, writes);
    }
  }

  private barRedirect(value: Value, writes: boolean): void {
    const { folders = [this.around.cwd], home, appFolders } = this.around;
    if (value.dynamic || value.glob !== undefined)
      return this.bar(`which file ${shown(value.text)} ${writes ? 'writes' : 'reads'} is only known when it runs`);
    if (/^\/dev\/(tcp|udp)\//.test(value.text)) return this.bar(`${shown(value.text)} is a connection to the network`);
    if (!writes || quietDevices.test(value.text)) return;
    for (const base of this.folders)
      for (const path of this.reached(value, base))
        if (!folders.some((folder) => isInside(folder, path)) || isProtected(path, { folders, home, appFolders }))
          this.bar(`it writes to ${path}`);
    if (value.tilde && /^~[^/]/.test(value.text)) this.bar(`it writes to ${value.text}`);
  }

  private writes(value: Value, bases: ReadonlySet<string>): void {
    if (!value.dynamic && !quietDevices.test(value.text))
      for (const base of bases) for (const path of this.reached(value, base)) this.written.add(path);
  }

  /** `name` runs the text of a file: what is there when the line is judged, unless the line writes it. */
  protected runsFile(name: string, file: Value, kind: Uncertainty['kind'] = 'code'): void {
    if (file.dynamic || file.text === '-' || isInput(file.text))
      this.unknowable(`what ${shown(name)} runs is only known when it runs`, kind);
    else for (const base of this.folders) for (const path of this.reached(file, base)) this.runFiles.set(path, { name, kind });
  }

  /** Called where all of the line has been read. */
  conclude(): void {
    for (const [path, { name, kind }] of this.runFiles)
      if (this.written.has(path)) this.unknowable(`what ${shown(name)} runs is written by the line itself`, kind);
  }

  private name(value: Value, bases: ReadonlySet<string>): void {
    if (quietDevices.test(value.text)) return;
    for (const base of bases) for (const path of this.reached(value, base)) this.paths.add(path);
  }

  /** The real paths that a literal word means when it is read in `folder`. */
  protected reached({ text, tilde, glob }: Value, folder: string): string[] {
    this.spend(1);
    if (text.length > longestPath) {
      this.complete = false;
      return [];
    }
    // The shell's own names for where it is.
    if (tilde && /^~\+(\/|$)/.test(text))
      return this.reached({ text: `.${text.slice(2)}`, dynamic: false, tilde: false }, folder);
    if (tilde && text.startsWith(`~${basename(this.around.home)}/`))
      return this.reached({ text: `~${text.slice(text.indexOf('/'))}`, dynamic: false, tilde }, folder);
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
    return resolvePath(tilde ? path : path.replace(/^~/, './~'), {
      cwd: folder,
      home: this.around.home,
      realPath: this.realPath,
    });
  }

  /** Each place is looked up once; more of them than anyone would name cost too much. */
  private readonly realPath = (path: string): string => {
    const known = this.places.get(path);
    if (known !== undefined) return known;
    this.spend(4);
    const real = this.behindLinks(this.around.realPath(path));
    this.places.set(path, real);
    return real;
  };
  private readonly places = new Map<string, string>();
  /** Links that the line makes, and where they lead. */
  private readonly links = new Map<string, string>();

  private behindLinks(path: string): string {
    for (const [link, target] of this.links)
      if (isInside(link, path)) return this.around.realPath(target + path.slice(link.length));
    return path;
  }

  private link(target: Value, at: Value, base: string): void {
    if (target.dynamic || target.glob !== undefined || at.dynamic || this.links.size >= mostLinks) return;
    for (const path of this.reached(at, base)) {
      const inside = this.names?.(path) !== undefined || at.text.endsWith('/');
      const link = inside ? this.resolve(basename(target.text), false, path) : path;
      const leadsTo = this.resolve(target.text, target.tilde, dirname(link));
      this.links.set(link, leadsTo);
      // What is run by the new name is no more than what the old one is.
      this.written.add(leadsTo);
    }
    this.places.clear();
  }

  /** A word that is put together of what the line's own variables hold: what it means is not relied upon, but a protected path is one. */
  private mayMean(text: string, bases: ReadonlySet<string>): void {
    for (const reading of this.held.readings(text)) for (const base of bases) this.protectedName(reading, base);
  }

  private protectedName(word: string, base: string): void {
    const { folders = [this.around.cwd], home, appFolders } = this.around;
    if (word === '' || word.length > longestPath) return;
    const path = this.resolve(word, word.startsWith('~'), base);
    if (isProtected(path, { folders, home, appFolders })) this.paths.add(path);
  }

  /** What code names that is protected. Nobody reads the code, but a name in it is a name. */
  protected namedInCode(texts: readonly string[]): void {
    for (const text of texts)
      for (const [word] of text.slice(0, mostCode).matchAll(/~?[\w@+./-]*[./][\w@+./-]*/g))
        for (const base of this.folders) this.protectedName(word, base);
  }

  /** Whether a glob may find a name that a program would take for an option. */
  protected findsOptions(folder: string): boolean {
    return this.names?.(folder)?.some((name) => name.startsWith('-')) ?? true;
  }

  protected values(word: Word): Value[] {
    return valuesOf(word, {
      home: this.homeHolds ? this.around.home : undefined,
      folder: this.homeHolds && this.folders.size === 1 ? [...this.folders][0] : undefined,
    });
  }
}
