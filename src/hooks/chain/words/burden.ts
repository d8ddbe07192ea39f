/**
 * How much of what a hook says leaves its process. Its size is counted while it is walked, before anything is made of it: what is too large would hold up all who wait for the
 * same process, or end it, long after the hook itself was done, and somebody else would be blamed.
 */
import { isLevelTooDeep, nestedTooDeep } from '../../../shared/basics/depth';

/** Of one decision, one prompt, one value, texts and names of fields together. The largest request that a model takes is no larger. */
export const mostCharacters = 32 * 1024 * 1024;
/** Fields and elements of the same. */
const mostEntries = 2_000_000;

/** The same of all decisions of one dispatch: its records hold each of them, beside what they have made of the event. */
export const mostOfDispatch = { characters: 1.5 * mostCharacters, entries: 1.5 * mostEntries };

export interface Size {
  characters: number;
  entries: number;
}

/** Ours, and nobody's who throws it in the middle of the walk. */
export class TooLarge extends TypeError {}

export class Burden implements Size {
  characters = 0;
  entries = 0;
  /** Of that, what is there already for other reasons. */
  private readonly shared: Size = { characters: 0, entries: 0 };

  /** `what` it is, as errors say it. */
  constructor(
    private readonly what: string,
    private readonly most: Size = { characters: mostCharacters, entries: mostEntries },
  ) {}

  text(text: string, path: string): void {
    this.characters += text.length;
    if (this.characters > this.most.characters) this.refuse(path, this.most.characters, 'characters');
  }

  /** Of a list its length, whether or not there is an element at each place. */
  parts(count: number, path: string): void {
    this.entries += count;
    // A proxy may call anything its length.
    if (!(this.entries <= this.most.entries)) this.refuse(path, this.most.entries, 'fields and elements');
  }

  /** What was not there before. */
  get own(): Size {
    const { shared, characters, entries } = this;
    return { characters: characters - shared.characters, entries: entries - shared.entries };
  }

  /** What the value shares with what its hook was shown. */
  share(size: Size, path: string): void {
    this.shared.characters += size.characters;
    this.shared.entries += size.entries;
    this.add(size, path);
  }

  add(size: Size, path: string): void {
    this.count(size);
    this.text('', path);
    this.parts(0, path);
  }

  /** Where it is there already: who comes next pays for it. */
  count({ characters, entries }: Size): void {
    this.characters += characters;
    this.entries += entries;
  }

  private refuse(path: string, most: number, unit: string): never {
    throw new TooLarge(`'${fieldOf(path)}' is too large: ${this.what} has at most ${most} ${unit} in all`);
  }
}

/** The field of the value as a whole, in which it lies. */
export const fieldOf = (path: string): string => path.split(/[.[]/, 1)[0]!.slice(0, longestName);
const longestName = 100;

/** What a value that never changes comes to; of small ones nothing is kept. */
const sizes = new WeakMap<object, Size>();
const worthKeeping = 16;

/** Of what is frozen to its depths, at each place where it stands: it is written out as often. Throws where it is without end. */
export function sizeOfFrozen(value: object, path: string, level: number, walk = { left: mostEntries }): Size {
  const known = sizes.get(value);
  if (known) return known;
  const size = { characters: 0, entries: 0 };
  if (ArrayBuffer.isView(value)) return size;
  if (isLevelTooDeep(level) || walk.left <= 0) throw new TooLarge(`'${fieldOf(path)}' ${nestedTooDeep}, or contains itself`);
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    walk.left--;
    size.entries++;
    if (!Array.isArray(value)) size.characters += key.length;
    if (typeof part === 'string') size.characters += part.length;
    if (typeof part !== 'object' || part === null) continue;
    const { characters, entries } = sizeOfFrozen(part, path, level + 1, walk);
    size.characters += characters;
    size.entries += entries;
  }
  if (size.entries >= worthKeeping) sizes.set(value, size);
  return size;
}

/** It is not to be looked into. */
export function withoutSize(value: object): void {
  sizes.set(value, { characters: 0, entries: 0 });
}

/** Counts what lies in a value, before anybody walks it who does not count. Throws what the burden does, and what the value's own code throws. */
export function weigh(value: unknown, burden: Burden, path: string, isFrozen: (value: object) => boolean, level = 0): void {
  if (typeof value === 'string') return burden.text(value, path);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (isFrozen(value)) return burden.add(sizeOfFrozen(value, path, level), path);
  // Who copies it says so.
  if (isLevelTooDeep(level)) return;
  if (Array.isArray(value)) {
    const { length } = value;
    burden.parts(length, path);
    for (let at = 0; at < length; at++) {
      const part: unknown = value[at];
      if (isPlain(part)) continue;
      weigh(part, burden, path, isFrozen, level + 1);
    }
    return;
  }
  const keys = Object.keys(value);
  burden.parts(keys.length, path === '' ? (keys[0] ?? '') : path);
  for (const key of keys) {
    const at = path === '' ? key : path;
    burden.text(key, at);
    weigh((value as Record<string, unknown>)[key], burden, at, isFrozen, level + 1);
  }
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean' || value === undefined;
