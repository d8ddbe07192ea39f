/** What variables may hold by the word of the line itself, so that a path that is put together of them is seen. Pure. */

const mostTexts = 4;
const mostReadings = 16;

export class HeldTexts {
  private readonly texts = new Map([
    ['HOME', ['~']],
    ['PWD', ['.']],
  ]);

  /** `raw` is the text behind `NAME=`, quotes and all. */
  assigned(name: string, raw: string): void {
    if (/[`\\]|\$\(/.test(raw)) return;
    for (const text of this.readings(raw)) this.add(name, text.replace(/['"]/g, ''));
  }

  private add(name: string, text: string): void {
    const held = this.texts.get(name) ?? [];
    if (held.length < mostTexts && !held.includes(text)) this.texts.set(name, [...held, text]);
  }

  /** What a word may mean, where all that it is put together of is held; none where something else is in it. */
  readings(word: string): string[] {
    let all = [''];
    let at = 0;
    for (const found of word.matchAll(/\$(\w+)|\$\{(\w+)(?::?[-=+]([^{}$`]*))?\}/g)) {
      const [whole, plain, braced, fallback] = found;
      const before = word.slice(at, found.index);
      const held = [...(this.texts.get((plain ?? braced)!) ?? []), ...(fallback === undefined ? [] : [fallback])];
      all = all.flatMap((text) => held.map((value) => text + before + value)).slice(0, mostReadings);
      at = found.index + whole.length;
    }
    const rest = word.slice(at);
    return /[$`]/.test(rest) ? [] : all.map((text) => text + rest).filter((text) => !/[$`]/.test(text));
  }
}
