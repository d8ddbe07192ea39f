/** What commands are handed when they run: names that others find, in their words or on their input, and scripts that are made of those. */

import { operandsOf } from '../files/commandPaths';
import { type Found, listed, unread } from '../files/found';
import { shown } from '../syntax/lineReport';
import { withEscapes } from '../syntax/parameterText';
import { readsOtherwise } from '../syntax/shellScript';
import { isOpen, literal, meant, type Value } from '../syntax/words';
import { writesFiles, writtenWords } from '../writes/fileEditors';
import { outputsOf } from '../writes/outputs';
import { writesOf } from '../writes/writing';
import { LineCode } from './lineCode';

/** What is put into the words of a command when it runs. */
export interface Holes {
  /** The text that stands for it; empty where words are added at the end. */
  text: string;
  /** It never begins with a dash. */
  operand?: true;
  /** The files of which it is one. */
  found?: Found | undefined;
  /** They are cut at blanks and quotes before. */
  cuts?: true;
}

const otherLanguage = /^#!.*\b(python|node|perl|ruby|php|lua|awk|deno|bun|tsx|osascript|expect)/;
export const maxDepth = 8;
export const tooDeep = 'it is nested too deep to be read';

/** Names that are looked at with the program that is handed them. */
const mostHanded = 50;
const putInto = (arg: Value, hole: string, text: string): Value =>
  isOpen(arg) || !arg.text.includes(hole) ? arg : literal(arg.text.replaceAll(hole, () => text));

export const fills = (holes: Holes | undefined, text: string): boolean =>
  holes !== undefined && holes.text !== '' && text.includes(holes.text);

/** `/usr/bin/rm` and `rm.exe` are `rm`. */
export const bareProgram = (program: string): string =>
  program
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.exe$/i, '');

/** `xargs -d SIGN`: what its input is cut at. */
function delimiterIn(own: readonly Value[]): string | undefined {
  const at = own.findIndex(({ text }) => /^(-\w*d|--delimiter)/.test(text));
  const given = /^(?:-\w*?d|--delimiter=?)(.*)$/s.exec(own[at]?.text ?? '')?.[1] || own[at + 1]?.text;
  return given && withEscapes(given);
}
const partsOf = (word: Value, sign: string): Value[] =>
  isOpen(word) || !word.text.includes(sign) ? [] : word.text.split(sign).filter(Boolean).map(literal);

const templateOf = (words: readonly Value[]): string => words.map((word) => word.template ?? word.text).join(' ');
/** Words as they would be written, those that are known in quotes. */
export const written = (words: readonly Value[]): string =>
  words.map((word) => (isOpen(word) ? templateOf([word]) : `'${word.text.replaceAll("'", "'\\''")}'`)).join(' ');

export abstract class HandedOn extends LineCode {
  /** Reads a script as a part of the line. */
  abstract read(script: string, depth: number): void;
  /** A program may write what it is handed. What was found is named by that; of what nobody has read, the words count that it becomes a part of. */
  protected writesHanded(name: string, args: readonly Value[], { text }: Holes, found: Found): void {
    const all = text === '' ? [...args, literal('\0')] : args;
    const hole = text || '\0';
    const isWriter = writesFiles(name, args);
    const written = [...outputsOf(name, all), ...(isWriter ? writtenWords(name, all) : [])].filter((word) =>
      word.text.includes(hole),
    );
    const named: (string | null)[][] = [];
    for (const word of written) {
      // What is a part of an option's word has parts of its own.
      const { text, pieces = [text] } = all.includes(word) || !word.pieces ? word : { ...word, pieces: [null] };
      const around = pieces.flatMap((piece) => (piece === null ? [null] : split(piece, hole)));
      if (found.isData) this.writesUnreadAt(name, around);
      else if (found.isList) this.mayBeListed(name, around, found, this.folders);
      else named.push(around);
    }
    const known = this.guarded.size;
    if (!found.isData && (isWriter || written.length > 0)) this.writesFound(name, found, this.folders);
    if (this.guarded.size === known) for (const one of named) this.writesNamed(name, one, found, this.folders, true);
    // What it does with each of them: `rm -rf` goes through a folder.
    const words = found.isList && !found.change ? found.roots.filter((root) => !isOpen(root)) : [];
    for (const { text: one } of words.slice(0, mostHanded)) {
      const filled = text === '' ? [...args, literal(one)] : args.map((arg) => putInto(arg, text, one));
      for (const effect of writesOf(name, filled))
        if (effect.kind !== 'anything' || !effect.folder || !this.isProtected(effect.folder, this.folders))
          this.write(name, effect, this.folders);
    }
  }

  /** Whether all that the program reads of what it is handed are files that a search has found: which those are, is looked up when all is read. */
  protected readsFound(name: string, args: readonly Value[], { text, found, cuts }: Holes): boolean {
    if (!found?.isSure || found.isList || found.isData || found.change || found.isTracked) return false;
    const folders = [...this.folders];
    if (found.from && (found.from.length !== folders.length || !folders.every((one) => found.from!.includes(one)))) return false;
    const roots = found.roots.length > 0 ? found.roots.map(meant) : [literal('.')];
    if (roots.some(isOpen)) return false;
    const file = literal('./\0');
    const filled = text === '' ? [...args, file] : args.map((arg) => (arg.text === text ? file : arg));
    if (filled.some((arg) => fills({ text }, arg.text))) return false;
    // Elsewhere it may be the value of an option, a script or a name.
    const named = operandsOf(name, filled).operands.filter(({ value }) => value === file);
    if (named.length !== filled.filter((arg) => arg === file).length) return false;
    if (named.some(({ rule, isOption }) => rule !== 'sure' || isOption)) return false;
    for (const root of roots)
      for (const base of folders)
        for (const path of this.reached(root, base)) this.walks(path, root.text, true, found, cuts ? 'cut' : 'whole');
    return true;
  }

  /** Parameters of functions and of the line itself. */
  protected holdParameter(i: number, values: Value[]): void {
    for (const name of i < 0 ? ['0'] : [String(i + 1), '@', '*']) {
      for (const { text } of values) this.held.add(name, text);
      if (values.some(isOpen)) this.origins.hold(name, listed(values));
    }
  }

  /** What `xargs` and its kind hand on: from their input, from a file, or from the words behind `:::`. */
  protected handedTo(name: string, args: readonly Value[], own: readonly Value[]): Found | undefined {
    const at = args.findIndex(({ text }) => /^:::/.test(text));
    if (at >= 0) return args[at]!.text.startsWith('::::') ? unread : listed(args.slice(at + 1));
    const isFile = own.some(({ text }) => (name === 'xargs' ? /^(-\w*a|--arg-file)/ : /^(-\w*[ai]|--arg-file)/).test(text));
    if (isFile) return unread;
    const found = this.given();
    const sign = name === 'xargs' ? delimiterIn(own) : undefined;
    return found?.isList && sign !== undefined
      ? listed([...found.roots, ...found.roots.flatMap((word) => partsOf(word, sign))])
      : found;
  }

  /** The shell that reads what is read now, where that is another than the line's own. */
  private shellName: string | undefined;
  protected readBy(name: string, read: () => void): void {
    const { shellName } = this;
    this.shellName = name;
    read();
    this.shellName = shellName;
  }
  protected noteGrammar(script: string): void {
    if (this.shellName === undefined || !readsOtherwise(this.shellName, script)) return;
    this.unknowable(`${shown(this.shellName)} may read ${shown(script)} in a way of its own`);
    this.complete = false;
  }

  /** A script in an argument: read if it is literal, else nobody knows. */
  protected nested(words: Value[], depth: number, holes?: Holes, addsNames = false): void {
    if (holes !== undefined) this.complete = false;
    if (holes?.found) this.handed(words.map(({ text }) => text).join(' '), holes, holes.found, addsNames);
    if (words.length === 0 || words.some((word) => isOpen(word) || fills(holes, word.text))) this.unreadScript(words, depth);
    else this.read(words.map((word) => word.text).join(' '), depth + 1);
  }

  /** A script that is put together of what the line's variables hold is read as that, though nobody relies upon it. */
  protected unreadScript(words: readonly Value[], depth: number): void {
    this.hidden(`the script ${shown(words.map(({ text }) => text).join(' '))} is only known when it runs`);
    const raw = templateOf(words);
    this.namedInCode([raw]);
    // As it stands, too: what is put into it is told there by where it comes from.
    const isLong = words.some(({ text, glob }) => glob === undefined && /\s/.test(text)) || words.length > 1;
    this.readFilled(raw, depth, isLong ? [raw] : []);
  }

  /** Reads the script as what the line's variables may make of it, and `also`. */
  protected readFilled(script: string, depth: number, also: readonly string[] = []): void {
    const text = this.filled(literal(script));
    if (this.held.isCut(text)) this.writesUnreadAt('eval', [null]);
    for (const reading of new Set([...also, ...this.held.readings(text)])) {
      if (depth >= maxDepth) return this.giveUp(tooDeep);
      this.spend(reading.length / 4);
      this.aside(() => this.read(reading, depth + 1));
    }
  }

  private scriptDepth = 0;
  protected override runsText(script: string): void {
    const known = this.commands.length;
    if (++this.scriptDepth > maxDepth) this.giveUp(tooDeep);
    else if (otherLanguage.test(script)) this.namedInCode([script]);
    else {
      // Quotes of the script stand around what the line has put into it.
      const open = /[$`]/.test(script) ? [script.replaceAll("'", '"'), ...this.held.readings(this.filled(literal(script)))] : [];
      for (const one of new Set([script, ...open])) {
        this.spend(one.length / 4);
        this.aside(() => this.nested([literal(one)], this.scriptDepth));
      }
    }
    this.scriptDepth--;
    // What it runs is not relied upon, but what it writes is written.
    this.commands.length = known;
  }

  /** A script is handed what was found, in its words or as its parameters. */
  private handed(script: string, holes: Holes, found: Found, addsNames: boolean): void {
    for (const part of script.split(/(?<!>)[;&|\n]+/)) {
      if (!addsNames && !fills(holes, part) && !/\$[{@*\w]/.test(part)) continue;
      const [, ...targets] = part.split('>');
      if (targets.some((target) => fills(holes, target) || /^[|&]?\s*\S*\$[{@*\w]/.test(target)))
        this.writesFound('>', found, this.folders);
      const words = part.split(/[\s(){}]+/).map(literal);
      const at = words.findIndex(({ text }, i) => writesFiles(bareProgram(text), words.slice(i + 1)));
      if (at >= 0) this.writesFound(bareProgram(words[at]!.text), found, this.folders);
    }
  }
}

export const split = (text: string, gap: string): (string | null)[] =>
  text.split(gap).flatMap((piece, i) => [...(i > 0 ? [null] : []), ...(piece ? [piece] : [])]);
