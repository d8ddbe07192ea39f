/** What variables may hold by the word of the line itself, so that a path that is put together of them is seen. Pure. */
import { longest, transformed } from './parameterText';

const mostTexts = 300;
const mostReadings = 600;

/** `$NAME`, `${NAME}`, `${NAME[…]}` and what may stand behind it in the braces. */
const expansion = /\$(\w+|[@*])|\$\{(\w+|[@*])(?:\[[^\]]{0,200}\])?([^{}$`]*)\}/g;

export class HeldTexts {
  private readonly texts = new Map([
    ['HOME', new Set(['~'])],
    ['PWD', new Set(['.'])],
  ]);
  /** Variables that may hold more than is kept. */
  private readonly cut = new Set<string>();

  /** `spend` is told of each text that is put together, so that a short line makes no long ones. */
  constructor(private readonly spend: (steps: number) => void) {}

  /** `raw` is the text behind `NAME=`, quotes and all. */
  assigned(name: string, raw: string): void {
    if (/[`\\]|\$\(/.test(raw)) return;
    if (this.isCut(raw)) this.cut.add(name);
    for (const text of this.readings(raw)) this.add(name, text.replace(/['"]/g, ''));
  }

  /** A text as it is. */
  add(name: string, text: string): void {
    const held = this.texts.get(name) ?? new Set();
    if (held.size < mostTexts) this.texts.set(name, held.add(text));
  }

  /** It may hold what the line does not say: it was unset. */
  lost(name: string): void {
    this.cut.add(name);
  }

  /** Whether a word may mean more than is kept of it. */
  isCut(word: string): boolean {
    let readings = 1;
    for (const [, plain, braced, operation = ''] of word.matchAll(expansion)) {
      const name = (plain ?? braced)!;
      const held = this.texts.get(name);
      const size = held?.size ?? 1;
      readings *= size;
      if (this.cut.has(name) || size >= mostTexts || readings > mostReadings) return true;
      if (operation !== '') for (const text of held ?? []) if (text.length > longest) return true;
    }
    return false;
  }

  /** What a word may mean, where all that it is put together of is held; none where something else is in it. `unset` stands for what nobody set. */
  readings(word: string, unset?: string): string[] {
    let all = [''];
    let at = 0;
    for (const found of word.matchAll(expansion)) {
      const [whole, plain, braced, operation = ''] = found;
      const before = word.slice(at, found.index);
      const held = [...(this.texts.get((plain ?? braced)!) ?? [])].flatMap(
        (text) => transformed(text, operation, this.spend) ?? [],
      );
      const fallback = /^:?[-=+](.*)$/s.exec(operation)?.[1];
      if (fallback !== undefined) held.push(...(this.texts.get(braced!) ?? []), fallback);
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
