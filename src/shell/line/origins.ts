/**
 * Where the values of variables and of substitutions come from: what a command found, words of the line, or a text that nobody has read. A write by the word
 * of one of them is judged by that. Pure.
 */
import { type Found, oneAfter, unread } from '../files/found';
import { transformed } from '../syntax/parameterText';
import type { Value } from '../syntax/words';

const most = 200;
/** Substitutions in what substitutions write. */
const mostRounds = 4;
const longest = 20_000;

/** A text that more may stand behind: the name of a variable ends where the text does. */
export const enclosed = (text: string): string => text.replace(/\$(\w+)$/, (_, name: string) => `\${${name}}`);

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
      for (const [one, { isList, roots, text: known, change }] of this.substitutions)
        if (isList && !change && filled.includes(one) && roots.every(({ glob }) => glob === undefined)) {
          const written = enclosed(known ?? roots.map((root) => root.template ?? root.text).join(' '));
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
    const named = [...text.matchAll(/\$\{?[!#]?(\w+|[@*])(?:(?<=\{\w+)(?:\[[^\]]*\])?([#%/,^][^{}$`]*)\})?/g)].flatMap(
      ([one, name, operation]) => {
        const held = this.variables.get(name!) ?? [];
        // Of more than one that is not known, nobody says what becomes of them together.
        return operation === undefined || /[$`]/.test(text.replace(one, ''))
          ? held
          : held.map((origin) => (origin.isList ? this.cut(origin, operation, spend) : origin));
      },
    );
    spend(1 + named.length / 8 + text.length / 64 + this.substitutions.size * (1 / 8 + text.length / 2000));
    const written = [...this.substitutions].filter(([one]) => text.includes(one)).map(([, origin]) => origin);
    return [...named, ...written].flatMap((origin) => {
      if (seen.has(origin)) return [];
      seen.add(origin);
      spend(1);
      return [
        origin,
        ...(origin.isList
          ? origin.roots.filter(({ dynamic }) => dynamic).flatMap((root) => this.within(root, origin, spend, seen))
          : []),
      ];
    });
  }

  /** What `${NAME%…}` makes of each of a list. */
  private cut(origin: Found, operation: string, spend: (steps: number) => void): Found {
    const known = this.cuts.get(origin) ?? new Map<string, Found>();
    this.cuts.set(origin, known);
    const change = (text: string) => transformed(text, operation, spend);
    const found = known.get(operation) ?? { ...origin, change: origin.change ? oneAfter(origin.change, change) : change };
    known.set(operation, found);
    return found;
  }
  private readonly cuts = new Map<Found, Map<string, Found>>();

  /** Whether a text is one variable, or one substitution. */
  isOne(text = ''): boolean {
    return /^\$(\w+|[@*]|\{[^{}$`]*\})$/.test(text) || this.substitutions.has(text);
  }

  /** What a word of a list is made of. What is changed there can be told of that word alone, not of a part of it. */
  private within(root: Value, { change }: Found, spend: (steps: number) => void, seen: Set<Found>): Found[] {
    const isWhole = root.pieces?.length === 1 && this.isOne(root.text);
    // What stands in the word as it is, too, is changed in this place.
    const before = change ? new Set([...seen].filter((one) => one.change)) : seen;
    return this.of(root, spend, before).map((found) => {
      const before = found.change;
      if ((before || change) && !isWhole) return unread;
      if (!change || !found.isList) return found;
      return { ...found, change: before ? oneAfter(before, change) : change };
    });
  }
}
