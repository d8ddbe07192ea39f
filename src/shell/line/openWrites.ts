/** Writes by words that are only known when the line runs: judged by where those come from, once all is known that the line says of it. */
import { posix } from 'node:path';
import { type Change, type Found, listed, unread } from '../files/found';
import { type FoundPath, guardedAmong, guardedByName } from '../files/foundSearch';
import { mayBeGuarded } from '../paths/likelyNames';
import { shown } from '../syntax/lineReport';
import { literal, meant, type Value } from '../syntax/words';
import { LineNames } from './lineNames';
import { around, asWritten, opened, openPart, piecesOf, withGaps } from './openWords';
import { enclosed, Origins } from './origins';

const mostOpen = 500;
/** A text of more than anyone would hand on as names. */
const longestList = 20_000;
export class OpenWrites extends LineNames {
  /** Protected paths that it may write without naming them, in words. */
  readonly guarded = new Set<string>();
  /** What the last command writes to its output as names. */
  protected found: Found | undefined;
  /** What the pipe around a substitution hands to what reads its input there. */
  protected outer: Found | undefined;
  protected readonly origins = new Origins();
  private readonly spends = (steps: number) => this.spend(steps);
  /** What functions of the line write to their output. */
  protected readonly outputs = new Map<string, Found>();
  /** The line goes to a folder that a text names which nobody has read, or to more of them than are followed, with protected ones among them. */
  protected isInUnread = false;
  protected mayBeInGuarded = false;
  /** Files that are written by a word that is only known when it runs: once each, however often a line does the same. */
  private readonly openWrites = new Map<
    string,
    { name: string; value: Value; bases: ReadonlySet<string>; variable: string | undefined }
  >();
  /** Where is searched only when the line runs: what is found by a variable may be put into it again. */
  private readonly openRoots = new Set<Value>();
  /** Such searches that something writes by. */
  private readonly openSearches: { name: string; found: Found; bases: ReadonlySet<string> }[] = [];
  /** Variables that the line has set by here, in no subshell and whatever else comes of it. */
  protected readonly surelySet = new Set<string>();

  /** Names that a command is given on its input, where it reads that. */
  protected given(reads = true): Found | undefined {
    const { feed } = this;
    if (feed.kind === 'file') return unread;
    if (feed.kind === 'text' && feed.text.length > longestList) return unread;
    if (feed.kind === 'text') return listed(feed.text.split(/\s+/).filter(Boolean).map(literal));
    const named = feed.kind === 'unknown' && feed.named !== undefined ? listed([opened(feed.named)]) : undefined;
    return feed.kind === 'unknown' && !feed.isPipe
      ? (named ?? unread)
      : (this.found ?? (reads ? this.outer : undefined) ?? named);
  }

  protected writesOpen(name: string, value: Value, bases: ReadonlySet<string>): void {
    this.writesInUnread(name, meant(value));
    const [, led] = /^\$\{?(\w+)\}?\//.exec(value.template ?? value.text) ?? [];
    const variable = led !== undefined && this.surelySet.has(led) ? led : undefined;
    const { text, template, pieces, many, isHole } = value;
    this.openWrites.set(JSON.stringify([name, text, template, pieces, many, isHole, [...bases], variable]), {
      name,
      value,
      bases: new Set(bases),
      variable,
    });
  }

  /** What the words that were open may be, now that all is known that the line says of it. */
  protected closeWrites(): void {
    for (const { name, value, bases, variable } of this.openWrites.values()) {
      const pieces = piecesOf(value);
      const mayBe = this.mayLieIn(pieces);
      const text = this.filled(value);
      const readings = this.held.readings(text, '');
      for (const reading of readings) for (const base of bases) this.protectedName(reading, base, value.many);
      this.namesKnown(text, pieces, bases);
      for (const one of this.ledBy(value)) this.namesKnown(text, one, bases);
      if (this.held.isCut(text)) this.writesUnreadAt(name, pieces);
      for (const origin of this.origins.of(value, this.spends)) {
        if (origin.isList && origin.change && !this.origins.isOne(openPart(value))) this.writesUnreadAt(name, pieces);
        else if (origin.isList) this.mayBeListed(name, pieces, origin, bases);
        else if (origin.isData) for (const one of this.begun(value, variable)) this.writesUnreadAt(name, one);
        else {
          const known = this.guarded.size;
          if (mayBe) this.writesFound(name, origin, bases);
          if (this.guarded.size === known)
            for (const one of [pieces, ...this.ledBy(value)]) this.writesNamed(name, one, origin, bases, mayBe);
        }
      }
    }
    for (const { name, found, bases } of this.openSearches)
      for (const folder of found.roots.flatMap((root) => this.searchedIn(root)))
        this.writesFound(name, { ...found, roots: [literal(folder)] }, bases);
  }

  /** Where is searched by a word that is only known when the line runs: where nothing is known of it, in the folders that are worked in. */
  private searchedIn(root: Value): string[] {
    const known = this.held.readings(this.filled(root));
    const origins = this.origins.of(root, this.spends);
    const pieces = piecesOf(root);
    const end = pieces.length <= 2 ? (pieces[1] ?? '') : '';
    const globs = origins.flatMap(({ isList, change, roots }) => (isList && !change ? roots : [])).filter(({ glob }) => glob);
    const folders = globs.flatMap((one) => [...this.everywhere].flatMap((base) => this.reached(one, base)));
    const all = [...known, ...folders.map((folder) => folder + end)];
    if (all.length > 0 || origins.some(({ isList, isData }) => isList || isData)) return all;
    // What surrounds the line gives a variable in quotes its value: most often that is the name of something else.
    if (!root.many && !/\$\(|`/.test(root.text) && origins.length === 0) return [];
    return pieces[0] === null ? this.ownFolders().map((folder) => posix.join(folder, withGaps(pieces))) : [withGaps(pieces)];
  }

  /** Whatever nobody knows of a name, it is protected by what is known around that: where a whole folder is not known, and where a part of a name is not. */
  protected namesKnown(text: string, pieces: readonly (string | null)[], bases: ReadonlySet<string>): void {
    if (this.held.readings(text).length > 0) return;
    for (const base of bases) this.protectedName(withGaps(pieces), base);
  }

  /** The same for each folder that the line says that the variable in front may hold. */
  private ledBy(value: Value): (string | null)[][] {
    const [variable] = /^\$(\w+|\{\w+\})(?=\/)/.exec(value.template ?? value.text) ?? [];
    const [, first, ...rest] = piecesOf(value);
    if (variable === undefined || typeof first !== 'string') return [];
    return this.held.readings(variable).map((folder) => [folder + first, ...rest]);
  }

  /** The known parts of a word, once for each folder that the variable in front of it may hold, where the line itself says what it holds. */
  private begun(value: Value, variable: string | undefined): readonly (readonly (string | null)[])[] {
    const known = literal(`$${variable}`);
    const isOpen =
      variable === undefined ||
      this.held.isCut(known.text) ||
      this.origins.of(known, this.spends).length > 0 ||
      (value.many && this.held.readings(known.text).some((one) => /[\s*?[]/.test(one)));
    const led = isOpen ? [] : this.ledBy(value);
    return led.length > 0 ? led : [piecesOf(value)];
  }

  /** A word of which one of these is a part. */
  protected mayBeListed(
    name: string,
    pieces: readonly (string | null)[],
    { roots, change }: Found,
    bases: ReadonlySet<string>,
  ): void {
    if (change) return this.mayBeChanged(name, pieces, roots, change, bases);
    // Of more parts, nobody says which it is.
    const [start, end] = pieces.length > 3 ? ['', ''] : [pieces[0] ?? '', pieces.at(-1) ?? ''];
    for (const word of roots) {
      if (word.dynamic) {
        const text = start + enclosed(this.filled(word)) + end;
        this.mayMean(text, bases, word.many);
        this.namesKnown(text, [start, ...piecesOf(word), end], bases);
        if (this.held.isCut(text)) this.writesUnreadAt(name, pieces);
        continue;
      }
      if (word.glob === undefined) {
        for (const base of bases) this.protectedName(start + word.text + end, base);
        continue;
      }
      const whole = { ...word, text: start + word.text, glob: start + word.glob, tilde: word.tilde && start === '' };
      if (this.findsUnread([whole], bases)) this.writesUnreadAt(name, pieces);
      for (const base of bases)
        for (const path of this.reached(whole, base))
          if (this.isGuarded(path)) this.paths.add(path);
          else this.protectedName(path + end, base);
    }
  }

  /** The same, where each of them is changed. */
  private mayBeChanged(
    name: string,
    pieces: readonly (string | null)[],
    words: readonly Value[],
    change: Change,
    bases: ReadonlySet<string>,
  ): void {
    const [start, end] = around(pieces);
    if (this.findsUnread(words, bases)) this.writesUnreadAt(name, pieces);
    for (const word of words) {
      const text = this.filled(word);
      // What stands there from elsewhere is told by its own origin.
      const texts = word.dynamic ? this.held.readings(text, '') : [text];
      if (word.dynamic && this.held.isCut(text)) this.writesUnreadAt(name, pieces);
      for (const base of bases) {
        const found = word.glob === undefined ? [] : this.reached(word, base).map((path) => asWritten(word, base, path));
        this.spend((texts.length + found.length) / 2);
        for (const one of [...texts, ...found].map(change))
          if (one === undefined) this.writesUnreadAt(name, pieces);
          else this.protectedName(start + one + end, base);
      }
    }
  }

  /** A word with what its substitutions are known to write in their place. */
  protected filled({ template, text }: Value): string {
    return this.origins.filled(template ?? text, this.spends);
  }

  /** A text that nobody has read makes up what is not known of a name. */
  protected writesUnreadAt(name: string, pieces: readonly (string | null)[]): void {
    if (this.mayLieIn(pieces)) this.writesUnread(name);
  }

  /** What begins with anything may lie in any folder, whatever its name. */
  private mayLieIn(pieces: readonly (string | null)[]): boolean {
    return pieces[0] === null || this.mayBeOne(pieces);
  }

  private get searching() {
    return { names: this.names ?? (() => undefined), spend: this.spends };
  }

  private ownFolders(): readonly string[] {
    return this.around.folders ?? [this.around.cwd];
  }

  private mayBeOne(pieces: readonly (string | null)[]): boolean {
    return mayBeGuarded(pieces, this.ownFolders(), this.around.home);
  }

  /** A file of the folder that the line is in, which may be any. */
  protected writesInUnread(name: string, { text, glob }: Value): void {
    if (/^[/~]/.test(text)) return;
    // Of a pattern, what stands behind its last sign is known.
    const end = glob === undefined ? posix.join('/', text) : text.replace(/^.*[*?\])]/s, '');
    if (this.isInUnread || (this.mayBeInGuarded && this.mayBeOne([null, end]))) this.writesUnread(name);
  }

  protected writesUnread(name: string): void {
    this.guarded.add(`any path (by ${shown(name)}, which is told only when it runs what to write)`);
  }

  /** A program writes what another finds: protected paths among that are named, and what it finds in a folder is looked for. */
  protected writesFound(name: string, found: Found, bases: ReadonlySet<string>): void {
    const { roots, isList, isData, change } = found;
    if (isData || (isList && change) || this.findsUnread(roots, bases)) return this.writesUnread(name);
    if (isList) {
      for (const root of roots.filter(({ dynamic }) => dynamic))
        if (this.openWrites.size < mostOpen) this.writesOpen(name, root, bases);
        else this.writesUnread(name);
      return this.plainOperands(roots);
    }
    const open = roots.filter((root) => root.dynamic && !this.openRoots.has(root));
    this.openSearches.push({ name, found: { ...found, roots: open }, bases: new Set(bases) });
    for (const one of this.findsGuarded(name, found, bases)) this.finds(name, one);
  }

  private finds(name: string, { path, isGuess }: FoundPath): void {
    const why = isGuess ? 'more is found than can be looked through' : 'which writes what is found';
    this.guarded.add(`${path} (by ${shown(name)}, ${why})`);
  }

  /** Names that are found are a part of what is written: they may be found in another folder, or be no protected ones there. */
  protected writesNamed(
    name: string,
    pieces: readonly (string | null)[],
    found: Found,
    bases: ReadonlySet<string>,
    isLookedFor: boolean,
  ): void {
    const { roots, isList, isData, from } = found;
    if (isData || isList) return;
    const holes = pieces.flatMap((piece, i) => (piece === null ? [i] : []));
    for (const [hole, base] of holes.flatMap((hole) => [...bases].map((base) => [hole, base] as const))) {
      // What else is not known of it is told as it is elsewhere.
      const [start, end] = [pieces.slice(0, hole), pieces.slice(hole + 1)].map(withGaps);
      const [, before = '', own = ''] = /^(.*\/)?([^/]*)$/s.exec(start!)!;
      const folder = this.resolve(before || '.', before.startsWith('~'), base);
      const becomes = (form: string, found: string) => {
        const path = posix.join(folder, own + form + end);
        if ((path === found && isLookedFor) || !this.isGuarded(path)) return undefined;
        return this.names?.(posix.dirname(path)) ? path : undefined;
      };
      for (const root of roots.length > 0 ? roots : [literal('.')])
        for (const place of from ?? bases)
          for (const path of root.dynamic ? [] : this.reached(root, place)) {
            const one = guardedByName(found, path, root.text, this.searching, becomes);
            if (one) this.finds(name, one);
          }
    }
  }

  /** Protected paths among what is found. */
  protected findsGuarded(name: string, found: Found, bases: ReadonlySet<string>): FoundPath[] {
    const { roots } = found;
    const isGuarded = (path: string) => this.isGuarded(path);
    const places = { ...this.searching, isGuarded, own: [...this.ownFolders(), this.around.home] };
    for (const root of roots)
      if (root.dynamic && !this.openRoots.has(root)) {
        this.openRoots.add(root);
        this.writesOpen(name, root, bases);
      }
    const known = roots.flatMap((root) => (root.dynamic ? this.held.readings(this.filled(root)).map(literal) : [root]));
    return [...new Set([...bases, ...(found.from ?? [])])].flatMap((base) =>
      (roots.length > 0 ? known : [literal('.')]).flatMap((root) =>
        this.reached(root, base).flatMap((folder) => {
          const one = isGuarded(folder) ? { path: folder } : guardedAmong(found, folder, root.text, places);
          return one ? [one] : [];
        }),
      ),
    );
  }
}
