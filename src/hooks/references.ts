/**
 * Elements of long lists (messages) and tool declarations cross to the other process once; after that a number stands for each. Both ends keep the table, which
 * holds for one process and one session: values are never changed in place, so a number always means the same.
 */
import { isObject, type JsonObject } from '../shared/basics/json';

/** The number of an element that the other end knows, or an element that is new to it; its number is 0 where it gets none. */
type Coded = number | { number: number; value: unknown };

const listFields = ['messages', 'tools'] as const;
/** Single values that are told again and again. */
const oneFields = ['declaration'] as const;

export class References {
  /** Whose lists these are. */
  session: string | undefined;
  private numbers = new WeakMap<object, number>();
  private values = new Map<number, object>();
  private next: number;

  /** Each end counts on its own side of zero, so that both may name an element first. */
  constructor(private readonly step: 1 | -1) {
    this.next = step;
  }

  get size(): number {
    return this.values.size;
  }

  clear(): void {
    this.numbers = new WeakMap();
    this.values = new Map();
    this.next = this.step;
  }

  /** A copy with numbers for the elements of its lists, for its tool's declaration, for its `request`, and for those of the request's own lists. Everything else is the same. */
  encode(payload: JsonObject): JsonObject {
    const next = this.withElements(payload, (element) => this.code(element, (value) => value));
    if (isObject(next.request)) next.request = this.code(next.request, (request) => this.encode(request as JsonObject));
    return next;
  }

  /** The reverse. Throws for a number that was never told. */
  decode(payload: JsonObject): JsonObject {
    const next = this.withElements(payload, (coded) => this.read(coded as Coded, (value) => value));
    if (next.request !== undefined)
      next.request = this.read(next.request as Coded, (request) => this.decode(request as JsonObject));
    return next;
  }

  private withElements(payload: JsonObject, map: (element: unknown) => unknown): JsonObject {
    const next = { ...payload };
    for (const field of listFields) if (Array.isArray(next[field])) next[field] = next[field].map(map);
    for (const field of oneFields) if (next[field] !== undefined) next[field] = map(next[field]);
    return next;
  }

  private code(element: unknown, inner: (value: unknown) => unknown): Coded {
    if (typeof element !== 'object' || element === null) return { number: 0, value: element };
    const known = this.numbers.get(element);
    if (known !== undefined) return known;
    const number = this.next;
    this.next += this.step;
    this.keep(number, element);
    return { number, value: inner(element) };
  }

  private read(coded: Coded, inner: (value: unknown) => unknown): unknown {
    if (typeof coded === 'number') {
      const value = this.values.get(coded);
      if (value === undefined) throw new Error(`element ${coded} was never sent`);
      return value;
    }
    if (coded.number === 0) return coded.value;
    const value = inner(coded.value);
    this.keep(coded.number, value as object);
    return value;
  }

  private keep(number: number, element: object): void {
    this.numbers.set(element, number);
    this.values.set(number, element);
  }
}

/** What became of a payload: only this goes back. */
export interface Changes {
  set: JsonObject;
  gone: string[];
}

export function payloadChanges(before: JsonObject, now: JsonObject, references: References): Changes {
  const set = Object.fromEntries(Object.entries(now).filter(([name, value]) => !Object.is(before[name], value)));
  return { set: references.encode(set), gone: Object.keys(before).filter((name) => !(name in now)) };
}

export function changedPayload(before: JsonObject, { set, gone }: Changes, references: References): JsonObject {
  const next = { ...before, ...references.decode(set) };
  for (const name of gone) delete next[name];
  return next;
}
