/** What a line writes: by redirections, by what its programs name, and by what they write without naming it. */

import { basename, join } from 'node:path';
import { OwnCode } from '../code/ownCode';
import { operandsOf } from '../files/commandPaths';
import { type Found, listed, unread, unsure } from '../files/found';
import { foundBy } from '../files/foundFiles';
import { tellsTop } from '../files/gitPlaces';
import { isReader, passedOn } from '../files/passedOn';
import type { Operand } from '../files/tableOperands';
import type { WriteEffect } from '../files/writeEffects';
import { mayBeProtected } from '../paths/paths';
import { shown } from '../syntax/lineReport';
import { isOpen, literal, meant, type Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';
import { writesFiles, writtenWords } from '../writes/fileEditors';
import { isGitSettings } from '../writes/gitWriting';
import { compilers, isFedText, unpacks } from '../writes/madeFiles';
import { linkOf, openOutputs, outputsOf } from '../writes/outputs';
import { writesOf } from '../writes/writing';
import { quietDevices } from './lineNames';
import type { After } from './linePlaces';
import { OpenWrites } from './openWrites';
import type { TrackedFiles } from './surroundings';

const mostGuesses = 16;
/** By such a name, what surrounds the line tells where the project lies, or all that is the user's. */
const namesRoot = /^\$\{?(\w*_)?(ROOT|HOME|WORKSPACE|REPO|REPOSITORY|PROJECT|PROJECT_DIR|TOPLEVEL|PWD|CWD|OLDPWD)\}?\/*$/;
/** What they write is a copy, or is an edit of what was there. */
const copies = /^(g?(cp|mv|ln|install)|rsync|scp)$/;
const edits = /^(g?sed|perl|ruby)$/;

/** They read no more of what they are given than its text. */
const readsPipes = /^(diff|colordiff|sdiff|cmp|comm|cat|sort|join|paste|wc|head|tail|e?grep|column|uniq|cut|nl|tee)$/;

export class LineWrites extends OpenWrites {
  /** The line says in which folders `cd` looks. */
  protected isSearched = false;
  /** Names that the line itself gives another meaning. */
  protected readonly functions = new Set<string>();
  protected readonly aliases = new Map<string, string>();
  protected override isRenamed(name: string): boolean {
    return this.functions.has(name) || this.aliases.has(name);
  }
  protected readonly own = new OwnCode((steps) => this.spend(steps));
  /** The text that the command writes to files, as far as it stands in the line, and whether that is all of it. */
  protected writing: readonly string[] = [];
  protected writesSaid = false;

  protected operands(name: string, args: readonly Value[]): void {
    const { operands } = operandsOf(name, args);
    // What is known of a word by the line is read as a word.
    const read = readsPipes.test(name) ? args.map((arg) => (arg.isPipe ? literal('-') : meant(arg))) : args.map(meant);
    const known = operandsOf(name, read);
    const { operands: named, folders } = known;
    const files = operands.filter(({ value, rule, isOption }) => rule === 'sure' || (isOption && value.dynamic));
    const bases = this.basesOf(known);
    const found = this.outputs.get(name) ?? this.foundIn(name, args, files, bases);
    this.found = found && !found.isList && !found.isData && !found.from ? this.trackedAmong(found, bases) : found;
    const link = linkOf(name, read);
    // What a link leads to is told from where that lies.
    for (const { value, rule } of named) if (value !== link?.target || isOpen(value)) this.operand(value, rule, bases);
    if (name === 'dd') {
      for (const arg of args) if (arg.dynamic && arg.text.startsWith('of=')) this.writesOpen(name, behind(arg, 3), bases);
    } else if (writesFiles(name, args)) {
      const own = writtenWords(name, args);
      for (const { value } of operands)
        if (own.includes(value))
          if (value.dynamic) this.writesOpen(name, value, bases);
          else this.writesInUnread(name, value);
    }
    if (writesFiles(name, args) && this.findsUnread(args, bases)) this.writesUnreadAt(name, [null]);
    this.search(name, read, named, bases);
    const isNew = (path: string) => this.own.has(path) || this.isOutside(path);
    const isGiven = ({ value }: Operand) => !isOpen(value) && [...bases].some((base) => this.reached(value, base).some(isNew));
    this.isNew = !unpacks(name, args) || this.feed.kind !== 'nothing' || named.some(isGiven);
    for (const effect of writesOf(name, args)) this.write(name, effect, bases);
    this.writesOutputs(name, args, operands, bases);
    if (link?.target.dynamic) this.writesOpen(name, link.target, bases);
    // What is run by the new name is no more than what the old one is.
    if (link)
      for (const base of bases)
        for (const path of this.link(link.target, link.at, base)) {
          this.own.write(path);
          this.paths.add(path);
        }
    for (const folder of folders) if (!folder.dynamic) this.name(folder, this.folders);
  }

  /** What it writes comes from elsewhere: what an archive or a patch holds that lies in the project is the project's. */
  private isNew = false;

  /** What it writes to its output as names, where the line does not say itself what the program is. */
  private foundIn(
    name: string,
    args: readonly Value[],
    files: readonly Operand[],
    bases: ReadonlySet<string>,
  ): Found | undefined {
    if (this.aliases.has(name)) return unread;
    if (name === 'git' && tellsTop(args)) return listed([...new Set([...bases].map((base) => this.topOf(base)))].map(literal));
    const given = this.given(isReader(name) || this.functions.has(name));
    if (this.functions.has(name)) return unsure(given);
    return (
      foundBy(name, args) ??
      passedOn(
        name,
        args,
        files.map(({ value }) => value),
        given,
      )
    );
  }

  private writesOutputs(name: string, args: readonly Value[], operands: readonly Operand[], bases: ReadonlySet<string>): void {
    for (const output of openOutputs(name, args)) this.writesOpen(name, output, bases);
    const outputs = outputsOf(name, args);
    if (outputs.length === 0) return;
    const reached = (value: Value) => (value.dynamic ? [] : [...bases].flatMap((base) => this.reached(value, base)));
    // A copy holds what stood in the other file.
    const copied = copies.test(name) ? operands.flatMap(({ value }) => reached(value)) : [];
    // What is made of code that the line has written, or feeds, is that code.
    const isMade = compilers.test(name) && !isFedText(name, args);
    if (isMade && !operands.some(({ value }) => reached(value).some((path) => this.own.has(path)))) return;
    const texts = copied.length > 0 ? copied.flatMap((path) => this.own.textsOf(path)) : this.writing;
    for (const output of outputs) this.writes(output, bases, texts, edits.test(name));
  }

  /** Where a line goes may be known by where the word comes from. */
  protected override changeFolder(name: string, words: Value[]): After {
    const args = words.map(meant);
    // More than one folder it goes to in none.
    this.isInUnread ||= this.findsUnread(
      args.filter(({ glob }) => glob !== undefined && /[*?[(].*\//.test(glob)),
      this.folders,
    );
    const after = super.changeFolder(name, args);
    // In more places than are followed, nobody has read where it is.
    this.mayBeInGuarded ||= after.ok === after.failed;
    // It may be looked for elsewhere first.
    this.isInUnread ||= this.isSearched && args.some(({ text }) => !/^([-./~]|$)/.test(text));
    const [target] = args.filter(({ dynamic }) => dynamic);
    if (!target) return after;
    const text = this.filled(target);
    this.namesKnown(text, target.pieces ?? [null], this.folders);
    for (const reading of this.held.readings(text))
      for (const folder of [...this.folders].flatMap((base) => this.reached(literal(reading), base))) {
        if (after.ok.size < mostGuesses) after.ok.add(folder);
        else this.mayBeInGuarded ||= !after.ok.has(folder);
        if (this.isGuarded(folder)) this.paths.add(folder);
      }
    this.isInUnread ||= this.held.isCut(text);
    for (const origin of this.origins.of(target, (steps) => this.spend(steps)))
      if (origin.isList && !origin.change) this.mayBeListed(name, target.pieces ?? [null], origin, this.folders);
      else if (origin.isData || origin.isList) this.isInUnread = true;
      else this.mayBeInGuarded ||= this.findsGuarded(name, origin, this.folders).length > 0;
    return after;
  }

  /** What a program writes beside what it names: as a path, or as a protected one where it may be anything. */
  protected write(name: string, effect: WriteEffect, bases: ReadonlySet<string>): void {
    if (effect.kind === 'other') return void this.guarded.add(effect.what);
    if (effect.kind === 'foreign') {
      for (const base of bases) this.own.brings(this.topOf(base), 'repository');
      return;
    }
    if (effect.kind === 'file') {
      for (const base of bases) {
        const path = this.resolve(effect.path, effect.path.startsWith('~'), base);
        this.paths.add(path);
        // Of its own settings git says which of them it sets.
        if (name === 'git' && isGitSettings(effect.path)) continue;
        if (!effect.isTree) this.own.write(path);
        else if (this.isNew) this.own.brings(path);
      }
      return;
    }
    if (effect.kind === 'found') {
      if (effect.isRead) this.walksFound(effect.found, bases);
      return this.writesFound(name, effect.found, bases);
    }
    if (effect.kind === 'tracked') {
      const { unless } = effect;
      if (unless) this.openEffects.push({ name, effect, word: unless, bases: new Set(bases) });
      else this.writesTracked(name, effect, bases);
      return;
    }
    const { folder } = effect;
    if (folder?.dynamic) {
      this.openEffects.push({ name, effect, word: folder, bases: new Set(bases) });
      return this.writesOpen(name, folder, bases);
    }
    const sources = effect.kind === 'into' ? effect.sources : effect.kind === 'contents' ? [effect.source] : [];
    if (this.findsUnread(folder ? [folder, ...sources] : sources, bases)) this.writesUnreadAt(name, [null]);
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
        if (this.isNew && !(effect.kind === 'anything' && effect.isOld)) this.own.brings(target);
        const held = effect.kind === 'contents' ? this.contents(effect.source, base) : undefined;
        const except = effect.kind === 'contents' ? effect.except : [];
        if (effect.kind === 'contents' && effect.deletes)
          for (const one of inside ?? []) if (!except.includes(one)) this.paths.add(this.resolve(one, false, target));
        for (const one of held ?? []) if (!except.includes(one)) this.paths.add(this.resolve(one, false, target));
        // Another command of the line may have changed what is there.
        if (!held || this.commands.length > 1) {
          const guarded = this.guardedIn(target);
          if (guarded !== undefined) this.guarded.add(`${guarded} (by ${shown(name)}, which may write anything in ${target})`);
        }
      }
  }

  /** Protected files among those that git writes without naming them. */
  private writesTracked(
    name: string,
    { specs, isSure, isElsewhere }: Extract<WriteEffect, { kind: 'tracked' }>,
    bases: ReadonlySet<string>,
  ): void {
    if (isElsewhere || this.namesOtherRepository) {
      this.guarded.add(`any path (by ${shown(name)}, which is told of another repository)`);
      return;
    }
    for (const base of bases) {
      const repository = this.trackedFrom(base);
      const found = repository
        ? [this.guardedAmong(repository, this.inSpecs(specs, base, isSure))]
        : this.namedBySpecs(specs, base, isSure).map((place) => this.guardedIn(place));
      for (const path of found)
        if (path !== undefined) this.guarded.add(`${path} (by ${shown(name)}, which may write all that the repository tracks)`);
    }
  }

  private guardedAmong({ folder, files }: TrackedFiles, isWritten: (path: string) => boolean): string | undefined {
    const { folders = [this.around.cwd], home, appFolders } = this.around;
    const isLikely = mayBeProtected(folder, { folders, home, appFolders });
    const found = files.find((file) => isLikely(file) && this.isGuarded(join(folder, file)) && isWritten(join(folder, file)));
    return found === undefined ? undefined : join(folder, found);
  }

  /** Effects by a word that is only known when the line runs: a folder in which is written, or a subcommand. */
  private readonly openEffects: { name: string; effect: WriteEffect; word: Value; bases: ReadonlySet<string> }[] = [];

  /** The same where it is known by then what they are. */
  private writeInOpen(): void {
    for (const { name, effect, word, bases } of this.openEffects.splice(0)) {
      const known = this.held.readings(this.filled(word)).map(literal);
      if (effect.kind === 'tracked') {
        // What it may be has been read.
        if (known.length === 0) this.write(name, { ...effect, unless: undefined }, bases);
      } else if (known.length === 0 && effect.kind === 'anything' && namesRoot.test(word.text)) this.writesUnread(name);
      else
        for (const one of known)
          if (one.text !== '' && !this.isProtected(one, bases))
            this.write(name, { ...effect, folder: one } as WriteEffect, bases);
    }
  }

  /** A protected folder is told by its name. */
  protected isProtected(folder: Value, bases: ReadonlySet<string>): boolean {
    return [...bases].some((base) => this.reached(folder, base).some((path) => this.isGuarded(path)));
  }

  /** The names in a folder as it is; undefined where they are not known. */
  private contents(source: Value, base: string): string[] | undefined {
    const [folder] = isOpen(source) ? [] : this.reached(source, base);
    return folder === undefined ? undefined : this.names?.(folder);
  }

  protected writes(value: Value, bases: ReadonlySet<string>, texts = this.writing, isEdited = false): void {
    if (!value.dynamic && !quietDevices.test(value.text))
      for (const path of [...bases].flatMap((base) => this.reached(value, base)))
        this.own.write(path, texts, isEdited, this.writesSaid);
  }

  /** Nobody has read all of it: what it writes may be anything. */
  override giveUp(reason: string): void {
    super.giveUp(reason);
    this.guarded.add(`any path (by the line: ${reason})`);
  }

  conclude(): void {
    this.writeInOpen();
    this.closeWrites();
  }
}
