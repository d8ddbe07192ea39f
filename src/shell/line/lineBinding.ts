/** What the line itself puts into its variables, as far as that is known where it is used: by an assignment, and each time round a loop. */
import { basename, relative } from 'node:path';
import type { Assignment, SyntaxNode, Word } from 'unbash';
import type { Bound, BoundWord } from '../syntax/meaning';
import { isNumberWord, type Steady, unsteady } from '../syntax/steadyNames';
import { literal, type Value } from '../syntax/words';
import { LineInput } from './lineInput';

type Loop = SyntaxNode & { type: 'For' };

/** Times that loops are gone through one by one, and how much there is to read in all of them. */
const mostRounds = 48;
const longestRounds = 8000;
/** Of an array. */
const mostWords = 64;
const number: Bound = { kind: 'number' };

export abstract class LineBinding extends LineInput {
  private steady: Steady = unsteady;
  /** Of what is read. */
  private text = '';

  /** Reads a script of its own: what it is given from around it may be anything. */
  protected knowing(names: Steady, script: string, read: () => void): void {
    const { bound, steady, isRenaming, text } = this;
    [this.bound, this.steady, this.isRenaming, this.text] = [new Map(), names, isRenaming || names.isRenaming, script];
    read();
    [this.bound, this.steady, this.isRenaming, this.text] = [bound, steady, isRenaming, text];
  }

  protected abstract children(node: SyntaxNode, depth: number): void;

  /** Once for each of what its variable is given, as far as the line says what that is. */
  protected loop(node: Loop, depth: number): void {
    const { bound, folders } = this;
    const after = new Set(folders);
    const name = node.name.value;
    for (const [i, round] of this.roundsOf(node).entries()) {
      const known = this.commands.length;
      this.bind(name, round);
      this.folders = folders;
      this.children(node, depth);
      for (const folder of this.folders) after.add(folder);
      // They are the same commands.
      if (i > 0) this.commands.length = known;
      this.bound = bound;
    }
    this.folders = after;
  }

  /** What the variable of a loop holds, one time after another. */
  private roundsOf(node: Loop): (Bound | undefined)[] {
    const { once, numbers } = this.steady;
    const name = node.name.value;
    const given = once.has(name) ? this.givenTo(node) : [];
    return given.length > 0 ? given : [numbers.has(name) ? number : undefined];
  }

  /** Undefined where it may be anything. */
  private givenTo({ name, wordlist, pos, end }: Loop): (Bound | undefined)[] {
    if (!wordlist) return [undefined];
    const isCount = (word: Word) => isNumberWord(word, this.isRenaming);
    const given = wordlist.flatMap((word) =>
      this.values(word).map((value) => this.boundTo(value, true) ?? (isCount(word) ? number : undefined)),
    );
    const [first] = given;
    // As a part of a word, or from another folder, each is a name of its own, which the pattern would not find there.
    const parts = `\\$\\{${name.value}[^}\\w]|\\b((base|dir)name|cd|pushd)\\b|([^\\s"'(]|[^\\s]")\\$\\{?${name.value}\\b`;
    const isTakenApart = new RegExp(parts).test(this.text.slice(pos, end));
    const names = isTakenApart && given.length === 1 && first?.kind === 'glob' ? this.foundAs(first) : undefined;
    const rounds = names && names.length > 0 ? names : given;
    this.rounds += rounds.length;
    return rounds.length > mostRounds || this.rounds > mostRounds || rounds.length * (end - pos) > longestRounds
      ? [given.length === 1 ? first : wordlist.every(isCount) ? number : undefined]
      : rounds;
  }
  private rounds = 0;

  /** The names as they are found wherever the line may be; undefined where nobody can say. */
  private foundAs({ text, glob }: BoundWord & { kind: 'glob' }): BoundWord[] | undefined {
    const place = text.slice(0, text.search(/[^/]*$/));
    if (/[(~]/.test(place)) return undefined;
    const isOne = !/[*?[]/.test(place);
    const names = new Set<string>();
    for (const folder of this.folders) {
      const found = this.globbed(glob, folder);
      if (!found) return undefined;
      for (const path of found) names.add(isOne ? place + basename(path) : text.startsWith('/') ? path : relative(folder, path));
    }
    return [...names].map((name) => ({ kind: 'text', text: name }));
  }

  private bind(name: string, to: Bound | undefined): void {
    const bound = new Map(this.bound);
    if (to) bound.set(name, to);
    else bound.delete(name);
    this.spend(bound.size / 16);
    this.bound = bound;
  }

  /** What a variable holds once it is given the word; `isList` where a pattern stands for the names that it finds. */
  private boundTo(value: Value, isList: boolean): BoundWord | undefined {
    if (value.dynamic && !value.means) return undefined;
    const { text, glob, tilde } = value.means ?? value;
    if (/^~|:~/.test(text) && (tilde || text.includes(':~'))) {
      const { home } = this.around;
      return /^~(\/|$)/.test(text) && glob === undefined ? { kind: 'text', text: home + text.slice(1) } : undefined;
    }
    // In an assignment a pattern is a text.
    const isFound = glob !== undefined && (isList || value.means !== undefined);
    return isFound ? { kind: 'glob', text, glob } : { kind: 'text', text };
  }

  /** An array of words that are all known. */
  private bindArray(name: string, elements: readonly Word[]): void {
    const words: Value[] = [];
    // `[3]=x` is put somewhere else.
    if (elements.some(({ text }) => text.startsWith('['))) return this.bind(name, undefined);
    for (const element of elements)
      for (const value of this.values(element)) {
        const held = this.boundTo(value, true);
        // A pattern finds its names here and now, wherever they are used.
        const names = held?.kind === 'glob' ? this.foundAs(held) : held && [held];
        if (!names?.length) return this.bind(name, undefined);
        for (const one of names) if (one.kind === 'text') words.push(literal(one.text));
      }
    this.bind(name, words.length > mostWords ? undefined : { kind: 'array', words });
  }

  /** What the line puts into a variable alone, from here on. */
  protected binds({ name, value }: Assignment): void {
    const { once, numbers } = this.steady;
    if (!once.has(name) && numbers.has(name)) return this.bind(name, number);
    if (!once.has(name)) return;
    if (value.type !== 'Word') return this.bindArray(name, value.elements);
    if (value.parts?.some(({ type }) => type === 'BraceExpansion')) return;
    const [one, ...more] = this.values(value);
    const counted = isNumberWord(value, this.isRenaming) ? number : undefined;
    this.bind(name, one ? (more.length > 0 ? undefined : (this.boundTo(one, false) ?? counted)) : { kind: 'text', text: '' });
  }
}
