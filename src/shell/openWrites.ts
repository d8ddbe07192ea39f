/** Writes by words that are only known when the line runs: judged by where those come from, once all is known that the line says of it. */
import { isAbsolute, posix, relative as relativePath } from 'node:path';
import { type Change, type Found, listed, unread } from './foundFiles';
import { type FoundPath, guardedAmong } from './foundSearch';
import { mayBeGuarded } from './likelyNames';
import { LineNames } from './lineNames';
import { shown } from './lineReport';
import { enclosed, Origins } from './origins';
import { literal, type Value } from './words';

const mostOpen = 500;
/** A text of more than anyone would hand on as names. */
const longestList = 20_000;
/** A text that the line only has when it runs. */
export const opened = (text: string): Value => ({ text, dynamic: true, tilde: false, pieces: [null] });

/** As it is written from there, where it lies beneath. */
function relative(base: string, path: string): string {
  const short = relativePath(base, path);
  return /^\.\.(\/|$)/.test(short) || isAbsolute(short) ? path : short;
}

export class OpenWrites extends LineNames {
  /** Protected paths that it may write without naming them, in words. */
  readonly guarded = new Set<string>();
  /** What the last command writes to its output as names. */
  protected found: Found | undefined;
  /** What the pipe around a substitution hands to what reads its input there. */
  protected outer: Found | undefined;
  protected readonly origins = new Origins();
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
    const [, plain, braced] = /^\$(?:(\w+)|\{(\w+)\})\//.exec(value.template ?? value.text) ?? [];
    const variable = [plain, braced].find((one) => one !== undefined && this.surelySet.has(one));
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
    const spend = (steps: number) => this.spend(steps);
    for (const { name, value, bases, variable } of this.openWrites.values()) {
      const pieces = value.pieces ?? [null];
      const mayBe = this.mayLieIn(pieces);
      const text = this.filled(value);
      const readings = this.held.readings(text, '');
      for (const reading of readings) for (const base of bases) this.protectedName(reading, base);
      this.namesKnown(text, pieces, bases);
      for (const one of this.ledBy(value)) this.namesKnown(text, one, bases);
      if (this.held.isCut(text)) this.writesUnreadAt(name, pieces);
      for (const origin of this.origins.of(value, spend)) {
        if (origin.isList && origin.change && !this.isOne(value)) this.writesUnreadAt(name, pieces);
        else if (origin.isList) this.mayBeListed(name, pieces, origin, bases);
        else if (origin.isData) for (const one of this.begun(value, variable)) this.writesUnreadAt(name, one);
        else if (mayBe) this.writesFound(name, origin, bases);
      }
    }
    for (const { name, found, bases } of this.openSearches)
      for (const folder of found.roots.flatMap((root) => this.held.readings(this.filled(root))))
        this.writesFound(name, { ...found, roots: [literal(folder)] }, bases);
  }

  /** Whatever nobody knows of a name, it is protected by what is known around that: where a whole folder is not known, and where a part of a name is not. */
  protected namesKnown(text: string, pieces: readonly (string | null)[], bases: ReadonlySet<string>): void {
    if (this.held.readings(text).length > 0) return;
    const known = pieces.map((piece) => piece ?? '\0').join('');
    const name = known.replace(/(^|\/)\0+(?=\/|$)/g, '$1.').replace(/\0+/g, '_');
    for (const base of bases) this.protectedName(name, base);
  }

  /** The same for each folder that the line says that the variable in front may hold. */
  private ledBy({ text, template, pieces = [null] }: Value): (string | null)[][] {
    const [variable] = /^\$(\w+|\{\w+\})(?=\/)/.exec(template ?? text) ?? [];
    const [, first, ...rest] = pieces;
    if (variable === undefined || typeof first !== 'string') return [];
    return this.held.readings(variable).map((folder) => [folder + first, ...rest]);
  }

  /** The known parts of a word, once for each folder that the variable in front of it may hold, where the line itself says what it holds. */
  private begun({ pieces = [null], many }: Value, variable: string | undefined): (string | null)[][] {
    if (variable === undefined || pieces[0] !== null || !pieces[1]?.startsWith('/')) return [[...pieces]];
    const known = literal(`$${variable}`);
    const isOpen = this.held.isCut(known.text) || this.origins.of(known, (steps) => this.spend(steps)).length > 0;
    const folders = isOpen ? [] : this.held.readings(known.text);
    return folders.length === 0 || (many && folders.some((one) => /[\s*?[]/.test(one)))
      ? [[...pieces]]
      : folders.map((one) => [one + pieces[1], ...pieces.slice(2)]);
  }

  /** A word of which one of these is a part. */
  protected mayBeListed(
    name: string,
    pieces: readonly (string | null)[],
    { roots, change }: Found,
    bases: ReadonlySet<string>,
  ): void {
    if (change) return this.mayBeChanged(name, pieces, roots, change, bases);
    const [start, end] = pieces.length > 3 ? ['', ''] : [pieces[0] ?? '', pieces.length > 1 ? (pieces.at(-1) ?? '') : ''];
    for (const word of roots) {
      if (word.dynamic) {
        const text = start + enclosed(this.filled(word)) + end;
        this.mayMean(text, bases);
        this.namesKnown(text, [start, ...(word.pieces ?? [null]), end], bases);
        if (this.held.isCut(text)) this.writesUnreadAt(name, pieces);
        continue;
      }
      const whole = start === '' || word.glob === undefined ? word : { ...literal(start + word.text), glob: start + word.glob };
      if (this.findsUnread([whole], bases)) this.writesUnreadAt(name, pieces);
      for (const base of bases)
        if (word.glob === undefined) this.protectedName(start + word.text + end, base);
        else
          for (const path of this.reached(whole, base))
            if (this.isGuarded(path)) this.paths.add(path);
            else if (end !== '') this.protectedName(path + end, base);
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
    const at = pieces.indexOf(null);
    if (at < 0 || pieces.indexOf(null, at + 1) >= 0) return this.writesUnreadAt(name, pieces);
    const [start, end] = [pieces.slice(0, at).join(''), pieces.slice(at + 1).join('')];
    if (this.findsUnread(words, bases)) this.writesUnreadAt(name, pieces);
    for (const word of words) {
      const text = word.glob === undefined ? this.filled(word) : word.text;
      // What stands there from elsewhere is told by its own origin.
      const texts = word.dynamic ? this.held.readings(text, '') : [text];
      if (word.dynamic && this.held.isCut(text)) this.writesUnreadAt(name, pieces);
      for (const base of bases) {
        const found = word.glob === undefined ? [] : this.reached(word, base).map((path) => relative(base, path));
        this.spend((texts.length + found.length) / 2);
        for (const one of [...texts, ...found].map(change))
          if (one === undefined) this.writesUnreadAt(name, pieces);
          else this.protectedName(start + one + end, base);
      }
    }
  }

  /** One thing that is not known, and what is known around it. */
  private isOne({ text, pieces = [null] }: Value): boolean {
    const at = pieces.indexOf(null);
    const [start, end] = [pieces.slice(0, at).join(''), pieces.slice(at + 1).join('')];
    return pieces.indexOf(null, at + 1) < 0 && this.origins.isOne(text.slice(start.length, text.length - end.length));
  }

  /** A word with what its substitutions are known to write in their place. */
  protected filled({ template, text }: Value): string {
    return this.origins.filled(template ?? text, (steps) => this.spend(steps));
  }

  /** A text that nobody has read makes up what is not known of a name. */
  protected writesUnreadAt(name: string, pieces: readonly (string | null)[]): void {
    if (this.mayLieIn(pieces)) this.writesUnread(name);
  }

  /** What begins with anything may lie in any folder, whatever its name. */
  private mayLieIn(pieces: readonly (string | null)[]): boolean {
    return pieces[0] === null || this.mayBeOne(pieces);
  }

  private mayBeOne(pieces: readonly (string | null)[]): boolean {
    return mayBeGuarded(pieces, this.around.folders ?? [this.around.cwd], this.around.home);
  }

  /** A file of the folder that the line is in, which may be any. */
  protected writesInUnread(name: string, { text, glob }: Value): void {
    if (/^[/~]/.test(text)) return;
    // Of a pattern, what stands behind its last sign is known.
    const end = glob === undefined ? posix.join('/', text) : text.replace(/^.*[*?\])]/s, '');
    if (this.isInUnread || (this.mayBeInGuarded && this.mayBeOne([null, end]))) this.writesUnread(name);
  }

  private writesUnread(name: string): void {
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
    if (open.length > 0) this.openSearches.push({ name, found: { ...found, roots: open }, bases: new Set(bases) });
    for (const { path, isGuess } of this.findsGuarded(name, found, bases))
      this.guarded.add(
        `${path} (by ${shown(name)}, ${isGuess ? 'more is found than can be looked through' : 'which writes what is found'})`,
      );
  }

  /** Protected paths among what is found. */
  protected findsGuarded(name: string, found: Found, bases: ReadonlySet<string>): FoundPath[] {
    const { roots } = found;
    const { folders = [this.around.cwd], home } = this.around;
    const isGuarded = (path: string) => this.isGuarded(path);
    const spend = (steps: number) => this.spend(steps);
    const places = { names: this.names ?? (() => undefined), isGuarded, own: [...folders, home], spend };
    for (const root of roots)
      if (root.dynamic && !this.openRoots.has(root)) {
        this.openRoots.add(root);
        this.writesOpen(name, root, bases);
      }
    const known = roots.flatMap((root) => (root.dynamic ? this.held.readings(this.filled(root)).map(literal) : [root]));
    return [...bases].flatMap((base) =>
      (roots.length > 0 ? known : [literal('.')]).flatMap((root) =>
        this.reached(root, base).flatMap((folder) => {
          const one = isGuarded(folder) ? { path: folder } : guardedAmong(found, folder, root.text, places);
          return one ? [one] : [];
        }),
      ),
    );
  }
}
