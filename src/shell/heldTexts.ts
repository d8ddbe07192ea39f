/** What variables may hold by the word of the line itself, so that a path that is put together of them is seen. Pure. */
import { transformed } from './parameterText';

const mostTexts = 300;
const mostReadings = 600;

/** `$NAME`, `${NAME}`, `${NAME[…]}` and what may stand behind it in the braces. */
const expansion = /\$(\w+|[@*])|\$\{(\w+|[@*])(?:\[[^\]]*\])?([^{}$`]*)\}/g;

export class HeldTexts {
  private readonly texts = new Map([
    ['HOME', new Set(['~'])],
    ['PWD', new Set(['.'])],
  ]);

  /** `raw` is the text behind `NAME=`, quotes and all. */
  assigned(name: string, raw: string): void {
    if (/[`\\]|\$\(/.test(raw)) return;
    for (const text of this.readings(raw)) this.add(name, text.replace(/['"]/g, ''));
  }

  /** A text as it is. */
  add(name: string, text: string): void {
    const held = this.texts.get(name) ?? new Set();
    if (held.size < mostTexts) this.texts.set(name, held.add(text));
  }

  /** Whether a word may mean more than is kept of it. */
  isCut(word: string): boolean {
    let readings = 1;
    for (const [, plain, braced] of word.matchAll(expansion)) {
      const held = this.texts.get((plain ?? braced)!)?.size ?? 1;
      readings *= held;
      if (held >= mostTexts || readings > mostReadings) return true;
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
      const held = [...(this.texts.get((plain ?? braced)!) ?? [])].flatMap((text) => transformed(text, operation) ?? []);
      const fallback = /^:?[-=+](.*)$/s.exec(operation)?.[1];
      if (fallback !== undefined) held.push(...(this.texts.get(braced!) ?? []), fallback);
      if (operation.startsWith(':+') || (held.length === 0 && unset !== undefined)) held.push(unset ?? '');
      all = all.flatMap((text) => held.map((value) => text + before + value)).slice(0, mostReadings);
      at = found.index + whole.length;
    }
    const rest = word.slice(at);
    return /[$`]/.test(rest) ? [] : all.map((text) => text + rest).filter((text) => !/[$`]/.test(text));
  }
}
