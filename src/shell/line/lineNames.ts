/** The paths that the words of a line name: operands of its commands, folders that they walk through, names in code. */

import { subcommandsIn } from '../commands/commandReadings';
import { candidates, isPath } from '../files/commandPaths';
import type { Found } from '../files/found';
import { bothWalks, searchReachOf, type Walk } from '../files/searchReach';
import type { Operand, PathRule } from '../files/tableOperands';
import type { Reach } from '../files/walkReach';
import { type Searching, searching } from '../programs/searching';
import { HeldTexts } from '../syntax/heldTexts';
import type { Feed } from '../syntax/standardInput';
import { isOpen, literal, meant, type Value } from '../syntax/words';
import { LineRepositories } from './lineRepositories';

/** Their first word holds options, with a dash or without. */
const packers: ReadonlySet<string> = new Set(['tar', 'bsdtar']);
const longestName = 4096;

export const quietDevices = /^\/dev\/(null|stdout|stderr)$/;

/** How code asks for the home folder, which it puts before a name. */
const sayHome = /\b(HOME|USERPROFILE|home_?dir|expanduser|(Dir|Path)\.home)\b/;

export class LineNames extends LineRepositories {
  /** Folders that are walked through. */
  readonly searches = new Map<string, Walk>();
  protected feed: Feed = { kind: 'nothing' };
  /** What its variables may hold. */
  protected readonly held = new HeldTexts((steps) => this.spend(steps));

  protected search(name: string, words: readonly Value[], operands: readonly Operand[], bases: ReadonlySet<string>): void {
    const args = words.map(meant);
    if (name === 'git') this.showsTracked(args, bases);
    const ways = searching.get(name);
    if (!ways) return;
    const given = (signs: RegExp) =>
      args.some(({ text }, i) => signs.test(text) || (i === 0 && packers.has(name) && signs.test(`-${text}`)));
    const readings = subcommandsIn(name, args).map((words) => words.join(' '));
    for (const way of ways)
      if ((!way.when || given(way.when)) && (!way.sub || readings.some((words) => way.sub!.test(words))))
        this.walked(way, operands, bases, given, (base) =>
          name === 'git' ? this.trackedReach(args, base) : name === 'jj' ? this.keptReach(base) : searchReachOf(name, args),
        );
  }

  private walked(
    { dotsWith, here, input, options }: Searching,
    operands: readonly Operand[],
    bases: ReadonlySet<string>,
    given: (signs: RegExp) => boolean,
    reachFrom: (base: string) => Reach | undefined,
  ): void {
    const starts = operands
      .filter(({ isOption }) => options || !isOption)
      .flatMap(({ value, rule }) =>
        isOpen(value)
          ? [{ value, rule }]
          : candidates(value.text, rule).map(({ text, rule }) => ({ value: { ...value, text }, rule })),
      )
      .filter(({ value, rule }) => this.isPath(value, rule, bases));
    const dots = dotsWith === undefined || given(dotsWith);
    const reaches = new Map<string, Reach | undefined>();
    const walk = (root: string, written: string, base: string) => {
      if (!reaches.has(base)) reaches.set(base, reachFrom(base));
      this.walks(root, written, dots, reaches.get(base));
    };
    for (const { value } of starts)
      if (!value.dynamic) for (const base of bases) for (const path of this.reached(value, base)) walk(path, value.text, base);
    if (starts.length > 0 || !here || (input && this.feed.kind !== 'nothing')) return;
    for (const base of bases) {
      walk(base, '.', base);
      this.paths.add(base);
    }
  }

  protected walks(root: string, written: string, dots: boolean, reach: Reach | undefined, handed?: Walk['handed']): void {
    const own: Walk = { dots, ...(reach ? { by: [{ written, reach }] } : {}), ...(handed ? { handed } : {}) };
    const known = this.searches.get(root);
    this.searches.set(root, known ? bothWalks(known, own) : own);
  }

  /** The folders in which files are found that are read and written. */
  protected walksFound(found: Found, bases: ReadonlySet<string>): void {
    for (const root of found.roots)
      if (!root.dynamic)
        for (const base of bases) for (const path of this.reached(root, base)) this.walks(path, root.text, true, found);
  }

  /** Words of which only those that look like a path, or name what is there, are one. */
  protected plainOperands(words: readonly Value[]): void {
    for (const word of words) this.operand(word, 'plain', this.folders);
  }

  protected operand(word: Value, by: PathRule, bases: ReadonlySet<string>): void {
    // What is found stands in its place.
    if (word.isHole && !word.text.includes('/')) return;
    const arg = meant(word);
    if (arg.dynamic) {
      this.complete = false;
      return this.mayMean(arg.template ?? arg.text, bases, arg.many);
    }
    // Words of a text are no pattern.
    if (arg.glob !== undefined && by === 'written' && /\s/.test(arg.text)) return;
    if (arg.glob !== undefined) {
      const { glob } = arg;
      if (by !== 'there' || [...bases].some((base) => this.globbed(glob, base)?.length !== 0)) this.name(arg, bases);
      if (/[=:@]/.test(arg.text)) this.complete = false;
    } else
      for (const { text, rule } of candidates(arg.text, by)) {
        const value = { ...arg, text, tilde: text.startsWith('~') && (arg.tilde || text !== arg.text) };
        if (this.isPath(value, rule, bases)) this.name(value, bases);
      }
    if (/^-\w\w/.test(arg.text)) for (const base of bases) this.attached(arg.text, base);
  }

  private isPath(value: Value, rule: PathRule, bases: ReadonlySet<string>): boolean {
    const exists = (name: string) => this.names === undefined || [...bases].some((base) => this.hasName(name, base));
    return isOpen(value) || isPath(value.text, rule, exists);
  }

  /** `-fsecret.pem`: the value of a short flag, if there is a file of that name. */
  private attached(text: string, base: string): void {
    const names = this.names?.(base);
    if (names && text.length < 200)
      for (let i = 2; i < text.length; i++)
        if (this.hasName(text.slice(i).split('/')[0]!, base)) this.paths.add(this.resolve(text.slice(i), false, base));
  }

  protected name(value: Value, bases: ReadonlySet<string>): void {
    if (quietDevices.test(value.text)) return;
    for (const base of bases) for (const path of this.reached(value, base)) this.paths.add(path);
  }

  /** A word that is put together of what the line's own variables hold: what it means is not relied upon, but a protected path is one. */
  protected mayMean(text: string, bases: ReadonlySet<string>, many?: true): void {
    // By whatever number, it may be the line's own process.
    const own = /^\/+(?:proc\/+[^/]*\$[^/]*|proc\/+\d+)\/+(cwd|root)(\/.*)$/.exec(text);
    if (own) for (const base of bases) this.protectedName(own[1] === 'cwd' ? `.${own[2]}` : own[2]!, base);
    for (const reading of this.held.readings(text)) for (const base of bases) this.protectedName(reading, base, many);
  }

  /** A text may be the name of a file, or hold some: only protected ones count. */
  protected mayName(raw: string): void {
    if (!/[./~$]/.test(raw)) return;
    for (const text of this.held.readings(raw.replace(/['"]/g, '')))
      for (const { text: one } of candidates(text, 'plain'))
        if (/[./~]/.test(one)) for (const base of this.folders) this.protectedName(one, base);
  }

  /** Without quotes (`many`) its signs find names, wherever they come from. */
  protected protectedName(word: string, base: string, many?: true): void {
    if (word === '' || word.length > longestName) return;
    this.spend(1 / 16 + word.length / 1000);
    const isPattern = many && /[*?[]/.test(word);
    const question = `${base}\0${word}\0${isPattern}`;
    if (this.asked.has(question)) return;
    this.asked.add(question);
    const tilde = word.startsWith('~');
    const found = isPattern ? this.reached({ text: word, dynamic: false, tilde, glob: word }, base) : [];
    for (const path of [this.resolve(word, tilde, base), ...found]) if (this.isGuarded(path)) this.paths.add(path);
  }

  /** What patterns in code find that is protected. */
  private foundInCode(text: string): void {
    for (const [pattern] of text.matchAll(/~?[\w@+./-]*[*?[][\w@+./*?[\]-]*/g))
      for (const base of this.folders)
        for (const path of this.reached({ ...literal(pattern), tilde: pattern.startsWith('~'), glob: pattern }, base))
          if (this.isGuarded(path)) this.paths.add(path);
  }

  /** What code names that is protected. Nobody reads the code, but a name in it is a name, and so is one that a variable of the line is a part of. */
  protected namedInCode(texts: readonly string[]): void {
    const words = new Set<string>();
    for (const text of texts) {
      this.spend(text.length / 1000);
      if (/\bglob|\bDir\b/.test(text)) this.foundInCode(text);
      const atHome = sayHome.test(text);
      for (const [word] of text.matchAll(/~?(?:[\w@+./-]|\$[\w@*]+|\$\{[^{}$`]*\})+/g))
        if (/[./$]/.test(word)) {
          words.add(word);
          const [, below] = (atHome && /(?:^|\})\/?(\.\w[^$]*)$/.exec(word)) || [];
          if (below !== undefined) words.add(`~/${below}`);
        }
    }
    for (const word of words)
      for (const name of word.includes('$') ? this.held.readings(word) : [word])
        for (const base of this.folders) this.protectedName(name, base);
  }
}
