/** What variables may hold by the word of the line itself, so that a path that is put together of them is seen. Pure. */
import { longest, transformed } from './parameterText';

const mostTexts = 300;
const mostReadings = 600;

/** `$NAME`, `${NAME}`, `${NAME[…]}`, `${!NAME}` and what may stand behind it in the braces. */
const expansion = /\$(\w+|[@*])|\$\{(!?)(\w+|[@*#])(\[[^\]]{0,200}\])?([^{}$`]*)\}/g;
/** Of several words some are taken. */
const slice = /^:\s*\(?-?\d/;

export class HeldTexts {
  private readonly texts = new Map([
    ['HOME', new Set(['~'])],
    ['PWD', new Set(['.'])],
    ['SHELL', new Set(['sh'])],
    ['BASH', new Set(['bash'])],
  ]);
  /** Variables that may hold more than is kept. */
  private readonly cut = new Set<string>();
  /** Variables that are another one, by its name. */
  private readonly references = new Set<string>();
  /** Keys of arrays that are no numbers. */
  private readonly keys = new Map<string, Set<string>>();
  /** Variables that hold several words: without quotes, each of them is one. */
  private readonly lists = new Set<string>();
  /** At what signs words are split, and by what they are joined, where the line says so. */
  private separators: string | undefined;
  private split = /\s/;
  /** How many parameters there were when they were shifted. */
  private parameters = 0;

  /** `spend` is told of each text that is put together, so that a short line makes no long ones. */
  constructor(private readonly spend: (steps: number) => void) {}

  /** `raw` is the text behind `NAME=`, quotes and all. */
  assigned(name: string, raw: string): void {
    // Elements of an array are held one by one.
    if (/[`\\]|\$\(|^\(/.test(raw)) return;
    if (this.isCut(raw)) this.cut.add(name);
    for (const text of this.readings(raw)) this.add(name, text.replace(/['"]/g, ''));
  }

  /** A text as it is. */
  add(name: string, text: string): void {
    const held = this.texts.get(name) ?? new Set();
    if (held.size < mostTexts) this.texts.set(name, held.add(text));
    if (/\S\s|\s\S/.test(text)) this.lists.add(name);
  }

  refers(name: string): void {
    this.references.add(name);
  }
  key(name: string, key: string): void {
    this.keys.set(name, (this.keys.get(name) ?? new Set()).add(key));
  }
  separates(signs: string): void {
    const known = new Set(this.separators);
    const all = new Set([...known, ...signs]);
    if (this.separators !== undefined && all.size === known.size) return;
    this.separators = [...all].join('');
    this.split = new RegExp(`[${this.separators.replace(/[\\\]^-]/g, '\\$&')}\\s]`);
  }
  /** Each parameter may be any of them. */
  shifted(): void {
    const all = this.texts.get('@') ?? new Set();
    if (all.size > this.parameters) for (const text of all) for (let i = 0; i <= 9; i++) this.add(String(i), text);
    this.parameters = all.size;
  }

  /** What a name may stand for. */
  private of(name: string, isIndirect: boolean, isArray: boolean): Set<string> {
    const own = this.texts.get(name) ?? new Set<string>();
    if (!isIndirect && !this.references.has(name) && this.separators === undefined && !this.lists.has(name)) return own;
    const all = new Set(isIndirect ? [] : own);
    const names = isIndirect && name === '#' ? ['@'] : isIndirect || this.references.has(name) ? own : [];
    for (const other of names) for (const text of this.texts.get(other) ?? []) all.add(text);
    if (isIndirect && isArray) for (const key of this.keys.get(name) ?? []) all.add(key);
    if (this.separators === '' || (this.separators && isArray)) all.add([...all].join(this.separators.slice(0, 1)));
    if (this.separators !== undefined || [name, ...names].some((one) => this.lists.has(one))) {
      for (const text of [...all]) {
        this.spend(text.length / 1000);
        for (const part of text.split(this.split)) all.add(part);
      }
    }
    this.spend(all.size / 64);
    return all;
  }

  /** From there on it is empty, until the line sets it again. */
  lost(name: string): void {
    this.add(name, '');
  }

  /** Whether a word may mean more than is kept of it. */
  isCut(word: string): boolean {
    let readings = 1;
    for (const [, plain, bang, braced, subscript, operation = ''] of word.matchAll(expansion)) {
      const name = (plain ?? braced)!;
      const held = this.of(name, bang === '!', subscript !== undefined);
      const size = held.size || 1;
      readings *= size;
      if (this.cut.has(name) || size >= mostTexts || readings > mostReadings) return true;
      if (operation !== '') for (const text of held) if (text.length > longest) return true;
    }
    return false;
  }

  /** What a word may mean, where all that it is put together of is held; none where something else is in it. `unset` stands for what nobody set. */
  readings(word: string, unset?: string): string[] {
    let all = [''];
    let at = 0;
    for (const found of word.matchAll(expansion)) {
      const [whole, plain, bang, braced, subscript, operation = ''] = found;
      const before = word.slice(at, found.index);
      const name = (plain ?? braced)!;
      const own = this.of(name, bang === '!', subscript !== undefined);
      const isSlice = slice.test(operation) && (/^[@*]$/.test(name) || /^\[[@*]\]$/.test(subscript ?? ''));
      // What becomes of a text by what is not read here may be the text itself.
      const held = [...own].flatMap((text) => (isSlice ? text : (transformed(text, operation, this.spend) ?? text)));
      const fallback = /^:?[-=+](.*)$/s.exec(operation)?.[1];
      if (fallback !== undefined) held.push(...own, fallback);
      if (operation.startsWith(':+') || (held.length === 0 && unset !== undefined)) held.push(unset ?? '');
      const longer: string[] = [];
      for (const text of all)
        for (const value of held.slice(0, mostReadings - longer.length)) {
          this.spend(1 / 16 + (before.length + value.length) / 1000);
          longer.push(text + before + value);
        }
      all = longer;
      at = found.index + whole.length;
    }
    const rest = word.slice(at);
    for (const text of at > 0 ? all : []) this.spend((text.length + rest.length) / 1000);
    return /[$`]/.test(rest) ? [] : all.map((text) => text + rest).filter((text) => !/[$`]/.test(text));
  }
}
