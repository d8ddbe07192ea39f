/**
 * Where the values of variables and of substitutions come from: what a command found, words of the line, or a text that nobody has read. A write by the word
 * of one of them is judged by that. Pure.
 */
import { type Found, unread } from './foundFiles';
import type { Value } from './words';

const most = 200;
/** Substitutions in what substitutions write. */
const mostRounds = 4;
const longest = 20_000;

export class Origins {
  private readonly variables = new Map<string, Found[]>([
    ['BASH_REMATCH', [unread]],
    ['OPTARG', [unread]],
  ]);
  /** By their texts, `$(…)`, a text in backticks, `<(…)`. */
  private readonly substitutions = new Map<string, Found>();

  hold(name: string, origin: Found | undefined): void {
    if (!origin) return;
    const held = this.variables.get(name) ?? [];
    // More than anyone would look through may be anything.
    if (held.length <= most) this.variables.set(name, [...held, held.length < most ? origin : unread]);
  }

  substituted(text: string, origin: Found | undefined): void {
    if (origin) this.substitutions.set(text, origin);
  }

  /** A text with what its substitutions are known to write in their place, variables of the line and further substitutions included. */
  filled(text: string, spend: (steps: number) => void): string {
    let filled = text;
    for (let round = 0; round < mostRounds && filled.length < longest; round++) {
      spend(this.substitutions.size / 8);
      const before = filled;
      for (const [one, { isList, roots, text: known }] of this.substitutions)
        if (isList && filled.includes(one) && roots.every(({ glob }) => glob === undefined)) {
          const written = known ?? roots.map((root) => root.template ?? root.text).join(' ');
          spend(written.length / 1000);
          filled = filled.replaceAll(one, () => written);
        }
      if (filled === before) break;
    }
    return filled;
  }

  /** All that a word may be made of; `spend` is told of each step. */
  of(word: Value, spend: (steps: number) => void, seen = new Set<Found>()): Found[] {
    const { text } = word;
    const named = [...text.matchAll(/\$\{?[!#]?(\w+|[@*])/g)].flatMap(([, name]) => this.variables.get(name!) ?? []);
    spend(1 + this.substitutions.size / 8);
    const written = [...this.substitutions].filter(([one]) => text.includes(one)).map(([, origin]) => origin);
    return [...named, ...written].flatMap((origin) => {
      if (seen.has(origin)) return [];
      seen.add(origin);
      spend(1);
      return [
        origin,
        ...(origin.isList ? origin.roots.filter(({ dynamic }) => dynamic).flatMap((root) => this.of(root, spend, seen)) : []),
      ];
    });
  }
}
