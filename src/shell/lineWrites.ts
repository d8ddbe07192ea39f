/** What a line writes: by redirections, by what its programs name, and by what they write without naming it. */

import { basename, posix } from 'node:path';
import type { Redirection } from 'unbash';
import type { Uncertainty } from '../shared/dispatch';
import { type Operand, operandsOf } from './commandPaths';
import { type Found, foundBy, isReader, listed, passedOn, unread, writesFiles, writtenWords } from './foundFiles';
import { type FoundPath, guardedAmong } from './foundSearch';
import { mayBeGuarded } from './likelyNames';
import { LineNames, quietDevices } from './lineNames';
import type { After } from './linePlaces';
import { shown } from './lineReport';
import { Origins } from './origins';
import { linkOf, outputsOf } from './outputs';
import { namesCode, OwnCode } from './ownCode';
import { isInside } from './paths';
import { isInput } from './shellScript';
import { literal, type Value } from './words';
import { behind } from './wrapperWords';
import type { WriteEffect } from './writeEffects';
import { writesOf } from './writing';

const mostOpen = 500;
/** A text of more than anyone would hand on as names. */
const longestList = 20_000;
const mostGuesses = 16;
const copies = /^(g?(cp|mv|ln|install)|rsync|scp)$/;
const edits = /^(g?sed|perl|ruby)$/;
const makes = /^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc|go|javac|tsc|esbuild|ld|kotlinc|swiftc|ghc)$/;
/** A text that the line only has when it runs. */
const opened = (text: string): Value => ({ text, dynamic: true, tilde: false, pieces: [null] });

/** Known parts that stand side by side are one. */
const joined = (all: (string | null)[], piece: string | null): (string | null)[] => {
  const last = all.at(-1);
  return typeof last === 'string' && piece !== null ? [...all.slice(0, -1), last + piece] : [...all, piece];
};

export class LineWrites extends LineNames {
  /** Protected paths that it may write without naming them, in words. */
  readonly guarded = new Set<string>();
  protected readonly own = new OwnCode((steps) => this.spend(steps));
  /** The text that the command writes to files, as far as it stands in the line. */
  protected writing: readonly string[] = [];
  /** What the last command writes to its output as names. */
  protected found: Found | undefined;
  /** What the pipe around a substitution hands to what reads its input there. */
  protected outer: Found | undefined;
  protected readonly origins = new Origins();
  /** What functions of the line write to their output. */
  protected readonly outputs = new Map<string, Found>();
  /** The line goes to a folder that a text names which nobody has read. */
  private isInUnread = false;
  /** Files that are written by a word that is only known when it runs. */
  private readonly openWrites: { name: string; value: Value; bases: ReadonlySet<string>; variable?: string }[] = [];
  /** Variables that the line has set by here, in no subshell and whatever else comes of it. */
  protected readonly surelySet = new Set<string>();

  protected operands(name: string, args: readonly Value[]): void {
    const { operands, folders, isExact } = operandsOf(name, args);
    const files = operands.filter(({ value, rule, isOption }) => rule === 'sure' || (isOption && value.dynamic));
    this.found =
      this.outputs.get(name) ??
      foundBy(name, args) ??
      passedOn(
        name,
        args,
        files.map(({ value }) => value),
        this.given(isReader(name)),
      );
    const bases = isExact ? new Set<string>() : new Set(this.folders);
    for (const folder of folders) {
      if (folder.dynamic) for (const base of this.folders) bases.add(base);
      else for (const base of this.folders) for (const path of this.reached(folder, base)) bases.add(path);
    }
    for (const { value, rule } of operands) this.operand(value, rule, bases);
    if (name === 'dd') {
      for (const arg of args) if (arg.dynamic && arg.text.startsWith('of=')) this.writesOpen(name, behind(arg, 3), bases);
    } else if (writesFiles(name, args)) {
      const own = writtenWords(name, args);
      for (const { value } of operands)
        if (own.includes(value))
          if (value.dynamic) this.writesOpen(name, value, bases);
          else this.writesInUnread(name, value);
    }
    this.search(name, args, operands, bases);
    for (const effect of writesOf(name, args)) this.write(name, effect, bases);
    this.writesOutputs(name, args, operands, bases);
    const link = linkOf(name, args);
    if (link?.target.dynamic) this.writesOpen(name, link.target, bases);
    // What is run by the new name is no more than what the old one is.
    if (link) for (const base of bases) for (const path of this.link(link.target, link.at, base)) this.own.write(path);
    for (const folder of folders) if (!folder.dynamic) this.name(folder, this.folders);
  }

  private writesOutputs(name: string, args: readonly Value[], operands: readonly Operand[], bases: ReadonlySet<string>): void {
    const outputs = outputsOf(name, args);
    if (outputs.length === 0) return;
    const reached = (value: Value) => (value.dynamic ? [] : [...bases].flatMap((base) => this.reached(value, base)));
    // A copy holds what stood in the other file.
    const copied = copies.test(name) ? operands.flatMap(({ value }) => reached(value)) : [];
    // What is made of code that the line has written is that code.
    if (makes.test(name) && !operands.some(({ value }) => reached(value).some((path) => this.own.has(path)))) return;
    const texts = copied.length > 0 ? copied.flatMap((path) => this.own.textsOf(path)) : this.writing;
    for (const output of outputs)
      if (output.dynamic) this.writesOpen(name, output, bases);
      else this.writes(output, bases, texts, edits.test(name));
  }

  /** Where a line goes may be known by where the word comes from. */
  protected override changeFolder(name: string, args: Value[]): After {
    const after = super.changeFolder(name, args);
    // In more places than are followed, nobody has read where it is.
    this.isInUnread ||= after.ok === after.failed;
    const [target] = args.filter(({ dynamic }) => dynamic);
    if (!target) return after;
    const text = this.filled(target);
    this.namesEnd(text, target.pieces ?? [null], this.folders);
    for (const reading of this.held.readings(text))
      for (const folder of [...this.folders].flatMap((base) => this.reached(literal(reading), base))) {
        if (after.ok.size < mostGuesses) after.ok.add(folder);
        else this.isInUnread ||= !after.ok.has(folder);
        if (this.isGuarded(folder)) this.paths.add(folder);
      }
    this.isInUnread ||= this.held.isCut(text);
    for (const origin of this.origins.of(target, (steps) => this.spend(steps)))
      if (origin.isList) this.mayBeListed(name, target.pieces ?? [null], origin.roots, this.folders);
      else this.isInUnread ||= origin.isData === true || this.findsGuarded(name, origin, this.folders).length > 0;
    return after;
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
        this.own.write(path);
      }
      return;
    }
    const { folder } = effect;
    if (folder?.dynamic) return this.writesOpen(name, folder, bases);
    for (const base of bases)
      for (const target of folder ? this.reached(folder, base) : [base]) {
        const inside = this.names?.(target);
        if (effect.kind === 'into') {
          if (inside === undefined && !folder?.text.endsWith('/')) continue;
          for (const source of effect.sources)
            for (const path of source.dynamic ? [] : this.reached(source, base)) {
              const copy = this.resolve(basename(path), false, target);
              this.paths.add(copy);
              this.own.write(copy, this.own.textsOf(path));
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
    this.openWrites.push({ name, value, bases: new Set(bases), variable });
  }

  /** What the words that were open may be, now that all is known that the line says of it. */
  private closeWrites(): void {
    const spend = (steps: number) => this.spend(steps);
    for (const { name, value, bases, variable } of this.openWrites) {
      const pieces = value.pieces ?? [null];
      const mayBe = mayBeGuarded(pieces, this.around.folders ?? [this.around.cwd], this.around.home);
      const text = this.filled(value);
      const readings = this.held.readings(text, '');
      for (const reading of readings) for (const base of bases) this.protectedName(reading, base);
      this.namesEnd(text, pieces, bases);
      if (this.held.isCut(text)) this.writesUnreadAt(name, pieces);
      for (const origin of this.origins.of(value, spend)) {
        if (origin.isList) this.mayBeListed(name, pieces, origin.roots, bases);
        else if (origin.isData) for (const one of this.begun(value, variable)) this.writesUnreadAt(name, one);
        else if (mayBe) this.writesFound(name, origin, bases);
      }
    }
  }

  /** In whatever folder that nobody knows, a name is protected by what is known of its end. */
  private namesEnd(text: string, pieces: readonly (string | null)[], bases: ReadonlySet<string>): void {
    const [start, end, ...more] = pieces;
    if (start === null && end?.startsWith('/') && more.length === 0 && this.held.readings(text).length === 0)
      for (const base of bases) this.protectedName(`.${end}`, base);
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
    words: readonly Value[],
    bases: ReadonlySet<string>,
  ): void {
    const [start, end] = pieces.length > 3 ? ['', ''] : [pieces[0] ?? '', pieces.length > 1 ? (pieces.at(-1) ?? '') : ''];
    for (const word of words) {
      if (word.dynamic) {
        const text = start + this.filled(word) + end;
        this.mayMean(text, bases);
        if (start === '')
          this.namesEnd(text, [...(word.pieces ?? [null]), ...(end === '' ? [] : [end])].reduce(joined, []), bases);
        if (this.held.isCut(text)) this.writesUnreadAt(name, pieces);
        continue;
      }
      for (const base of bases)
        if (word.glob === undefined) this.protectedName(start + word.text + end, base);
        else
          for (const path of this.reached(start === '' ? word : { ...literal(start + word.text), glob: start + word.glob }, base))
            if (this.isGuarded(path)) this.paths.add(path);
            else if (end !== '') this.protectedName(path + end, base);
    }
  }

  /** A word with what its substitutions are known to write in their place. */
  protected filled({ template, text }: Value): string {
    return this.origins.filled(template ?? text, (steps) => this.spend(steps));
  }

  /** A text that nobody has read makes up what is not known of a name. */
  protected writesUnreadAt(name: string, pieces: readonly (string | null)[]): void {
    const { folders = [this.around.cwd], home } = this.around;
    if (mayBeGuarded(pieces, folders, home)) this.writesUnread(name);
  }

  /** A file of the folder that the line is in, which may be any. */
  private writesInUnread(name: string, { text }: Value): void {
    if (this.isInUnread && !/^[/~]/.test(text)) this.writesUnreadAt(name, [null, posix.join('/', text)]);
  }

  private writesUnread(name: string): void {
    this.guarded.add(`any path (by ${shown(name)}, which is told only when it runs what to write)`);
  }

  /** A program writes what another finds: protected paths among that are named, and what it finds in a folder is looked for. */
  protected writesFound(name: string, found: Found, bases: ReadonlySet<string>): void {
    const { roots, isList, isData } = found;
    if (isData) return this.writesUnread(name);
    if (isList) {
      for (const root of roots.filter(({ dynamic }) => dynamic))
        if (this.openWrites.length < mostOpen) this.writesOpen(name, root, bases);
        else this.writesUnread(name);
      return this.plainOperands(roots);
    }
    for (const { path, isGuess } of this.findsGuarded(name, found, bases))
      this.guarded.add(
        `${path} (by ${shown(name)}, ${isGuess ? 'more is found than can be looked through' : 'which writes what is found'})`,
      );
  }

  /** Protected paths among what is found. */
  private findsGuarded(name: string, found: Found, bases: ReadonlySet<string>): FoundPath[] {
    const { roots } = found;
    const { folders = [this.around.cwd], home } = this.around;
    const isGuarded = (path: string) => this.isGuarded(path);
    const spend = (steps: number) => this.spend(steps);
    const places = { names: this.names ?? (() => undefined), isGuarded, own: [...folders, home], spend };
    for (const root of roots) if (root.dynamic) this.writesOpen(name, root, bases);
    return [...bases].flatMap((base) =>
      (roots.length > 0 ? roots : [literal('.')]).flatMap((root) =>
        (root.dynamic ? [] : this.reached(root, base)).flatMap((folder) => {
          const one = isGuarded(folder) ? { path: folder } : guardedAmong(found, folder, root.text, places);
          return one ? [one] : [];
        }),
      ),
    );
  }

  /** A protected path that lies in the folder, or would if it were made there; undefined where nothing in it is protected. */
  private guardedIn(folder: string): string | undefined {
    const { folders = [this.around.cwd], home } = this.around;
    if (this.isGuarded(folder)) return folder;
    const own = [...folders, home].find((one) => isInside(folder, one));
    if (own !== undefined) return this.resolve('.vscode', false, own);
    const name = this.names?.(folder)?.find((one) => this.isGuarded(this.resolve(one, false, folder)));
    return name === undefined ? undefined : this.resolve(name, false, folder);
  }

  protected redirect(redirect: Redirection): void {
    if (redirect.type !== 'Redirect' || !redirect.target) return;
    const { operator } = redirect;
    const writes = operator !== '<' && operator !== '<&';
    for (const value of this.values(redirect.target)) {
      if (/^\d*-?$/.test(value.text) && operator.includes('&') && !value.dynamic) continue;
      if (value.dynamic) {
        this.complete = false;
        this.mayMean(value.template ?? value.text, this.folders);
        if (writes) this.writesOpen('>', value, this.folders);
      } else {
        this.name(value, this.folders);
        if (writes) this.writesInUnread('>', value);
      }
      if (writes) this.writes(value, this.folders);
      this.barRedirect(value, writes);
    }
  }

  private barRedirect(value: Value, writes: boolean): void {
    const { folders = [this.around.cwd] } = this.around;
    if (value.dynamic || value.glob !== undefined)
      return this.bar(`which file ${shown(value.text)} ${writes ? 'writes' : 'reads'} is only known when it runs`);
    if (/^\/dev\/(tcp|udp)\//.test(value.text)) return this.bar(`${shown(value.text)} is a connection to the network`);
    if (!writes || quietDevices.test(value.text)) return;
    for (const base of this.folders)
      for (const path of this.reached(value, base))
        if (!folders.some((folder) => isInside(folder, path)) || this.isGuarded(path)) this.bar(`it writes to ${path}`);
    if (value.tilde && /^~[^/]/.test(value.text)) this.bar(`it writes to ${value.text}`);
  }

  private writes(value: Value, bases: ReadonlySet<string>, texts = this.writing, isEdited = false): void {
    if (!value.dynamic && !quietDevices.test(value.text))
      for (const base of bases) for (const path of this.reached(value, base)) this.own.write(path, texts, isEdited);
  }

  /** `name` runs the text of a file: what is there when the line is judged, unless the line writes it. */
  protected runsFile(name: string, file: Value, kind: Uncertainty['kind'] = 'code'): void {
    if (file.dynamic || file.text === '-' || isInput(file.text))
      this.unknowable(`what ${shown(name)} runs is only known when it runs`, kind);
    else
      for (const base of this.folders)
        for (const path of this.reached(file, base)) {
          // A shell finds the file as it is named.
          this.own.run(name, path, kind, (one) => (kind === 'line' ? one.path === path : namesCode(path, one)));
          if (kind === 'line') for (const text of this.own.textsOf(path)) this.runsText(text);
        }
  }

  /** Reads a shell script that the line holds in another way than as a word. */
  protected runsText(_script: string): void {}

  /** A program may have code loaded that one of its words names, as a file or as what it is found by. */
  protected loads(name: string, { text, dynamic, glob }: Value): void {
    if (dynamic || glob !== undefined) return;
    const parts = [text, text.replace(/^--?[\w-]+=/, ''), text.replace(/^-\w/, '')].flatMap((one) => [
      one,
      ...one.split(/[:,;=]/),
    ]);
    for (const part of new Set(parts.flatMap((one) => [one, one.replace(/\/\.\.\.$/, ''), one.replaceAll('.', '/')])))
      if (part !== '' && !/^-|\/\/|^\/*$/.test(part))
        for (const base of this.folders) {
          const path = this.resolve(part, part.startsWith('~'), base);
          this.own.run(name, path, 'code', (one) => namesCode(path, one));
        }
  }

  /** Nobody has read all of it: what it writes may be anything. */
  override giveUp(reason: string): void {
    super.giveUp(reason);
    this.guarded.add(`any path (by the line: ${reason})`);
  }

  /** Code in which the output of commands stands is read once they have been. */
  protected override namedInCode(texts: readonly string[]): void {
    const open = texts.filter((text) => /`|\$\(/.test(text));
    if (open.length > 0) this.openCode.push(...open);
    super.namedInCode(texts);
  }
  private readonly openCode: string[] = [];

  /** Called where all of the line has been read. */
  conclude(): void {
    for (const { name, kind, texts } of this.own.ran()) {
      this.unknowable(`what ${shown(name)} runs is written by the line itself`, kind);
      this.namedInCode(texts);
    }
    for (const text of this.openCode.splice(0)) super.namedInCode([this.filled(literal(text))]);
    this.closeWrites();
  }
}
